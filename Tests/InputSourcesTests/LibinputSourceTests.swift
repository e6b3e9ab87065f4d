import Glibc
import Libinput
import Linux
import Recognition
import Systemd
import Testing

@testable import InputSources

struct LibinputLogTests {
    @Test func theFirstMistakeIsTheReason() {
        var told: [String] = []
        let log = LibinputLog { told.append($0) }
        #expect(log.word(on: "/dev/input/event5") == nil)
        log.take(.info, "event5  - Some pad: is tagged by udev as: Touchpad")
        #expect(log.word(on: "/dev/input/event5") == "Some pad: is tagged by udev as: Touchpad")
        log.take(.error, "event5  - Some pad: kernel bug: device has min == max on ABS_X")
        log.take(.error, "event5  - Some pad: another")
        log.take(.info, "event5  - not using input device '/dev/input/event5'")
        log.take(.info, "event50 - not using input device '/dev/input/event50'")
        #expect(log.word(on: "/dev/input/event5") == "Some pad: kernel bug: device has min == max on ABS_X")
        #expect(log.word(on: "/dev/input/event50") == "not using input device '/dev/input/event50'")
        #expect(log.word(on: "event5") != nil && log.word(on: "/dev/input/event") == nil && log.word(on: "") == nil)
        #expect(told == [])
        log.forget()
        #expect(log.word(on: "/dev/input/event5") == nil)
    }

    @Test func whatIsAboutNoDeviceIsTold() {
        var told: [String] = []
        let log = LibinputLog { told.append($0) }
        log.take(.error, "Failed to load the device quirks from /no/such/folder.")
        log.take(.info, "something of no weight")
        log.take(.error, "client bug: timer event5 hold: scheduled expiry is in the past")
        log.take(.error, "event5  - Some pad: client bug: event processing lagging behind by 40ms")
        #expect(told == ["libinput: Failed to load the device quirks from /no/such/folder."])
        #expect(log.word(on: "/dev/input/event5") == nil)
    }
}

struct DeviceGateTests {
    @Test(
        arguments: [
            (["ID_INPUT_KEYBOARD": "1", "ID_INPUT_KEY": "1"], true), (["ID_INPUT_SWITCH": "1"], true),
            (["ID_INPUT_POINTINGSTICK": "1", "ID_INPUT_MOUSE": "1"], true), (["ID_INPUT_MOUSE": "1"], false),
            (["ID_INPUT_JOYSTICK": "1"], false), ([:], false), (["ID_INPUT_KEY": "1"], false),
            // A pad nobody asked for, also where it announces keys.
            (["ID_INPUT_TOUCHPAD": "1", "ID_INPUT_KEYBOARD": "1"], false), (["ID_INPUT_TABLET": "1"], false),
            (["ID_INPUT_TOUCHSCREEN": "1"], false),
        ] as [([String: String], Bool)])
    func whatTellsAboutTouches(_ properties: [String: String], _ helps: Bool) {
        #expect(DeviceGate.helps(properties) == helps)
    }

    @Test func nothingIsOpenedThatNobodyWants() {
        let gate = DeviceGate(nil)
        gate.isForPads = true
        #expect(gate.open("/dev/null").failure == Errno(EPERM))
        gate.nodes = ["/dev/null", "/no/such/node"]
        #expect(gate.open("/dev/null").failure == nil)
        #expect(gate.open("/dev/zero").failure == Errno(EPERM))
        #expect(gate.failures == [:])
        // Gone between udev's word and now.
        #expect(gate.open("/no/such/node").failure == Errno(ENOENT))
        #expect(gate.failures == ["/no/such/node": "opening /no/such/node: No such file or directory"])
    }

    @Test func devicesAreOpenedForReadingAlone() throws {
        let gate = DeviceGate(nil)
        gate.nodes = ["/dev/null"]
        let descriptor = try gate.open("/dev/null").get()
        let flags = fcntl(descriptor.rawValue, F_GETFL)
        #expect(flags & O_ACCMODE == O_RDONLY && flags & O_NONBLOCK != 0)
        #expect(fcntl(descriptor.rawValue, F_GETFD) & FD_CLOEXEC != 0)
    }
}

extension Result {
    fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}

struct PenFramesTests {
    private static let pad = PadDescription(
        id: "tablet", name: "Tablet", kind: .pen, pressure: PadDescription.tipRange, pressureAxis: .tip, widthMm: 200,
        heightMm: 100)
    private static let pen = LibinputTool(type: .pen, serial: 0x1234, id: 0x802, hasPressure: true)

    private func report(
        _ usec: UInt64, _ pressure: Double, isDown: Bool = true, tool: LibinputTool = pen
    ) -> PenFrames.Report {
        PenFrames.Report(timeUsec: usec, tool: tool, isDown: isDown, pressure: pressure, x: 0.25, y: 0.75)
    }

    @Test func aStroke() throws {
        var frames = PenFrames(Self.pad)
        let hovering = frames.take(report(1, 0, isDown: false))
        #expect(hovering == nil)
        for (usec, share, raw) in [(2, 0, 0), (3, 0.5, 32_768), (4, 1, 65_535)] as [(UInt64, Double, Int32)] {
            let taken = frames.take(report(usec, share))
            let frame = try #require(taken)
            #expect(frame.timeUsec == usec && frame.contactCount == 1 && frame.fingers == 1)
            #expect(frame[0] == Contact(trackingID: 1, x: 50, y: 75, pressure: raw, tool: .pen))
            #expect(frame.tool == PressTool(kind: .pen, serial: 0x1234, id: 0x802))
        }
        let lift = frames.take(report(5, 0, isDown: false))
        #expect(lift?.contactCount == 0 && lift?.timeUsec == 5)
        let away = frames.take(report(6, 0, isDown: false))
        #expect(away == nil)
        let next = frames.take(report(7, 0.1))
        #expect(next?[0].trackingID == 2, "another stroke")
    }

    @Test(arguments: [(-0.5, 0), (1.5, 65_535), (.nan, 0), (.infinity, 0)] as [(Double, Int32)])
    func pressureBeyondItsRange(_ share: Double, _ raw: Int32) {
        var frames = PenFrames(Self.pad)
        let frame = frames.take(report(1, share))
        #expect(frame?[0].pressure == raw)
    }

    @Test(
        arguments: [
            (LibinputToolType.pen, PressToolKind.pen), (.eraser, .eraser), (.brush, .brush), (.pencil, .pencil),
            (.airbrush, .airbrush), (.mouse, nil), (.lens, nil), (.totem, nil), (nil, nil),
        ] as [(LibinputToolType?, PressToolKind?)])
    func toolsWithATip(_ type: LibinputToolType?, _ kind: PressToolKind?) {
        let tool = LibinputTool(type: type, serial: 1, id: 2, hasPressure: true)
        #expect(PressTool(tool) == kind.map { PressTool(kind: $0, serial: 1, id: 2) })
        #expect(PressTool(LibinputTool(type: type, serial: 1, id: 2, hasPressure: false)) == nil)
        var frames = PenFrames(Self.pad)
        let frame = frames.take(report(1, 0.5, tool: tool))
        #expect((frame == nil) == (kind == nil))
    }

    @Test func aTabletThatGoesInTheMiddleOfAStroke() {
        var frames = PenFrames(Self.pad)
        let nothing = frames.reset(atUsec: 1)
        #expect(nothing == nil)
        _ = frames.take(report(1, 0.5))
        let end = frames.reset(atUsec: 9)
        #expect(end?.contactCount == 0 && end?.timeUsec == 9 && end?.continuity == .resynchronised)
        let frame = frames.take(report(10, 0, isDown: false))
        #expect(frame == nil)
    }
}

struct ScreenMatrixTests {
    private static let pad = PadDescription(id: "s", name: "S", kind: .touchscreen, widthMm: 300, heightMm: 200)

    @Test(
        arguments: [
            ([1, 0, 0, 0, 1, 0], 60, 50), ([0, -1, 1, 1, 0, 0], 225, 40), ([-1, 0, 1, 0, -1, 1], 240, 150),
            ([0.5, 0, 0.25, 0, 2, 0], 105, 100),
        ] as [([Float], Float, Float)])
    func contactsMove(_ numbers: [Float], _ x: Float, _ y: Float) throws {
        let matrix = try #require(ScreenMatrix(numbers, Self.pad))
        var frame = Frame(timeUsec: 1, contacts: [Contact(x: 60, y: 50, pressure: 9), Contact(slot: 1, x: 60, y: 50)])
        matrix.apply(to: &frame)
        for index in 0..<2 { #expect(abs(frame[index].x - x) < 0.01 && abs(frame[index].y - y) < 0.01) }
        #expect(frame[0].pressure == 9)
    }

    @Test(arguments: [[], [1, 0, 0, 0, 1], [1, 0, 0, 0, 1, .nan], [.infinity, 0, 0, 0, 1, 0]] as [[Float]])
    func whatIsNoMatrix(_ numbers: [Float]) {
        #expect(ScreenMatrix(numbers, Self.pad) == nil)
    }
}

/// What a source said, in words.
private final class Listener: FrameSink {
    var said: [String] = []

    func padAdded(_ pad: PadNumber, _ description: PadDescription) { said.append("added \(pad)") }
    func padRemoved(_ pad: PadNumber) { said.append("removed \(pad)") }
    func frame(_ frame: borrowing Frame, from pad: PadNumber) { said.append("frame \(pad)") }
    func motion(_ motion: Motion, on pad: PadNumber) { said.append("motion \(pad)") }
    func padFailed(_ pad: PadNumber, _ message: String) { said.append("failed \(pad): \(message)") }
    func sourceEnded() { said.append("ended") }
}

struct LibinputSourceTests {
    /// What is no event device is told as the evdev source tells it; without pads there is no context, and all calls are
    /// nobody's.
    @Test func padsAreTheEvdevSources() throws {
        var template = Array("/tmp/peekpop-libinput-XXXXXX".utf8CString)
        let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
        defer {
            unlink("\(folder)/event2")
            rmdir(folder)
        }
        _ = try FileDescriptor.open("\(folder)/event2", O_CREAT | O_WRONLY)
        let loop = try EventLoop()
        var warnings: [String] = []
        let source = try LibinputSource(
            loop: loop, nodes: ["\(folder)/event2"], library: try LibinputLibrary(), notice: { _ in },
            warning: { warnings.append($0) })
        let listener = Listener()
        try source.start(sink: listener)
        #expect(
            listener.said == [
                "failed 0: opening \(folder)/event2: Inappropriate ioctl for device"
                    + " (it is tried again when the device changes)"
            ])
        source.open(0)
        source.open(-1)
        source.close(7)
        while try loop.runOnce(timeoutUsec: 0) {}
        #expect(listener.said.count == 1)
        #expect(source.isLive)
        #expect(warnings.allSatisfy { $0.contains("no udev runs here") })
    }
}
