/// One key with what is held meanwhile, or one button: pressed and let go.
public enum Stroke: Equatable, Hashable, Sendable, CustomStringConvertible {
    /// Modifiers in the order of ``Modifier/allCases``, each once.
    case key(Key, [Modifier])
    case button(PointerButton)

    /// What is wrong with a text that names none.
    public struct Mistake: Error, Equatable, Sendable, CustomStringConvertible {
        public let description: String
    }

    /// Reads `ctrl+shift+t`, `page-down`.
    public init(key text: some StringProtocol) throws(Mistake) {
        let names = text.split(separator: "+", omittingEmptySubsequences: false)
        var held: Set<Modifier> = []
        for name in names.dropLast() {
            guard let modifier = Modifier(rawValue: name.lowercased()) else {
                throw Mistake(
                    description: "`\(name)` is no modifier; there are "
                        + Modifier.allCases.map(\.rawValue).joined(separator: ", "))
            }
            guard held.insert(modifier).inserted else { throw Mistake(description: "`\(name)` is there twice") }
        }
        let last = names.last ?? ""
        guard let key = Key.named(last) else {
            throw Mistake(
                description: last.isEmpty
                    ? "there is no key" : "`\(last)` is no key that can be sent; peekpop-actions.conf(5) lists them")
        }
        if key.isCharacter, held.isDisjoint(with: [.ctrl, .alt, .super]) {
            throw Mistake(description: "`\(key.name)` goes only together with ctrl, alt or super: no text is typed")
        }
        if key.isFunctionKey, held.isSuperset(of: [.ctrl, .alt]) {
            throw Mistake(description: "ctrl+alt with a function key would switch the console")
        }
        if ["delete", "backspace"].contains(key.name), held.isSuperset(of: [.ctrl, .alt]) {
            throw Mistake(description: "ctrl+alt+\(key.name) would end the session or the system")
        }
        self = .key(key, Modifier.allCases.filter(held.contains))
    }

    /// Reads `middle`.
    public init(button text: some StringProtocol) throws(Mistake) {
        guard let button = PointerButton(rawValue: text.lowercased()) else {
            throw Mistake(
                description: "`\(text)` is no button; there are "
                    + PointerButton.allCases.map(\.rawValue).joined(separator: ", "))
        }
        self = .button(button)
    }

    /// As a configuration writes it, with the word before it: `key ctrl+t`, `button middle`.
    public var description: String {
        switch self {
        case .key(let key, let held): "key " + (held.map(\.rawValue) + [key.name]).joined(separator: "+")
        case .button(let button): "button \(button.rawValue)"
        }
    }

    /// Codes in the order in which they go down; they come up in the other.
    public var codes: [UInt16] {
        switch self {
        case .key(let key, let held): held.map(\.code) + [key.code]
        case .button(let button): [button.code]
        }
    }
}
