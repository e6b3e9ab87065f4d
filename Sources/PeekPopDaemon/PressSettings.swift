import Recognition

/// The keys of `[press]` and `[device …]`, as far as a section gives them.
public struct PressSettings: Equatable, Sendable {
    public var sensitivity: Sensitivity?
    public var hint: LevelSetting?
    public var peek: LevelSetting?
    public var pop: LevelSetting?
    public var fingers: Int?
    public var moveCancelMm: Float?

    public init() {}

    /// These settings, and `base` where they say nothing.
    func over(_ base: PressSettings) -> PressSettings {
        var merged = base
        merged.sensitivity = sensitivity ?? base.sensitivity
        merged.hint = hint ?? base.hint
        merged.peek = peek ?? base.peek
        merged.pop = pop ?? base.pop
        merged.fingers = fingers ?? base.fingers
        merged.moveCancelMm = moveCancelMm ?? base.moveCancelMm
        return merged
    }

    /// What the recogniser works with.
    public var recognition: RecognitionSettings {
        let usual = RecognitionSettings()
        return RecognitionSettings(
            sensitivity: sensitivity ?? usual.sensitivity, hint: hint, peek: peek, pop: pop,
            fingers: fingers ?? usual.fingers, moveCancelMm: moveCancelMm ?? usual.moveCancelMm)
    }

    /// Two levels set by hand that are out of order.
    struct Disorder: Equatable {
        /// The levels' names: that which has to be the lower one, and the other.
        var lower: String
        var higher: String
        var words: String
    }

    /// `nil` where they are in order, or where only a pad's own scale can tell (clicks against grams).
    var disorder: Disorder? {
        let levels = [("hint", hint), ("peek", peek), ("pop", pop)].compactMap { name, level in
            level.map { (name: name, level: $0) }
        }
        for lower in levels.indices {
            for higher in levels.indices where higher > lower {
                guard levels[lower].level.isComparable(levels[higher].level) else { continue }
                guard levels[lower].level.value >= levels[higher].level.value else { continue }
                return Disorder(
                    lower: levels[lower].name, higher: levels[higher].name,
                    words: "\(levels[lower].name) (\(levels[lower].level.text)) has to lie below"
                        + " \(levels[higher].name) (\(levels[higher].level.text))")
            }
        }
        return nil
    }
}

extension LevelSetting {
    var value: Float {
        switch self {
        case .clicks(let value), .grams(let value): value
        }
    }

    /// As a person writes it.
    public var text: String {
        switch self {
        case .clicks(let value): PressSettings.decimal(value)
        case .grams(let value): PressSettings.decimal(value) + "g"
        }
    }

    fileprivate func isComparable(_ other: LevelSetting) -> Bool {
        switch (self, other) {
        case (.clicks, .clicks), (.grams, .grams): true
        default: false
        }
    }
}

extension PressSettings {
    /// A number without a needless fraction: `350`, `1.6`.
    static func decimal(_ value: Float) -> String {
        value == value.rounded() && abs(value) < 1e6 ? "\(Int(value))" : "\(value)"
    }
}
