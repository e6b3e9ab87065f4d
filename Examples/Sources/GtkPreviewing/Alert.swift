import CGtk
import Gtk

/// A question or word that stands before all else in its window.
final class Alert: Box {
    init(_ title: String, _ text: String, _ button: Button) {
        super.init(
            GTK_ORIENTATION_VERTICAL, spacing: 10, role: GTK_ACCESSIBLE_ROLE_ALERT_DIALOG,
            [
                Label(title, wrapping: true, centered: true).styled("title-3"),
                Label(text, wrapping: true, centered: true), button,
            ])
        styled("preview-alert").named(title, description: text)
        pp_set_accessible_modal(pointer, 1)
    }
}
