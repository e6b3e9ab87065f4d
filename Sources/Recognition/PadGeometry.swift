/// From device units to millimetres, for one device.
///
/// Where the device announces no resolution, the axis is taken to span a usual pad: ``fallbackWidthMm`` ×
/// ``fallbackHeightMm``. Size axes use the x axis's scale, as the kernel's multi-touch protocol defines them.
public struct PadGeometry: Equatable, Sendable {
    /// A laptop's pad of the sort that feels force is about this large (udev's ID_INPUT_WIDTH_MM of such pads: 90…150).
    public static let fallbackWidthMm: Float = 100
    public static let fallbackHeightMm: Float = 60

    public let widthMm: Float
    public let heightMm: Float
    private let originX: Float
    private let originY: Float
    private let mmPerUnitX: Float
    private let mmPerUnitY: Float

    public init(x: Axis, y: Axis) {
        func scale(_ axis: Axis, fallback: Float) -> (span: Float, mmPerUnit: Float) {
            let units = Float(axis.maximum) - Float(axis.minimum)
            guard units > 0 else { return (fallback, 1) }
            if axis.resolution > 0 { return (units / Float(axis.resolution), 1 / Float(axis.resolution)) }
            return (fallback, fallback / units)
        }
        (widthMm, mmPerUnitX) = scale(x, fallback: PadGeometry.fallbackWidthMm)
        (heightMm, mmPerUnitY) = scale(y, fallback: PadGeometry.fallbackHeightMm)
        originX = Float(x.minimum)
        originY = Float(y.minimum)
    }

    public func x(_ raw: Int32) -> Float { (Float(raw) - originX) * mmPerUnitX }
    public func y(_ raw: Int32) -> Float { (Float(raw) - originY) * mmPerUnitY }
    public func size(_ raw: Int32) -> Float { Float(raw) * mmPerUnitX }
}
