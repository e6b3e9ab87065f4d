import GalleryParts
import Gtk
import GtkPreviewing
import PeekPop

@main
enum Sessions {
    static func main() {
        Application.run(id: "org.peekpop.Sessions") { application in
            Palette.load()
            let window = SessionsWindow(application, connection: .inMainLoop())
            window.present()
            return window
        }
    }
}
