import Recordings
import Testing

@Suite struct BadInputTests {
    /// What is no recording at all, and the one line said about it.
    @Test(arguments: [
        ("", "file: the file is empty; record again"),
        (" \n\t\r\n", "file: the file is empty; record again"),
        (
            "\u{0}\u{0}\u{0}",
            "file: this is a binary file, not a recording; libinput record, evemu and evtest files are read"
        ),
        (
            "MZ\u{0}\u{3}",
            "file: this is a binary file, not a recording; libinput record, evemu and evtest files are read"
        ),
        (
            "Dear diary,\nthe pad was pressed.\n",
            "file: this is no recording of a known format; libinput record, evemu and evtest files are read"
        ),
        (
            "D: 0\nR: 4 05 0d 09 04\nN: Pad\nI: 3 1234 5678\nE: 0.000000 4 01 02 03 04\n",
            "file: this is a hid-recorder log, which holds no kernel input events; "
                + "libinput record, evemu and evtest files are read"
        ),
        (
            "P: /devices/pci0000:00/input5\nE: DEVNAME=/dev/input/event5\n",
            "file: this is a umockdev description, which holds no kernel input events; "
                + "libinput record, evemu and evtest files are read"
        ),
        (
            "version: 2\ndevices: []\n",
            "file:1: libinput record version 2 is not known (version 1 is read); "
                + "record with a libinput that writes version 1"
        ),
        ("version: 1\ndevices: []\n", "file: there is no device and no whole frame in this recording; record again"),
        ("version: 1\nndevices: 1\n", "file: there is no device and no whole frame in this recording; record again"),
        ("E: 0.02 0003 003a 50\n", "file: there is no device and no whole frame in this recording; record again"),
        ("Event: time nonsense\n", "file: there is no device and no whole frame in this recording; record again"),
        (
            "version: 1\ndevices:\n- node: \"never closed\n",
            "file:4: the YAML is broken or cut off: found unexpected end of stream; repair this line or record again"
        ),
        (
            "version: 1\n\tdevices: []\n",
            "file:2: the YAML is broken or cut off: found a tab character that violates indentation; "
                + "repair this line or record again"
        ),
        (
            "version: 1\nx: " + String(repeating: "[", count: 100_000),
            "file:2: the YAML is broken or cut off: it nests more than 64 deep; repair this line or record again"
        ),
    ])
    func noRecording(_ text: String, _ message: String) {
        #expect(error(text) == message)
    }

    @Test func filesThatCannotBeRead() {
        for (path, message) in [
            ("/nonexistent/file", "opening /nonexistent/file: No such file or directory"),
            ("/", "reading /: Is a directory"),
        ] {
            #expect(throws: RecordingError.self) { try Recording.read(path) }
            do { _ = try Recording.read(path) } catch { #expect("\(error)" == message) }
        }
    }

    /// What is a recording with something wrong in it: the events kept, and the warnings.
    @Test(arguments: [
        // A cut-off line at the end.
        ("\(press)E: 0.02 0003 003", 2, ["line 3: the file ends in the middle of a line; what came before is kept"]),
        // Events without their report.
        (
            "\(press)E: 0.02 0003 003a 50\n", 2,
            ["line 2: the last whole frame ends here; 1 event after it left out"]
        ),
        ("A: 3a 0 255 0 0 0\nE: 0.02 0003 003a 50\n", 0, ["no frame ends with SYN_REPORT; 1 event left out"]),
        // Noise, too large numbers, unknown types.
        (
            "\(press)E: what?\n???\nE: 99999999999999999999.0 0003 003a 1\nE: 18446744073709551615.0 0003 003a 1\n"
                + "E: 1.0 0020 0000 1\nE: 1.0 0003 0400 1\nE: 1.0 0003 003a 2147483648\n", 2,
            ["line 3: 7 lines from here on cannot be understood; left out"]
        ),
        // A slot the pad does not have.
        (
            "A: 2f 0 4 0 0 0\n\(press)E: 0.02 0003 002f 5\nE: 0.02 0003 002f -1\nE: 0.02 0000 0000 0\n", 5,
            ["line 4: a slot outside 0…4 is named 2 times, first here; contacts there are not followed"]
        ),
    ])
    func kept(_ text: String, _ count: Int, _ warnings: [String]) throws {
        let recording = try read(text)
        #expect(recording.devices[0].events.count == count)
        #expect(recording.warnings.map(\.description) == warnings)
    }

    /// Two events at 0.01 s.
    static let press = "E: 0.01 0003 003a 40\nE: 0.01 0000 0000 0\n"

    @Test(arguments: [
        // Out of order by a little: held, and in step again afterwards.
        (
            ["5.0", "4.9", "5.2"], [5_000_000, 5_000_000, 5_200_000],
            ["line 2: time runs backwards once, here; such events are given the time before them"]
        ),
        // The clock was set back: intervals stay.
        (
            ["1400000000.0", "100.0", "100.5"],
            [1_400_000_000_000_000, 1_400_000_000_000_000, 1_400_000_000_500_000],
            ["line 2: the clock is set back once, here; what follows is shifted to go on from there"]
        ),
        // 10⁹ s apart.
        (
            ["1.0", "1000000001.0"], [1_000_000, 1_000_000_001_000_000],
            ["line 2: time jumps ahead by more than a day once, here; playing shortens the pause"]
        ),
        // The end of time and back, with no room to shift into.
        (
            ["9223372036854.775807", "0.0", "9.0"], [UInt64(Int64.max), UInt64(Int64.max), UInt64(Int64.max)],
            ["line 2: the clock is set back once, here; what follows is shifted to go on from there"]
        ),
    ])
    func time(_ times: [String], _ usec: [UInt64], _ warnings: [String]) throws {
        let recording = try read(times.map { "E: \($0) 0000 0000 0\n" }.joined())
        #expect(recording.devices[0].events.map(\.timeUsec) == usec)
        #expect(recording.warnings.map(\.description) == warnings)
    }

    @Test func manyEventsWithoutReport() throws {
        let line = "E: 0.5 0003 003a 40\n"
        let recording = try read(String(repeating: line, count: 100_000) + "E: 0.5 0000 0000 0\n")
        #expect(recording.devices[0].events.count == 100_001)
        #expect(
            recording.warnings.map(\.description) == [
                "line 10000: 10000 events and more without SYN_REPORT, once, here"
            ])
    }

    @Test func aliasesAreNotExpanded() throws {
        var bomb = "version: 1\na0: &a0 [x, x]\n"
        for level in 1..<60 { bomb += "a\(level): &a\(level) [*a\(level - 1), *a\(level - 1)]\n" }
        let recording = try read(bomb + Samples.libinput.split(separator: "version: 1\n")[1])
        #expect(recording.devices[0].events == Samples.events)
    }

    @Test func yamlCutOffKeepsWholeFrames() throws {
        let end = Samples.libinput.range(of: "8000,   0,")!.lowerBound
        let recording = try read(String(Samples.libinput[..<end]))
        #expect(recording.devices[0].events == Array(Samples.events[..<6]))
        #expect(recording.warnings.count == 2)
        #expect(recording.warnings[0].message.hasPrefix("the YAML is broken or cut off here"))
    }

    @Test func longLines() throws {
        let long = String(repeating: "x", count: 1_000_000)
        let recording = try read("E: 0.0 0000 0000 0 # \(long)\n\(long)\nE: 0.1 0000 0000 0\n")
        #expect(recording.devices[0].events.count == 2)
        #expect(recording.warnings.map(\.line) == [2])
    }

    /// Wherever a file is cut, it is read or refused in one line, and what is kept is a beginning of the whole.
    @Test(arguments: [Samples.libinput, Samples.written, Samples.evemu, Samples.evtestHeader + Samples.evtestEvents])
    func everyPrefix(_ text: String) throws {
        let bytes = Array(text.utf8)
        for count in bytes.indices {
            do {
                let recording = try Recording.read(bytes: Array(bytes[..<count]), name: "file")
                let events = recording.devices.first?.events ?? []
                #expect(events == Array(Samples.events.prefix(events.count)), "cut after \(count) bytes")
            } catch {
                #expect(!"\(error)".contains("\n"))
            }
        }
    }

    /// Any byte may be any other: no crash, and time never runs backwards.
    @Test(arguments: [Samples.libinput, Samples.evemu, Samples.evtestHeader + Samples.evtestEvents])
    func damagedBytes(_ text: String) {
        let bytes = Array(text.utf8)
        var random = SplitMix(state: 1)
        for _ in 0..<3_000 {
            var damaged = bytes
            for _ in 0...Int(random.next() % 4) {
                damaged[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
            }
            guard let recording = try? Recording.read(bytes: damaged, name: "file") else { continue }
            for device in recording.devices {
                var last: UInt64 = 0
                for event in device.events {
                    #expect(event.timeUsec >= last)
                    last = event.timeUsec
                }
            }
        }
    }

    private func error(_ text: String) -> String? {
        do {
            _ = try read(text)
            return nil
        } catch {
            return "\(error)"
        }
    }
}

/// Steele's SplitMix64: the same numbers on every machine.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }
}

extension String {
    fileprivate func range(of other: String) -> Range<String.Index>? { ranges(of: other).first }
}
