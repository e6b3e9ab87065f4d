import Recordings

extension PadModel {
    /// The pad as its kernel driver announces it, without events. Its ids, ranges and properties are those that the
    /// hardware database and the classes know it by.
    public var device: RecordedDevice {
        var device = RecordedDevice()
        device.name = name
        (device.bus, device.vendor, device.product, device.version) = (bus, vendor, product, version)
        let keys =
            [EventCode.buttonLeft, EventCode.toolFinger, EventCode.touch] + PadModel.multiTapTools.prefix(slots - 1)
        for code in keys.sorted() { device.announce(EventCode.key, code) }
        let x = RecordedAxis(minimum: 0, maximum: widthMm * positionResolution, resolution: positionResolution)
        let y = RecordedAxis(minimum: 0, maximum: heightMm * positionResolution, resolution: positionResolution)
        device.announce(EventCode.absX, x)
        device.announce(EventCode.absY, y)
        if hasSinglePressure { device.announce(EventCode.absPressure, pressure) }
        device.announce(EventCode.slot, RecordedAxis(minimum: 0, maximum: Int32(slots - 1)))
        if hasSize {
            device.announce(
                EventCode.touchMajor,
                RecordedAxis(minimum: 0, maximum: 40 * positionResolution, resolution: positionResolution))
        }
        device.announce(EventCode.positionX, x)
        device.announce(EventCode.positionY, y)
        if hasToolType { device.announce(EventCode.toolType, RecordedAxis(minimum: 0, maximum: 2)) }
        device.announce(EventCode.trackingID, RecordedAxis(minimum: 0, maximum: 65_535))
        if hasContactPressure { device.announce(EventCode.mtPressure, pressure) }
        if hasTimestamp { device.announce(EventCode.msc, EventCode.timestamp) }
        device.announceProperty(EventCode.propPointer)
        device.announceProperty(EventCode.propButtonPad)
        if isPressurePad { device.announceProperty(EventCode.propPressurePad) }
        device.udevProperties = [
            "ID_INPUT": "1", "ID_INPUT_TOUCHPAD": "1", "ID_INPUT_WIDTH_MM": "\(widthMm)",
            "ID_INPUT_HEIGHT_MM": "\(heightMm)",
        ]
        return device
    }

    /// For two, three, four and five fingers.
    static let multiTapTools = [
        EventCode.toolDoubleTap, EventCode.toolTripleTap, EventCode.toolQuadTap, EventCode.toolQuintTap,
    ]
}
