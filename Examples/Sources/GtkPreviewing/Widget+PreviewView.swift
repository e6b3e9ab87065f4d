import CGtk
import Gtk
import PeekPop

/// Any widget can be registered for previews. GTK's coordinates begin at a widget's content, its border lies around them.
extension Widget: PreviewView {
    public var parent: (any PreviewView)? { parentWidget }

    public var frame: Rect {
        guard let parentWidget, let bounds = bounds(in: parentWidget) else { return border }
        return Rect(bounds)
    }

    public var contentOffset: Point { border.origin }

    /// By GTK, which knows what is turned and scaled.
    public func convertToParent(_ point: Point) -> Point {
        guard let parentWidget, let place = convert(x: point.x, y: point.y, to: parentWidget) else { return point }
        return Point(x: place.x, y: place.y)
    }

    public func convertFromParent(_ point: Point) -> Point {
        guard let parentWidget, let place = parentWidget.convert(x: point.x, y: point.y, to: self) else { return point }
        return Point(x: place.x, y: place.y)
    }

    /// Its border in its own coordinates.
    private var border: Rect { bounds(in: self).map(Rect.init) ?? .zero }
}

extension Rect {
    init(_ rect: graphene_rect_t) {
        self.init(
            x: Double(rect.origin.x), y: Double(rect.origin.y), width: Double(rect.size.width),
            height: Double(rect.size.height))
    }

    var graphene: graphene_rect_t { rectangle(origin.x, origin.y, size.width, size.height) }
    var middle: Point { Point(x: origin.x + size.width / 2, y: origin.y + size.height / 2) }

    /// On the way to another one; `share` is 0…1.
    func mixed(with other: Rect, _ share: Double) -> Rect {
        func mix(_ one: Double, _ two: Double) -> Double { one + (two - one) * share }
        return Rect(
            x: mix(origin.x, other.origin.x), y: mix(origin.y, other.origin.y),
            width: mix(size.width, other.size.width), height: mix(size.height, other.size.height))
    }
}
