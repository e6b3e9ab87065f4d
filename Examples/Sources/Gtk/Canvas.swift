import CGtk

/// A widget that lays out and draws its children itself: override ``measure(_:)``, ``allocate(width:height:)`` and
/// ``draw(_:)``.
open class Canvas: Widget {
    /// What C calls; it lives as long as the program.
    nonisolated(unsafe) private static let calls: UnsafePointer<PPCanvasCalls> = {
        let calls = UnsafeMutablePointer<PPCanvasCalls>.allocate(capacity: 1)
        calls.initialize(
            to: PPCanvasCalls(
                measure: { widget, orientation, minimum, natural in
                    let size = (Widget.of(widget!) as! Canvas).measure(orientation)
                    minimum!.pointee = size.minimum
                    natural!.pointee = size.natural
                },
                allocate: { (Widget.of($0!) as! Canvas).allocate(width: $1, height: $2) },
                snapshot: { (Widget.of($0!) as! Canvas).draw(Drawing($1!)) }))
        return UnsafePointer(calls)
    }()

    public init(role: GtkAccessibleRole = GTK_ACCESSIBLE_ROLE_GROUP) {
        super.init(pp_canvas_new(Canvas.calls, role))
    }

    open func measure(_ orientation: GtkOrientation) -> (minimum: Int32, natural: Int32) { (0, 0) }
    open func allocate(width: Int32, height: Int32) {}
    open func draw(_ drawing: Drawing) {}

    public func add(_ child: Widget) { gtk_widget_set_parent(child.pointer, pointer) }
    public func remove(_ child: Widget) { gtk_widget_unparent(child.pointer) }
    public func redraw() { gtk_widget_queue_draw(pointer) }
    public func layOut() { gtk_widget_queue_allocate(pointer) }

    public var width: Int32 { gtk_widget_get_width(pointer) }
    public var height: Int32 { gtk_widget_get_height(pointer) }

    /// Gives a child its size and place; `scale` is around its middle.
    public func place(
        _ child: Widget, x: Double, y: Double, width: Int32, height: Int32, scale: Double = 1
    ) {
        var transform: OpaquePointer?
        if x != 0 || y != 0 || scale != 1 {
            var middle = graphene_point_t(x: Float(x) + Float(width) / 2, y: Float(y) + Float(height) / 2)
            transform = gsk_transform_translate(nil, &middle)
            transform = gsk_transform_scale(transform, Float(scale), Float(scale))
            var back = graphene_point_t(x: -Float(width) / 2, y: -Float(height) / 2)
            transform = gsk_transform_translate(transform, &back)
        }
        gtk_widget_allocate(child.pointer, width, height, -1, transform)
    }

    public func naturalSize(of child: Widget, width: Int32 = -1) -> (width: Int32, height: Int32) {
        var minimum: Int32 = 0
        var across: Int32 = 0
        var down: Int32 = 0
        gtk_widget_measure(child.pointer, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &across, nil, nil)
        if width >= 0 { across = max(width, minimum) }
        gtk_widget_measure(child.pointer, GTK_ORIENTATION_VERTICAL, across, &minimum, &down, nil, nil)
        return (across, down)
    }
}

/// What a canvas draws with: GtkSnapshot.
public struct Drawing {
    let snapshot: OpaquePointer

    init(_ snapshot: OpaquePointer) { self.snapshot = snapshot }

    public func child(_ child: Widget, of canvas: Canvas) {
        gtk_widget_snapshot_child(canvas.pointer, child.pointer, snapshot)
    }

    /// Blurs what `body` draws; `radius` in pixels.
    public func blurred(_ radius: Double, _ body: () -> Void) {
        guard radius >= 0.5 else { return body() }
        gtk_snapshot_push_blur(snapshot, radius)
        body()
        gtk_snapshot_pop(snapshot)
    }

    public func faded(_ opacity: Double, _ body: () -> Void) {
        guard opacity < 1 else { return body() }
        guard opacity > 0 else { return }
        gtk_snapshot_push_opacity(snapshot, opacity)
        body()
        gtk_snapshot_pop(snapshot)
    }

    public func clipped(to rect: graphene_rect_t, radius: Double, _ body: () -> Void) {
        withUnsafePointer(to: rect) { pp_snapshot_push_rounded_clip(snapshot, $0, Float(radius)) }
        body()
        gtk_snapshot_pop(snapshot)
    }

    public func scaled(_ scale: Double, aboutX x: Double, y: Double, _ body: () -> Void) {
        gtk_snapshot_save(snapshot)
        var point = graphene_point_t(x: Float(x), y: Float(y))
        gtk_snapshot_translate(snapshot, &point)
        gtk_snapshot_scale(snapshot, Float(scale), Float(scale))
        point = graphene_point_t(x: -Float(x), y: -Float(y))
        gtk_snapshot_translate(snapshot, &point)
        body()
        gtk_snapshot_restore(snapshot)
    }

    public func fill(_ rect: graphene_rect_t, _ color: GdkRGBA) {
        withUnsafePointer(to: rect) { rect in
            withUnsafePointer(to: color) { gtk_snapshot_append_color(snapshot, $0, rect) }
        }
    }

    public func shadow(of rect: graphene_rect_t, radius: Double, blur: Double, down: Double, alpha: Double) {
        withUnsafePointer(to: rect) {
            pp_snapshot_shadow(snapshot, $0, Float(radius), Float(blur), Float(down), Float(alpha))
        }
    }
}

public func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> graphene_rect_t {
    graphene_rect_t(
        origin: graphene_point_t(x: Float(x), y: Float(y)),
        size: graphene_size_t(width: Float(width), height: Float(height)))
}
