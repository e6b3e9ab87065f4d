import CGtk
import Gtk
import PeekPop

/// The sheet of a preview's actions, below it.
final class ActionSheet: Box {
    /// An action or group was clicked, by its place.
    var onChoose: ((Int) -> Void)?
    var onBack: (() -> Void)?

    private let list = List().named("Actions")
    private let back = Button(icon: "go-previous-symbolic", name: "Back") {}
    private let title = Label("", centered: true).styled("title")
    private let heading: Box

    init() {
        heading = Box.row(back.styled("flat"), title.expanding(down: false)).styled("heading")
        super.init(GTK_ORIENTATION_VERTICAL, [heading, list])
        styled("preview-actions")
        gtk_widget_set_overflow(pointer, GTK_OVERFLOW_HIDDEN)
        list.onActivate { [unowned self] row in onChoose?(row.index) }
        back.onClick { [unowned self] in onBack?() }
    }

    /// Another level of actions.
    func show(_ sheet: PreviewActionSheet) {
        list.rows.forEach(list.remove)
        heading.isVisible = sheet.depth > 0
        title.text = sheet.title ?? ""
        for item in sheet.items {
            list.append(ActionSheet.content(of: item), name: ActionSheet.name(of: item))
        }
        update(sheet)
    }

    func update(_ sheet: PreviewActionSheet) {
        list.selection = sheet.selection
        // So that it is read aloud; under a finger the focus stays.
        if sheet.isPinned, let selection = sheet.selection { list.rows[selection].focus() }
        isTarget = sheet.isPinned
    }

    private static func content(of item: any PreviewActionItem) -> Widget {
        let row = Box.row(spacing: 8, Label(item.title).expanding(down: false))
        if item.style == .destructive { row.styled("destructive") }
        if item.style == .selected { row.append(Icon("object-select-symbolic")) }
        if item is PreviewActionGroup { row.append(Icon("go-next-symbolic")) }
        return row
    }

    private static func name(of item: any PreviewActionItem) -> String {
        switch (item, item.style) {
        case (is PreviewActionGroup, _): "\(item.title), more actions"
        case (_, .selected): "\(item.title), chosen"
        default: item.title
        }
    }
}
