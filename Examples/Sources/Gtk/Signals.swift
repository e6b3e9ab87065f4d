import CGtk

/// A closure on its way through C; GLib frees it with the signal, timer or watch it belongs to.
private final class Handler<Call> {
    let call: Call

    init(_ call: Call) { self.call = call }

    static func of(_ data: gpointer?) -> Call {
        Unmanaged<Handler<Call>>.fromOpaque(data!).takeUnretainedValue().call
    }

    static func keep(_ call: Call) -> gpointer {
        Unmanaged.passRetained(Handler(call)).toOpaque()
    }
}

@discardableResult
private func attach(_ object: gpointer, _ signal: String, _ callback: GCallback?, _ data: gpointer?) -> gulong {
    g_signal_connect_data(
        object, signal, callback, data,
        { data, _ in if let data { Unmanaged<AnyObject>.fromOpaque(data).release() } }, GConnectFlags(rawValue: 0))
}

/// The signals of any GObject, by the shape of what they carry.
public enum Signal {
    /// `clicked`, `leave` …
    public static func connect(_ object: gpointer, _ signal: String, _ call: @escaping () -> Void) {
        let callback: @convention(c) (gpointer?, gpointer?) -> Void = { _, data in Handler<() -> Void>.of(data)() }
        attach(object, signal, unsafeBitCast(callback, to: GCallback.self), Handler.keep(call))
    }

    /// `notify::…`, `row-activated`: with an object, which is not told.
    @discardableResult
    public static func connectNotify(_ object: gpointer, _ signal: String, _ call: @escaping () -> Void) -> gulong {
        connectObject(object, signal) { _ in call() }
    }

    /// `row-selected` …: with an object or none.
    @discardableResult
    public static func connectObject(
        _ object: gpointer, _ signal: String, _ call: @escaping (gpointer?) -> Void
    ) -> gulong {
        let callback: @convention(c) (gpointer?, gpointer?, gpointer?) -> Void = { _, other, data in
            Handler<(gpointer?) -> Void>.of(data)(other)
        }
        return attach(object, signal, unsafeBitCast(callback, to: GCallback.self), Handler.keep(call))
    }

    /// `motion`, `drag-update` …: with a place.
    public static func connectPlace(
        _ object: gpointer, _ signal: String, _ call: @escaping (_ x: Double, _ y: Double) -> Void
    ) {
        let callback: @convention(c) (gpointer?, Double, Double, gpointer?) -> Void = { _, x, y, data in
            Handler<(Double, Double) -> Void>.of(data)(x, y)
        }
        attach(object, signal, unsafeBitCast(callback, to: GCallback.self), Handler.keep(call))
    }

    /// `key-pressed`: with the key and what is held; answers whether it was meant for us.
    public static func connectKey(
        _ object: gpointer, _ call: @escaping (_ key: UInt32, _ held: GdkModifierType) -> Bool
    ) {
        let callback: @convention(c) (gpointer?, guint, guint, GdkModifierType, gpointer?) -> gboolean = {
            _, key, _, held, data in Handler<(UInt32, GdkModifierType) -> Bool>.of(data)(key, held) ? 1 : 0
        }
        attach(object, "key-pressed", unsafeBitCast(callback, to: GCallback.self), Handler.keep(call))
    }

    /// `scroll`: with how far; answers whether it was meant for us.
    public static func connectScroll(_ object: gpointer, _ call: @escaping (_ x: Double, _ y: Double) -> Bool) {
        let callback: @convention(c) (gpointer?, Double, Double, gpointer?) -> gboolean = { _, x, y, data in
            Handler<(Double, Double) -> Bool>.of(data)(x, y) ? 1 : 0
        }
        attach(object, "scroll", unsafeBitCast(callback, to: GCallback.self), Handler.keep(call))
    }

    /// Before each frame that is drawn, with its time in µs, until it answers `false`.
    public static func onFrame(_ widget: Widget, _ call: @escaping (_ usec: Int64) -> Bool) {
        gtk_widget_add_tick_callback(
            widget.pointer,
            { _, clock, data in Handler<(Int64) -> Bool>.of(data)(Int64(gdk_frame_clock_get_frame_time(clock))) ? 1 : 0
            },
            Handler.keep(call), { data in if let data { Unmanaged<AnyObject>.fromOpaque(data).release() } })
    }
}

/// What the main loop does beside drawing.
public enum MainLoop {
    /// Calls whenever a descriptor is readable, for the life of the program.
    public static func watch(_ descriptor: Int32, _ call: @escaping () -> Void) {
        g_unix_fd_add_full(
            G_PRIORITY_DEFAULT, descriptor, G_IO_IN,
            { _, _, data in
                Handler<() -> Void>.of(data)()
                return 1
            }, Handler.keep(call), { data in if let data { Unmanaged<AnyObject>.fromOpaque(data).release() } })
    }

    /// Calls when the process gets a signal.
    public static func onSignal(_ number: Int32, _ call: @escaping () -> Void) {
        g_unix_signal_add_full(
            G_PRIORITY_DEFAULT, number,
            { data in
                Handler<() -> Void>.of(data)()
                return 1
            }, Handler.keep(call), { data in if let data { Unmanaged<AnyObject>.fromOpaque(data).release() } })
    }

    /// Calls once, when what is at hand is done.
    public static func later(_ call: @escaping () -> Void) {
        g_idle_add_full(
            G_PRIORITY_DEFAULT,
            { data in
                Handler<() -> Void>.of(data)()
                return 0
            }, Handler.keep(call), { data in if let data { Unmanaged<AnyObject>.fromOpaque(data).release() } })
    }

    /// µs of the clock that events and frames go by.
    public static var usec: Int64 { Int64(g_get_monotonic_time()) }
}
