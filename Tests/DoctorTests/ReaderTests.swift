import Glibc
import InputSources
import Linux
import Recognition
import Testing

@testable import Doctor

/// A system made of files, as the reader finds it.
@Suite struct ReaderTests {
    private let root: TemporaryRoot

    init() throws {
        root = try TemporaryRoot()
        root.write("/proc/sys/kernel/osrelease", "6.1.0-40-amd64\n")
        root.write("/run/udev/control", "")
        root.makeFolder("/run/systemd/system")
        root.write(
            "/usr/lib/udev/rules.d/60-peekpop.rules", "# rules\nIMPORT{builtin}=\"hwdb --lookup-prefix=peekpop:\"\n")
        root.write("/usr/lib/udev/hwdb.d/60-peekpop.hwdb", "# entries\n")
        root.write("/usr/lib/udev/hwdb.bin", "compiled")
        root.write("/etc/passwd", "peekpop:x:990:990::/:/bin/false\nbroken line\n")
        root.write("/etc/group", "input:x:\(getegid()):\npeekpop:x:990:alice,bob\n")
        root.write("/usr/share/libinput/10-a.quirks", "[A]\nMatchVendor=0x04F3\nAttrPalmPressureThreshold=150\n")
        // Sorted by number, it comes before the other.
        root.write("/usr/share/libinput/9-b.quirks", "[B]\nMatchBus=i2c\nAttrPalmPressureThreshold=1\n")
        pad("event3", name: "Keyboard", keys: "10000 0 0 0", abs: "0", properties: "0", udev: "E:ID_INPUT_KEYBOARD=1\n")
        pad(
            "event12", name: "ELAN2703:00 04F3:323B Touchpad", keys: "e520 10000 0 0 0 0", abs: "673800001000003",
            properties: "85",
            udev: "S:x\nE:ID_INPUT=1\nE:ID_INPUT_TOUCHPAD=1\nE:SYSTEMD_WANTS=a.service peekpopd.socket\nG:systemd\n")
    }

    private func pad(_ event: String, name: String, keys: String, abs: String, properties: String, udev: String) {
        let device = "/sys/class/input/\(event)/device"
        root.write(device + "/name", name + "\n")
        root.write(device + "/id/bustype", "0018\n")
        root.write(device + "/id/vendor", "04f3\n")
        root.write(device + "/id/product", "323b\n")
        root.write(device + "/id/version", "0100\n")
        root.write(device + "/capabilities/key", keys + "\n")
        root.write(device + "/capabilities/abs", abs + "\n")
        root.write(device + "/properties", properties + "\n")
        root.write("/sys/class/input/\(event)/dev", "13:\(64 + (Int(event.dropFirst(5)) ?? 0))\n")
        root.write("/run/udev/data/c13:\(64 + (Int(event.dropFirst(5)) ?? 0))", udev)
        root.write("/dev/input/\(event)", "")
    }

    private func read(
        opens: Bool = true, says: [String: String] = [:], fails: [String: SystemReader.Answer] = [:]
    ) -> Findings {
        let reader = SystemReader(
            root: root.path,
            ask: { words in
                let words = words.joined(separator: " ")
                return fails[words] ?? says[words].map { SystemReader.Answer($0) }
            },
            axes: { _ throws(Errno) in
                if !opens { throw Errno(EACCES) }
                return [0x3a: Axis(minimum: 0, maximum: 4_095, resolution: 4)]
            })
        return reader.read(user: .init(name: "bob", isRoot: false, groups: []), nowSeconds: 0)
    }

    private static let show =
        "systemctl show --no-pager -p LoadState,ActiveState,Result,User,SupplementaryGroups,ExecStart,NRestarts peekpopd."

    @Test func aWholeSystem() throws {
        let findings = read(says: [
            "systemctl --version": "systemd 252 (252.39-1~deb12u2)\n+PAM\n", "libinput --version": "1.22.1\n",
            Self.show + "socket": "Result=success\nLoadState=loaded\nActiveState=active\n",
            Self.show + "service":
                "ExecStart={ path=/usr/libexec/peekpopd ; argv[]=/usr/libexec/peekpopd ; ignore_errors=no }\nUser=peekpop\n"
                + "SupplementaryGroups=input video\nLoadState=loaded\nActiveState=failed\nResult=exit-code\n",
        ])
        #expect(findings.kernel == "6.1.0-40-amd64")
        #expect(findings.systemd == "systemd 252")
        #expect(findings.libinput == LibinputVersion(1, 22))
        #expect(findings.rule == .at("/usr/lib/udev/rules.d/60-peekpop.rules"))
        #expect(findings.database == .at("/usr/lib/udev/hwdb.d/60-peekpop.hwdb"))
        #expect(findings.compiledDatabase == .current("/usr/lib/udev/hwdb.bin"))
        #expect(findings.socketUnit == .init(load: "loaded", active: "active"))
        #expect(
            findings.serviceUnit
                == .init(
                    load: "loaded", active: "failed", result: "exit-code", user: "peekpop", groups: ["input", "video"],
                    program: "/usr/libexec/peekpopd"))
        #expect(findings.accounts.users["peekpop"]?.id == 990)
        #expect(findings.accounts.groups["peekpop"]?.members == ["alice", "bob"])
        #expect(findings.ruleImports)
        let reading = findings.quirks.reading(by: LibinputVersion(1, 22))
        #expect(reading.refusal == nil)

        let pad = try #require(findings.pads.first)
        #expect(findings.pads.count == 1)
        #expect(pad.node == "/dev/input/event12")
        #expect(pad.facts.name == "ELAN2703:00 04F3:323B Touchpad")
        #expect(pad.facts.properties == [0, 2, 7])
        #expect(pad.hasContactPressure && pad.hasRanges && pad.isOffered)
        #expect(pad.classification?.padClass == .grams)
        #expect(pad.access?.group == getegid())
        #expect(reading.settings(for: pad.facts)["AttrPalmPressureThreshold"]?.value == "150")
    }

    @Test func whatNobodyMayOpen() throws {
        let pad = try #require(read(opens: false).pads.first)
        #expect(!pad.hasRanges)
        // The database knows it, whatever the range.
        #expect(pad.classification?.padClass == .grams)
    }

    @Test func brokenThings() {
        root.write("/etc/udev/rules.d/60-peekpop.rules", "")
        root.write("/etc/libinput/local-overrides.quirks", "[B]\nMatchBus=i2c\nAttrPalmPressureThreshold=0\nwhat\n")
        root.write("/sys/class/input/event12/device/capabilities/abs", "xyz\n")
        let findings = read()
        #expect(findings.rule == .masked("/etc/udev/rules.d/60-peekpop.rules"))
        #expect(findings.quirks.reading(by: LibinputVersion(1, 22)).refusal?.line == 4)
        #expect(findings.pads.isEmpty)
        #expect(findings.systemd == "systemd, of unknown version")
        #expect(findings.socketUnit == nil)
        #expect(findings.libinput == nil)
    }

    @Test func aDatabaseThatIsNewerThanItsCompilation() {
        var times = [timeval(tv_sec: 1_000, tv_usec: 0), timeval(tv_sec: 1_000, tv_usec: 0)]
        utimes(root.path + "/usr/lib/udev/hwdb.bin", &times)
        #expect(
            read().compiledDatabase == .older("/usr/lib/udev/hwdb.bin", source: "/usr/lib/udev/hwdb.d/60-peekpop.hwdb"))
        unlink(root.path + "/usr/lib/udev/hwdb.bin")
        #expect(read().compiledDatabase == .missing)
    }

    /// systemd reads rules below /usr/local, and no hwdb.
    @Test(arguments: ["/usr/local/lib/udev", "/run/udev"])
    func whereTheDatabaseIsNotRead(place: String) {
        let ours = "/usr/lib/udev/hwdb.d/60-peekpop.hwdb"
        root.write("\(place)/hwdb.d/60-peekpop.hwdb", "")
        #expect(read().database == .at(ours), "it switches off nothing either")
        unlink(root.path + ours)
        #expect(read().database == .unread("\(place)/hwdb.d/60-peekpop.hwdb"))
        unlink(root.path + "\(place)/hwdb.d/60-peekpop.hwdb")
        #expect(read().database == .missing)
        root.write("\(place)/rules.d/60-peekpop.rules", "# rules\n")
        unlink(root.path + "/usr/lib/udev/rules.d/60-peekpop.rules")
        #expect(read().rule == .at("\(place)/rules.d/60-peekpop.rules"))
    }

    @Test func localEntriesThatAreNotCompiled() {
        root.write(
            "/etc/udev/hwdb.d/61-mine.hwdb", "# mine\npeekpop:input:b0003v05ACp0265*\n PEEKPOP_CLICK_PRESSURE=80\n")
        #expect(
            read().compiledDatabase == .older("/usr/lib/udev/hwdb.bin", source: "/etc/udev/hwdb.d/61-mine.hwdb"))
        // Other entries are none of ours.
        root.write("/etc/udev/hwdb.d/61-mine.hwdb", "evdev:name:*peekpop:*\n X=1\n")
        #expect(read().compiledDatabase == .current("/usr/lib/udev/hwdb.bin"))
    }

    @Test func aRuleWithoutImports() {
        root.write("/usr/lib/udev/rules.d/60-peekpop.rules", "# IMPORT{builtin}=\"hwdb peekpop:\"\nTAG+=\"systemd\"\n")
        #expect(!read().ruleImports)
    }

    @Test func whatLibinputSaysOfItsFiles() {
        let ask = "libinput quirks validate"
        #expect(read().quirks.validation == .unasked)
        #expect(read(says: [ask: ""]).quirks.validation == .accepted)
        let refused = SystemReader.Answer("", complaints: "quirks error: Unknown key A\nFailed\n", status: 1)
        #expect(read(fails: [ask: refused]).quirks.validation == .refused("quirks error: Unknown key A"))
        // It has no such command.
        let other = SystemReader.Answer("", complaints: "libinput: quirks is not installed\n", status: 1)
        #expect(read(fails: [ask: other]).quirks.validation == .unasked)
    }

    /// The daemon and the pages lie below the prefix of this program, whichever it is.
    @Test func whatWasInstalledWithThisProgram() {
        #expect(read().daemonProgram == "/usr/libexec/peekpopd" && read().documentation == nil)
        root.link("/proc/self/exe", to: "/opt/our apps/bin/peekpopctl")
        root.write("/opt/our apps/share/doc/peekpop/docs/hardware.md", "")
        #expect(read().daemonProgram == "/usr/libexec/peekpopd")
        // As it lies beside it in a build.
        root.write("/opt/our apps/bin/peekpopd", "")
        #expect(read().daemonProgram == "/opt/our apps/bin/peekpopd")
        root.write("/opt/our apps/libexec/peekpopd", "")
        #expect(read().daemonProgram == "/opt/our apps/libexec/peekpopd")
        #expect(read().documentation == "/opt/our apps/share/doc/peekpop/docs")
        // What the service runs is what is meant.
        let unit = "ExecStart={ path=/srv/peekpopd ; x }\nLoadState=loaded\nActiveState=active\nResult=success\n"
        #expect(read(says: [Self.show + "service": unit]).daemonProgram == "/srv/peekpopd")
    }

    @Test func whatIsWrongWithTheConfiguration() {
        let show = Self.show + "service"
        let failed =
            "ExecStart={ path=/usr/libexec/peekpopd ; x }\nLoadState=loaded\nActiveState=failed\nResult=exit-code\n"
        let ask = "/usr/libexec/peekpopd --check-config"
        let complaint = SystemReader.Answer("", complaints: "peekpopd: /etc/x:2: odd\nmore\n", status: 1)
        #expect(read(says: [show: failed], fails: [ask: complaint]).configurationComplaint == "/etc/x:2: odd")
        #expect(read(says: [show: failed, ask: "no mistakes"]).configurationComplaint == nil)
        let running =
            "ExecStart={ path=/usr/libexec/peekpopd ; x }\nLoadState=loaded\nActiveState=active\nResult=success\n"
        #expect(read(says: [show: running], fails: [ask: complaint]).configurationComplaint == nil)
        // Another program is not started for that.
        let other = failed.replacing("libexec/peekpopd", with: "bin/false")
        let any = SystemReader.Answer("", complaints: "x", status: 1)
        #expect(read(says: [show: other], fails: ["/usr/bin/false --check-config": any]).configurationComplaint == nil)
    }

    /// Between two of many starts the unit looks like one that starts for the first time.
    @Test(arguments: [
        ("activating", "success", "3", "started again 3 times"), ("activating", "success", "0", "success"),
        ("activating", "exit-code", "3", "exit-code"), ("active", "success", "3", "success"),
    ])
    func startsOneAfterAnother(_ active: String, _ result: String, _ restarts: String, _ expected: String) {
        let show = "LoadState=loaded\nActiveState=\(active)\nResult=\(result)\nNRestarts=\(restarts)\n"
        #expect(read(says: [Self.show + "service": show]).serviceUnit?.result == expected)
    }

    @Test func calibrationsThatWereSetAside() {
        root.write("/var/lib/peekpop/i2c-04f3-323b.json.damaged", "?")
        root.write("/var/lib/peekpop/other.json", "{}")
        #expect(
            read().damagedCalibrations == ["i2c-04f3-323b": "/var/lib/peekpop/i2c-04f3-323b.json.damaged"])
    }

    @Test func overridesThatCannotBeRead() {
        root.makeFolder("/etc/libinput/local-overrides.quirks")
        let quirks = read().quirks
        #expect(
            quirks.unreadable?.description.contains("local-overrides.quirks cannot be read: Is a directory") == true)
        #expect(quirks.reading(by: LibinputVersion(1, 22)).sections.isEmpty)
    }

    @Test func libinputWithoutItsTools() {
        root.write("/usr/lib/x86_64-linux-gnu/libinput.so.10", "ELF LIBINPUT_1.19 ")
        #expect(read().libinput == LibinputVersion(1, 19, isLeast: true))
        root.write("/var/lib/dpkg/status", "Package: libinput10\nVersion: 1.28.1-1\n")
        #expect(read().libinput == LibinputVersion(1, 28))
    }

    @Test func nothingAtAll() throws {
        let empty = try TemporaryRoot()
        let reader = SystemReader(root: empty.path, ask: { _ in nil }, axes: { _ throws(Errno) in throw Errno(ENOENT) })
        var findings = reader.read(user: .init(name: "root", isRoot: true, groups: []), nowSeconds: 0)
        findings.silence()
        #expect(findings.pads.isEmpty && findings.systemd == nil && !findings.hasUdev)
        #expect(findings.quirks.isWithoutData)
        #expect(!findings.checks.pressesWork)
    }
}
