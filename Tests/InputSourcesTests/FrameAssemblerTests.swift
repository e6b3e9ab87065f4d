import InputSources
import Recognition
import Recordings
import Testing

@Suite struct FrameAssemblerTests {
    private typealias Code = EventCode

    private func facts(_ axes: [UInt16], keys: [UInt16] = [Code.touch, Code.toolFinger]) -> DeviceFacts {
        var facts = DeviceFacts()
        for code in axes { facts.axes[code] = Axis(minimum: 0, maximum: 1000, resolution: 10) }
        facts.keys = Set(keys)
        return facts
    }

    private let slotted: [UInt16] = [
        Code.slot, Code.positionX, Code.positionY, Code.mtPressure, Code.absPressure, Code.trackingID,
    ]

    /// Feeds events, a time unit a report.
    private func frames(_ facts: DeviceFacts, _ events: [(UInt16, UInt16, Int32)]) -> [Frame] {
        var assembler = FrameAssembler(facts)
        var frames: [Frame] = []
        for (time, event) in events.enumerated()
        where assembler.feed(timeUsec: UInt64(time), type: event.0, code: event.1, value: event.2) {
            frames.append(assembler.frame)
        }
        return frames
    }

    private func contacts(_ frame: Frame) -> [Contact] { (0..<frame.contactCount).map { frame[$0] } }

    private let report: (UInt16, UInt16, Int32) = (0, 0, 0)

    @Test func slotKeepsPressureOverLift() {
        let frames = frames(
            facts(slotted),
            [
                (3, Code.trackingID, 1), (3, Code.positionX, 500), (3, Code.positionY, 200), (3, Code.mtPressure, 40),
                (1, Code.touch, 1), (1, Code.buttonLeft, 1), report,
                (3, Code.trackingID, -1), (3, Code.absPressure, 3), (1, Code.buttonLeft, 0), report,
                (3, Code.trackingID, 2), (3, Code.positionX, 10), report,
            ])
        #expect(contacts(frames[0]) == [Contact(slot: 0, trackingID: 1, x: 50, y: 20, pressure: 40)])
        #expect(frames[0].buttons == .left)
        #expect(frames[0].restPressure == nil)
        #expect(contacts(frames[1]) == [])
        #expect(frames[1].restPressure == 3)
        #expect(frames[1].buttons == [])
        #expect(contacts(frames[2]) == [Contact(slot: 0, trackingID: 2, x: 1, y: 20, pressure: 40)])
    }

    @Test(arguments: [-1, 16, 99, Int32.max, Int32.min])
    func slotsOutOfRangeGoNowhere(_ slot: Int32) {
        let frames = frames(
            facts(slotted), [(3, Code.slot, slot), (3, Code.trackingID, 1), (3, Code.positionX, 1), report])
        #expect(contacts(frames[0]) == [])
    }

    @Test func droppedEventsAreNoFrame() {
        let frames = frames(
            facts(slotted),
            [
                (3, Code.trackingID, 1), (3, Code.mtPressure, 40), report,
                (0, Code.dropped, 0), (3, Code.mtPressure, 999), report,
                (3, Code.positionX, 10), report, report,
            ])
        #expect(frames.map(\.continuity) == [.unbroken, .resynchronised, .unbroken])
        #expect(frames[1][0].pressure == 40)
    }

    @Test func onePressureBelongsToTheOldestContact() {
        let frames = frames(
            facts(slotted.filter { $0 != Code.mtPressure }),
            [
                (3, Code.slot, 1), (3, Code.trackingID, 5), (3, Code.absPressure, 77), report,
                (3, Code.slot, 0), (3, Code.trackingID, 6), report,
                (3, Code.slot, 1), (3, Code.trackingID, -1), report,
            ])
        #expect(frames.map { contacts($0).map(\.pressure) } == [[77], [0, 77], [77]])
    }

    @Test func singleTouch() {
        let frames = frames(
            facts([Code.absX, Code.absY, Code.absPressure]),
            [
                (1, Code.touch, 1), (1, Code.toolFinger, 1), (3, Code.absX, 100), (3, Code.absY, 200),
                (3, Code.absPressure, 30), report,
                (1, Code.toolFinger, 0), (1, Code.toolDoubleTap, 1), report,
                (1, Code.touch, 0), (1, Code.toolDoubleTap, 0), (3, Code.absPressure, 0), report,
                (1, Code.touch, 1), report,
            ])
        #expect(contacts(frames[0]) == [Contact(trackingID: 1, x: 10, y: 20, pressure: 30)])
        #expect(frames.map(\.fingers) == [1, 2, 0, 1])
        #expect(frames[2].restPressure == 0)
        #expect(frames[3][0].trackingID == 2)
    }

    @Test func anonymousContactsKeepTheirIDs() {
        func contact(_ x: Int32, _ pressure: Int32) -> [(UInt16, UInt16, Int32)] {
            [(3, Code.positionX, x), (3, Code.positionY, 0), (3, Code.mtPressure, pressure), (0, Code.mtReport, 0)]
        }
        let frames = frames(
            facts([Code.positionX, Code.positionY, Code.mtPressure]),
            contact(100, 10) + contact(800, 20) + [report]
                // Told the other way round, and moved a little.
                + contact(790, 21) + contact(110, 11) + [report]
                + contact(780, 22) + [report]
                + [(0, Code.mtReport, 0), report]
                + contact(100, 12) + [report])
        #expect(frames.map { contacts($0).map(\.trackingID) } == [[0, 1], [1, 0], [1], [], [2]])
        #expect(frames.map { contacts($0).map(\.pressure) } == [[10, 20], [21, 11], [22], [], [12]])
    }

    /// Told in turn, the second is nearer to the first's old place than to its own.
    @Test func anonymousContactsSideBySideDoNotTrade() {
        func contact(_ x: Int32) -> [(UInt16, UInt16, Int32)] {
            [(3, Code.positionX, x), (3, Code.positionY, 0), (0, Code.mtReport, 0)]
        }
        let frames = frames(
            facts([Code.positionX, Code.positionY]),
            contact(100) + contact(200) + [report] + contact(160) + contact(201) + [report])
        #expect(frames.map { contacts($0).map(\.trackingID) } == [[0, 1], [0, 1]])
    }

    /// The kernel sends no event for a value that the slot has already: a second palm says nothing of being one.
    @Test func toolOutlivesItsContact() {
        let toolType: UInt16 = 0x37
        let frames = frames(
            facts(slotted + [toolType]),
            [
                (3, Code.trackingID, 1), (3, toolType, 2), report, (3, Code.trackingID, -1), report,
                (3, Code.trackingID, 2), report, (3, toolType, 0), report,
            ])
        #expect(frames.map { contacts($0).map(\.tool) } == [[.palm], [], [.palm], [.finger]])
    }

    @Test func impossibleSlotsAreCounted() {
        var assembler = FrameAssembler(facts(slotted))
        for (code, value) in [(Code.slot, 99), (Code.trackingID, 1), (Code.mtPressure, 5), (Code.slot, 0)] {
            _ = assembler.feed(timeUsec: 0, type: 3, code: code, value: Int32(value))
        }
        _ = assembler.feed(timeUsec: 0, type: 3, code: Code.mtPressure, value: 5)
        #expect(assembler.ignoredValues == 2)
    }

    /// Semi-multi-touch: two corners of a box around all fingers, and how many there are.
    @Test func countedFingersWithoutSlots() {
        let frames = frames(
            facts([Code.slot, Code.positionX, Code.positionY, Code.trackingID, Code.absPressure]),
            [
                (3, Code.slot, 0), (3, Code.trackingID, 1), (3, Code.positionX, 100), (3, Code.slot, 1),
                (3, Code.trackingID, 2), (3, Code.positionX, 900), (1, 0x14e, 1), (3, Code.absPressure, 50), report,
            ])
        #expect(frames[0].fingers == 3)
        #expect(contacts(frames[0]).map(\.x) == [10, 90])
        #expect(contacts(frames[0]).map(\.pressure) == [50, 0])
    }

    @Test(arguments: [true, false])
    func eventsWithoutReportsAreOneFrameAtMost(isSlotted: Bool) {
        var assembler = FrameAssembler(facts(isSlotted ? slotted : [Code.positionX, Code.positionY]))
        var frames = 0
        for step in 0..<100_000 {
            let code = [Code.slot, Code.trackingID, Code.positionX][step % 3]
            if assembler.feed(timeUsec: 0, type: 3, code: code, value: Int32(step)) { frames += 1 }
            if assembler.feed(timeUsec: 0, type: 0, code: Code.mtReport, value: 0) { frames += 1 }
        }
        #expect(frames == 0)
        let isFrame1 = assembler.feed(timeUsec: 7, type: 0, code: Code.report, value: 0)
        #expect(isFrame1)
        #expect(assembler.frame.contactCount <= Frame.capacity)
        #expect(assembler.frame.timeUsec == 7)
    }

    /// Steps towards a state read back make no unbroken frame, and half a contact told before does not stay.
    @Test func theFrameReadBackIsMarked() {
        var assembler = FrameAssembler(facts([Code.positionX, Code.positionY]))
        _ = assembler.feed(timeUsec: 1, type: 3, code: Code.positionX, value: 500)
        assembler.markNext(.resumed)
        _ = assembler.feed(timeUsec: 2, type: 3, code: Code.positionX, value: 100)
        _ = assembler.feed(timeUsec: 2, type: 0, code: Code.mtReport, value: 0)
        let isFrame2 = assembler.feed(timeUsec: 2, type: 0, code: Code.report, value: 0)
        #expect(isFrame2)
        #expect(assembler.frame.continuity == .resumed)
        #expect(contacts(assembler.frame).map(\.x) == [10])
        let isFrame3 = assembler.feed(timeUsec: 3, type: 0, code: Code.report, value: 0)
        #expect(isFrame3)
        #expect(assembler.frame.continuity == .unbroken)
    }

    @Test func moreContactsThanAFrameHolds() {
        var events: [(UInt16, UInt16, Int32)] = []
        for x in 0..<40 { events += [(3, Code.positionX, Int32(x)), (0, Code.mtReport, 0)] }
        #expect(frames(facts([Code.positionX, Code.positionY]), events + [report])[0].contactCount == Frame.capacity)
    }

    @Test func kinds() {
        let multi = [Code.positionX, Code.positionY]
        #expect(facts(multi).kind == .touchpad)
        #expect(facts(multi, keys: [Code.touch]).kind == .touchscreen)
        #expect(facts(multi, keys: [Code.touch, Code.toolPen]).kind == .pen)
        #expect(facts([Code.mtPressure], keys: [30]).kind == .other)
        var direct = facts(multi)
        direct.properties = [1]
        #expect(direct.kind == .touchscreen)
        var bare = facts(multi, keys: [])
        bare.properties = [0, 2]
        #expect(bare.kind == .touchpad)
        var told = facts(multi)
        told.udevProperties = ["ID_INPUT": "1", "ID_INPUT_KEYBOARD": "1"]
        #expect(told.kind == .other)
    }

    @Test func idsAndSizes() {
        var facts = facts([Code.positionX, Code.positionY])
        facts.axes[Code.positionX] = Axis(minimum: 0, maximum: 1000)
        facts.udevProperties = ["ID_INPUT_WIDTH_MM": "125"]
        facts.bus = 5
        facts.vendor = 0x4c
        facts.product = 0x265
        facts.uniq = "A1:B2:c3:../x"
        let pad = facts.description()
        #expect(pad.id == "bluetooth-004c-0265-a1b2c3x")
        #expect(pad.widthMm == 125)
        #expect(pad.heightMm == 100)
    }
}
