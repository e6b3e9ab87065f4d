import Recordings

/// What a pad's kernel driver sent while a known person did known things, and what truly happened meanwhile.
public struct LabelledTrace: Sendable {
    /// The pad with its events, as `libinput record` would have written them down. Read it as any recording: through
    /// `RecordingPlayer`, which recognises the pad by what it announces.
    public var device: RecordedDevice
    public var user: User
    public var pad: PadModel
    public var conditions: Conditions
    /// In the order of their starts; they do not overlap.
    public var intents: [Intent]
    /// The force that the acting finger truly applied at each millisecond, from 0 on, in true clicks of this pad: 1.0 is
    /// the force at which it clicks. 0 while no finger acts (a resting thumb or a palm alone acts not).
    public var force: [Float]
    /// The force of everything that touched the pad, the same way.
    public var totalForce: [Float]

    /// One device, ready to be played or written.
    public var recording: Recording { Recording(format: .libinput, devices: [device]) }

    /// How long the trace is.
    public var durationUsec: UInt64 { UInt64(force.count) * 1_000 }

    /// The highest true force of the acting finger within an intent, in clicks.
    public func peakForce(_ intent: Intent) -> Float {
        force[milliseconds(intent)].max() ?? 0
    }

    /// When the acting finger's true force first reached `level` within an intent (to the millisecond); `nil` where it
    /// never did.
    public func crossingUsec(_ level: Float, in intent: Intent) -> UInt64? {
        let range = milliseconds(intent)
        return force[range].firstIndex(where: { $0 >= level }).map { UInt64($0) * 1_000 }
    }

    /// When the true force last fell below `level` within an intent; `nil` where it never was above it.
    public func fallUsec(_ level: Float, in intent: Intent) -> UInt64? {
        let range = milliseconds(intent)
        return force[range].lastIndex(where: { $0 >= level }).map { UInt64($0 + 1) * 1_000 }
    }

    private func milliseconds(_ intent: Intent) -> Range<Int> {
        let start = min(Int(intent.startUsec / 1_000), force.count)
        return start..<max(start, min(Int(intent.endUsec / 1_000) + 1, force.count))
    }
}
