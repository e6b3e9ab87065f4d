/// The kernel's event numbers that recordings are read and written by. The corresponding C constants are those of
/// `linux/input-event-codes.h`; a recording is data, so this module does without the header.
public enum EventCode {
    // Types.
    public static let syn: UInt16 = 0x00
    public static let key: UInt16 = 0x01
    public static let abs: UInt16 = 0x03
    public static let msc: UInt16 = 0x04
    static let rep: UInt16 = 0x14
    static let typeMaximum: UInt16 = 0x1f
    static let codeMaximum: UInt16 = 0x2ff

    // EV_SYN.
    public static let report: UInt16 = 0
    static let config: UInt16 = 1
    public static let mtReport: UInt16 = 2
    public static let dropped: UInt16 = 3

    // EV_KEY.
    public static let buttonLeft: UInt16 = 0x110
    public static let buttonRight: UInt16 = 0x111
    public static let buttonMiddle: UInt16 = 0x112
    public static let toolPen: UInt16 = 0x140
    public static let toolFinger: UInt16 = 0x145
    public static let touch: UInt16 = 0x14a
    public static let toolDoubleTap: UInt16 = 0x14d
    public static let toolTripleTap: UInt16 = 0x14e
    public static let toolQuadTap: UInt16 = 0x14f
    public static let toolQuintTap: UInt16 = 0x148

    // EV_ABS.
    public static let absX: UInt16 = 0x00
    public static let absY: UInt16 = 0x01
    public static let absPressure: UInt16 = 0x18
    public static let slot: UInt16 = 0x2f
    public static let touchMajor: UInt16 = 0x30
    public static let touchMinor: UInt16 = 0x31
    public static let positionX: UInt16 = 0x35
    public static let positionY: UInt16 = 0x36
    /// 0 a finger, 1 a pen, 2 a palm.
    public static let toolType: UInt16 = 0x37
    public static let trackingID: UInt16 = 0x39
    public static let mtPressure: UInt16 = 0x3a
    static let absMaximum: UInt16 = 0x3f

    // EV_MSC.
    static let mscRaw: UInt16 = 3
    static let mscScan: UInt16 = 4
    /// The device's own time in µs; hid-multitouch sends it with each report.
    public static let timestamp: UInt16 = 5

    // INPUT_PROP_*.
    public static let propPointer: UInt16 = 0
    public static let propButtonPad: UInt16 = 2
    public static let propPressurePad: UInt16 = 7
}
