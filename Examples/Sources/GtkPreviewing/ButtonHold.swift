import CGtk
import Gtk
import PeekPop

/// Hands the primary button to the long press that stands in for force, and keeps clicks from the rest of the window that
/// belong to a preview: a pad that is pressed clicks.
final class ButtonHold {
    private let longPress: LongPressPreviewing
    private unowned let window: PreviewingWindow
    private let gesture: OpaquePointer
    private var start = Point.zero
    private var isTicking = false

    init(_ previewer: Previewer, _ window: PreviewingWindow) {
        self.window = window
        longPress = LongPressPreviewing(previewer)
        gesture = gtk_gesture_drag_new()
        gtk_gesture_single_set_button(gesture, guint(GDK_BUTTON_PRIMARY))
        gtk_event_controller_set_propagation_phase(gesture, GTK_PHASE_CAPTURE)
        let object = UnsafeMutableRawPointer(gesture)
        Signal.connectPlace(object, "drag-begin") { [unowned self] x, y in
            start = Point(x: x, y: y)
            longPress.pointerDown(at: start, timeUsec: now)
            tick()
        }
        Signal.connectPlace(object, "drag-update") { [unowned self] x, y in
            longPress.pointerMoved(to: start + Point(x: x, y: y), timeUsec: now)
        }
        Signal.connectPlace(object, "drag-end") { [unowned self] _, _ in longPress.pointerUp(timeUsec: now) }
        Signal.connectNotify(object, "cancel") { [unowned self] in longPress.cancel(timeUsec: now) }
        gtk_widget_add_controller(window.pointer, gesture)
    }

    /// The button is the preview's now.
    func claim() {
        gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
    }

    private var now: UInt64 { UInt64(MainLoop.usec) }

    private func tick() {
        guard !isTicking, longPress.deadlineUsec != nil else { return }
        isTicking = true
        Signal.onFrame(window) { [weak self] usec in
            guard let self else { return false }
            longPress.advance(to: now)
            isTicking = longPress.deadlineUsec != nil
            return isTicking
        }
    }
}
