extension RecordedDevice {
    /// Guesses the axes of a recording without a header from the values seen, and marks them as inferred.
    ///
    /// - positions and sizes: 0 (or the least value seen) to the greatest, no resolution: a usual pad's size is assumed;
    /// - pressure: 0 to the next of 127, 255, 511 … that holds the greatest value, as sensors' ranges end;
    /// - slots: 0 to the greatest slot seen; tracking ids: 0 to 65535.
    ///
    /// Without a device header almost every such log is of a touchpad, and touchscreens say INPUT_PROP_DIRECT only in
    /// the header: the device is taken for a touchpad unless a pen's tool occurs.
    public mutating func inferFacts() {
        guard !announcesAxes else { return }
        var ranges: [UInt16: ClosedRange<Int32>] = [:]
        for event in events where event.type == EventCode.abs {
            let range = ranges[event.code] ?? event.value...event.value
            ranges[event.code] = min(range.lowerBound, event.value)...max(range.upperBound, event.value)
        }
        guard !ranges.isEmpty else { return }
        for (code, range) in ranges {
            switch code {
            case EventCode.trackingID: announce(code, RecordedAxis(minimum: 0, maximum: 65_535))
            case EventCode.absPressure, EventCode.mtPressure:
                announce(code, RecordedAxis(minimum: min(0, range.lowerBound), maximum: fullScale(range.upperBound)))
            default:
                announce(code, RecordedAxis(minimum: min(0, range.lowerBound), maximum: max(1, range.upperBound)))
            }
        }
        // A one-finger log of a slotted device never names its slot, since it never changes.
        if axes[EventCode.trackingID] != nil, axes[EventCode.slot] == nil {
            announce(EventCode.slot, RecordedAxis(minimum: 0, maximum: 1))
        }
        announceSeen()
        if !has(EventCode.key, EventCode.toolPen) {
            announceProperty(EventCode.propPointer)
            announce(EventCode.key, EventCode.toolFinger)
            announce(EventCode.key, EventCode.touch)
        }
        if has(EventCode.key, EventCode.buttonLeft), !has(EventCode.key, EventCode.buttonRight) {
            announceProperty(EventCode.propButtonPad)
        }
        factsOrigin = .inferred
    }

    private func fullScale(_ greatest: Int32) -> Int32 {
        var scale: Int32 = 127
        while scale < greatest { scale = scale > Int32.max / 2 - 1 ? Int32.max : scale * 2 + 1 }
        return scale
    }
}
