import InputSources
import Recognition
import Recordings

/// Real use without labels: recordings of ordinary use, in which every peek is a false one.
public struct RealUse: Equatable, Sendable {
    /// Who is run over them: the contenders, and PeekPop with presses switched on where it leaves them off.
    public enum Runner: Equatable, Sendable {
        case contender(Contender)
        case switchedOn

        static let all =
            [Runner.contender(.peekPop), .switchedOn] + Contender.allCases.dropFirst().map(Runner.contender)

        public var title: String {
            switch self {
            case .contender(let contender): contender.title
            case .switchedOn: "PeekPop, switched on untried"
            }
        }
    }

    /// Time without any frame beyond this counts as this: a recording may have slept.
    static let longestPauseUsec: UInt64 = 10_000_000

    public var files = 0
    public var refused = 0
    /// Devices with a usable pressure axis that something happens on.
    public var pads = 0
    public var forcePads = 0
    public var frames = 0
    public var usec: UInt64 = 0
    public var touches = 0
    /// In the order of ``Runner/all``.
    public var peeks = Array(repeating: 0, count: Runner.all.count)
    public var pops = Array(repeating: 0, count: Runner.all.count)

    public init() {}

    public mutating func add(_ other: RealUse) {
        files += other.files
        refused += other.refused
        pads += other.pads
        forcePads += other.forcePads
        frames += other.frames
        usec += other.usec
        touches += other.touches
        for index in peeks.indices {
            peeks[index] += other.peeks[index]
            pops[index] += other.pops[index]
        }
    }

    /// One file; one that is no recording counts as refused.
    public static func judge(_ path: String) -> RealUse {
        var use = RealUse()
        use.files = 1
        guard let recording = try? Recording.read(path) else {
            use.refused = 1
            return use
        }
        use.judge(recording, name: path)
        return use
    }

    public mutating func judge(_ recording: Recording, name: String) {
        var player = RecordingPlayer(recording, name: name)
        var judges = player.descriptions.map(PadJudge.init)
        while player.step({ frame, pad in judges[pad]?.feed(frame) }) {}
        for case var judge? in judges where judge.use.frames > 0 {
            judge.finish()
            add(judge.use)
        }
    }
}

/// Everybody's rules over one pad of a recording.
private struct PadJudge {
    var use = RealUse()
    private var rules: [any PressRule]
    private var contacts: Set<UInt64> = []
    private var lastUsec: UInt64?

    /// - Returns: `nil` for a device without pressure to go by.
    init?(_ pad: PadDescription) {
        let padClass = pad.classification.padClass
        guard padClass != .none, let scale = HandTunedScale(assumedFor: pad) else { return nil }
        use.pads = 1
        use.forcePads = padClass == .area ? 0 : 1
        rules = RealUse.Runner.all.map { runner in
            switch runner {
            case .contender(let contender): contender.rule(pad, scale: scale)
            case .switchedOn: RecogniserRule(pad, calibration: Calibration(gesturesEnabled: true))
            }
        }
    }

    mutating func feed(_ frame: borrowing Frame) {
        use.frames += 1
        if let lastUsec {
            use.usec += min(frame.timeUsec - min(lastUsec, frame.timeUsec), RealUse.longestPauseUsec)
        }
        lastUsec = frame.timeUsec
        var present: Set<UInt64> = []
        for index in 0..<frame.contactCount {
            let contact = frame[index]
            present.insert(UInt64(contact.slot) << 32 | UInt64(UInt32(bitPattern: contact.trackingID)))
        }
        use.touches += present.subtracting(contacts).count
        contacts = present
        for index in rules.indices {
            var said: [Decision.Kind] = []
            rules[index].feed(frame) { said.append($0.kind) }
            count(said, index)
        }
    }

    mutating func finish() {
        let end = (lastUsec ?? 0) + 1_000_000
        for index in rules.indices {
            var said: [Decision.Kind] = []
            rules[index].finish(atUsec: end) { said.append($0.kind) }
            count(said, index)
        }
    }

    private mutating func count(_ said: [Decision.Kind], _ index: Int) {
        use.peeks[index] += said.count { $0 == .peek }
        use.pops[index] += said.count { $0 == .pop }
    }
}
