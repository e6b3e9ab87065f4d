import Recognition

/// A press event as people read it: aligned columns, one line.
enum EventText {
    /// - Parameter device: shown where there is more than one pad.
    static func line(_ event: PressEvent, device: String? = nil) -> String {
        var text = seconds(event.timeUsec).right(10) + " s"
        if let device { text += "  " + device.drawable }
        text += "  " + "#\(event.press)".left(4)
        text += " " + event.phase.rawValue.left(9)
        text += fixed(event.clicks, 2).right(6) + " clicks"
        if let grams = event.grams { text += fixed(grams, 0).right(6) + " g" }
        let detail = detail(event)
        if !detail.isEmpty { text += "  " + detail }
        return trimmed(text)
    }

    /// What is worth telling of this phase.
    static func detail(_ event: PressEvent) -> String {
        var details: [String] = []
        if let reason = event.reason { details.append("(\(reason.rawValue))") }
        if event.phase == .changed {
            details.append(event.preview < 1 ? "preview " + percent(event.preview) : "commit " + percent(event.commit))
        }
        if event.translationX != 0 || event.translationY != 0 {
            details.append("moved \(signed(event.translationX)), \(signed(event.translationY)) mm")
        }
        if event.button { details.append("button") }
        if event.fingers > 1 { details.append("\(event.fingers) fingers") }
        return details.joined(separator: "  ")
    }

    static func style(_ phase: PressPhase) -> Style {
        switch phase {
        case .began: .hint
        case .changed: .plain
        case .peeked: .peek
        case .popped: .pop
        case .ended: .strong
        case .cancelled: .dim
        }
    }

    private static func signed(_ value: Float) -> String {
        let text = fixed(value, 1)
        return text.hasPrefix("-") ? text : "+" + text
    }

    private static func trimmed(_ text: String) -> String {
        var text = text
        while text.last == " " { text.removeLast() }
        return text
    }
}
