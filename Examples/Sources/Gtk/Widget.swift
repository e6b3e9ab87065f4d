import CGtk

/// A GTK widget.
///
/// Swift's object and GTK's are one: whoever holds the one holds the other. A widget that is in a window lives on without
/// a Swift reference, and ``of(_:)`` gives its one and the same Swift object.
open class Widget {
    public let pointer: UnsafeMutablePointer<GtkWidget>

    private static let key = "peekpop-swift"

    /// - Parameter pointer: one without a Swift object.
    public init(_ pointer: UnsafeMutablePointer<GtkWidget>) {
        self.pointer = pointer
        let object = UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: GObject.self)
        g_object_ref_sink(object)
        g_object_set_data(object, Widget.key, Unmanaged.passUnretained(self).toOpaque())
        // As long as GTK holds the widget, that holds this object. When this object alone is left, nothing holds it but Swift.
        g_object_add_toggle_ref(object, toggled, Unmanaged.passRetained(self).toOpaque())
        g_object_unref(object)
    }

    deinit {
        let object = UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: GObject.self)
        g_object_set_data(object, Widget.key, nil)
        g_object_remove_toggle_ref(object, toggled, Unmanaged.passUnretained(self).toOpaque())
    }

    /// The Swift object of a widget; for one that GTK made by itself, a new one.
    public static func of(_ pointer: UnsafeMutablePointer<GtkWidget>) -> Widget {
        let object = UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: GObject.self)
        guard let known = g_object_get_data(object, Widget.key) else { return Widget(pointer) }
        return Unmanaged<Widget>.fromOpaque(known).takeUnretainedValue()
    }

    /// The same pointer as C declares it for subclasses that it does not describe.
    public var opaque: OpaquePointer { OpaquePointer(pointer) }
    public var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(pointer) }

    /// GTK's name of its class.
    public var kind: String {
        let instance = raw.assumingMemoryBound(to: GTypeInstance.self)
        return String(cString: g_type_name_from_instance(instance))
    }

    // MARK: Tree

    public var parentWidget: Widget? { gtk_widget_get_parent(pointer).map(Widget.of) }

    public var children: [Widget] {
        var found: [Widget] = []
        var next = gtk_widget_get_first_child(pointer)
        while let child = next {
            found.append(Widget.of(child))
            next = gtk_widget_get_next_sibling(child)
        }
        return found
    }

    /// Whether this is `other` or lies in it.
    public func isInside(_ other: Widget) -> Bool {
        self === other || gtk_widget_is_ancestor(pointer, other.pointer) != 0
    }

    // MARK: Looks

    public var isVisible: Bool {
        get { gtk_widget_get_visible(pointer) != 0 }
        set { gtk_widget_set_visible(pointer, newValue ? 1 : 0) }
    }

    /// Adds style classes.
    @discardableResult
    public func styled(_ classes: String...) -> Self {
        for name in classes { gtk_widget_add_css_class(pointer, name) }
        return self
    }

    public func setStyle(_ name: String, _ isOn: Bool) {
        if isOn { gtk_widget_add_css_class(pointer, name) } else { gtk_widget_remove_css_class(pointer, name) }
    }

    /// Takes what room there is.
    @discardableResult
    public func expanding(across: Bool = true, down: Bool = true) -> Self {
        gtk_widget_set_hexpand(pointer, across ? 1 : 0)
        gtk_widget_set_vexpand(pointer, down ? 1 : 0)
        return self
    }

    @discardableResult
    public func aligned(across: GtkAlign = GTK_ALIGN_FILL, down: GtkAlign = GTK_ALIGN_FILL) -> Self {
        gtk_widget_set_halign(pointer, across)
        gtk_widget_set_valign(pointer, down)
        return self
    }

    /// At least so large; -1 leaves it to the widget.
    @discardableResult
    public func sized(_ width: Int32 = -1, _ height: Int32 = -1) -> Self {
        gtk_widget_set_size_request(pointer, width, height)
        return self
    }

    @discardableResult
    public func padded(_ margin: Int32) -> Self {
        padded(across: margin, down: margin)
    }

    @discardableResult
    public func padded(across: Int32, down: Int32) -> Self {
        gtk_widget_set_margin_start(pointer, across)
        gtk_widget_set_margin_end(pointer, across)
        gtk_widget_set_margin_top(pointer, down)
        gtk_widget_set_margin_bottom(pointer, down)
        return self
    }

    // MARK: People

    /// As ``named(_:description:)`` set it.
    public private(set) var name: String?

    /// What assistive technology calls it.
    @discardableResult
    public func named(_ label: String, description: String? = nil) -> Self {
        name = label
        pp_set_accessible(pointer, label, description)
        return self
    }

    /// Whether the pointer meets it, rather than what lies behind.
    public var isTarget: Bool {
        get { gtk_widget_get_can_target(pointer) != 0 }
        set { gtk_widget_set_can_target(pointer, newValue ? 1 : 0) }
    }

    public func focus() {
        gtk_widget_grab_focus(pointer)
    }

    // MARK: Geometry

    /// Its border in the coordinates of another widget in the same window.
    public func bounds(in other: Widget) -> graphene_rect_t? {
        var rect = graphene_rect_t()
        return gtk_widget_compute_bounds(pointer, other.pointer, &rect) != 0 ? rect : nil
    }

    /// A point of its own in the coordinates of another widget in the same window.
    public func convert(x: Double, y: Double, to other: Widget) -> (x: Double, y: Double)? {
        var from = graphene_point_t(x: Float(x), y: Float(y))
        var to = graphene_point_t()
        guard gtk_widget_compute_point(pointer, other.pointer, &from, &to) != 0 else { return nil }
        return (Double(to.x), Double(to.y))
    }
}

private func toggled(_ data: gpointer?, _ object: UnsafeMutablePointer<GObject>?, _ isLast: gboolean) {
    guard let data else { return }
    let widget = Unmanaged<Widget>.fromOpaque(data)
    if isLast != 0 { widget.release() } else { _ = widget.retain() }
}
