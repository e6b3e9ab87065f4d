import GalleryParts
import Gtk
import GtkPreviewing
import PeekPop

@main
enum WorldFacts {
    static func main() {
        Application.run(id: "org.peekpop.WorldFacts") { application in
            Palette.load()
            let window = WorldFactsWindow(application, connection: .inMainLoop())
            window.present()
            return window
        }
    }
}
