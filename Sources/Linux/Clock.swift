import Glibc

/// The kernel's clocks, in microseconds.
public enum Clock {
    /// CLOCK_MONOTONIC: the time evdev frames carry here. It stands still while the machine sleeps.
    public static var monotonicUsec: UInt64 { read(CLOCK_MONOTONIC) }

    /// CLOCK_BOOTTIME: CLOCK_MONOTONIC plus the time the machine slept.
    public static var boottimeUsec: UInt64 { read(CLOCK_BOOTTIME) }

    private static func read(_ clock: clockid_t) -> UInt64 {
        var time = timespec()
        // clock_gettime fails only for a clock the kernel does not have; these two every Linux has.
        precondition(clock_gettime(clock, &time) == 0)
        return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1_000
    }
}
