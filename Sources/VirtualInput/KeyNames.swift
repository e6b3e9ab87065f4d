/// A key of the keyboard that may be sent, by its code in the kernel's `input-event-codes.h`.
public struct Key: Equatable, Hashable, Sendable {
    /// What it is called in a configuration: `page-down`.
    public let name: String
    /// `KEY_…`.
    public let code: UInt16
    /// Whether it writes a character: then it goes only together with ctrl, alt or super, as a shortcut. So nobody types a
    /// password or a command line this way.
    public let isCharacter: Bool

    /// All that there are. What is not here is never sent: no power or sleep key, no SysRq, no switch of the console.
    public static let all: [Key] =
        characters.map { Key(name: $0.0, code: $0.1, isCharacter: true) }
        + others.map { Key(name: $0.0, code: $0.1, isCharacter: false) }

    /// F1 to F12.
    var isFunctionKey: Bool { (59...68).contains(code) || code == 87 || code == 88 }

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    public static func named(_ name: some StringProtocol) -> Key? { byName[name.lowercased()] }

    private static let characters: [(String, UInt16)] = [
        ("1", 2), ("2", 3), ("3", 4), ("4", 5), ("5", 6), ("6", 7), ("7", 8), ("8", 9), ("9", 10), ("0", 11),
        ("minus", 12), ("equal", 13), ("q", 16), ("w", 17), ("e", 18), ("r", 19), ("t", 20), ("y", 21), ("u", 22),
        ("i", 23), ("o", 24), ("p", 25), ("left-bracket", 26), ("right-bracket", 27), ("a", 30), ("s", 31), ("d", 32),
        ("f", 33), ("g", 34), ("h", 35), ("j", 36), ("k", 37), ("l", 38), ("semicolon", 39), ("apostrophe", 40),
        ("grave", 41), ("backslash", 43), ("z", 44), ("x", 45), ("c", 46), ("v", 47), ("b", 48), ("n", 49), ("m", 50),
        ("comma", 51), ("dot", 52), ("slash", 53),
    ]

    private static let others: [(String, UInt16)] = [
        ("escape", 1), ("backspace", 14), ("tab", 15), ("enter", 28), ("space", 57), ("f1", 59), ("f2", 60),
        ("f3", 61), ("f4", 62), ("f5", 63), ("f6", 64), ("f7", 65), ("f8", 66), ("f9", 67), ("f10", 68), ("f11", 87),
        ("f12", 88), ("home", 102), ("up", 103), ("page-up", 104), ("left", 105), ("right", 106), ("end", 107),
        ("down", 108), ("page-down", 109), ("insert", 110), ("delete", 111), ("mute", 113), ("volume-down", 114),
        ("volume-up", 115), ("menu", 127), ("back", 158), ("forward", 159), ("next-song", 163), ("play-pause", 164),
        ("previous-song", 165), ("search", 217),
    ]
}

/// Keys that are held while another is pressed: their left ones.
public enum Modifier: String, CaseIterable, Sendable {
    case ctrl, shift, alt
    case `super`

    /// `KEY_LEFT…`.
    public var code: UInt16 {
        switch self {
        case .ctrl: 29
        case .shift: 42
        case .alt: 56
        case .super: 125
        }
    }
}

/// Buttons of a mouse.
public enum PointerButton: String, CaseIterable, Sendable {
    case left, right, middle, side, extra, forward, back

    /// `BTN_…`.
    public var code: UInt16 {
        switch self {
        case .left: 0x110
        case .right: 0x111
        case .middle: 0x112
        case .side: 0x113
        case .extra: 0x114
        case .forward: 0x115
        case .back: 0x116
        }
    }
}
