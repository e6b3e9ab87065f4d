import CGtk
import GalleryParts
import Gtk
import GtkPreviewing
import PeekPop

/// A shop: departments below each other, each with a header, a "More" button and a grid of products.
///
/// Previews are registered once, on all of it. What is meant is found by frame: a product shows itself, a header its
/// department, as pages to be swiped. The first header is tall, and reacts only in its lower 80 points: what is above
/// belongs to the picture.
final class StoreWindow: PreviewingWindow, PreviewingDelegate {
    static let reactingHeight = 80.0

    private lazy var sections = Department.all.enumerated().map { index, department in
        StoreSection(
            department, isFirst: index == 0, more: { [unowned self] in open(department) },
            open: { [unowned self] in open($0) })
    }
    private lazy var shop = Box(GTK_ORIENTATION_VERTICAL, sections)
    private lazy var navigation = Navigation("Store", Scroller(shop))

    init(_ application: Application, connection: PressConnection) {
        super.init(application, title: "Store", width: 720, height: 640, connection: connection)
        content = navigation
        navigation.onShow = { [log] in log.tell("shown", ["title": $0]) }
        previewer.registerForPreviewing(with: self, sourceView: shop)
    }

    // MARK: Previews

    func previewingContext(_ context: PreviewingContext, previewFor location: Point) -> Preview? {
        for section in sections {
            let header = headerRect(of: section)
            if header.contains(location) {
                context.sourceRect = header
                return Preview(pages(of: section.department), preferredContentSize: Size(width: 400, height: 420))
            }
            for tile in section.tiles {
                let rect = tile.convert(tile.bounds, to: shop)
                guard rect.contains(location) else { continue }
                context.sourceRect = rect
                return Preview(ProductPage(tile.product), preferredContentSize: Size(width: 340, height: 400))
            }
        }
        return nil
    }

    func previewingContext(_ context: PreviewingContext, commit preview: Preview) {
        switch preview.content {
        case let pages as DepartmentPages: open(pages.department)
        case let page as ProductPage: open(page.product)
        default: break
        }
    }

    /// Of a header, what reacts, in the shop's coordinates.
    private func headerRect(of section: StoreSection) -> Rect {
        var rect = section.header.convert(section.header.bounds, to: shop)
        let above = max(0, rect.size.height - StoreWindow.reactingHeight)
        rect.origin.y += above
        rect.size.height -= above
        return rect
    }

    private func open(_ product: Product) {
        navigation.show(product.name, ProductPage(product))
    }

    private func open(_ department: Department) {
        let pages = pages(of: department)
        navigation.show(department.name, pages)
        pages.focus()
    }

    private func pages(of department: Department) -> DepartmentPages {
        let pages = DepartmentPages(department)
        pages.onTurn = { [log, unowned pages] in log.tell("page", ["name": pages.name ?? ""]) }
        return pages
    }
}
