import InputSources
import PeekPopWire
import Recognition
import Recordings

@testable import Doctor

/// A system on which all is well, for tests that break one thing.
extension Findings {
    /// 2027-01-15.
    static let testSeconds: Int64 = 1_800_000_000

    static func healthy(_ change: (inout Findings) -> Void = { _ in }) -> Findings {
        var findings = Findings()
        findings.kernel = "6.18.1"
        findings.libinput = LibinputVersion(1, 31)
        findings.systemd = "systemd 262"
        findings.rule = .at("/usr/lib/udev/rules.d/60-peekpop.rules")
        findings.database = .at("/usr/lib/udev/hwdb.d/60-peekpop.hwdb")
        findings.compiledDatabase = .current("/usr/lib/udev/hwdb.bin")
        findings.socketPath = "/run/peekpop/org.peekpop.Gestures"
        findings.socketUnit = Unit(load: "loaded", active: "active")
        findings.serviceUnit = Unit(
            load: "loaded", active: "active", user: "peekpop", groups: ["input"],
            program: "/usr/libexec/peekpopd")
        findings.accounts = Accounts(
            passwd: "root:x:0:0::/root:/bin/sh\npeekpop:x:990:990::/:/bin/false\n",
            group: "root:x:0:\ninput:x:104:\npeekpop:x:990:alice\n")
        findings.user = User(name: "alice", isRoot: false, groups: ["alice", "peekpop"])
        findings.pads = [.redrix()]
        findings.daemon = .answers(
            Daemon(status: .quiet, devices: [.of(.redrix())], calibrations: ["i2c-04f3-323b": .good]))
        findings.nowSeconds = Findings.testSeconds
        findings.documentation = "/usr/share/doc/peekpop/docs"
        change(&findings)
        return findings
    }

    /// Changes what the daemon says.
    mutating func daemonSays(_ change: (inout Daemon) -> Void) {
        guard var daemon = answer else { return }
        change(&daemon)
        self.daemon = .answers(daemon)
    }

    func check(_ topic: Check.Topic) -> Check? { checks.first { $0.topic == topic } }

    /// Everything was done: the daemon does not answer.
    mutating func silence(_ words: String = "connecting to the socket: No such file or directory") {
        daemon = .unreachable(words, advice: "look")
    }
}

extension Wire.Status {
    static let quiet = Wire.Status(
        version: "0.1.0", source: "evdev", socket: nil, uptimeUsec: 1, connections: 1, subscribers: 0, pads: 1,
        openPads: 0, frames: 0, events: 0, lost: 0, configFiles: [], problems: [])
}

extension Wire.Device {
    /// As the daemon tells of a pad without a calibration.
    static func of(_ pad: FoundPad) -> Wire.Device {
        let description = pad.description
        let recogniser = Recogniser(description)
        var levels: Levels?
        if case .on(let on) = recogniser.levels { levels = on }
        return Wire.Device(description, gestures: levels != nil, scale: recogniser.scale, levels: levels)
    }

    /// As the daemon tells of a pen, which only the libinput source has presses of.
    static func pen() -> Wire.Device {
        var pad = FoundPad.area {
            ($0.facts.name, $0.node, $0.facts.node) = ("Pen", "/dev/input/event8", "/dev/input/event8")
        }
        pad.facts.udevProperties = ["ID_INPUT": "1", "ID_INPUT_TABLET": "1"]
        return of(pad)
    }
}

extension Wire.Calibration {
    /// Made 12 days before the tests' now.
    static let good = Wire.Calibration(
        device: "i2c-04f3-323b", Calibration(clickPressure: 520, gesturesEnabled: true),
        provenance: Wire.Provenance(
            created: "2027-01-03T10:00:00Z", program: "peekpopctl 0.1.0", method: .guided,
            figures: Wire.Figures(missedPeek: 0.02, falsePeeksPerDay: 1.2)))
}

extension FoundPad {
    static func pad(
        _ bus: UInt16, _ vendor: UInt16, _ product: UInt16, name: String, maximum: Int32, resolution: Int32 = 0,
        _ change: (inout FoundPad) -> Void = { _ in }
    ) -> FoundPad {
        var facts = DeviceFacts()
        (facts.bus, facts.vendor, facts.product, facts.version) = (bus, vendor, product, 0x100)
        (facts.name, facts.node) = (name, "/dev/input/event5")
        facts.properties = [0, 2]
        facts.udevProperties = [
            "ID_INPUT": "1", "ID_INPUT_TOUCHPAD": "1", "SYSTEMD_WANTS": "peekpopd.socket",
        ]
        let known = HardwareDatabase.builtIn.knowledge(of: facts)
        if let padClass = known.padClass { facts.udevProperties["PEEKPOP_CLASS"] = padClass.rawValue }
        if let units = known.unitsPerGram { facts.udevProperties["PEEKPOP_UNITS_PER_GRAM"] = "\(units)" }
        if let click = known.clickPressure { facts.udevProperties["PEEKPOP_CLICK_PRESSURE"] = "\(click)" }
        facts.axes = [
            0x35: Axis(minimum: 0, maximum: 3_000, resolution: 30),
            0x36: Axis(minimum: 0, maximum: 1_800, resolution: 30),
            0x3a: Axis(minimum: 0, maximum: maximum, resolution: resolution),
        ]
        var pad = FoundPad(
            node: facts.node, facts: facts, hasContactPressure: true, hasRanges: true,
            access: Node(owner: 0, group: 104, mode: 0o660))
        change(&pad)
        return pad
    }

    static func redrix(_ change: (inout FoundPad) -> Void = { _ in }) -> FoundPad {
        pad(0x18, 0x04f3, 0x323b, name: "ELAN2703:00 04F3:323B Touchpad", maximum: 4_095, resolution: 4, change)
    }

    /// Two hundred and fifty-six steps of force, and no units: what libinput takes for a palm.
    static func ce37(_ change: (inout FoundPad) -> Void = { _ in }) -> FoundPad {
        pad(0x18, 0x06cb, 0xce37, name: "SYNA2BA6:00 06CB:CE37 Touchpad", maximum: 255, change)
    }

    static func magic(_ change: (inout FoundPad) -> Void = { _ in }) -> FoundPad {
        pad(0x03, 0x05ac, 0x0324, name: "Apple Inc. Magic Trackpad USB-C", maximum: 253, change)
    }

    static func area(_ change: (inout FoundPad) -> Void = { _ in }) -> FoundPad {
        pad(0x1d, 0x06cb, 0, name: "Synaptics TM3289-021", maximum: 255, change)
    }
}
