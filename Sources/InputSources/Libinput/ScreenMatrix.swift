import Recognition

/// Turns a touchscreen's positions into those of what it shows, as its calibration matrix in udev's database says
/// (`LIBINPUT_CALIBRATION_MATRIX`): a screen that was built in on its side, for example.
struct ScreenMatrix: Equatable {
    /// Two rows of three, for positions of 0…1.
    private let rows: InlineArray<6, Float>
    private let widthMm: Float
    private let heightMm: Float

    /// - Returns: `nil` where there are not six finite numbers.
    init?(_ numbers: [Float], _ pad: PadDescription) {
        guard numbers.count == 6, numbers.allSatisfy(\.isFinite) else { return nil }
        rows = InlineArray { numbers[$0] }
        widthMm = pad.widthMm
        heightMm = pad.heightMm
    }

    static func == (a: ScreenMatrix, b: ScreenMatrix) -> Bool {
        for index in 0..<6 where a.rows[index] != b.rows[index] { return false }
        return a.widthMm == b.widthMm && a.heightMm == b.heightMm
    }

    func apply(to frame: inout Frame) {
        for index in 0..<frame.contactCount {
            let x = frame[index].x / widthMm
            let y = frame[index].y / heightMm
            frame[index].x = (rows[0] * x + rows[1] * y + rows[2]) * widthMm
            frame[index].y = (rows[3] * x + rows[4] * y + rows[5]) * heightMm
        }
    }
}
