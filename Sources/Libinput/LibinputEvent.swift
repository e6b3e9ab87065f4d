import CLibinput

/// Where a gesture is. A gesture that began ends.
public enum LibinputGesturePhase: Equatable, Sendable {
    case began
    case goesOn
    case ended
}

/// One of libinput's events, as far as presses are concerned. Valid while it is handled. Times are CLOCK_MONOTONIC in µs.
public enum LibinputEvent {
    case deviceAdded(LibinputDevice)
    case deviceRemoved(LibinputDevice)
    case pointerMotion(LibinputDevice, timeUsec: UInt64)
    case button(LibinputDevice, timeUsec: UInt64)
    /// Scrolling with fingers on a pad.
    case scroll(LibinputDevice, LibinputGesturePhase, timeUsec: UInt64)
    case swipe(LibinputDevice, LibinputGesturePhase, timeUsec: UInt64)
    case pinch(LibinputDevice, LibinputGesturePhase, timeUsec: UInt64)
    /// Fingers that lie still. It also ends where it becomes something else.
    case hold(LibinputDevice, LibinputGesturePhase, timeUsec: UInt64)
    /// A touch on a touchscreen that libinput takes back: a palm, or a hand beside a pen.
    case touchCancelled(LibinputDevice, timeUsec: UInt64)
    case tool(LibinputDevice, LibinputToolEvent)
    case other

    init(_ event: OpaquePointer, _ calls: UnsafePointer<pp_libinput>) {
        let device = LibinputDevice(pointer: calls.pointee.libinput_event_get_device(event)!, calls: calls)
        func pointer() -> OpaquePointer { calls.pointee.libinput_event_get_pointer_event(event)! }
        func pointerUsec() -> UInt64 { calls.pointee.libinput_event_pointer_get_time_usec(pointer()) }
        func gestureUsec() -> UInt64 {
            calls.pointee.libinput_event_gesture_get_time_usec(calls.pointee.libinput_event_get_gesture_event(event)!)
        }
        switch calls.pointee.libinput_event_get_type(event) {
        case LIBINPUT_EVENT_DEVICE_ADDED: self = .deviceAdded(device)
        case LIBINPUT_EVENT_DEVICE_REMOVED: self = .deviceRemoved(device)
        case LIBINPUT_EVENT_POINTER_MOTION: self = .pointerMotion(device, timeUsec: pointerUsec())
        case LIBINPUT_EVENT_POINTER_BUTTON: self = .button(device, timeUsec: pointerUsec())
        case LIBINPUT_EVENT_POINTER_SCROLL_FINGER:
            let phase: LibinputGesturePhase = LibinputEvent.isStop(pointer(), calls) ? .ended : .goesOn
            self = .scroll(device, phase, timeUsec: pointerUsec())
        case LIBINPUT_EVENT_GESTURE_SWIPE_BEGIN: self = .swipe(device, .began, timeUsec: gestureUsec())
        case LIBINPUT_EVENT_GESTURE_SWIPE_UPDATE: self = .swipe(device, .goesOn, timeUsec: gestureUsec())
        case LIBINPUT_EVENT_GESTURE_SWIPE_END: self = .swipe(device, .ended, timeUsec: gestureUsec())
        case LIBINPUT_EVENT_GESTURE_PINCH_BEGIN: self = .pinch(device, .began, timeUsec: gestureUsec())
        case LIBINPUT_EVENT_GESTURE_PINCH_UPDATE: self = .pinch(device, .goesOn, timeUsec: gestureUsec())
        case LIBINPUT_EVENT_GESTURE_PINCH_END: self = .pinch(device, .ended, timeUsec: gestureUsec())
        case LIBINPUT_EVENT_GESTURE_HOLD_BEGIN: self = .hold(device, .began, timeUsec: gestureUsec())
        case LIBINPUT_EVENT_GESTURE_HOLD_END: self = .hold(device, .ended, timeUsec: gestureUsec())
        case LIBINPUT_EVENT_TOUCH_CANCEL:
            let touch = calls.pointee.libinput_event_get_touch_event(event)!
            self = .touchCancelled(device, timeUsec: calls.pointee.libinput_event_touch_get_time_usec(touch))
        case LIBINPUT_EVENT_TABLET_TOOL_AXIS, LIBINPUT_EVENT_TABLET_TOOL_PROXIMITY, LIBINPUT_EVENT_TABLET_TOOL_TIP,
            LIBINPUT_EVENT_TABLET_TOOL_BUTTON:
            let tool = calls.pointee.libinput_event_get_tablet_tool_event(event)!
            self = .tool(device, LibinputToolEvent(pointer: tool, calls: calls))
        default: self = .other
        }
    }

    /// A scroll by fingers ends with an event of nothing.
    private static func isStop(_ event: OpaquePointer, _ calls: UnsafePointer<pp_libinput>) -> Bool {
        for axis in [LIBINPUT_POINTER_AXIS_SCROLL_VERTICAL, LIBINPUT_POINTER_AXIS_SCROLL_HORIZONTAL]
        where calls.pointee.libinput_event_pointer_has_axis(event, axis) != 0
            && calls.pointee.libinput_event_pointer_get_scroll_value(event, axis) != 0
        {
            return false
        }
        return true
    }
}
