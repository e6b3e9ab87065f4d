import CGtk
import GalleryParts
import Glibc
import Gtk
import GtkPreviewing
import PeekPop

/// Countries, and the facts of one beside them. Peek shows a country's facts in a frame of their own, pop shows them at the
/// detail side; an action prints them.
///
/// The list is registered as a whole: the row under the pointer is what stays sharp.
final class WorldFactsWindow: PreviewingWindow, PreviewingDelegate {
    private let list = List().styled("rows").named("Countries")
    private let detail = Box.column()

    init(_ application: Application, connection: PressConnection) {
        super.init(application, title: "World Facts", width: 820, height: 560, connection: connection)
        for (index, country) in Country.all.enumerated() {
            list.append(WorldFactsWindow.summary(of: country, index), name: country.name)
        }
        content = Box.column(Header("World Facts"), SplitView(Scroller(list).sized(270), detail, startWidth: 290))
        list.onActivate { [unowned self] in show(Country.all[$0.index]) }
        previewer.registerForPreviewing(with: self, sourceView: list)
        show(Country.all[0])
    }

    // MARK: Previews

    func previewingContext(_ context: PreviewingContext, previewFor location: Point) -> Preview? {
        guard let row = list.row(atY: location.y) else { return nil }
        context.sourceRect = row.convert(row.bounds, to: list)
        let country = Country.all[row.index]
        return Preview(
            CountryPreview(country), preferredContentSize: Size(width: 0, height: 320),
            actions: [
                PreviewAction(title: "Print") { [log] _, _ in
                    print(country.text)
                    fflush(nil)
                    log.tell("printed", ["title": country.name])
                }
            ])
    }

    func previewingContext(_ context: PreviewingContext, commit preview: Preview) {
        if let shown = preview.content as? CountryPreview { show(shown.country) }
    }

    // MARK: Countries

    private func show(_ country: Country) {
        list.selection = Country.all.firstIndex(of: country)
        detail.removeAll()
        detail.append(Scroller(CountryFacts(country)).styled("page"))
        log.tell("shown", ["title": country.name])
    }

    private static func summary(of country: Country, _ index: Int) -> Widget {
        Box.row(
            spacing: 12,
            Label(country.code, centered: true).styled("tile", Palette.tile(index), "caption").sized(42, 30)
                .aligned(down: GTK_ALIGN_CENTER),
            Box.column(
                spacing: 2, Label(country.name).styled("title-3"), Label(country.capital).styled("dim", "caption")
            ).expanding(down: false))
    }
}

/// A country's facts in the frame that they will have when they are opened.
private final class CountryPreview: Box {
    let country: Country

    init(_ country: Country) {
        self.country = country
        super.init(
            GTK_ORIENTATION_VERTICAL, [Header(country.name, closing: false), CountryFacts(country)])
        named(country.name)
    }
}

/// A table of facts.
private final class CountryFacts: Box {
    init(_ country: Country) {
        super.init(GTK_ORIENTATION_VERTICAL, spacing: 16, [Label(country.name).styled("title-1")])
        for (name, value) in country.facts {
            append(
                Box.row(
                    spacing: 12, Label(name).styled("dim").sized(110).aligned(down: GTK_ALIGN_START),
                    Label(value, wrapping: true).expanding(down: false)))
        }
        padded(26)
    }
}
