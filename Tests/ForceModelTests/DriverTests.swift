import ForceModel
import Recordings
import Testing

/// What a kernel driver would send: every pad, everything people do.
@Suite struct DriverTests {
    /// As the kernel does it: an event tells a change. Only timestamps come each time.
    @Test(arguments: PadModel.everyPad)
    func unchangedValuesAreNotSent(_ pad: PadModel) {
        var slot: Int32 = 0
        var last: [[Int32]: Int32] = [:]
        var repeats = 0
        for event in GoldenTests.golden(pad).device.events
        where event.type == EventCode.abs || event.type == EventCode.key {
            if event.type == EventCode.abs, event.code == EventCode.slot {
                if event.value == slot { repeats += 1 }
                slot = event.value
                continue
            }
            let isContact = event.code > EventCode.slot && event.type == EventCode.abs
            let key = [isContact ? slot : -1, Int32(event.type), Int32(event.code)]
            let before = last[key] ?? (event.code == EventCode.trackingID && isContact ? -1 : 0)
            if before == event.value { repeats += 1 }
            last[key] = event.value
        }
        #expect(repeats == 0)
        #expect(!last.isEmpty)
    }

    /// Everything that is sent was announced, and lies in its range.
    @Test(arguments: PadModel.everyPad)
    func announced(_ pad: PadModel) {
        let device = GoldenTests.golden(pad).device
        var strangers: Set<[UInt16]> = []
        var outside: Set<UInt16> = []
        for event in device.events where event.type != EventCode.syn {
            if !device.has(event.type, event.code) { strangers.insert([event.type, event.code]) }
            guard event.type == EventCode.abs, event.code != EventCode.trackingID || event.value >= 0 else { continue }
            if let axis = device.axes[event.code], event.value < axis.minimum || event.value > axis.maximum {
                outside.insert(event.code)
            }
        }
        #expect(strangers.isEmpty)
        #expect(outside.isEmpty)
    }

    /// Reports are whole, in time, and at the pad's rate at most; timestamps come with each where the driver has them.
    @Test(arguments: PadModel.everyPad, [nil, 60, 1_000])
    func reports(_ pad: PadModel, _ rateHz: Double?) {
        let made = trace(pad, [.click, .scroll, .peek, .swipe], conditions: Conditions(rateHz: rateHz))
        let events = made.device.events
        #expect(zip(events, events.dropFirst()).allSatisfy { $0.timeUsec <= $1.timeUsec })
        #expect(events.last?.isReport == true)
        let times = events.filter(\.isReport).map(\.timeUsec)
        let interval = 1e6 / (rateHz ?? pad.rateHz)
        let gaps = zip(times, times.dropFirst()).map { Double($1 - $0) }
        #expect(gaps.allSatisfy { $0 > 0.19 * interval })
        // In the middle of use most gaps are one report long.
        #expect(abs(quantile(gaps, 0.3) / interval - 1) < 0.25)
        let stamps = events.filter { $0.type == EventCode.msc }
        #expect(stamps.count == (pad.hasTimestamp ? times.count : 0))
        #expect(Double(made.durationUsec) > Double(times.last ?? 0))
    }

    /// A slot keeps its pressure when its finger lifts, or is set to 0, as the pad's driver does it. ABS_PRESSURE always
    /// falls to 0, for then nothing touches.
    @Test(arguments: PadModel.everyPad)
    func lifts(_ pad: PadModel) {
        var pressure: [Int32: Int32] = [:]
        var slot: Int32 = 0
        var single: Int32 = 0
        var isTouched = false
        var restingOther = 0
        var kept = 0
        var zeroed = 0
        for event in trace(pad, repeated([.click, .scroll, .peek], 4)).device.events {
            if event.type == EventCode.key, event.code == EventCode.touch { isTouched = event.value == 1 }
            if event.isReport, !isTouched, single != 0 { restingOther += 1 }
            guard event.type == EventCode.abs else { continue }
            switch event.code {
            case EventCode.slot: slot = event.value
            case EventCode.absPressure: single = event.value
            case EventCode.mtPressure: pressure[slot] = event.value
            case EventCode.trackingID where event.value < 0:
                if pressure[slot, default: 0] == 0 { zeroed += 1 } else { kept += 1 }
            default: break
            }
        }
        #expect(restingOther == 0)
        #expect(kept + zeroed == 16)
        switch pad.lift {
        case .zeroes: #expect(kept == 0)
        // Pads that say 0 to light touches have less to keep.
        case .keeps: if !["synaptics-ce37", "pixart"].contains(pad.key) { #expect(kept >= 10) }
        }
    }

    /// The counting tools follow the contacts; exactly one is down while something touches.
    @Test(arguments: PadModel.everyPad)
    func tools(_ pad: PadModel) {
        let tools = [EventCode.toolFinger, EventCode.toolDoubleTap, EventCode.toolTripleTap, EventCode.toolQuadTap]
        var down: [UInt16: Bool] = [:]
        var tracked: Set<Int32> = []
        var slot: Int32 = 0
        var most = 0
        var wrong = 0
        for event in trace(pad, [.tap, .scroll, .swipe, .restingThumb]).device.events {
            if event.type == EventCode.key { down[event.code] = event.value == 1 }
            if event.code == EventCode.slot, event.type == EventCode.abs { slot = event.value }
            if event.code == EventCode.trackingID, event.type == EventCode.abs {
                if event.value < 0 { tracked.remove(slot) } else { tracked.insert(slot) }
            }
            guard event.isReport else { continue }
            most = max(most, tracked.count)
            let expected = tracked.isEmpty ? [] : [tools[tracked.count - 1]]
            if down[EventCode.touch, default: false] == tracked.isEmpty { wrong += 1 }
            if tools.filter({ down[$0] == true }) != expected { wrong += 1 }
        }
        #expect(most == 3)
        #expect(wrong == 0)
    }

    /// What is written as `libinput record` does is read back the same.
    @Test(arguments: PadModel.everyPad)
    func comesBackFromAFile(_ pad: PadModel) throws {
        let made = GoldenTests.golden(pad)
        let read = try TemporaryRecording(made.device).read()
        let device = try #require(read.devices.first)
        #expect(read.warnings.isEmpty)
        #expect(device.events == made.device.events)
        #expect(device.axes == made.device.axes)
        #expect(device.properties == made.device.properties)
        #expect([device.bus, device.vendor, device.product] == [pad.bus, pad.vendor, pad.product])
    }
}
