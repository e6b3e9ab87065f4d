import CGtk
import GalleryParts
import Gtk
import PeekPop

/// A session's row: when, what and where, and up to three pictures.
final class SessionCell: Box {
    private let pictures: [SpeakerPicture]

    init(_ session: Session) {
        pictures = session.speakers.prefix(3).map(SpeakerPicture.init)
        super.init(
            GTK_ORIENTATION_HORIZONTAL, spacing: 16,
            [
                Label(session.time).styled("dim").sized(52),
                Box.column(
                    spacing: 3, Label(session.title).styled("title-3"), Label(session.room).styled("dim", "caption")
                ).expanding(down: false).aligned(down: GTK_ALIGN_CENTER),
            ] + pictures)
    }

    /// Hit testing inside of the cell, in its coordinates.
    func picture(at location: Point) -> SpeakerPicture? {
        pictures.first { $0.contains($0.convert(location, from: self)) }
    }
}

/// A speaker's picture in a row: to be reached with Tab.
final class SpeakerPicture: Box {
    static let size = 48.0
    let speaker: String

    init(_ speaker: String) {
        self.speaker = speaker
        super.init(
            GTK_ORIENTATION_HORIZONTAL, role: GTK_ACCESSIBLE_ROLE_IMG, isFocusable: true,
            [Avatar(speaker, size: Int32(SpeakerPicture.size))])
        aligned(down: GTK_ALIGN_CENTER).named(speaker, description: "Speaker")
    }
}

/// All about a speaker: in a preview as well as on a page of its own.
final class SpeakerPage: Box {
    let speaker: String

    init(_ speaker: String) {
        self.speaker = speaker
        let sessions = Session.all.filter { $0.speakers.contains(speaker) }
        super.init(
            GTK_ORIENTATION_VERTICAL, spacing: 10,
            [
                Avatar(speaker, size: 112), Label(speaker, centered: true).styled("title-1"),
                Label(Session.trade(of: speaker), centered: true).styled("dim"),
            ]
                + sessions.map {
                    Box.column(
                        spacing: 2, Label($0.title, centered: true).styled("title-3"),
                        Label("\($0.time), \($0.room)", centered: true).styled("dim", "caption")
                    ).padded(across: 0, down: 6)
                })
        padded(26).aligned(down: GTK_ALIGN_CENTER).named(speaker)
    }
}
