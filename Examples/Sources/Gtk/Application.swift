import CGtk

/// A program with windows.
public final class Application {
    let pointer: UnsafeMutablePointer<GtkApplication>

    /// Runs until the last window is closed.
    ///
    /// - Parameter start: makes and shows the first window. What it returns is kept while the program runs.
    public static func run(id: String, _ start: @escaping (Application) -> AnyObject) -> Never {
        let application = Application(id)
        var kept: [AnyObject] = []
        Signal.connect(application.pointer, "activate") { kept.append(start(application)) }
        let status = g_application_run(
            UnsafeMutableRawPointer(application.pointer).assumingMemoryBound(to: GApplication.self), 0, nil)
        exit(status)
    }

    private init(_ id: String) {
        pointer = gtk_application_new(id, G_APPLICATION_NON_UNIQUE)
    }
}

open class Window: Widget {
    /// What is in it takes all of it: the header as well.
    public init(_ application: Application, title: String, width: Int32, height: Int32) {
        super.init(gtk_application_window_new(application.pointer))
        gtk_window_set_title(window, title)
        gtk_window_set_default_size(window, width, height)
        let none = Box.row()
        none.isVisible = false
        withExtendedLifetime(none) { gtk_window_set_titlebar(window, none.pointer) }
    }

    private var window: UnsafeMutablePointer<GtkWindow> {
        UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: GtkWindow.self)
    }

    public func setChild(_ child: Widget) { gtk_window_set_child(window, child.pointer) }
    public func present() { gtk_window_present(window) }
    public func close() { gtk_window_close(window) }

    /// Whether it has the focus.
    public var hasFocus: Bool { gtk_window_is_active(window) != 0 }
    /// What in it the keyboard is for.
    public var focusedWidget: Widget? {
        get { gtk_window_get_focus(window).map(Widget.of) }
        set { gtk_window_set_focus(window, newValue?.pointer) }
    }
    public var title: String { String(cString: gtk_window_get_title(window)) }

    /// Where the pointer is, in the window's coordinates; `nil` while it is not over the window.
    public var pointerPlace: (x: Double, y: Double)? {
        guard let native = gtk_widget_get_native(pointer), let surface = gtk_native_get_surface(native),
            let seat = gdk_display_get_default_seat(gtk_widget_get_display(pointer)),
            let device = gdk_seat_get_pointer(seat)
        else { return nil }
        var (x, y, left, top) = (0.0, 0.0, 0.0, 0.0)
        guard gdk_device_get_surface_at_position(device, &x, &y) == surface else { return nil }
        // Around the window there is its shadow.
        gtk_native_get_surface_transform(native, &left, &top)
        return (x - left, y - top)
    }

    /// What is in front at a place.
    public func pick(x: Double, y: Double) -> Widget? {
        gtk_widget_pick(pointer, x, y, GTK_PICK_DEFAULT).map(Widget.of)
    }
}

/// The looks of the program.
public enum Style {
    /// Adds a style sheet.
    public static func add(_ css: String) {
        let provider = gtk_css_provider_new()
        gtk_css_provider_load_from_data(provider, css, -1)
        gtk_style_context_add_provider_for_display(
            gdk_display_get_default(), OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
        g_object_unref(provider)
    }

    /// Whether things may move: the desktop's "reduce motion" turned round.
    public static var isAnimated: Bool {
        var value = GValue()
        g_value_init(&value, GType(5 << 2))
        g_object_get_property(
            UnsafeMutableRawPointer(gtk_settings_get_default()).assumingMemoryBound(to: GObject.self),
            "gtk-enable-animations", &value)
        return g_value_get_boolean(&value) != 0
    }
}
