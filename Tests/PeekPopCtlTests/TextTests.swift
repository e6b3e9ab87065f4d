import Foundation
import PeekPopDaemon
import PeekPopWire
import Recognition
import Testing

@testable import PeekPopCtl

/// What people read, line by line.
@Suite struct TextTests {
    @Test func events() {
        var event = PressEvent(
            press: 12, phase: .cancelled, reason: .released, clicks: 1.204, grams: 301.4, raw: 77, timeUsec: 12_345_678,
            sequence: 1)
        #expect(EventText.line(event) == "    12.346 s  #12  cancelled  1.20 clicks   301 g  (released)")
        event.phase = .changed
        event.reason = nil
        event.grams = nil
        event.preview = 0.455
        #expect(
            EventText.line(event, device: "a\u{1b}b")
                == "    12.346 s  a?b  #12  changed    1.20 clicks  preview 46 %")
        event.preview = 1
        event.commit = 0.1
        event.translationY = -3.25
        event.button = true
        event.fingers = 2
        #expect(EventText.detail(event) == "commit 10 %  moved +0.0, -3.3 mm  button  2 fingers")
    }

    @Test func devices() {
        let pad = PadDescription(
            id: "bluetooth-004c-0265", name: "Magic\nTrackpad", node: "/dev/input/event5",
            pressure: Axis(
                minimum: 0, maximum: 253), widthMm: 160, heightMm: 115, isPressurePad: true)
        let recogniser = Recogniser(pad)
        guard case .on(let levels) = recogniser.levels else { return #expect(Bool(false), "presses are off") }
        var device = Wire.Device(pad, gestures: true, scale: recogniser.scale, levels: levels)
        device.problem = "opening /dev/input/event5: Permission denied"
        let lines = DeviceText.lines(device)
        #expect(lines[0] == "bluetooth-004c-0265  Magic?Trackpad")
        #expect(lines[1] == "  touchpad  /dev/input/event5, 160 × 115 mm")
        #expect(lines[2] == "  class     force: the kernel marks it as a pressure pad, without a scale")
        #expect(
            lines.contains {
                $0.hasPrefix("  scale     clicks at ") && $0.contains("assumed, until it has been clicked")
            })
        #expect(lines.contains { $0.hasPrefix("  presses   hint ") })
        #expect(lines.contains("  haptics   none"))
        #expect(lines.last == "  problem   opening /dev/input/event5: Permission denied")
        device.haptics = true
        device.hapticsReason = "waveforms,\u{7} by the kernel"
        #expect(DeviceText.lines(device).contains("  haptics   yes: waveforms,? by the kernel"))
        device.gestures = false
        #expect(DeviceText.lines(device).contains("  presses   off"))
        #expect(PadSummary(device).levels == nil)
    }

    @Test(arguments: [("touchscreen", "  touchscreen /dev/input/event5"), ("pen", "  pen       /dev/input/event5")])
    func otherKinds(_ kind: String, _ line: String) throws {
        let pad = PadDescription(
            id: "usb-056a-f001", name: "Tablet", node: "/dev/input/event5", pressure: Axis(minimum: 0, maximum: 2_047),
            widthMm: 224, heightMm: 140, isPressurePad: true)
        var device = Wire.Device(pad, gestures: true, scale: Recogniser(pad).scale)
        device.kind = try #require(PadKind(rawValue: kind))
        let lines = DeviceText.lines(device)
        #expect(lines[1] == line + ", 224 × 140 mm")
        // A column for the labels, whatever they are.
        let column = kind == "pen" ? 12 : 14
        #expect(
            lines.dropFirst().allSatisfy { $0.dropFirst(column - 1).first == " " && $0.dropFirst(column).first != " " })
        // What has no click is not waited for until it clicks.
        #expect(lines.contains { $0.contains("until it has been clicked") } == (kind != "pen"))
    }

    @Test func status() {
        var status = Wire.Status(
            version: "0.1.0", source: "demo", socket: "/s", uptimeUsec: 3_725_000_000, connections: 2, subscribers: 1,
            pads: 1, openPads: 1, frames: 10, events: 5, lost: 0, configFiles: [],
            problems: [Wire.Problem(timeUsec: 3_661_000_000, message: "bad\u{7}", device: "a")])
        let lines = StatusCommand.lines(status)
        #expect(lines.contains("running for   1 h 2 min"))
        #expect(lines.contains("connections   2, 1 subscribed"))
        #expect(lines.contains("configuration none, all as it comes"))
        #expect(lines.last == "problem       01:01:01 UTC a: bad?")
        status.configFiles = ["/etc/p.conf"]
        status.refusedReload = "/etc/p.conf:3: unknown key\u{7}"
        #expect(
            StatusCommand.lines(status).suffix(3) == [
                "configuration /etc/p.conf",
                "              older than its files: the last reload was refused for /etc/p.conf:3: unknown key?",
                "problem       01:01:01 UTC a: bad?",
            ])
    }

    @Test func bars() {
        var model = MonitorViewTests.model()
        let grid = BarLine.grid(model.selected!, charset: .ascii, width: 80)
        #expect(grid.width == 79)
        #expect(grid.line(0) == "########################=.........|......  2.00 clicks  500 g  press 3  peek")
        var scale = Grid(width: 72, height: 1)
        ForceBar(charset: .ascii, top: 3.3, levels: model.selected!.summary.levels).drawLabels(
            into: &scale, x: 0, y: 0, width: 44, room: 72)
        #expect(scale.line(0) == "        hint 1.35 ^    ^ peek 1.75  ^ pop 2.75")
        model.sample("bluetooth-004c-0265", ForceReading(), arrivalUsec: 9_000_000)
        for width in 0...100 { #expect(BarLine.grid(model.selected!, charset: .unicode, width: width).height == 1) }
    }

    @Test func colours() {
        var grid = Grid(width: 6, height: 1)
        grid.put("ab", 0, 0, .pop)
        grid.put("c", 2, 0)
        #expect(AnsiText.line(grid, 0, isColoured: false) == "abc")
        #expect(AnsiText.line(grid, 0, isColoured: true) == "\u{1b}[35mab\u{1b}[0mc   ")
    }

    /// What `config show` prints is a configuration that says the same.
    @Test func configurationReadsBack() throws {
        let path = NSTemporaryDirectory() + "peekpop-config-\(getpid()).conf"
        defer { unlink(path) }
        try """
        [daemon]
        source = libinput
        idle-exit = 7
        [press]
        sensitivity = firm
        peek = 350g
        [device 05ac:*]
        hint = 1.5
        haptics = no
        haptics-pop = none
        [haptics]
        intensity = 35
        peek = buzz
        [access]
        group = pads
        """.write(toFile: path, atomically: true, encoding: .utf8)
        let first = ConfigurationReader.read(path)
        #expect(first.problems.isEmpty)
        let shown = ConfigCommand.text(first.configuration)
        for line in [
            "source = libinput",
            "idle-exit = 7", "sensitivity = firm", "peek = 350g", "[device 05ac:*]", "hint = 1.5", "group = pads",
            "haptics = no", "haptics-pop = none", "intensity = 35", "peek = buzz", "pop = click", "vendor-reports = no",
        ] {
            #expect(shown.contains(line + "\n"))
        }
        try shown.write(toFile: path, atomically: true, encoding: .utf8)
        let second = ConfigurationReader.read(path)
        #expect(second.problems.isEmpty)
        #expect(ConfigCommand.text(second.configuration) == shown)
        #expect(ConfigCommand.text(Configuration()).hasPrefix("# no file: the defaults\n"))
    }

    @Test(arguments: [
        (#"{"version":1,"device":"a","calibration":{"device":"a","clickPressure":70}}"#, 70 as Float?, nil as Float?),
        (#"{"calibration":{"device":"a","clickPressure":71,"hint":1.2}}"#, 71, nil),
        (#"{"device":"a","clickPressure":72}"#, 72, nil),
        (#"{"version":1,"device":"a","learned":{"pressure":80,"clicks":5}}"#, nil, 80),
    ])
    func calibrationFiles(_ text: String, _ click: Float?, _ learned: Float?) throws {
        let file = try #require(CalibrationFile(Data(text.utf8)))
        #expect(file.calibration?.clickPressure == click)
        #expect(file.learned?.pressure == learned)
    }

    @Test(arguments: ["", "{}", "[]", "{\"calibration\":5}", "\u{0}"])
    func noCalibrationFiles(_ text: String) {
        #expect(CalibrationFile(Data(text.utf8)) == nil)
    }
}
