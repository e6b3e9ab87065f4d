import PeekPopWire
import Recognition

extension MonitorModel {
    /// Takes one reply of Subscribe over.
    mutating func take(_ notice: Wire.Notice, preferred: String? = nil, arrivalUsec: UInt64) {
        if notice.ready == true { setPads((notice.devices ?? []).map(PadSummary.init), preferred: preferred) }
        if let added = notice.added { add(PadSummary(added)) }
        if let removed = notice.removed { remove(removed) }
        if let lost = notice.lost { self.lost += UInt64(clamping: lost) }
        if let wire = notice.press { press(wire.device, PressEvent(wire), arrivalUsec: arrivalUsec) }
    }
}
