import CGtk
import GalleryParts
import Glibc
import Gtk
import GtkPreviewing
import PeekPop

/// A list of messages. Peek floats a message, more force opens it; two actions act on it.
///
/// Each row is registered by itself, so that the library finds the row, and what stays sharp.
final class MessagesWindow: PreviewingWindow, PreviewingDelegate {
    private let list = List().selecting(false).styled("rows").named("Inbox")
    private let status = StatusBar("Press a message to peek, press harder to open it")
    private lazy var navigation = Navigation("Inbox", Scroller(list))
    private var rows: [(row: ListRow, message: Message, context: PreviewingContext)] = []

    init(_ application: Application, connection: PressConnection) {
        super.init(application, title: "Messages", width: 620, height: 560, connection: connection)
        content = Box.column(navigation, status)
        navigation.onShow = { [log] in log.tell("shown", ["title": $0]) }
        for message in Message.all {
            let row = list.append(MessagesWindow.summary(of: message), name: "\(message.sender): \(message.subject)")
            rows.append((row, message, previewer.registerForPreviewing(with: self, sourceView: row)))
        }
        list.onActivate { [unowned self] row in
            if let found = rows.first(where: { $0.row === row }) { open(found.message) }
        }
        // As when a server says that a message is withdrawn.
        MainLoop.onSignal(SIGUSR1) { [unowned self] in
            if let newest = rows.first { remove(newest.message) }
        }
    }

    // MARK: Previews

    func previewingContext(_ context: PreviewingContext, previewFor location: Point) -> Preview? {
        guard let message = rows.first(where: { $0.context === context })?.message else { return nil }
        return Preview(
            MessagePage(message), preferredContentSize: Size(width: 0, height: 270),
            actions: [
                PreviewAction(title: "Mark as Read") { [unowned self] _, _ in say("“\(message.subject)” is read") },
                PreviewAction(title: "Archive", style: .destructive) { [unowned self] _, _ in
                    remove(message)
                    say("“\(message.subject)” is in the archive")
                },
            ])
    }

    func previewingContext(_ context: PreviewingContext, commit preview: Preview) {
        if let page = preview.content as? MessagePage { open(page.message) }
    }

    // MARK: Messages

    private func open(_ message: Message) {
        navigation.show(message.subject, MessagePage(message))
    }

    private func remove(_ message: Message) {
        guard let index = rows.firstIndex(where: { $0.message == message }) else { return }
        let gone = rows.remove(at: index)
        previewer.unregisterForPreviewing(gone.context)
        list.remove(gone.row)
    }

    private func say(_ text: String) {
        status.text = text
        log.tell("status", ["text": text])
    }

    private static func summary(of message: Message) -> Widget {
        Box.row(
            spacing: 14, Avatar(message.sender),
            Box.column(
                spacing: 2,
                Box.row(
                    Label(message.sender).styled("title-3").expanding(down: false),
                    Label(message.time).styled("dim", "caption")),
                Label(message.subject), Label(message.text.replacing("\n", with: " ")).styled("dim", "caption")
            ).expanding(down: false))
    }
}

/// A message, as it is read: in a preview as well as on a page of its own.
final class MessagePage: Box {
    let message: Message

    init(_ message: Message) {
        self.message = message
        let sender = Box.row(
            spacing: 14, Avatar(message.sender, size: 52),
            Box.column(
                spacing: 3, Label(message.sender).styled("title-3"), Label(message.time).styled("dim", "caption")))
        super.init(
            GTK_ORIENTATION_VERTICAL, spacing: 14,
            [
                sender, Label(message.subject, wrapping: true).styled("title-2"),
                Label(message.text, wrapping: true).aligned(down: GTK_ALIGN_START).expanding(),
            ])
        padded(22).named(message.subject)
    }
}
