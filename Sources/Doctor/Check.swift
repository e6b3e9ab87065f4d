/// One line of the doctor: what was looked at, how it is, and what to do where it is not fine.
public struct Check: Equatable, Sendable {
    /// What is looked at, in the order in which it is shown.
    public enum Topic: String, CaseIterable, Codable, Sendable {
        case kernel, libinput, systemd, rule, hwdb, socket, service, access, source, pad, rights, palm, haptics,
            calibration, errors, presses
    }

    public enum Verdict: String, Codable, Sendable {
        case fine
        /// Presses work, and something could be better.
        case note
        /// Presses do not work for this.
        case broken
    }

    public var topic: Topic
    /// The pad that it is about, by its id.
    public var device: String?
    public var verdict: Verdict
    /// One sentence without a full stop.
    public var text: String
    /// What to do, a line each: a command, or the text of a file. None where it is fine.
    public var advice: [String]

    public init(
        _ topic: Topic, _ verdict: Verdict, _ text: String, device: String? = nil, advice: [String] = []
    ) {
        self.topic = topic
        self.device = device
        self.verdict = verdict
        self.text = text
        self.advice = advice
    }
}

extension [Check] {
    /// Whether a press on a pad here would be told to this user.
    public var pressesWork: Bool { allSatisfy { $0.verdict != .broken } }
}
