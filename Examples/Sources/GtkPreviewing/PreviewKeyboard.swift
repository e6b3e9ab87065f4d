import CGtk
import Gtk
import PeekPop

/// Previews by the keyboard.
final class PreviewKeyboard {
    private let previewer: Previewer
    private unowned let window: PreviewingWindow
    private let keys: OpaquePointer

    init(_ previewer: Previewer, _ window: PreviewingWindow) {
        self.previewer = previewer
        self.window = window
        keys = gtk_event_controller_key_new()
        gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
        Signal.connectKey(UnsafeMutableRawPointer(keys)) { [unowned self] key, held in press(Int32(key), held) }
        gtk_widget_add_controller(window.pointer, keys)
    }

    /// - Returns: whether the key was for us.
    private func press(_ key: Int32, _ held: GdkModifierType) -> Bool {
        if window.hasAlert {
            if key == GDK_KEY_Escape { window.dismissAlert() }
            // Its button, and no more.
            return ![GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_space].contains(key)
        }
        guard let preview = previewer.current else { return begin(key, held) }
        switch key {
        case GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_space:
            if previewer.actions?.selected == nil { previewer.commit() } else { previewer.choose() }
        case GDK_KEY_Escape: previewer.dismiss()
        case GDK_KEY_Down: previewer.select(.next)
        case GDK_KEY_Up: previewer.select(.previous)
        case GDK_KEY_Right where previewer.actions?.selected is PreviewActionGroup: previewer.choose()
        case GDK_KEY_Left where previewer.actions?.depth ?? 0 > 0: previewer.back()
        // Nothing behind the preview is meant, but it may have keys of its own.
        default:
            if let content = preview.content as? Widget { gtk_event_controller_key_forward(keys, content.pointer) }
        }
        return true
    }

    private func begin(_ key: Int32, _ held: GdkModifierType) -> Bool {
        let isMenu = key == GDK_KEY_Menu || key == GDK_KEY_F10 && held.rawValue & GDK_SHIFT_MASK.rawValue != 0
        guard isMenu, let focused = window.focusedWidget else { return false }
        return previewer.preview(focused)
    }
}
