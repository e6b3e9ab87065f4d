/// What has to be known of a HID report descriptor (HID 1.11, section 6.2.2): a list of items, each with a byte that says
/// what it is and how many bytes of data follow.
enum ReportDescriptor {
    private static let output: UInt8 = 0x90
    private static let reportSize: UInt8 = 0x74
    private static let reportID: UInt8 = 0x84
    private static let reportCount: UInt8 = 0x94
    private static let longItem: UInt8 = 0xfe

    /// How many bytes an output report has, its number included; `nil` where there is none of this number, or the
    /// descriptor is damaged.
    static func outputLength(of number: UInt8, in descriptor: some Collection<UInt8>) -> Int? {
        let bytes = Array(descriptor)
        var bits = 0
        var size = 0
        var count = 0
        var current = 0
        var at = 0
        while at < bytes.count {
            let item = bytes[at]
            // Long items are reserved; no device is known to have any.
            guard item != longItem else { return nil }
            let length = item & 3 == 3 ? 4 : Int(item & 3)
            guard at + length < bytes.count else { return nil }
            let data = bytes[(at + 1)..<(at + 1 + length)].reversed().reduce(0) { $0 << 8 | Int($1) }
            switch item & 0xfc {
            case reportSize: size = data
            case reportID: current = data
            case reportCount: count = data
            case output where current == Int(number):
                // The kernel's own limit of a report is 16 KiB.
                guard size <= 256, count <= 0x20000 else { return nil }
                bits += size * count
            default: break
            }
            at += 1 + length
        }
        return bits > 0 ? 1 + (bits + 7) / 8 : nil
    }
}
