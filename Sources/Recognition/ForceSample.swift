/// What the fingers on a pad do now.
public struct ForceSample: Equatable, Sendable {
    public var timeUsec: UInt64 = 0
    public var fingers = 0
    /// While nothing touches, what the pad shows at rest, where it tells.
    public var raw: Float = 0
    /// `nil` on a pad without usable pressure.
    public var clicks: Float?
    public var grams: Float?
    /// The longest axis of the contacts in mm; `nil` where the pad does not tell.
    public var majorMm: Float?
    /// The shorter axis of the contact with the longest one; `nil` where the pad does not tell.
    public var minorMm: Float?
    /// 0…1 of the pad's width and height.
    public var x: Float = 0
    public var y: Float = 0
    public var buttons: Buttons = []

    public init() {}
}
