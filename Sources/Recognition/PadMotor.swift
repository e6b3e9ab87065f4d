/// What of a pad's haptic motor the kernel offers to programs (the device's EV_FF bits).
public enum PadMotor: String, Sendable, CaseIterable {
    /// Nothing: there is no motor, or the kernel has no interface for it.
    case none
    /// FF_HAPTIC: the waveforms of the HID haptics page, by a click or a buzz (Linux 6.18 and later).
    case haptic
    /// FF_RUMBLE alone: it shakes for a while.
    case rumble
}
