/// What a haptic motor is asked to do, by the names of the HID haptics page (0x0e).
public enum Waveform: UInt16, Sendable, CaseIterable {
    /// One short click, which ends by itself.
    case click = 0x1003
    /// Continuous: stopped after ``endlessMilliseconds``.
    case buzz = 0x1004
    /// Continuous and coarser: stopped after ``endlessMilliseconds``.
    case rumble = 0x1005

    /// How long a waveform without an end of its own is played.
    static let endlessMilliseconds: UInt16 = 200

    /// As the configuration names it.
    public var name: String { "\(self)" }

    public init?(name: String) {
        guard let waveform = Waveform.allCases.first(where: { $0.name == name }) else { return nil }
        self = waveform
    }

    /// Waveforms that are there and never used here. A pad that is given one of them by a program stops clicking by
    /// itself, as the kernel then expects that program to do it; and neither erasing the effect nor the program's end
    /// brings that back, only connecting the pad anew or a restart does. So there is no safe way back, and no way in.
    public static let refusedNames = ["press", "release"]
}
