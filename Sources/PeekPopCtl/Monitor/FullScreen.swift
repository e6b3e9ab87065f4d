import CNcurses
import Glibc
import Linux
import PeekPopWire
import Systemd

/// The whole terminal, by ncurses, which sends only what changed.
final class FullScreen: MonitorScreen {
    private let screen: OpaquePointer
    private let window: pp_window
    private let view: MonitorView
    private let output: Output
    private unowned let session: MonitorSession
    private var attributes: [Style: Int32] = [:]
    private var isClosed = false

    /// - Throws: ``CommandFailure`` where the terminal is of a kind that ncurses does not know.
    init(_ context: Context, _ session: MonitorSession) throws {
        self.session = session
        output = context.output
        view = MonitorView(charset: context.charset)
        guard let screen = newterm(nil, fdopen(dup(STDOUT_FILENO), "w"), fdopen(dup(STDIN_FILENO), "r")) else {
            let terminal = context.environment("TERM") ?? ""
            throw CommandFailure(
                "using the terminal '\(terminal)': it is not known here (TERM); `peekpopctl monitor --plain` does without"
            )
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
        do {
            session.subscription.hold(
                try session.subscription.loop.watch(STDIN_FILENO, for: .readable) { [unowned self] ready in
                    readKeys(isGone: !ready.contains(.readable))
                })
            session.subscription.hold(try session.subscription.loop.onSignal(SIGWINCH) { [unowned self] in resize() })
        } catch {
            close()
            throw SystemError("watching the terminal", error)
        }
    }

    private func setUpStyles(isColoured: Bool) {
        attributes = [.dim: pp_dim(), .strong: pp_bold(), .title: pp_reverse()]
        guard isColoured else {
            // Levels have to be told apart without colours as well.
            attributes.merge([.peek: pp_bold(), .pop: pp_bold() | pp_reverse()]) { $1 }
            return
        }
        start_color()
        use_default_colors()
        let isRich = pp_colors() >= 256
        // Blue, amber, red: also apart for eyes that do not tell red from green.
        let colours: [(Style, basic: Int32, rich: Int16)] = [
            (.touch, COLOR_GREEN, 71), (.hint, COLOR_CYAN, 75), (.peek, COLOR_YELLOW, 214), (.pop, COLOR_MAGENTA, 203),
        ]
        for (index, colour) in colours.enumerated() {
            let pair = Int16(index + 1)
            init_pair(pair, isRich ? colour.rich : Int16(colour.basic), -1)
            attributes[colour.0] = pp_color_pair(pair)
        }
    }

    func took(_ notice: Wire.Notice, _ model: MonitorModel) {}

    func draw(_ model: MonitorModel) {
        let height = Int(getmaxy(window))
        let width = Int(getmaxx(window))
        let grid = view.draw(model, width: width, height: height)
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

    private func resize() {
        let (width, height) = output.size
        resizeterm(Int32(height), Int32(width))
        draw(session.model)
    }

    private func readKeys(isGone: Bool) {
        if isGone { return session.subscription.end() }
        while case let key = wgetch(window), key != ERR {
            switch key {
            case Int32(UInt8(ascii: "q")), Int32(UInt8(ascii: "Q")): session.subscription.end()
            case Int32(UInt8(ascii: " ")): session.model.togglePause()
            case Int32(UInt8(ascii: "\t")), KEY_DOWN, KEY_RIGHT: session.model.selectNext()
            case KEY_BTAB, KEY_UP, KEY_LEFT: session.model.selectNext(-1)
            case Int32(UInt8(ascii: "+")), Int32(UInt8(ascii: "=")): session.model.zoom(1)
            case Int32(UInt8(ascii: "-")): session.model.zoom(-1)
            default: break
            }
        }
        draw(session.model)
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
