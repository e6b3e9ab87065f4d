import GalleryParts
import Gtk
import GtkPreviewing
import PeekPop

@main
enum Messages {
    static func main() {
        Application.run(id: "org.peekpop.Messages") { application in
            Palette.load()
            let window = MessagesWindow(application, connection: .inMainLoop())
            window.present()
            return window
        }
    }
}
