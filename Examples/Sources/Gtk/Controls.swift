import CGtk

/// Text.
public final class Label: Widget {
    public init(_ text: String, wrapping: Bool = false, centered: Bool = false) {
        super.init(gtk_label_new(text))
        gtk_label_set_xalign(opaque, centered ? 0.5 : 0)
        if centered { gtk_label_set_justify(opaque, GTK_JUSTIFY_CENTER) }
        if wrapping {
            gtk_label_set_wrap(opaque, 1)
            gtk_label_set_natural_wrap_mode(opaque, GTK_NATURAL_WRAP_NONE)
        } else {
            gtk_label_set_ellipsize(opaque, PANGO_ELLIPSIZE_END)
        }
    }

    public var text: String {
        get { String(cString: gtk_label_get_text(opaque)) }
        set { gtk_label_set_text(opaque, newValue) }
    }

    /// Cut off after so many lines.
    @discardableResult
    public func lines(_ count: Int32) -> Label {
        gtk_label_set_wrap(opaque, 1)
        gtk_label_set_lines(opaque, count)
        gtk_label_set_ellipsize(opaque, PANGO_ELLIPSIZE_END)
        return self
    }
}

/// An icon of the theme.
public final class Icon: Widget {
    public init(_ name: String, size: Int32 = 16) {
        super.init(gtk_image_new_from_icon_name(name))
        gtk_image_set_pixel_size(opaque, size)
    }
}

open class Button: Widget {
    public init(_ title: String, _ call: @escaping () -> Void = {}) {
        super.init(gtk_button_new_with_label(title))
        Signal.connect(raw, "clicked", call)
    }

    public init(icon: String, name: String, _ call: @escaping () -> Void) {
        super.init(gtk_button_new_from_icon_name(icon))
        Signal.connect(raw, "clicked", call)
        named(name)
    }

    public func onClick(_ call: @escaping () -> Void) { Signal.connect(raw, "clicked", call) }
}

/// A button that stays down; of a group, one alone is down.
public final class Toggle: Widget {
    public init(_ title: String, isOn: Bool, group: Toggle? = nil) {
        super.init(gtk_toggle_button_new_with_label(title))
        let button = UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: GtkToggleButton.self)
        gtk_toggle_button_set_group(
            button, group.map { UnsafeMutableRawPointer($0.pointer).assumingMemoryBound(to: GtkToggleButton.self) })
        gtk_toggle_button_set_active(button, isOn ? 1 : 0)
    }

    public var isOn: Bool {
        gtk_toggle_button_get_active(UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: GtkToggleButton.self))
            != 0
    }

    public func onToggle(_ call: @escaping (Bool) -> Void) {
        Signal.connect(raw, "toggled") { [unowned self] in call(isOn) }
    }
}

/// The bar at the top of a window or of a preview.
public final class Header: Widget {
    /// - Parameter closing: whether it has the window's buttons.
    public init(_ title: String, closing: Bool = true) {
        super.init(gtk_header_bar_new())
        gtk_header_bar_set_show_title_buttons(opaque, closing ? 1 : 0)
        let label = Label(title, centered: true).styled("title")
        withExtendedLifetime(label) { gtk_header_bar_set_title_widget(opaque, label.pointer) }
    }

    public func start(_ widget: Widget) { gtk_header_bar_pack_start(opaque, widget.pointer) }
    public func end(_ widget: Widget) { gtk_header_bar_pack_end(opaque, widget.pointer) }

    public var title: String {
        get { (gtk_header_bar_get_title_widget(opaque).map(Widget.of) as? Label)?.text ?? "" }
        set { (gtk_header_bar_get_title_widget(opaque).map(Widget.of) as? Label)?.text = newValue }
    }
}
