import CPeekPop
import PeekPop

/// What a `peekpop_view` stands for.
class ViewObject: PreviewView {
    private let callbacks: peekpop_view_callbacks
    fileprivate let data: AppData

    /// - Parameter callbacks: ``isWhole(_:)``.
    init(_ callbacks: peekpop_view_callbacks, _ data: AppData) {
        self.callbacks = callbacks
        self.data = data
    }

    static func isWhole(_ callbacks: peekpop_view_callbacks) -> Bool {
        callbacks.frame != nil && callbacks.parent != nil
            && (callbacks.convert_to_parent == nil) == (callbacks.convert_from_parent == nil)
    }

    var frame: Rect { Rect(callbacks.frame!(data.pointer)) }

    var parent: (any PreviewView)? { object(callbacks.parent!(data.pointer), ViewObject.self) }

    var contentOffset: Point { callbacks.content_offset.map { Point($0(data.pointer)) } ?? .zero }

    func convertToParent(_ point: Point) -> Point {
        callbacks.convert_to_parent.map { Point($0(point.inC, data.pointer)) }
            ?? point - contentOffset + frame.origin
    }

    func convertFromParent(_ point: Point) -> Point {
        callbacks.convert_from_parent.map { Point($0(point.inC, data.pointer)) }
            ?? point - frame.origin + contentOffset
    }

    func contains(_ point: Point) -> Bool {
        callbacks.contains.map { $0(point.inC, data.pointer) } ?? bounds.contains(point)
    }
}

/// What a `peekpop_view` stands for that was made as a window.
final class WindowObject: ViewObject, PreviewWindow {
    private let window: peekpop_window_callbacks

    /// - Parameter window: with `pointer_location` and `is_active`.
    init(_ callbacks: peekpop_view_callbacks, _ window: peekpop_window_callbacks, _ data: AppData) {
        self.window = window
        super.init(callbacks, data)
    }

    var pointerLocation: Point? {
        var location = peekpop_point()
        return window.pointer_location!(&location, data.pointer) ? Point(location) : nil
    }

    var isActive: Bool { window.is_active!(data.pointer) }

    func location(ofAbsolute position: Point) -> Point? {
        guard let locate = window.location_of_absolute else { return pointerLocation }
        var location = peekpop_point()
        return locate(position.inC, &location, data.pointer) ? Point(location) : nil
    }

    func view(at point: Point) -> (any PreviewView)? {
        object(window.view_at?(point.inC, data.pointer) ?? nil, ViewObject.self)
    }
}

@_cdecl("peekpop_view_new")
public func viewNew(
    _ callbacks: UnsafePointer<peekpop_view_callbacks>?, _ data: UnsafeMutableRawPointer?,
    _ destroy: peekpop_destroy?
) -> OpaquePointer? {
    guard let callbacks = copied(callbacks), ViewObject.isWhole(callbacks) else { return invalid() }
    return retained(ViewObject(callbacks, AppData(data, destroy)))
}

@_cdecl("peekpop_window_new")
public func windowNew(
    _ callbacks: UnsafePointer<peekpop_view_callbacks>?,
    _ windowCallbacks: UnsafePointer<peekpop_window_callbacks>?, _ data: UnsafeMutableRawPointer?,
    _ destroy: peekpop_destroy?
) -> OpaquePointer? {
    guard let callbacks = copied(callbacks), let window = copied(windowCallbacks), ViewObject.isWhole(callbacks),
        window.pointer_location != nil, window.is_active != nil
    else { return invalid() }
    return retained(WindowObject(callbacks, window, AppData(data, destroy)))
}

@_cdecl("peekpop_view_free")
public func viewFree(_ view: OpaquePointer?) {
    _ = taken(view, ViewObject.self)
}

@_cdecl("peekpop_view_convert")
public func viewConvert(
    _ view: OpaquePointer?, _ point: peekpop_point, _ to: OpaquePointer?
) -> peekpop_point {
    guard let view = object(view, ViewObject.self), let to = object(to, ViewObject.self) else { return point }
    return view.convert(Point(point), to: to).inC
}
