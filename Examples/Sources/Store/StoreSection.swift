import CGtk
import GalleryParts
import Gtk

/// A department's part of the shop.
final class StoreSection: Box {
    let department: Department
    let header: Widget
    let tiles: [ProductTile]

    init(_ department: Department, isFirst: Bool, more: @escaping () -> Void, open: @escaping (Product) -> Void) {
        self.department = department
        tiles = department.products.map(ProductTile.init)
        header = StoreSection.header(of: department, isFirst, more)
        let grid = FlowGrid(columns: 4, spacing: 12).padded(across: 18, down: 6)
        super.init(GTK_ORIENTATION_VERTICAL, [header, grid])
        for tile in tiles { grid.append(tile, name: "\(tile.product.name), \(tile.product.price)") }
        grid.onActivate { open(department.products[$0]) }
    }

    private static func header(of department: Department, _ isFirst: Bool, _ more: @escaping () -> Void) -> Widget {
        // The keyboard previews the middle of what has the focus: that has to react.
        let line = Box(
            GTK_ORIENTATION_HORIZONTAL, spacing: 12, isFocusable: true,
            [
                Label(department.name).styled("title-2").expanding(down: false),
                Button("More", more).named("More of \(department.name)").styled("flat"),
            ]
        ).padded(across: 18, down: 8).named(department.name)
        guard isFirst else { return Box.column(line) }
        let banner = Box.column(
            Label("New this week", centered: true).styled("title-1"), Label(department.words, centered: true))
        banner.aligned(down: GTK_ALIGN_CENTER).expanding()
        line.sized(-1, 64)
        return Box.column(Box.row(banner).sized(-1, 150).styled("tile", "whole", Palette.tile(department.tile)), line)
    }
}

/// A product in the grid.
final class ProductTile: Box {
    let product: Product

    init(_ product: Product) {
        self.product = product
        super.init(
            GTK_ORIENTATION_VERTICAL, spacing: 4,
            [
                ProductPicture(product, height: 96), Label(product.name).styled("title-3"),
                Label(product.price).styled("dim", "caption"),
            ])
        styled("cell")
    }
}

/// A drawing of a product: an icon on its department's colour.
final class ProductPicture: Box {
    init(_ product: Product, height: Int32) {
        super.init(
            GTK_ORIENTATION_HORIZONTAL, role: GTK_ACCESSIBLE_ROLE_IMG,
            [Icon(product.icon, size: height / 2).expanding()])
        expanding(down: false).styled("tile", Palette.tile(product.tile)).sized(-1, height).named(
            "Picture of \(product.name)")
    }
}

/// All about a product: in a preview as well as on a page of its own.
final class ProductPage: Box {
    let product: Product

    init(_ product: Product) {
        self.product = product
        super.init(
            GTK_ORIENTATION_VERTICAL, spacing: 10,
            [
                ProductPicture(product, height: 180), Label(product.name).styled("title-1"),
                Label(product.price).styled("title-3"), Label(product.words, wrapping: true).styled("dim"),
            ])
        padded(22).named(product.name)
    }
}

/// A department's products, a page each.
final class DepartmentPages: Carousel {
    let department: Department

    init(_ department: Department) {
        self.department = department
        super.init(department.products.map(ProductPage.init), title: department.name)
    }
}
