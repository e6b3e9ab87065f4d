import PeekPopWire

/// The monitor on the whole terminal.
final class FullScreen: MonitorScreen {
    private let curses: Curses
    private let view: MonitorView
    private unowned let session: MonitorSession

    /// - Throws: ``CommandFailure`` where the terminal is of a kind that ncurses does not know.
    init(_ context: Context, _ session: MonitorSession) throws {
        self.session = session
        view = MonitorView(charset: context.charset)
        curses = try Curses(context, remedy: "`peekpopctl monitor --plain` does without")
        do {
            try curses.attach(
                to: session.subscription, onKey: { [unowned self] in press($0) },
                onResize: { [unowned self] in draw(session.model) })
        } catch {
            curses.close()
            throw error
        }
    }

    func took(_ notice: Wire.Notice, _ model: MonitorModel) throws {}

    func draw(_ model: MonitorModel) {
        let size = curses.size
        curses.draw(view.draw(model, width: size.width, height: size.height))
    }

    private func press(_ key: Key) {
        switch key {
        case .character("q"), .character("Q"): session.subscription.end()
        case .character(" "): session.model.togglePause()
        case .character("\t"), .down, .right: session.model.selectNext()
        case .backTab, .up, .left: session.model.selectNext(-1)
        case .character("+"), .character("="): session.model.zoom(1)
        case .character("-"): session.model.zoom(-1)
        default: break
        }
        draw(session.model)
    }

    func close() { curses.close() }
}
