/// How a pad's motor is to be used.
public struct HapticSettings: Equatable, Sendable {
    public var isOn: Bool
    /// Of what the pad can do, 0 to 100 %.
    public var intensity: Int
    /// What is played when the level is reached; `nil`: nothing.
    public var hint: Waveform?
    public var peek: Waveform?
    public var pop: Waveform?
    /// Whether a pad without a haptic interface in the kernel may be driven by reports of its vendor.
    public var usesVendorReports: Bool

    /// The defaults: a click at the peek and at the pop, as macOS clicks where a press changes its stage.
    public init(
        isOn: Bool = true, intensity: Int = 60, hint: Waveform? = nil, peek: Waveform? = .click,
        pop: Waveform? = .click, usesVendorReports: Bool = false
    ) {
        self.isOn = isOn
        self.intensity = intensity
        self.hint = hint
        self.peek = peek
        self.pop = pop
        self.usesVendorReports = usesVendorReports
    }
}
