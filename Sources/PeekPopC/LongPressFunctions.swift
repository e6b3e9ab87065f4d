import CPeekPop
import PeekPop

@_cdecl("peekpop_long_press_new")
public func longPressNew(_ previewer: OpaquePointer?, _ pixelsPerMm: Double) -> OpaquePointer? {
    guard let previewer = object(previewer, PreviewerObject.self), pixelsPerMm >= 0, pixelsPerMm.isFinite else {
        return invalid()
    }
    return retained(
        pixelsPerMm == 0
            ? LongPressPreviewing(previewer.previewer)
            : LongPressPreviewing(previewer.previewer, pixelsPerMm: pixelsPerMm))
}

@_cdecl("peekpop_long_press_free")
public func longPressFree(_ press: OpaquePointer?) {
    _ = taken(press, LongPressPreviewing.self)
}

@_cdecl("peekpop_long_press_down")
public func longPressDown(_ press: OpaquePointer?, _ location: peekpop_point, _ usec: UInt64) {
    object(press, LongPressPreviewing.self)?.pointerDown(at: Point(location), timeUsec: usec)
}

@_cdecl("peekpop_long_press_move")
public func longPressMove(_ press: OpaquePointer?, _ location: peekpop_point, _ usec: UInt64) {
    object(press, LongPressPreviewing.self)?.pointerMoved(to: Point(location), timeUsec: usec)
}

@_cdecl("peekpop_long_press_up")
public func longPressUp(_ press: OpaquePointer?, _ usec: UInt64) {
    object(press, LongPressPreviewing.self)?.pointerUp(timeUsec: usec)
}

@_cdecl("peekpop_long_press_cancel")
public func longPressCancel(_ press: OpaquePointer?, _ usec: UInt64) {
    object(press, LongPressPreviewing.self)?.cancel(timeUsec: usec)
}

@_cdecl("peekpop_long_press_advance")
public func longPressAdvance(_ press: OpaquePointer?, _ usec: UInt64) {
    object(press, LongPressPreviewing.self)?.advance(to: usec)
}

@_cdecl("peekpop_long_press_deadline")
public func longPressDeadline(_ press: OpaquePointer?, _ usec: UnsafeMutablePointer<UInt64>?) -> Bool {
    guard let deadline = object(press, LongPressPreviewing.self)?.deadlineUsec else { return false }
    usec?.pointee = deadline
    return true
}
