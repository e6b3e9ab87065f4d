import CGtk
import Gtk

/// Pages one goes into and comes back from, below a header with the page's title.
public final class Navigation: Box {
    public let header: Header
    /// A page was shown, with this title.
    public var onShow: ((String) -> Void)?

    private let pages = Pages()
    private var stack: [(title: String, page: Widget)] = []
    private let back = Button(icon: "go-previous-symbolic", name: "Back") {}

    /// - Parameter closing: whether the header has the window's buttons.
    public init(_ title: String, _ page: Widget, closing: Bool = true) {
        header = Header(title, closing: closing)
        super.init(GTK_ORIENTATION_VERTICAL, [header, pages])
        header.start(back)
        back.onClick { [unowned self] in goBack() }
        show(title, page)
    }

    /// At once: a preview that opens has grown into the page.
    public func show(_ title: String, _ page: Widget) {
        let around = Box.column(page).styled("page")
        pages.append(around)
        pages.show(around, sliding: false)
        stack.append((title, around))
        settle()
    }

    public func goBack() {
        guard stack.count > 1 else { return }
        let left = stack.removeLast()
        pages.show(stack.last!.page, sliding: false)
        pages.remove(left.page)
        settle()
    }

    private func settle() {
        header.title = stack.last!.title
        back.isVisible = stack.count > 1
        onShow?(stack.last!.title)
    }
}

/// A page with its own title bar: how previews show what will be a page.
public func navigationFrame(_ title: String, _ page: Widget) -> Box {
    Box.column(Header(title, closing: false), page)
}

/// What has been done, in words, at the foot of a window.
public final class StatusBar: Box {
    private let label: Label

    public init(_ text: String) {
        label = Label(text)
        super.init(GTK_ORIENTATION_HORIZONTAL, role: GTK_ACCESSIBLE_ROLE_STATUS, [label.expanding(down: false)])
        styled("status").named(text)
    }

    public var text: String {
        get { label.text }
        set {
            label.text = newValue
            named(newValue)
        }
    }
}
