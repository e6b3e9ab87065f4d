import GalleryParts
import Gtk
import GtkPreviewing
import PeekPop

@main
enum Store {
    static func main() {
        Application.run(id: "org.peekpop.Store") { application in
            Palette.load()
            let window = StoreWindow(application, connection: .inMainLoop())
            window.present()
            return window
        }
    }
}
