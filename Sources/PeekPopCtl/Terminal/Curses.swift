import CNcurses
import Glibc
import Linux
import Systemd

/// A key as a full-screen command is told of it.
enum Key: Hashable {
    case character(Character)
    case enter
    case backspace
    case escape
    case up
    case down
    case left
    case right
    /// Shift and Tab; Tab itself is a character.
    case backTab
}

/// The whole terminal, by ncurses, which sends only what changed. It is given back by ``close()`` or at the end.
final class Curses {
    private let screen: OpaquePointer
    private let window: pp_window
    private let output: Output
    private var attributes: [Style: Int32] = [:]
    private var isClosed = false

    /// - Parameter remedy: what does without a full screen, for terminals of a kind that ncurses does not know.
    init(_ context: Context, remedy: String) throws(CommandFailure) {
        output = context.output
        guard let screen = newterm(nil, fdopen(dup(STDOUT_FILENO), "w"), fdopen(dup(STDIN_FILENO), "r")) else {
            let terminal = context.environment("TERM") ?? ""
            throw CommandFailure("using the terminal '\(terminal)': it is not known here (TERM); \(remedy)")
        }
        self.screen = screen
        window = pp_stdscr()
        cbreak()
        noecho()
        curs_set(0)
        nodelay(window, true)
        keypad(window, true)
        // A lone Escape is nobody's key here: do not wait long for what might follow it.
        set_escdelay(25)
        setUpStyles(isColoured: context.terminal.hasColours && has_colors())
    }

    private func setUpStyles(isColoured: Bool) {
        attributes = [.dim: pp_dim(), .strong: pp_bold(), .title: pp_reverse()]
        guard isColoured else {
            // Levels have to be told apart without colours as well.
            attributes.merge([.peek: pp_bold(), .pop: pp_bold() | pp_reverse(), .bad: pp_bold()]) { $1 }
            return
        }
        start_color()
        use_default_colors()
        let isRich = pp_colors() >= 256
        // Blue, amber, red: also apart for eyes that do not tell red from green.
        let colours: [(Style, basic: Int32, rich: Int16)] = [
            (.touch, COLOR_GREEN, 71), (.hint, COLOR_CYAN, 75), (.peek, COLOR_YELLOW, 214), (.pop, COLOR_MAGENTA, 203),
            (.bad, COLOR_RED, 196),
        ]
        for (index, colour) in colours.enumerated() {
            let pair = Int16(index + 1)
            init_pair(pair, isRich ? colour.rich : Int16(colour.basic), -1)
            attributes[colour.0] = pp_color_pair(pair)
        }
    }

    /// Watches the terminal on the loop of `subscription`, which ends when the terminal goes away.
    func attach(to subscription: Subscription, onKey: @escaping (Key) -> Void, onResize: @escaping () -> Void) throws {
        do {
            subscription.hold(
                try subscription.loop.watch(STDIN_FILENO, for: .readable) {
                    [unowned self, unowned subscription] ready in
                    guard ready.contains(.readable) else { return subscription.end() }
                    while let key = readKey() {
                        if let key { onKey(key) }
                    }
                })
            subscription.hold(
                try subscription.loop.onSignal(SIGWINCH) { [unowned self] in
                    let (width, height) = output.size
                    resizeterm(Int32(height), Int32(width))
                    onResize()
                })
        } catch {
            throw SystemError("watching the terminal", error)
        }
    }

    var size: (width: Int, height: Int) { (Int(getmaxx(window)), Int(getmaxy(window))) }

    func draw(_ grid: Grid) {
        werase(window)
        for y in 0..<grid.height {
            wmove(window, Int32(y), 0)
            for run in grid.runs(y) {
                wattrset(window, attributes[run.style] ?? 0)
                waddnstr(window, run.text, -1)
            }
        }
        wrefresh(window)
    }

    /// - Returns: `nil` where no key waits; the inner `nil` for keys that mean nothing here.
    private func readKey() -> Key?? {
        let code = wgetch(window)
        switch code {
        case ERR: return nil
        case KEY_ENTER, 10, 13: return .enter
        case KEY_BACKSPACE, 8, 127: return .backspace
        case 27: return .escape
        case KEY_UP: return .up
        case KEY_DOWN: return .down
        case KEY_LEFT: return .left
        case KEY_RIGHT: return .right
        case KEY_BTAB: return .backTab
        case 9, 32...126: return .character(Character(Unicode.Scalar(UInt8(code))))
        default: return .some(nil)
        }
    }

    func close() {
        guard !isClosed else { return }
        isClosed = true
        endwin()
        delscreen(screen)
    }

    deinit {
        close()
    }
}
