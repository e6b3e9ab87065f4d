import InputSources
import PeekPopWire
import Recognition
import Testing

@testable import Doctor

@Suite struct PalmTrapTests {
    /// A new one knows pressure pads; an old one could not read that.
    static func distribution(_ marked: String = "ModelWacomTouchpad=1") -> String {
        """
        # a comment
        [Magic Trackpad]
        MatchVendor=0x05AC
        MatchProduct=0x0265
        AttrPalmPressureThreshold=190   # raw

        [Pressure pads]
        MatchUdevType=touchpad
        MatchBus=i2c
        MatchVendor=0x06CB
        MatchProduct=0xCE37
        \(marked)

        [Another machine's]
        MatchName=*
        MatchDMIModalias=dmi:*svnAcme:*
        AttrPalmPressureThreshold=0
        """
    }

    private func trap(
        _ pad: FoundPad, _ version: LibinputVersion, _ files: [String] = [], isKnown: Bool = true
    ) -> PalmTrap {
        var quirks = LibinputQuirks()
        for (index, file) in files.enumerated() { quirks.add(file, file: "file\(index)") }
        return PalmTrap(pad, device: isKnown ? .of(pad) : nil, version: version, quirks: quirks.reading(by: version))
    }

    private func found(_ trap: PalmTrap) -> PalmTrap.Trap? {
        if case .trap(let trap) = trap { trap } else { nil }
    }

    private func threshold(_ trap: PalmTrap) -> Int32? {
        if case .trap(let trap) = trap { trap.threshold } else { nil }
    }

    private func remedy(_ trap: PalmTrap) -> String? {
        if case .trap(let trap) = trap { trap.remedy.lines.last } else { nil }
    }

    static let releases = [(1, 19), (1, 22), (1, 23), (1, 28), (1, 30), (1, 31), (2, 0)]

    @Test(arguments: releases) func units(_ major: Int, _ minor: Int) {
        #expect(trap(.redrix(), .init(major, minor)) == .safe("knows by its units that it feels force"))
    }

    @Test(arguments: [
        (1, 19, "AttrPalmPressureThreshold=0"), (1, 22, "AttrPalmPressureThreshold=0"),
        (1, 23, "AttrPalmPressureThreshold=0"),
        (1, 30, "AttrPalmPressureThreshold=0"), (1, 31, "AttrInputProp=+INPUT_PROP_PRESSUREPAD"),
        (2, 0, "AttrInputProp=+INPUT_PROP_PRESSUREPAD"),
    ])
    func remedies(_ major: Int, _ minor: Int, _ line: String) {
        let version = LibinputVersion(major, minor)
        let caught = trap(.magic(), version)
        #expect(threshold(caught) == 130)
        #expect(remedy(caught) == line)
        guard case .trap(let found) = caught else { return }
        // And it is one: the same libinput with the section has no trap left.
        let text = LibinputOverride.merged([found.remedy], into: nil, version: version)
        guard case .safe = trap(.magic(), version, [text]) else {
            Issue.record("\(version) is still in the trap with \(text)")
            return
        }
    }

    /// Of a version that is only known to be no older, what every one understands.
    @Test func leastVersions() {
        #expect(remedy(trap(.magic(), .init(1, 26, isLeast: true))) == "AttrPalmPressureThreshold=0")
    }

    /// Known for a while only: elsewhere it costs libinput all its quirks.
    @Test(arguments: [
        (1, 22, "ModelPressurePad=1", true), (1, 23, "ModelPressurePad=1", false), (1, 30, "ModelPressurePad=1", false),
        (1, 31, "ModelPressurePad=1", true), (1, 30, "AttrInputProp=+INPUT_PROP_PRESSUREPAD", true),
        (1, 31, "AttrInputProp=+INPUT_PROP_PRESSUREPAD", false), (1, 22, "AttrPalmPressureThreshold=0", false),
    ])
    func misfits(_ major: Int, _ minor: Int, _ line: String, _ isMisfit: Bool) {
        let findings = Findings.healthy {
            $0.libinput = LibinputVersion(major, minor)
            $0.quirks.add("[Mine]\nMatchName=x\n\(line)\n", file: "/etc/libinput/local-overrides.quirks")
        }
        #expect((findings.check(.libinput)?.verdict == .note) == isMisfit)
        #expect(findings.check(.libinput)?.text.contains(line) == isMisfit)
        // And without its quirks, what libinput takes for a palm is what it always does.
        if isMisfit { #expect(findings.overrides.isEmpty) }
        // What is known where it is, takes a pad out of the trap.
        let model = "[A]\nMatchBus=usb\nModelPressurePad=1\n"
        let isSafe = threshold(trap(.magic(), .init(major, minor), [model])) == nil
        #expect(isSafe == ((23...30).contains(minor)))
    }

    @Test func theKernelsWord() {
        let marked = FoundPad.magic { $0.facts.properties.insert(7) }
        #expect(trap(marked, .init(1, 31)) == .safe("knows that it is a pressure pad"))
        #expect(threshold(trap(marked, .init(1, 30))) == 130)
    }

    @Test func quirks() {
        let trackpad2 = FoundPad.pad(3, 0x05ac, 0x0265, name: "Magic Trackpad 2", maximum: 253)
        #expect(threshold(trap(trackpad2, .init(1, 22), [Self.distribution()])) == 190)
        #expect(threshold(trap(.magic(), .init(1, 22), [Self.distribution()])) == 130)
        #expect(
            trap(.ce37(), .init(1, 31), [Self.distribution("AttrInputProp=+INPUT_PROP_PRESSUREPAD")])
                == .safe("knows that it is a pressure pad (file0)"))
        #expect(threshold(trap(.ce37(), .init(1, 22), [Self.distribution()])) == 130)
        let override = "[Mine]\nMatchName=SYNA2BA6*\nAttrPalmPressureThreshold=0\n"
        #expect(
            trap(.ce37(), .init(1, 22), [Self.distribution(), override])
                == .safe("never takes its pressure for a palm (file1)"))
        #expect(
            threshold(trap(.ce37(), .init(1, 22), [override, "[B]\nMatchBus=i2c\nAttrPalmPressureThreshold=99\n"]))
                == 99)
        let machine = FoundPad.magic { $0.facts.machine = "dmi:bvn:svnAcme:pnX:" }
        #expect(threshold(trap(machine, .init(1, 22), [Self.distribution()])) == nil)
        #expect(
            trap(.ce37(), .init(1, 31), ["[A]\nMatchBus=i2c\nAttrEventCode=-ABS_MT_PRESSURE;-ABS_PRESSURE\n"])
                == .safe("is told not to look at its pressure (file0)"))
        #expect(
            trap(.ce37(), .init(1, 22), ["[A]\nMatchBus=i2c\nAttrEventCodeDisable=ABS_PRESSURE;EV_ABS:0x3a\n"])
                == .safe("is told not to look at its pressure (file0)"))
        #expect(
            threshold(trap(.ce37(), .init(1, 31), ["[A]\nMatchBus=i2c\nAttrEventCode=-ABS_PRESSURE\n"])) == 130)
        #expect(
            trap(.magic(), .init(1, 22), ["[A]\nMatchBus=usb\nAttrPalmPressureThreshold=400\n"])
                == .safe("takes 400 for a palm, which this pad never reaches"))
    }

    @Test(arguments: ["MatchFuture=1", "MatchVendor=nonsense", "MatchUdevType=mouse", "MatchBus=rmi", "MatchUniq=a"])
    func sectionsThatAreNotForIt(_ match: String) {
        let text = "[A]\nMatchName=Apple*\n\(match)\nAttrPalmPressureThreshold=0\n"
        #expect(threshold(trap(.magic(), .init(1, 22), [text])) == 130)
    }

    @Test func contactSizeIsNoTrap() {
        #expect(trap(.area(), .init(1, 22)) == .safe("takes 130 for a palm, which is right for contact size"))
        // Unless presses on it are on.
        var device = Wire.Device.of(.area())
        device.gestures = true
        let caught = PalmTrap(
            .area(), device: device, version: .init(1, 31), quirks: LibinputQuirks().reading(by: .init(1, 31)))
        #expect(remedy(caught) == "AttrPalmPressureThreshold=0")
    }

    @Test func levels() throws {
        // Clicks at 76, of 253: the pop stands at 209, the peek at 133, the hint at 103.
        let low = try #require(found(trap(.magic(), .init(1, 22))))
        #expect(low.reach == .level(.peek))
        let high = "[A]\nMatchBus=usb\nAttrPalmPressureThreshold=250\n"
        let above = try #require(found(trap(.magic(), .init(1, 22), [high])))
        #expect(above.reach == .beyondPop)
        #expect(found(trap(.magic(), .init(1, 22), isKnown: false))?.reach == .unknown)
    }

    /// For who may not open the node, its axis says nothing: then the daemon's word counts, or nobody knows.
    @Test(arguments: [(1, 22), (1, 31)]) func aNodeThatNobodyHereMayOpen(_ major: Int, _ minor: Int) {
        func closed(_ pad: FoundPad) -> FoundPad {
            var pad = pad
            for code in pad.facts.axes.keys { pad.facts.axes[code] = Axis(minimum: 0, maximum: 0) }
            pad.hasRanges = false
            return pad
        }
        let version = LibinputVersion(major, minor)
        let reading = LibinputQuirks().reading(by: version)
        func trap(_ pad: FoundPad, _ word: FoundPad?) -> PalmTrap {
            PalmTrap(closed(pad), device: word.map { .of($0) }, version: version, quirks: reading)
        }
        #expect(trap(.redrix(), .redrix()) == .safe("knows by its units that it feels force"))
        #expect(threshold(trap(.magic(), .magic())) == 130)
        #expect(trap(.redrix(), nil) == .unknown)
        #expect(trap(.magic(), nil) == .unknown)
        #expect(trap(.area(), nil) == .unknown)
        #expect(trap(.area(), .area()) == .safe("takes 130 for a palm, which is right for contact size"))
        let small = FoundPad.pad(0x18, 0x06cb, 0xce37, name: "Small", maximum: 100)
        #expect(trap(small, small) == .safe("takes 130 for a palm, which this pad never reaches"))
    }

    @Test func sections() throws {
        let trap = try #require(found(self.trap(.ce37(), .init(1, 22))))
        #expect(
            trap.remedy.lines == [
                "[PeekPop SYNA2BA6:00 06CB:CE37 Touchpad]", "MatchUdevType=touchpad", "MatchBus=i2c",
                "MatchVendor=0x06CB",
                "MatchProduct=0xCE37", "AttrPalmPressureThreshold=0",
            ])
        let nameless = FoundPad.pad(0x19, 0, 0, name: "Evil]\n[Pad=*", maximum: 255) { $0.facts.properties.insert(7) }
        let odd = try #require(found(self.trap(nameless, .init(1, 22))))
        #expect(
            odd.remedy.lines == [
                "[PeekPop Evil???Pad??]", "MatchUdevType=touchpad", "MatchName=Evil???Pad??",
                "AttrPalmPressureThreshold=0",
            ])
    }

    /// Whatever a pad is called, the file stays one that libinput reads.
    @Test(arguments: ["", " ", "Pad ", "\"Pad\"", "'x", "a=b", "#", "Pad\t", "Größe", "[x]", "\r\n"])
    func sectionsAreAlwaysRead(_ name: String) throws {
        for ids in [(0, 0), (0x06cb, 1)] as [(UInt16, UInt16)] {
            let pad = FoundPad.pad(0x18, ids.0, ids.1, name: name, maximum: 255) { $0.facts.properties.insert(7) }
            for version in [LibinputVersion(1, 22), LibinputVersion(1, 30)] {
                let remedy = try #require(found(trap(pad, version))).remedy
                let text = LibinputOverride.merged([remedy], into: nil, version: version)
                let quirks = LibinputQuirks().replacingOverrides(text).reading(by: version)
                #expect(quirks.refusal == nil, "\(text)")
                #expect(quirks.settings(for: pad.facts)["AttrPalmPressureThreshold"]?.value == "0")
                #expect(!LibinputOverride.hasOthers(text))
            }
        }
    }

    // MARK: Versions

    @Test(arguments: [
        ("1.22.1", LibinputVersion(1, 22)), ("1.22.1-1+deb12u1", .init(1, 22)), ("1.31.0\n", .init(1, 31)),
        ("1.9", .init(1, 9)), ("", nil), ("1", nil), ("a.b", nil), ("1.x", nil),
    ])
    func parsing(_ text: String, _ expected: LibinputVersion?) {
        #expect(LibinputVersion(text) == expected)
    }

    @Test func versionsFromElsewhere() {
        let library = Array("\u{7f}ELF\0LIBINPUT_1.1\0x\0LIBINPUT_1.26\0LIBINPUT_1.9\0LIBINPUT_\0L".utf8)
        #expect(LibinputVersion.least(inLibrary: library) == LibinputVersion(1, 26, isLeast: true))
        #expect(LibinputVersion.least(inLibrary: []) == nil)
        let status = """
            Package: libinput-bin
            Version: 1.9.9

            Package: libinput10
            Status: install ok installed
            Version: 2:1.28.0-1

            Package: zsh
            Version: 5.9
            """
        #expect(LibinputVersion.packaged(inStatus: status) == LibinputVersion(1, 28))
        #expect(LibinputVersion.packaged(inStatus: "Package: x\nVersion: 1.2\n") == nil)
    }
}
