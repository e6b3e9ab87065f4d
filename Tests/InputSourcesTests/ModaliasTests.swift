import Recognition
import Testing

@testable import InputSources

/// Every match line of the file against what a kernel really says of such a device.
@Suite struct ModaliasTests {
    /// What follows the ids in a touchpad's modalias: its event types, keys, axes, properties.
    static let ids: [(ids: String, padClass: PadClass)] = [
        ("b0019v05ACp0343e0000", .grams), ("b001Cv05ACp0343e0001", .grams),
        ("b0003v05ACp0265e0110", .force), ("b0005v05ACp0265e0066", .force), ("b0005v004Cp0265e0067", .force),
        ("b0003v05ACp0324e0110", .force), ("b0005v004Cp0324e0160", .force),
        ("b0003v004Cp0324e0110", .force),
        ("b0019v045Ep09AFe0100", .grams), ("b0018v04F3p323Be0100", .grams),
        ("b0018v06CBpCE37e0100", .force), ("b0018v093Ap4811e0100", .force),
        ("b0018v27C6p01E7e0100", .force), ("b0018v27C6p01E8e0100", .force), ("b0018v27C6p01E9e0100", .force),
        ("b0018v27C6p01EAe0100", .force), ("b0018v27C6p01EBe0100", .force), ("b0018v27C6p0F90e0100", .force),
        ("b0018v27C6p0F95e0100", .force), ("b0018v27C6p0F96e0100", .force), ("b0018v27C6p01E0e0100", .force),
        ("b0018v27C6p0F60e0100", .force), ("b0018v27C6p0F61e0100", .force), ("b0018v27C6p0F62e0100", .force),
        ("b0018v06CBpCFA0e0100", .force), ("b0018v06CBpCFD2e0100", .force), ("b0018v06CBpCFF8e0100", .force),
        ("b0018v06CBpCFF9e0100", .force), ("b0018v06CBpD01Ae0100", .force), ("b0018v06CBpD01De0100", .force),
        ("b0018v06CBpD024e0100", .force), ("b0018v0488p108Ce0100", .force), ("b0018v0488p108De0100", .force),
        ("b0018v2C2Fp0033e0100", .force), ("b0018v2C2Fp0034e0100", .force), ("b0018v04F3p3355e0100", .force),
    ]
    static let tail = "-e0,1,3,4,k110,145,148,14A,14D,14E,14F,ra0,1,2F,35,36,37,39,3A,m5,lsfw"

    static let asus = "dmi:bvnAmericanMegatrendsInc.:bvrUX302LA.207:svnASUSTeKCOMPUTERINC.:pnUX302LA:pvr1.0:"
    static let honor = "dmi:bvnHONOR:bvr1.0:svnHONOR:pnMRA-XXX:pvrM1010:"
    static let names: [(name: String, machine: String, property: String, value: String)] = [
        ("TOPS0102:00 35CC:0104 Touchpad", honor, "PEEKPOP_CLASS", "force"),
        ("TOPS0102:00 35CC:0104 Touchpad", "", "PEEKPOP_CLASS", "force"),
        ("ETPS/2 Elantech Touchpad", asus, "PEEKPOP_SHARING", "one-finger"),
    ]

    @Test(arguments: ids) func reachable(_ ids: String, _ padClass: PadClass) {
        let found = HardwareDatabase.builtIn.properties("peekpop:input:\(ids)\(Self.tail)")
        #expect(found["PEEKPOP_CLASS"] == padClass.rawValue)
    }

    @Test(arguments: names) func reachable(_ name: String, _ machine: String, _ property: String, _ value: String) {
        var facts = DeviceFacts()
        (facts.name, facts.machine) = (name, machine)
        #expect(HardwareDatabase.builtIn.properties(facts.nameLookup) == [property: value])
    }

    /// A match line that none of these reaches is one that nobody has checked.
    @Test func everyMatchLineIsReached() {
        let lookups =
            Self.ids.map { "peekpop:input:\($0.ids)\(Self.tail)" }
            + Self.names.map { "peekpop:name:\($0.name):\($0.machine)" }
        for glob in HardwareDatabase.builtIn.entries.flatMap(\.globs) {
            let alone = HardwareDatabase("\(glob)\n PEEKPOP_CLASS=force\n")
            #expect(lookups.contains { !alone.properties($0).isEmpty }, "\(glob)")
        }
    }

    @Test(
        "What is like an entry and is none",
        arguments: [
            "peekpop:input:b0003v27C6p01E9e0100", "peekpop:input:b0018v06CBpCE38e0100",
            "peekpop:input:b0018v06cbpce37e0100", "peekpop:name:ETPS/2 Elantech Touchpad:",
            "peekpop:name:ETPS/2 Elantech Touchpad:dmi:bvnAmericanMegatrendsInc.:svnASUSTeKCOMPUTERINC.:pnUX302LAX:pvr1:",
        ])
    func unreachable(_ lookup: String) {
        #expect(HardwareDatabase.builtIn.properties(lookup) == [:])
    }
}
