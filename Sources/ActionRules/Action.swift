import VirtualInput

/// One thing to do when a press reaches a level or ends.
public struct Action: Equatable, Sendable {
    public enum Kind: Equatable, Sendable {
        /// A program that does its work and ends: within the time limit, few at once.
        case run([Template])
        /// A program that stays, such as a viewer: no time limit.
        case start([Template])
        /// A program that shows something while the press lasts: ended when it pops or is over.
        case show([Template])
        /// A line for `/bin/sh -c`; values in the environment alone, so that no selection becomes a command.
        case shell(String)
        case stroke(Stroke)
        case dbus(DBusCall)
        case notify(summary: Template, body: Template?)
        /// GNOME's previewer with a file: an address or a path.
        case preview(Template)
        case previewClose
        /// Nothing, so that what holds for all applications does not happen in one.
        case none
    }

    public let kind: Kind
    /// As the configuration has it.
    public let text: String
    public let place: Place

    public init(_ kind: Kind, text: String, place: Place) {
        self.kind = kind
        self.text = text
        self.place = place
    }

    /// Whether the selection has to be read before.
    public var needsSelection: Bool {
        switch kind {
        case .run(let words), .start(let words), .show(let words): words.contains { $0.needsSelection }
        case .shell(let line): line.contains("PEEKPOP_SELECTION")
        case .dbus(let call): call.arguments.contains { $0.needsSelection }
        case .notify(let summary, let body): summary.needsSelection || body?.needsSelection == true
        case .preview(let file): file.needsSelection
        case .stroke, .previewClose, .none: false
        }
    }
}

extension Template {
    var needsSelection: Bool { placeholders.contains(where: \.needsSelection) }
}

/// Where something stands in a configuration; line 0: the file as such.
public struct Place: Equatable, Hashable, Comparable, Sendable, CustomStringConvertible {
    public let file: String
    public let line: Int

    public init(file: String, line: Int) {
        self.file = file
        self.line = line
    }

    public var description: String { line > 0 ? "\(file):\(line)" : file }

    public static func < (a: Place, b: Place) -> Bool { (a.file, a.line) < (b.file, b.line) }
}
