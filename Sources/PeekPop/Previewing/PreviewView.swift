/// What this library has to know of a toolkit's view.
///
/// One object stands for one view for as long as that is on the screen: the library compares identities. Everything but
/// ``frame`` and ``parent`` has a default; a class that others inherit from gives what those shall override itself, for a
/// default of a protocol cannot be overridden.
public protocol PreviewView: AnyObject {
    /// Where it lies, in the coordinates of its parent's contents.
    var frame: Rect { get }
    /// The view around it; `nil` for a window, and for a view that is in none at the moment.
    var parent: (any PreviewView)? { get }
    /// How far its own contents are scrolled: what of them lies at its upper left corner. (0, 0) by default.
    var contentOffset: Point { get }

    /// From its own coordinates to those of its parent. By default, moved by the frame's origin and the parent's
    /// ``contentOffset``; a toolkit that can turn and scale views gives its own.
    func convertToParent(_ point: Point) -> Point
    /// The inverse.
    func convertFromParent(_ point: Point) -> Point
    /// Whether a point in its own coordinates belongs to it, as UIKit's `point(inside:with:)`. By default, whether it lies
    /// in its bounds. What lies outside of a view cannot be pressed on the views within it either.
    func contains(_ point: Point) -> Bool
}

extension PreviewView {
    public var contentOffset: Point { .zero }

    public func convertToParent(_ point: Point) -> Point {
        point - contentOffset + frame.origin
    }

    public func convertFromParent(_ point: Point) -> Point {
        point - frame.origin + contentOffset
    }

    public func contains(_ point: Point) -> Bool { bounds.contains(point) }

    /// What of its contents is visible: of the frame's size, at ``contentOffset``.
    public var bounds: Rect { Rect(origin: contentOffset, size: frame.size) }

    /// The outermost view: the window, where it is in one.
    public var root: any PreviewView {
        var view: any PreviewView = self
        while let parent = view.parent { view = parent }
        return view
    }

    /// Whether it is `view` or lies within it.
    public func isDescendant(of view: any PreviewView) -> Bool {
        var ancestor: (any PreviewView)? = self
        while let candidate = ancestor {
            if candidate === view { return true }
            ancestor = candidate.parent
        }
        return false
    }

    /// From its own coordinates to those of another view in the same window.
    public func convert(_ point: Point, to view: any PreviewView) -> Point {
        view.fromRoot(toRoot(point))
    }

    /// From another view's coordinates to its own.
    public func convert(_ point: Point, from view: any PreviewView) -> Point {
        view.convert(point, to: self)
    }

    /// A rectangle of its own in the coordinates of another view in the same window: the one around its corners.
    public func convert(_ rect: Rect, to view: any PreviewView) -> Rect {
        let corners = [(0.0, 0.0), (1, 0), (0, 1), (1, 1)].map { (across, down) in
            convert(
                Point(x: rect.origin.x + across * rect.size.width, y: rect.origin.y + down * rect.size.height), to: view
            )
        }
        let left = corners.map(\.x).min()!
        let top = corners.map(\.y).min()!
        return Rect(
            x: left, y: top, width: corners.map(\.x).max()! - left, height: corners.map(\.y).max()! - top)
    }

    /// A window's place on the screen is no business of its views: the way ends before it.
    private func toRoot(_ point: Point) -> Point {
        parent.map { $0.toRootOfAny(convertToParent(point)) } ?? point
    }

    fileprivate func toRootOfAny(_ point: Point) -> Point { toRoot(point) }

    fileprivate func fromRoot(_ point: Point) -> Point {
        parent.map { convertFromParent($0.fromRoot(point)) } ?? point
    }
}

/// The outermost view.
public protocol PreviewWindow: PreviewView {
    /// Where the pointer is, in the window's coordinates; `nil` while it is not over the window. A touchpad only moves the
    /// pointer, so that this is where a press on one is meant.
    var pointerLocation: Point? { get }
    /// Whether the window has the focus. A press that begins elsewhere is not its business.
    var isActive: Bool { get }

    /// Where a touchscreen or pen presses, in the window's coordinates; `nil` where it is outside of the window.
    /// `position` is 0…1 of the device's width and height, which is that of its screen. By default, where the pointer is.
    func location(ofAbsolute position: Point) -> Point?
    /// The innermost view that is visible at a place, for toolkits that know it better than frames tell: where views lie
    /// over each other. By default `nil`: the library goes by frames.
    func view(at point: Point) -> (any PreviewView)?
}

extension PreviewWindow {
    public func location(ofAbsolute position: Point) -> Point? { pointerLocation }

    public func view(at point: Point) -> (any PreviewView)? { nil }
}
