/// Why a touch does not count. Only how it was made is judged, never how hard: that would bend what is measured.
public enum TouchFault: Equatable, Sendable {
    case fingers(Int)
    /// In mm.
    case moved(Float)
    /// In µs.
    case tooShort(UInt64)
    /// In µs.
    case tooLong(UInt64)
    /// The button stayed up in a click.
    case noButton
    /// The button went down in a light touch.
    case button
    /// The pad told no pressure at all.
    case noPressure
    /// Reports were lost on the way.
    case lost(Int)
    /// A finger was down when nothing should touch the pad.
    case touched

    /// One sentence with what to do, without a full stop.
    public var reason: String {
        switch self {
        case .fingers(let count): "\(count) fingers were on the pad: use one"
        case .moved(let mm): "it moved by \(Int(mm.rounded())) mm: keep it in its place while you press"
        case .tooShort(let usec): "it lasted only \(usec / 1000) ms: press, hold it a moment, then let go"
        case .tooLong(let usec): "it lasted \(usec / 1_000_000) s: let go sooner"
        case .noButton: "the pad did not click: press until it does"
        case .button: "the pad clicked: touch it more lightly"
        case .noPressure: "the pad told no pressure for it"
        case .lost(let count):
            count == 1 ? "a report was lost on the way: once more" : "\(count) reports were lost on the way: once more"
        case .touched: "something touched the pad: the time of rest begins anew"
        }
    }
}
