import CGtk
import GalleryParts
import Gtk
import GtkPreviewing
import PeekPop

/// A table of sessions with the pictures of those who speak. Only the picture under the pointer peeks; pop opens the speaker.
///
/// The same in two ways, to choose from in the header: with each cell registered, and with the whole table registered once.
final class SessionsWindow: PreviewingWindow {
    private let list = List().selecting(false).styled("rows").named("Sessions")
    private lazy var navigation = Navigation("Sessions", Scroller(list))
    private var cells: [SessionCell] = []

    private lazy var cellByCell = CellPreviews(self)
    private lazy var wholeTable = TablePreviews(self)
    private var contexts: [PreviewingContext] = []

    init(_ application: Application, connection: PressConnection) {
        super.init(application, title: "Sessions", width: 680, height: 560, connection: connection)
        content = navigation
        sourceRadius = SpeakerPicture.size / 2
        for session in Session.all {
            let cell = SessionCell(session)
            cells.append(cell)
            list.append(cell, name: "\(session.time): \(session.title)")
        }
        let each = Toggle("Each cell", isOn: true)
        let whole = Toggle("Whole table", isOn: false, group: each)
        let ways = Box.row(each, whole).styled("linked")
        navigation.header.start(ways)
        navigation.onShow = { [log] title in
            ways.isVisible = title == "Sessions"
            log.tell("shown", ["title": title])
        }
        each.onToggle { [unowned self] in register(eachCell: $0) }
        register(eachCell: true)
    }

    /// - Parameter eachCell: `false`: the table, once.
    private func register(eachCell: Bool) {
        contexts.forEach(previewer.unregisterForPreviewing)
        contexts =
            eachCell
            ? cells.map { previewer.registerForPreviewing(with: cellByCell, sourceView: $0) }
            : [previewer.registerForPreviewing(with: wholeTable, sourceView: list)]
        log.tell("registered", ["what": eachCell ? "cells" : "table"])
    }

    /// The cell at a place of the table.
    func cell(at location: Point) -> SessionCell? {
        list.row(atY: location.y)?.content as? SessionCell
    }

    func preview(of speaker: String) -> Preview {
        Preview(SpeakerPage(speaker), preferredContentSize: Size(width: 360, height: 380))
    }

    func open(_ preview: Preview) {
        guard let page = preview.content as? SpeakerPage else { return }
        navigation.show(page.speaker, SpeakerPage(page.speaker))
    }
}

/// Every cell is registered: a location is in the cell's coordinates.
private final class CellPreviews: PreviewingDelegate {
    private unowned let window: SessionsWindow

    init(_ window: SessionsWindow) { self.window = window }

    func previewingContext(_ context: PreviewingContext, previewFor location: Point) -> Preview? {
        guard let cell = context.sourceView as? SessionCell, let picture = cell.picture(at: location) else {
            return nil
        }
        context.sourceRect = picture.convert(picture.bounds, to: cell)
        return window.preview(of: picture.speaker)
    }

    func previewingContext(_ context: PreviewingContext, commit preview: Preview) { window.open(preview) }
}

/// The table is registered once: a location is in its coordinates, and goes through to the cell by hit testing.
private final class TablePreviews: PreviewingDelegate {
    private unowned let window: SessionsWindow

    init(_ window: SessionsWindow) { self.window = window }

    func previewingContext(_ context: PreviewingContext, previewFor location: Point) -> Preview? {
        guard let table = context.sourceView, let cell = window.cell(at: location),
            let picture = cell.picture(at: cell.convert(location, from: table))
        else { return nil }
        context.sourceRect = picture.convert(picture.bounds, to: table)
        return window.preview(of: picture.speaker)
    }

    func previewingContext(_ context: PreviewingContext, commit preview: Preview) { window.open(preview) }
}
