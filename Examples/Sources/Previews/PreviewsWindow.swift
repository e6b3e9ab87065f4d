import CGtk
import GalleryParts
import Gtk
import GtkPreviewing
import PeekPop

/// Previews of three heights, with every kind of action. Where no pad feels force, an alert says so.
final class PreviewsWindow: PreviewingWindow, PreviewingDelegate {
    private struct Sample {
        let title: String
        /// In pixels; 0 leaves it to the window.
        let height: Double
        let colour: Int

        static let all = [
            Sample(title: "Small", height: 160, colour: 0), Sample(title: "Medium", height: 320, colour: 1),
            Sample(title: "Large", height: 0, colour: 3),
        ]

        var words: String { height > 0 ? "\(Int(height)) pixels high" : "As high as there is room" }
    }

    private let list = List().selecting(false).styled("rows").named("Previews")
    private let status = StatusBar("Press a row, then move the finger up for actions")
    private lazy var navigation = Navigation("Previews", Scroller(list))

    init(_ application: Application, connection: PressConnection) {
        super.init(application, title: "Previews", width: 560, height: 600, connection: connection)
        content = Box.column(navigation, status)
        navigation.onShow = { [log] in log.tell("shown", ["title": $0]) }
        for sample in Sample.all {
            let words = Box.column(spacing: 3, Label(sample.title).styled("title-3"), Label(sample.words).styled("dim"))
            list.append(words, name: sample.title)
        }
        list.onActivate { [unowned self] in open(Sample.all[$0.index]) }
        previewer.registerForPreviewing(with: self, sourceView: list)
        connection.onCapabilityChange = { [unowned self] in tell($0) }
    }

    // MARK: Capability

    private func tell(_ capability: ForceTouchCapability) {
        switch capability {
        case .unavailable:
            var why = "“peekpopctl doctor” says what is wrong."
            if case .denied(let reason) = connection.state { why = reason }
            alert(
                "No pad that feels force",
                "Hold the button to preview instead, or press Menu on the keyboard.\n\n\(why)")
        case .available: dismissAlert()
        case .unknown: break
        }
    }

    // MARK: Previews

    func previewingContext(_ context: PreviewingContext, previewFor location: Point) -> Preview? {
        guard let row = list.row(atY: location.y) else { return nil }
        context.sourceRect = row.convert(row.bounds, to: list)
        let sample = Sample.all[row.index]
        return Preview(
            page(sample), preferredContentSize: Size(width: 0, height: sample.height),
            actions: [
                action("Keep", sample), action("Remove", sample, .destructive),
                PreviewActionGroup(
                    title: "Send to…",
                    actions: [action("Desk", sample, .selected), action("Phone", sample), action("Printer", sample)]),
            ])
    }

    func previewingContext(_ context: PreviewingContext, commit preview: Preview) {
        guard let sample = Sample.all.first(where: { $0.height == preview.preferredContentSize.height }) else { return }
        open(sample)
    }

    private func action(_ title: String, _ sample: Sample, _ style: PreviewActionStyle = .default) -> PreviewAction {
        PreviewAction(title: title, style: style) { [unowned self] action, _ in
            status.text = "\(action.title): \(sample.title)"
            log.tell("status", ["text": status.text])
        }
    }

    // MARK: Pages

    private func open(_ sample: Sample) {
        navigation.show(sample.title, page(sample))
    }

    private func page(_ sample: Sample) -> Widget {
        Box.column(
            Box.row().expanding(), Label(sample.title, centered: true).styled("title-1"),
            Label(sample.words, centered: true), Box.row().expanding()
        ).styled("whole", "tile", Palette.tile(sample.colour)).expanding().named(sample.title)
    }
}
