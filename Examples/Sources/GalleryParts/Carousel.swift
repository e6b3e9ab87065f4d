import CGtk
import Gtk

/// Pages side by side: to be swiped or scrolled, or gone through with the arrow keys.
open class Carousel: Box {
    private let pages = Pages()
    private let all: [Widget]
    private let title: String
    private let dots: [Widget]
    /// Another page is to be seen.
    public var onTurn: (() -> Void)?
    private var scrolled = 0.0

    public init(_ pages: [Widget], title: String) {
        self.title = title
        let heading = Label(title, centered: true).styled("title-2").padded(across: 0, down: 12)
        all = pages
        dots = pages.map { _ in Box.row().styled("dot").aligned(across: GTK_ALIGN_CENTER, down: GTK_ALIGN_CENTER) }
        let row = Box(GTK_ORIENTATION_HORIZONTAL, spacing: 7, dots).aligned(across: GTK_ALIGN_CENTER).padded(12)
        super.init(GTK_ORIENTATION_VERTICAL, isFocusable: true, [heading, self.pages, row])
        all.forEach(self.pages.append)
        listen()
        settle()
    }

    public var index: Int {
        all.firstIndex { $0 === pages.current } ?? 0
    }

    public func turn(by step: Int) {
        let next = index + step
        guard all.indices.contains(next) else { return }
        pages.show(all[next], sliding: true)
        settle()
        onTurn?()
    }

    private func settle() {
        for (position, dot) in dots.enumerated() { dot.setStyle("on", position == index) }
        let page = pages.current?.name ?? ""
        named("\(title): \(page), page \(index + 1) of \(all.count)")
    }

    private func listen() {
        let swipe = gtk_gesture_swipe_new()!
        Signal.connectPlace(UnsafeMutableRawPointer(swipe), "swipe") { [unowned self] x, y in
            // Faster across than down, and faster than a slip; in pixels a second.
            if abs(x) > max(abs(y), 200) { turn(by: x < 0 ? 1 : -1) }
        }
        gtk_widget_add_controller(pointer, swipe)

        let scroll = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_HORIZONTAL)!
        Signal.connectScroll(UnsafeMutableRawPointer(scroll)) { [unowned self] x, _ in
            scrolled += x
            guard abs(scrolled) >= 1 else { return true }
            turn(by: scrolled > 0 ? 1 : -1)
            scrolled = 0
            return true
        }
        gtk_widget_add_controller(pointer, scroll)

        let keys = gtk_event_controller_key_new()!
        Signal.connectKey(UnsafeMutableRawPointer(keys)) { [unowned self] key, _ in
            guard key == GDK_KEY_Left || key == GDK_KEY_Right else { return false }
            turn(by: key == GDK_KEY_Right ? 1 : -1)
            return true
        }
        gtk_widget_add_controller(pointer, keys)
    }
}
