import GalleryParts
import Gtk
import GtkPreviewing
import PeekPop

@main
enum Previews {
    static func main() {
        Application.run(id: "org.peekpop.Previews") { application in
            Palette.load()
            let window = PreviewsWindow(application, connection: .inMainLoop())
            window.present()
            return window
        }
    }
}
