import Doctor

/// What the doctor found, as people read it: a line each, and below it what to do.
struct DoctorText {
    let charset: Charset
    let isColoured: Bool
    let width: Int

    private static let topicWidth = 13

    func screen(_ checks: [Check]) -> [String] {
        checks.flatMap(paragraph)
    }

    private func paragraph(_ check: Check) -> [String] {
        let indent = String(repeating: " ", count: 2 + DoctorText.topicWidth)
        let text = lines(of: check.text.drawable, width: max(20, width - indent.count - 1))
        var all: [String] = []
        for (index, line) in text.enumerated() {
            all.append(
                index == 0
                    ? styled(mark(check.verdict), check.verdict) + " "
                        + title(check.topic).left(DoctorText.topicWidth)
                        + line : indent + line)
        }
        for advice in check.advice { all += self.advice(advice, indent: indent) }
        return all
    }

    private func advice(_ advice: String, indent: String) -> [String] {
        // Text of a file keeps its lines.
        if advice.hasPrefix("  ") { return [indent + advice.drawable] }
        let arrow = charset == .unicode ? "→ " : "> "
        let text = lines(of: advice.drawable, width: max(20, width - indent.count - 3))
        return text.enumerated().map { index, line in indent + (index == 0 ? arrow : "  ") + line }
    }

    private func title(_ topic: Check.Topic) -> String {
        switch topic {
        case .rule: "udev rule"
        case .hwdb: "udev hwdb"
        case .palm: "palm trap"
        case .errors: "last errors"
        default: topic.rawValue
        }
    }

    private func mark(_ verdict: Check.Verdict) -> String {
        switch verdict {
        case .fine: charset == .unicode ? "✓" : "+"
        case .note: "!"
        case .broken: charset == .unicode ? "✗" : "X"
        }
    }

    private func styled(_ text: String, _ verdict: Check.Verdict) -> String {
        let style: Style =
            switch verdict {
            case .fine: .touch
            case .note: .peek
            case .broken: .bad
            }
        return AnsiText.styled(text, style, isColoured: isColoured)
    }
}
