// swift-tools-version: 6.2
import PackageDescription

/// Swift 6 mode, and a warning is an error, as in PeekPop itself.
let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

func library(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func app(_ name: String) -> Target {
    .executableTarget(
        name: name, dependencies: ["CGtk", "GalleryParts", "Gtk", "GtkPreviewing", peekPop], swiftSettings: strict)
}

let peekPop = Target.Dependency.product(name: "PeekPop", package: "PeekPop")

let package = Package(
    name: "Gallery",
    dependencies: [.package(name: "PeekPop", path: "..")],
    targets: [
        // GTK itself. (pkg-config's flags for it have some of the processor's, which SwiftPM leaves out with a warning.)
        .systemLibrary(name: "CGtk4", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
        .target(name: "CGtk", dependencies: ["CGtk4"]),
        // The widgets the apps are made of, thinly wrapped.
        library("Gtk", ["CGtk"]),
        // PeekPop's previews in GTK windows.
        library("GtkPreviewing", ["CGtk", "Gtk", peekPop]),
        // What the apps share of looks: nothing of previews.
        library("GalleryParts", ["CGtk", "Gtk"]),

        app("Sessions"),
        app("WorldFacts"),
        app("Previews"),
        app("Messages"),
        app("Store"),
    ]
)
