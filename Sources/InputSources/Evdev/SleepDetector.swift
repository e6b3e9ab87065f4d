import Linux

/// Notices that the machine slept: CLOCK_BOOTTIME runs meanwhile and CLOCK_MONOTONIC does not.
struct SleepDetector {
    /// Shorter sleeps go unnoticed: nobody lifts a finger and comes back in less.
    static let leastUsec: Int64 = 1_000_000

    /// How far the clocks had come apart when last asked.
    private var sleptUsec: Int64

    init(boottimeUsec: UInt64 = Clock.boottimeUsec, monotonicUsec: UInt64 = Clock.monotonicUsec) {
        sleptUsec = SleepDetector.difference(boottimeUsec, monotonicUsec)
    }

    /// Whether the machine slept since the last call.
    mutating func hasSlept(
        boottimeUsec: UInt64 = Clock.boottimeUsec, monotonicUsec: UInt64 = Clock.monotonicUsec
    ) -> Bool {
        let before = sleptUsec
        sleptUsec = SleepDetector.difference(boottimeUsec, monotonicUsec)
        return sleptUsec > before + SleepDetector.leastUsec
    }

    /// The clocks are read one after the other: a little below 0 where the machine never slept.
    private static func difference(_ boottimeUsec: UInt64, _ monotonicUsec: UInt64) -> Int64 {
        Int64(bitPattern: boottimeUsec &- monotonicUsec)
    }
}
