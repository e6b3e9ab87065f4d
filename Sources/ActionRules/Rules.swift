/// What is to be done, in which application.
public struct Rules: Equatable, Sendable {
    /// A section of the configuration.
    public struct Group: Equatable, Sendable {
        public enum Scope: Equatable, Sendable {
            case all
            /// Applications whose name fits: `*` stands for any letters, `?` for one; case does not matter.
            case app(String)
        }

        public let scope: Scope
        public let place: Place
        public var actions: [Trigger: [Action]] = [:]

        public init(_ scope: Scope, place: Place) {
            self.scope = scope
            self.place = place
        }
    }

    public var groups: [Group] = []
    public var limits = Limits()
    /// How the selection is read; `nil`: wl-paste or xclip, whichever serves.
    public var selectionCommand: [String]?
    /// Where that stands.
    public var selectionPlace: Place?
    /// The preset in the file, if there is one: what stands before it goes before it on purpose.
    public var preset: PresetBlock.Place?

    public init() {}

    /// What to do for a trigger: of the first section of the application that has it, else of the first for all.
    ///
    /// - Parameter app: `nil` or empty: nobody knows which one has the focus.
    public func actions(_ trigger: Trigger, app: String?) -> [Action] {
        let app = app ?? ""
        let own = groups.first { group in
            guard case .app(let pattern) = group.scope, !app.isEmpty else { return false }
            return group.actions[trigger] != nil && Pattern.fits(pattern, app)
        }
        let chosen = own ?? groups.first { $0.scope == .all && $0.actions[trigger] != nil }
        return chosen?.actions[trigger]?.filter { $0.kind != .none } ?? []
    }

    public var allActions: [Action] { groups.flatMap { $0.actions.values.joined() } }

    /// Whether any of them asks which application has the focus.
    public var wantsFocus: Bool { groups.contains { $0.scope != .all } }

    /// Whether any has to know what is selected.
    public var wantsSelection: Bool { allActions.contains(where: \.needsSelection) }

    /// Whether any goes over the session bus.
    public var wantsSessionBus: Bool {
        allActions.contains { action in
            switch action.kind {
            case .dbus(let call): call.bus == .session
            case .notify, .preview, .previewClose: true
            default: false
            }
        }
    }

    /// Whether any shows a file in the previewer.
    public var wantsPreviewer: Bool {
        allActions.contains { if case .preview = $0.kind { true } else { false } }
    }

    /// Whether any sends a key or button.
    public var wantsInput: Bool {
        allActions.contains { if case .stroke = $0.kind { true } else { false } }
    }
}

/// How much may go on at once.
public struct Limits: Equatable, Sendable {
    /// Programs of `run` and `shell` at once.
    public var atOnce = 4
    /// Programs of `start` at once.
    public var started = 16
    /// How long a program of `run` or `shell` may take, and a call over D-Bus.
    public var timeoutSec = 10
    /// Lines of a program's output that go to the log.
    public var outputLines = 20

    public init() {}
}

/// Names with wildcards.
enum Pattern {
    static func fits(_ pattern: String, _ name: String) -> Bool {
        let pattern = Array(pattern.lowercased())
        let name = Array(name.lowercased())
        var (p, n) = (0, 0)
        // Where the last star was, and up to where it stands for letters.
        var star: (pattern: Int, name: Int)?
        while n < name.count {
            if p < pattern.count, pattern[p] == "*" {
                star = (p, n)
                p += 1
            } else if p < pattern.count, pattern[p] == "?" || pattern[p] == name[n] {
                p += 1
                n += 1
            } else if let last = star {
                star = (last.pattern, last.name + 1)
                p = last.pattern + 1
                n = last.name + 1
            } else {
                return false
            }
        }
        return pattern[p...].allSatisfy { $0 == "*" }
    }
}
