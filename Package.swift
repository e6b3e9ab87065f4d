// swift-tools-version: 6.2
import PackageDescription

/// Every Swift target: Swift 6 mode, and a warning is an error.
let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

func library(_ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource]? = nil) -> Target {
    .target(name: name, dependencies: dependencies, resources: resources, swiftSettings: strict)
}

func system(_ name: String, _ pkgConfig: String?, apt: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt])])
}

func tests(_ module: String, _ others: [Target.Dependency] = [], exclude: [String] = []) -> Target {
    .testTarget(
        name: "\(module)Tests", dependencies: [.byName(name: module)] + others, path: "Tests/\(module)Tests",
        exclude: exclude, swiftSettings: strict)
}

let package = Package(
    name: "PeekPop",
    products: [
        .executable(name: "peekpopd", targets: ["peekpopd"]),
        .executable(name: "peekpopctl", targets: ["peekpopctl"]),
        .executable(name: "peekpop-actions", targets: ["peekpop-actions"]),
        .executable(name: "peekpop-input", targets: ["peekpop-input"]),
        // For clients in Swift: the protocol, and the types of our interfaces.
        .library(name: "PeekPopWire", targets: ["PeekPopWire", "Varlink"]),
        // For apps in Swift: presses and previews.
        .library(name: "PeekPop", targets: ["PeekPop"]),
        // For apps in C: what scripts/link-c-library makes libpeekpop.so of.
        .library(name: "peekpop", type: .static, targets: ["PeekPopC"]),
    ],
    targets: [
        // The C libraries of the system, one module each.
        .target(name: "CLinux"),
        // Looked up where it is used, not linked: see its header.
        .target(name: "CLibinput"),
        system("CEvdev", "libevdev", apt: "libevdev-dev"),
        system("CUdev", "libudev", apt: "libudev-dev"),
        system("CSystemd", "libsystemd", apt: "libsystemd-dev"),
        system("CInih", "inih", apt: "libinih-dev"),
        system("CYaml", "yaml-0.1", apt: "libyaml-dev"),
        // Its pkg-config flags are feature macros, which SwiftPM refuses with a warning; the shim sets what it needs.
        system("CNcurses", nil, apt: "libncurses-dev"),

        // Thin typed wrappers.
        library("Linux", ["CLinux"]),
        library("Evdev", ["CEvdev", "Linux"]),
        library("Udev", ["CUdev", "Linux"]),
        library("Libinput", ["CLibinput", "CUdev", "Linux"]),
        library("Systemd", ["CSystemd", "CLinux", "Linux"]),
        library("Limiting"),
        library("IniFiles", ["CInih", "Linux"]),

        // What PeekPop exists for.
        library("Recognition"),
        library("Haptics", ["CLinux", "Linux", "Recognition", "Systemd"]),
        library("Figures"),
        library("Calibrating", ["Figures", "Recognition"]),
        library("Recordings", ["CYaml", "Linux", "Recognition"]),
        library("ForceModel", ["Recordings", "Recognition"]),
        library(
            "InputSources",
            ["CLinux", "Evdev", "ForceModel", "Libinput", "Udev", "Systemd", "Linux", "Recordings", "Recognition"],
            resources: [.embedInCode("peekpop.hwdb")]),
        library("Varlink", ["CLinux", "Limiting", "Linux", "Systemd"]),
        library(
            "PeekPopWire", ["Recognition", "Varlink"],
            resources: [
                .embedInCode("org.peekpop.Gestures.varlink"), .embedInCode("org.peekpop.Calibration.varlink"),
            ]),
        library(
            "PeekPopDaemon",
            [
                "CommandLineTable", "Figures", "Haptics", "IniFiles", "InputSources", "Libinput", "Limiting", "Linux",
                "PeekPopWire", "Recognition", "Recordings", "Systemd", "Varlink",
            ]),
        library("PeekPop", ["CLinux", "Linux", "PeekPopWire", "Systemd", "Varlink"]),
        .target(name: "CPeekPop"),
        .target(
            name: "PeekPopC", dependencies: ["CPeekPop", "PeekPop"], exclude: ["libpeekpop.map", "peekpop.pc.in"],
            swiftSettings: strict),
        library("CommandLineTable"),

        // Actions on the desktop, and the helper that sends keys.
        library("VirtualInput"),
        library("FocusTracking", ["Linux", "Systemd"]),
        library("ActionRules", ["Figures", "IniFiles", "Linux", "Systemd", "VirtualInput"]),
        library("Doctor", ["CLinux", "Evdev", "InputSources", "Linux", "PeekPopWire", "Recognition", "Recordings"]),
        library("Plotting"),
        library(
            "PeekPopCtl",
            [
                "CNcurses", "Calibrating", "CommandLineTable", "Doctor", "Evdev", "Figures", "InputSources", "Linux",
                "PeekPopDaemon",
                "PeekPopWire", "Plotting", "Recognition", "Recordings", "Systemd", "Udev", "Varlink",
            ]),
        library(
            "Evaluation",
            ["CommandLineTable", "Figures", "ForceModel", "InputSources", "Linux", "Recordings", "Recognition"]),
        .executableTarget(name: "peekpop-eval", dependencies: ["Evaluation"], swiftSettings: strict),
        library(
            "PeekPopActions",
            [
                "ActionRules", "CLinux", "CommandLineTable", "Figures", "FocusTracking", "Limiting", "Linux", "PeekPop",
                "Systemd", "VirtualInput",
            ]),
        library("InputHelper", ["CLinux", "CommandLineTable", "Limiting", "Linux", "Systemd", "VirtualInput"]),
        .executableTarget(name: "peekpop-input", dependencies: ["InputHelper"], swiftSettings: strict),
        .executableTarget(name: "peekpop-actions", dependencies: ["PeekPopActions"], swiftSettings: strict),
        .executableTarget(name: "peekpopd", dependencies: ["PeekPopDaemon"], swiftSettings: strict),
        .executableTarget(name: "peekpopctl", dependencies: ["PeekPopCtl"], swiftSettings: strict),

        // What README.md shows of the client, so that it is built and run: Tests/Process/test_readme.py compares the two.
        .executableTarget(
            name: "ReadmeSnippet", dependencies: ["PeekPop"], path: "Tests/ReadmeSnippet", swiftSettings: strict),
        // And the library's documentation: Tests/Process/test_documentation.py.
        .executableTarget(
            name: "PreviewSnippet", dependencies: ["PeekPop"], path: "Tests/PreviewSnippet", swiftSettings: strict),

        // Texts and screens compared with files.
        .target(name: "SnapshotChecking", path: "Tests/SnapshotChecking", swiftSettings: strict),
        tests("CommandLineTable", ["SnapshotChecking"], exclude: ["Snapshots"]),
        tests(
            "PeekPopCtl",
            ["CommandLineTable", "InputSources", "PeekPopDaemon", "Plotting", "Recordings", "SnapshotChecking"],
            exclude: ["Snapshots"]),
        tests(
            "PeekPopDaemon",
            [
                "CommandLineTable", "Haptics", "InputSources", "Linux", "PeekPopWire", "Recognition", "Systemd",
                "Varlink",
            ]),
        tests("Figures"),
        tests("VirtualInput"),
        tests("PeekPopActions", ["ActionRules", "Linux", "Systemd", "VirtualInput"]),
        tests("ActionRules", ["Systemd", "VirtualInput"]),
        tests("FocusTracking", ["Linux", "Systemd"]),
        tests("Plotting", ["SnapshotChecking"], exclude: ["Snapshots"]),
        tests("Recognition"),
        tests("Calibrating", ["ForceModel", "InputSources", "Recognition", "Recordings"]),
        tests("Doctor", ["InputSources", "Linux", "PeekPopWire", "Recognition", "Recordings"]),
        tests("Haptics", ["CLinux", "Linux", "Recognition", "Systemd"]),
        tests("Linux"),
        tests("Limiting"),
        tests("IniFiles", ["Linux"]),
        tests("InputHelper", ["Linux", "Systemd", "VirtualInput"]),
        tests("Systemd", ["Linux"]),
        tests("Varlink", ["CLinux", "Linux", "Systemd"]),
        tests("PeekPopWire", ["Recognition", "Varlink"]),
        tests("PeekPop", ["CPeekPop", "Linux", "PeekPopC", "PeekPopWire", "Recognition", "Systemd", "Varlink"]),
        tests("Evdev", ["CEvdev", "Linux"]),
        tests("Udev", ["Linux"]),
        tests("Libinput", ["CLibinput", "Linux"]),
        tests("Recordings", ["Linux"]),
        tests("ForceModel", ["InputSources", "Linux", "PeekPopCtl", "Recordings", "Recognition"]),
        tests("InputSources", ["Libinput", "Linux", "Recordings", "Recognition", "Systemd"]),
        tests("Evaluation", ["ForceModel", "InputSources", "Recordings", "Recognition"]),
    ]
)
