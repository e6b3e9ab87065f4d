/// What is known of a press when an action runs: fills templates, and goes into commands' environment.
public struct PressValues: Equatable, Sendable {
    public var trigger: Trigger
    public var device = ""
    /// The press's number on its pad, from 1.
    public var press: UInt32 = 0
    /// Why it was cancelled, as on the wire; empty where it was not.
    public var reason = ""
    public var clicks: Double = 0
    public var grams: Double?
    /// 0…1 on the pad.
    public var x: Double = 0
    public var y: Double = 0
    public var fingers = 1
    /// CLOCK_MONOTONIC, µs.
    public var timeUsec: UInt64 = 0
    /// The application that had the focus when the press began.
    public var app = ""
    /// Its window's title.
    public var title = ""
    /// What was selected; read only where an action asks for it.
    public var selection: String?

    public init(trigger: Trigger) {
        self.trigger = trigger
    }

    /// `PEEKPOP_TRIGGER=peek` and so on, without what is not known.
    public var environment: [(name: String, value: String)] {
        var values = [
            ("PEEKPOP_TRIGGER", trigger.rawValue), ("PEEKPOP_DEVICE", device), ("PEEKPOP_PRESS", "\(press)"),
            ("PEEKPOP_CLICKS", decimals(clicks)), ("PEEKPOP_X", decimals(x)), ("PEEKPOP_Y", decimals(y)),
            ("PEEKPOP_FINGERS", "\(fingers)"), ("PEEKPOP_TIME_USEC", "\(timeUsec)"), ("PEEKPOP_APP", app),
            ("PEEKPOP_TITLE", title),
        ]
        if let grams { values.append(("PEEKPOP_GRAMS", decimals(grams))) }
        if !reason.isEmpty { values.append(("PEEKPOP_REASON", reason)) }
        if let selection { values.append(("PEEKPOP_SELECTION", selection)) }
        return values.map { (name: $0.0, value: $0.1) }
    }
}

/// Three decimals at most, always with a dot, without zeros at the end: `1.85`.
func decimals(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e9 else { return "0" }
    let thousandths = Int((value * 1000).rounded())
    let (whole, rest) = abs(thousandths).quotientAndRemainder(dividingBy: 1000)
    var text = "\(thousandths < 0 ? "-" : "")\(whole)"
    if rest > 0 {
        let digits = "\(rest)"
        var padded = String(repeating: "0", count: 3 - digits.count) + digits
        while padded.last == "0" { padded.removeLast() }
        text += "." + padded
    }
    return text
}
