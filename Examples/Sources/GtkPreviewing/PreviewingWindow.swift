import CGtk
import Gtk
import PeekPop

/// A window whose widgets can be registered for previews.
///
/// ```swift
/// window.previewer.registerForPreviewing(with: self, sourceView: list)
/// ```
///
/// Previews come by force where there is a pad with presses, by holding the button where there is none, and by the
/// keyboard: Menu or Shift+F10 previews what has the focus, Return opens it, Up and Down go through its actions, Escape
/// takes it away.
open class PreviewingWindow: Window, PreviewWindow {
    public private(set) var previewer: Previewer!
    public let connection: PressConnection
    /// For tests: what is to be seen.
    public let log = StateLog()

    private let stage = PreviewStage()
    private let presenter: StagePresenter
    private var buttonHold: ButtonHold?
    private var keyboard: PreviewKeyboard?
    private let watched = SourceWatch()
    /// What had the keyboard before a preview or alert.
    private var focusBefore: Widget?

    public init(
        _ application: Application, title: String, width: Int32, height: Int32, connection: PressConnection
    ) {
        self.connection = connection
        presenter = StagePresenter(stage, log)
        super.init(application, title: title, width: width, height: height)
        _ = Look.isLoaded
        setChild(stage)
        previewer = Previewer(window: self, presenter: presenter, connection: connection)
        previewer.onError = { [log] in log.tell("error", ["text": "\($0)"]) }
        previewer.onMeansChange = { [log] in log.tell("means", ["means": "\($0)"]) }
        followFocus()
        let hold = ButtonHold(previewer, self)
        buttonHold = hold
        keyboard = PreviewKeyboard(previewer, self)
        presenter.onPeek = { [unowned hold] in hold.claim() }
        presenter.onBegin = { [unowned self] source in
            watched.watch(source, previewer)
            focusBefore = focusedWidget
        }
        presenter.onEnd = { [unowned self] in
            watched.end()
            giveFocusBack()
        }
        stage.sheet.onChoose = { [unowned self] index in
            previewer.select(at: index)
            previewer.choose()
        }
        stage.sheet.onBack = { [unowned self] in previewer.back() }
    }

    /// What the window shows.
    public var content: Widget? {
        get { stage.content }
        set { stage.content = newValue }
    }

    /// How round the corners are of what stays sharp, in pixels.
    public var sourceRadius: Double {
        get { stage.sharpRadius }
        set { stage.sharpRadius = newValue }
    }

    // MARK: What the library asks of a window

    public var isActive: Bool { hasFocus }

    /// Asked for when it is needed: events tell of the pointer's ways alone, and it may stand where something has moved.
    public var pointerLocation: Point? { pointerPlace.map { Point(x: $0.x, y: $0.y) } }

    /// Behind an alert nothing is meant.
    public func view(at point: Point) -> (any PreviewView)? { hasAlert ? self : pick(x: point.x, y: point.y) }

    private func followFocus() {
        if log.isOn {
            let motion = gtk_event_controller_motion_new()!
            gtk_event_controller_set_propagation_phase(motion, GTK_PHASE_CAPTURE)
            Signal.connectPlace(UnsafeMutableRawPointer(motion), "motion") { [log] x, y in
                log.tell("pointer", ["x": String(x), "y": String(y)])
            }
            gtk_widget_add_controller(pointer, motion)
            var frames = 0
            Signal.onFrame(self) { [log] _ in
                frames += 1
                // The first frame has been drawn.
                if frames == 2 { log.tell("drawn") }
                return frames < 2
            }
            Signal.connectNotify(raw, "notify::focus-widget") { [unowned self] in
                log.tell("focused", ["name": focusedWidget?.name ?? "", "kind": focusedWidget?.kind ?? ""])
            }
        }
        Signal.connectNotify(raw, "notify::is-active") { [unowned self] in
            log.tell("focus", ["active": String(isActive)])
            previewer.windowDidChange()
        }
    }

    private func giveFocusBack() {
        if let focusBefore, !focusBefore.isInside(self) { self.focusBefore = nil }
        focusedWidget = focusBefore
        focusBefore = nil
    }

    // MARK: Alerts

    /// Says something that has to be read, until the user has.
    public func alert(_ title: String, _ text: String) {
        let button = Button("OK") { [unowned self] in dismissAlert() }
        if !hasAlert { focusBefore = focusedWidget }
        stage.alert = Alert(title, text, button)
        content?.isTarget = false
        log.tell("alert", ["title": title, "text": text])
        button.focus()
    }

    public func dismissAlert() {
        guard stage.alert != nil else { return }
        stage.alert = nil
        content?.isTarget = true
        giveFocusBack()
        log.tell("alert-closed")
    }

    var hasAlert: Bool { stage.alert != nil }
}

/// Looks whether a previewed view leaves its window: a finger that holds still would not tell.
private final class SourceWatch {
    private var source: Widget?
    private var handler: gulong = 0

    func watch(_ source: Widget, _ previewer: Previewer) {
        end()
        self.source = source
        handler = Signal.connectNotify(source.raw, "notify::root") { [weak previewer] in
            // It has not left yet while it tells so.
            MainLoop.later { previewer?.windowDidChange() }
        }
    }

    func end() {
        if let source { g_signal_handler_disconnect(source.raw, handler) }
        source = nil
    }
}
