import Recognition
import Testing

@testable import InputSources

private func device(
    _ bus: UInt16, _ vendor: UInt16, _ product: UInt16, name: String = "Pad", udev: [String: String] = [:]
) -> DeviceFacts {
    var facts = DeviceFacts()
    (facts.bus, facts.vendor, facts.product, facts.version) = (bus, vendor, product, 0x100)
    facts.name = name
    facts.udevProperties = udev
    return facts
}

struct HardwareDatabaseTests {
    // MARK: The real file

    @Test func theFileIsWithoutProblems() {
        #expect(HardwareDatabase.builtIn.problems.isEmpty)
        #expect(HardwareDatabase.builtIn.entries.count >= 15)
    }

    @Test(arguments: [
        (device(5, 0x004c, 0x0265), HardwareKnowledge(padClass: .force, sharing: .shared)),
        (device(3, 0x05ac, 0x0324), HardwareKnowledge(padClass: .force, sharing: .shared)),
        (device(0x18, 0x045e, 0x09af), HardwareKnowledge(padClass: .grams, unitsPerGram: 1, sharing: .wholePad)),
        (device(0x18, 0x04f3, 0x323b), HardwareKnowledge(padClass: .grams, unitsPerGram: 4)),
        (device(0x18, 0x06cb, 0xce37), HardwareKnowledge(padClass: .force, clickPressure: 30)),
        (device(0x18, 0x27c6, 0x01e9), HardwareKnowledge(padClass: .force)),
        (device(0x18, 0x35cc, 0x0104, name: "TOPS0102:00 35CC:0104 Touchpad"), HardwareKnowledge(padClass: .force)),
        // The same ids on another bus are another device.
        (device(3, 0x27c6, 0x01e9), HardwareKnowledge()),
        (device(0x1d, 0x06cb, 0x0000), HardwareKnowledge()),
    ])
    func knowsTheModels(facts: DeviceFacts, knowledge: HardwareKnowledge) {
        #expect(HardwareDatabase.builtIn.knowledge(of: facts) == knowledge)
    }

    // MARK: udev's word

    @Test func udevGoesBeforeTheBuiltInFilePropertyByProperty() {
        let facts = device(0x18, 0x04f3, 0x323b, udev: ["PEEKPOP_CLASS": "area", "ID_INPUT": "1"])
        #expect(HardwareDatabase.builtIn.knowledge(of: facts) == HardwareKnowledge(padClass: .area, unitsPerGram: 4))
        let click = device(3, 0x05ac, 0x0265, udev: ["PEEKPOP_CLICK_PRESSURE": "80"])
        #expect(
            HardwareDatabase.builtIn.knowledge(of: click)
                == HardwareKnowledge(padClass: .force, clickPressure: 80, sharing: .shared))
    }

    /// On a Magic Trackpad 2: 0 to 253, without a scale.
    @Test(arguments: [
        ("PEEKPOP_CLASS", "forse", "PEEKPOP_CLASS=forse: it has to be grams, force, area or none"),
        ("PEEKPOP_CLASS", "", "PEEKPOP_CLASS=: it has to be grams, force, area or none"),
        (
            "PEEKPOP_CLASS", "grams",
            "PEEKPOP_CLASS=grams: the pad announces no scale, so PEEKPOP_UNITS_PER_GRAM has to stand beside it"
        ),
        (
            "PEEKPOP_PRESSURE_MAX", "9",
            "PEEKPOP_PRESSURE_MAX=9: it has to lie 10 units or more above the beginning of the range, 0"
        ),
        (
            "PEEKPOP_PRESSURE_MAX", "99999999",
            "PEEKPOP_PRESSURE_MAX=99999999: it has to be an integer above 0, a million at most"
        ),
        (
            "PEEKPOP_UNITS_PER_GRAM", "0.001",
            "PEEKPOP_UNITS_PER_GRAM=0.001: the range 0 to 253 would end at 253000 g, and a finger presses with"
                + " 100 g to 50000 g"
        ),
        (
            "PEEKPOP_UNITS_PER_GRAM", "4",
            "PEEKPOP_UNITS_PER_GRAM=4.0: the range 0 to 253 would end at 63 g, and a finger presses with"
                + " 100 g to 50000 g"
        ),
        ("PEEKPOP_CLICK_PRESSURE", "253", "PEEKPOP_CLICK_PRESSURE=253.0: it has to lie within the range 0 to 253"),
        ("PEEKPOP_CLICK_PRESSURE", "5000", "PEEKPOP_CLICK_PRESSURE=5000.0: it has to lie within the range 0 to 253"),
        ("PEEKPOP_CLIK_PRESSURE", "80", "unknown property PEEKPOP_CLIK_PRESSURE"),
    ])
    func whatCannotBeTrueOfThePadIsReported(key: String, value: String, complaint: String) {
        var facts = device(3, 0x05ac, 0x0265, udev: [key: value])
        facts.axes = [0x3a: Axis(minimum: 0, maximum: 253)]
        var reports: [String] = []
        let knowledge = HardwareDatabase.builtIn.knowledge(of: facts) { reports.append($0) }
        #expect(reports == [complaint])
        #expect(knowledge == HardwareKnowledge(padClass: .force, sharing: .shared), "what is built in holds")
    }

    @Test func theTrueRangeIsTheOneThatCounts() {
        var facts = device(
            3, 1, 1,
            udev: ["PEEKPOP_PRESSURE_MAX": "1000", "PEEKPOP_CLICK_PRESSURE": "400", "PEEKPOP_UNITS_PER_GRAM": "2"])
        // As broken as it may be announced.
        facts.axes = [0x3a: Axis(minimum: 0, maximum: 0)]
        let knowledge = HardwareDatabase.builtIn.knowledge(of: facts) { Issue.record("\($0)") }
        #expect(knowledge == HardwareKnowledge(unitsPerGram: 2, clickPressure: 400, pressureMaximum: 1_000))
    }

    @Test func aNonsenseUdevPropertyIsReported() {
        var reports: [String] = []
        let facts = device(3, 1, 1, udev: ["PEEKPOP_CLASS": "heavy", "PEEKPOP_CLICK_PRESSURE": "12.5"])
        let knowledge = HardwareDatabase.builtIn.knowledge(of: facts) { reports.append($0) }
        #expect(knowledge == HardwareKnowledge(clickPressure: 12.5))
        #expect(reports == ["PEEKPOP_CLASS=heavy: it has to be grams, force, area or none"])
    }

    @Test func whereUdevMakesNoSenseTheBuiltInFileHolds() {
        var reports: [String] = []
        let facts = device(
            0x18, 0x04f3, 0x323b, udev: ["PEEKPOP_UNITS_PER_GRAM": "four", "PEEKPOP_CLASS": "grams"])
        let knowledge = HardwareDatabase.builtIn.knowledge(of: facts) { reports.append($0) }
        #expect(knowledge == HardwareKnowledge(padClass: .grams, unitsPerGram: 4))
        #expect(reports == ["PEEKPOP_UNITS_PER_GRAM=four: it has to be a number above 0, a million at most"])
    }

    // MARK: Other texts

    @Test(arguments: [
        ("PEEKPOP_CLASS=", "grams, force, area or none"),
        ("PEEKPOP_SHARING=Shared", "per-contact, shared, whole-pad or one-finger"),
        ("PEEKPOP_UNITS_PER_GRAM=0", "a number above 0, a million at most"),
        ("PEEKPOP_UNITS_PER_GRAM=-4", "a number above 0, a million at most"),
        ("PEEKPOP_UNITS_PER_GRAM=nan", "a number above 0, a million at most"),
        ("PEEKPOP_CLICK_PRESSURE=1e99", "a number above 0, a million at most"),
        ("PEEKPOP_PRESSURE_MAX=2147483648", "an integer above 0, a million at most"),
        ("PEEKPOP_PRESSURE_MAX=1.5", "an integer above 0, a million at most"),
    ])
    func nonsenseIsReportedAndTheRestKept(line: String, wanted: String) {
        let database = HardwareDatabase("peekpop:input:*\n \(line)\n PEEKPOP_CLASS=force\n")
        #expect(
            database.problems == [.init(line: 2, message: "\(line): it has to be \(wanted)")])
        #expect(database.knowledge(of: device(3, 1, 2)) == HardwareKnowledge(padClass: .force))
    }

    @Test(arguments: [
        (" PEEKPOP_CLASS=force", 1, "a property without a match line above it: PEEKPOP_CLASS=force"),
        ("peekpop:*\n PEEKPOP_CLAS=force", 2, "unknown property PEEKPOP_CLAS"),
        ("peekpop:*\n PEEKPOP_CLASS", 2, "a property without a value: PEEKPOP_CLASS"),
    ])
    func brokenLinesAreReported(text: String, line: Int, message: String) {
        #expect(HardwareDatabase(text).problems == [.init(line: line, message: message)])
    }

    @Test func laterEntriesGoFirst() {
        let database = HardwareDatabase(
            """
            # one entry for all
            peekpop:input:*
             PEEKPOP_CLASS=area
             PEEKPOP_CLICK_PRESSURE=9

            peekpop:input:b0003v0001p0002*
            # a comment between
            peekpop:input:b0003v0001p0003*
             PEEKPOP_CLASS=force
            peekpop:input:b0003v0001p0004*
             PEEKPOP_CLASS=none
            """)
        #expect(database.problems.isEmpty)
        #expect(database.knowledge(of: device(3, 1, 2)) == HardwareKnowledge(padClass: .force, clickPressure: 9))
        #expect(database.knowledge(of: device(3, 1, 3)) == HardwareKnowledge(padClass: .force, clickPressure: 9))
        #expect(database.knowledge(of: device(3, 1, 4)) == HardwareKnowledge(padClass: PadClass.none, clickPressure: 9))
        #expect(database.knowledge(of: device(3, 1, 5)) == HardwareKnowledge(padClass: .area, clickPressure: 9))
    }

    @Test(arguments: ["", "\n\n", "\u{0}\u{1}", "peekpop:*", " ", "====\n ===="])
    func noTextIsACrash(text: String) {
        #expect(HardwareDatabase(text).knowledge(of: device(3, 1, 2)) == HardwareKnowledge())
    }
}
