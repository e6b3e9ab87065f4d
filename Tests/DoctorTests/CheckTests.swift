import InputSources
import PeekPopWire
import Recognition
import Testing

@testable import Doctor

/// Every line: fine on a healthy system, and what it says when the thing that it looks at is broken.
@Suite struct CheckTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var topic: Check.Topic
        var verdict: Check.Verdict
        /// Part of what it says, and of what it says to do.
        var text: String
        var advice: String
        var change: @Sendable (inout Findings) -> Void

        init(
            _ topic: Check.Topic, _ verdict: Check.Verdict, _ text: String, _ advice: String,
            _ change: @escaping @Sendable (inout Findings) -> Void
        ) {
            self.topic = topic
            self.verdict = verdict
            self.text = text
            self.advice = advice
            self.change = change
        }

        var testDescription: String { "\(topic.rawValue): \(text)" }
    }

    @Test func allIsWell() {
        let checks = Findings.healthy().checks
        #expect(checks.filter { $0.verdict != .fine } == [])
        #expect(checks.filter { !$0.advice.isEmpty } == [])
        #expect(checks.pressesWork)
        // A line for everything but what is only there when it is amiss, in the table's order.
        #expect(checks.map(\.topic) == Check.Topic.allCases.filter { $0 != .source })
    }

    @Test(arguments: [
        (Check.Topic.kernel, "Linux 6.18.1"), (.libinput, "1.31"), (.systemd, "systemd 262"),
        (.rule, "/usr/lib/udev/rules.d/60-peekpop.rules"), (.hwdb, "/usr/lib/udev/hwdb.d/60-peekpop.hwdb"),
        (.socket, "somebody listens on /run/peekpop/org.peekpop.Gestures"), (.service, "peekpopd.service runs"),
        (.access, "alice may listen, as a member of group peekpop"),
        (.pad, "ELAN2703:00 04F3:323B Touchpad: grams, the hardware database knows this model"),
        (.rights, "peekpop may open /dev/input/event5, by group input"),
        (.palm, "libinput knows by its units that it feels force"), (.haptics, "none"),
        (.calibration, "made 2027-01-03 (12 days ago), misses 2 % of presses, 1 false peeks a day"),
        (.errors, "none since the daemon started"), (.presses, "they work on ELAN2703:00 04F3:323B Touchpad"),
    ])
    func healthy(_ topic: Check.Topic, _ text: String) {
        #expect(Findings.healthy().check(topic)?.text == text)
    }

    static let cases: [Case] = [
        Case(.libinput, .note, "reads no quirks at all: /etc/libinput/local-overrides.quirks:3, `nonsense`", "mend") {
            $0.quirks.add("[A]\nMatchName=X\nnonsense\n", file: "/etc/libinput/local-overrides.quirks")
        },
        Case(.libinput, .note, "no quirks at all: /usr/share/libinput is not there", "libinput-bin") {
            $0.quirks.isWithoutData = true
        },
        Case(.libinput, .note, "local-overrides.quirks cannot be read: Permission denied", "libinput quirks validate") {
            $0.quirks.miss("/etc/libinput/local-overrides.quirks", reason: "cannot be read: Permission denied")
        },
        Case(.systemd, .note, "does not run here", "start it by hand: /usr/libexec/peekpopd --socket") {
            $0.systemd = nil
            $0.silence()
        },

        Case(.rule, .note, "is missing", "sudo make install") { $0.rule = .missing },
        Case(.rule, .broken, "is missing", "sudo make install") {
            $0.rule = .missing
            $0.silence()
        },
        Case(.rule, .note, "switched off by /etc/udev/rules.d/60", "sudo rm /etc/udev/rules.d/60") {
            $0.rule = .masked("/etc/udev/rules.d/60-peekpop.rules")
        },
        Case(.rule, .note, "has not been applied to ELAN2703", "udevadm trigger") {
            $0.pads = [.redrix { $0.facts.udevProperties["SYSTEMD_WANTS"] = nil }]
        },
        Case(.rule, .note, "udev does not run here", "") { $0.hasUdev = false },
        Case(.rule, .note, "it does not ask udev's hwdb about pads", "udevadm control --reload") {
            $0.ruleImports = false
        },

        Case(.hwdb, .note, "is not installed", "sudo make install") { $0.database = .missing },
        Case(.hwdb, .note, "systemd does not read /usr/local/lib/udev/hwdb.d/60-peekpop.hwdb", "/etc/udev/hwdb.d/") {
            $0.database = .unread("/usr/local/lib/udev/hwdb.d/60-peekpop.hwdb")
        },
        Case(.hwdb, .note, "switched off by /etc/udev/hwdb.d/60", "sudo rm") {
            $0.database = .masked("/etc/udev/hwdb.d/60-peekpop.hwdb")
        },
        Case(.hwdb, .note, "has not been compiled", "systemd-hwdb --usr update") { $0.compiledDatabase = .missing },
        Case(.hwdb, .note, "is newer than /usr/lib/udev/hwdb.bin", "systemd-hwdb --usr update") {
            $0.compiledDatabase = .older(
                "/usr/lib/udev/hwdb.bin", source: "/usr/lib/udev/hwdb.d/60-peekpop.hwdb")
        },
        Case(.hwdb, .note, "/etc/udev/hwdb.d/61-mine.hwdb is newer than /etc/udev/hwdb.bin", "systemd-hwdb update") {
            $0.database = .missing
            $0.compiledDatabase = .older("/etc/udev/hwdb.bin", source: "/etc/udev/hwdb.d/61-mine.hwdb")
        },
        Case(.hwdb, .note, "udev has not told ELAN2703", "udevadm trigger") {
            $0.pads = [
                .redrix { $0.facts.udevProperties = $0.facts.udevProperties.filter { !$0.key.hasPrefix("PEEKPOP") } }
            ]
        },
        Case(.hwdb, .note, "PEEKPOP_CLASS=heavy: it has to be grams, force, area or none", "/etc/udev/hwdb.d") {
            $0.pads = [.redrix { $0.facts.udevProperties["PEEKPOP_CLASS"] = "heavy" }]
        },
        Case(.hwdb, .note, "SHARING=all: it has to be", "/etc/udev/hwdb.d") {
            $0.pads = [
                .redrix {
                    $0.facts.udevProperties["PEEKPOP_CLASS"] = "heavy"
                    $0.facts.udevProperties["PEEKPOP_SHARING"] = "all"
                }
            ]
        },

        Case(.socket, .broken, "is not installed", "sudo make install") {
            $0.socketUnit?.load = "not-found"
            $0.silence()
        },
        Case(.socket, .broken, "is masked", "systemctl unmask peekpopd.socket") {
            $0.socketUnit?.load = "masked"
            $0.silence()
        },
        Case(.socket, .broken, "is inactive", "systemctl enable --now peekpopd.socket") {
            $0.socketUnit?.active = "inactive"
            $0.silence()
        },
        Case(.socket, .broken, "has failed (service-start-limit-hit)", "systemctl reset-failed") {
            $0.socketUnit = Findings.Unit(load: "loaded", active: "failed", result: "service-start-limit-hit")
            $0.silence()
        },
        Case(.socket, .broken, "has failed (resources)", "sudo systemctl unmask peekpopd.service") {
            $0.socketUnit = Findings.Unit(load: "loaded", active: "failed", result: "resources")
            $0.serviceUnit = Findings.Unit(load: "masked", active: "inactive")
            $0.silence()
        },
        Case(.socket, .broken, "no reply", "peekpopctl config check") {
            $0.serviceUnit?.active = "activating"
            $0.serviceUnit?.result = "exit-code"
            $0.silence("no reply within 2 s")
        },
        Case(.socket, .broken, "waited 10 s", "look") { $0.silence("waited 10 s") },
        Case(.socket, .broken, "connecting to the socket: No such file", "/usr/libexec/peekpopd --socket /run/peekpop/")
        {
            $0.socketUnit = nil
            $0.silence()
        },
        Case(.socket, .broken, "connecting", "start a daemon there: /usr/libexec/peekpopd --socket /tmp/x") {
            ($0.isUsualSocket, $0.socketPath) = (false, "/tmp/x")
            $0.silence()
        },

        Case(.service, .broken, "is not installed", "sudo make install") {
            $0.serviceUnit?.load = "not-found"
            $0.silence()
        },
        Case(.service, .broken, "is masked", "systemctl unmask peekpopd.service") {
            $0.serviceUnit?.load = "masked"
            $0.silence()
        },
        Case(.service, .broken, "has failed (exit-code)", "journalctl -u peekpopd") {
            $0.serviceUnit?.active = "failed"
            $0.serviceUnit?.result = "exit-code"
            $0.silence()
        },
        Case(
            .service, .broken, "has failed (exit-code): /etc/peekpop/x.conf:2: odd",
            "peekpopctl config check"
        ) {
            $0.serviceUnit?.active = "failed"
            $0.serviceUnit?.result = "exit-code"
            $0.configurationComplaint = "/etc/peekpop/x.conf:2: odd"
            $0.silence()
        },
        Case(.service, .broken, "has failed (signal)", "journalctl -u peekpopd") {
            $0.serviceUnit?.active = "activating"
            $0.serviceUnit?.result = "signal"
            $0.silence()
        },

        Case(.access, .broken, "does not serve alice", "usermod -aG peekpop alice") {
            $0.user.groups = ["alice"]
            $0.daemon = .denied
        },
        Case(.access, .broken, "another user's session is in front", "go back to your session") {
            ($0.user.groups, $0.user.isInBackground) = (["alice"], true)
            $0.daemon = .denied
        },
        Case(.source, .note, "plays demo", "without --socket") { $0.daemonSays { $0.status.source = "demo" } },

        Case(.pad, .note, "area, its pressure axis has no force unit", "peekpopctl calibrate --device rmi-06cb-0000") {
            $0.pads = [.area()]
            $0.daemonSays { $0.devices = [.of(.area())] }
        },
        Case(
            .pad, .note, "none, it announces a broken pressure range (0 to 0)",
            "/usr/share/doc/peekpop/docs/hardware.md, \"Adding a pad\""
        ) {
            let broken = FoundPad.redrix { $0.facts.axes[0x3a] = Axis(minimum: 0, maximum: 0) }
            $0.pads = [broken]
            $0.daemonSays { $0.devices = [.of(broken)] }
        },
        Case(.pad, .note, "its class is not known, for nobody could read it", "sudo peekpopctl doctor") {
            $0.pads = [.area { $0.hasRanges = false }]
            $0.silence()
        },
        Case(.pad, .note, "none, it is a pen", "source = libinput in [daemon]") {
            $0.daemonSays { $0.devices.append(.pen()) }
        },
        Case(.pad, .note, "presses are off", "peekpopctl devices") {
            $0.daemonSays { $0.devices[0].gestures = false }
        },

        Case(.rights, .broken, "the daemon: opening /dev/input/event5: Permission denied", "ls -l /dev/input/event5") {
            $0.daemonSays { $0.devices[0].problem = "opening /dev/input/event5: Permission denied" }
        },
        Case(.rights, .broken, "user peekpop does not exist", "systemd-sysusers") {
            $0.accounts = Accounts(passwd: "root:x:0:0::/root:/bin/sh\n", group: "input:x:104:\n")
        },
        Case(.rights, .broken, "peekpop may not open /dev/input/event5 (group root, mode 600)", "udevadm trigger") {
            $0.pads = [.redrix { $0.access = .init(owner: 0, group: 0, mode: 0o600) }]
        },
        Case(.rights, .broken, "peekpop may not open /dev/input/event5 (group input, mode 660)", "udevadm") {
            $0.serviceUnit?.groups = []
        },
        Case(.rights, .broken, "/dev/input/event5 is not there", "ls -l") { $0.pads = [.redrix { $0.access = nil }] },

        Case(.palm, .note, "takes 130 and more for a palm", "--fix-libinput") {
            $0.pads = [.ce37()]
            $0.daemonSays { $0.devices = [.of(.ce37())] }
        },
        Case(.palm, .note, "and a peek is harder", "  AttrInputProp=+INPUT_PROP_PRESSUREPAD") {
            $0.pads = [.magic()]
            $0.daemonSays {
                $0.devices = [.of(.magic())]
                $0.status.source = "libinput"
            }
        },
        Case(.palm, .note, "a hard press may get there", "--fix-libinput") {
            $0.pads = [.magic()]
            $0.daemon = .denied
        },
        Case(.palm, .note, "which alice may not read", "sudo peekpopctl doctor") {
            $0.pads = [.redrix { $0.hasRanges = false }]
            $0.daemon = .denied
        },

        Case(.calibration, .note, "none in use: /var/lib/peekpop/i2c-04f3-323b.json cannot be read", "restart peekpopd")
        {
            $0.daemonSays {
                $0.calibrations = [:]
                $0.status.problems = [
                    Wire.Problem(timeUsec: 1, message: "/var/lib/peekpop/i2c-04f3-323b.json cannot be read")
                ]
            }
        },
        Case(.calibration, .note, "lies in /var/lib/peekpop/i2c-04f3-323b.json.damaged", "peekpopctl calibrate") {
            $0.daemonSays { $0.calibrations = [:] }
            $0.damagedCalibrations = ["i2c-04f3-323b": "/var/lib/peekpop/i2c-04f3-323b.json.damaged"]
        },
        Case(.calibration, .note, "that is many", "peekpopctl calibrate --device i2c-04f3-323b") {
            $0.daemonSays { $0.calibrations["i2c-04f3-323b"]?.provenance?.figures?.missedPeek = 0.3 }
        },
        Case(.calibration, .note, "days ago), misses 2 % of presses, 1 false peeks a day; that is long", "calibrate") {
            $0.daemonSays { $0.calibrations["i2c-04f3-323b"]?.provenance?.created = "2024-02-29T00:00:00Z" }
        },
        Case(.calibration, .note, "presses cannot be told here", "peekpopctl calibrate") {
            $0.daemonSays { $0.devices[0].gestures = false }
        },

        Case(.errors, .note, "1 since the daemon started, the last: i2c-04f3-323b: it went", "peekpopctl status") {
            $0.daemonSays {
                $0.status.problems = [Wire.Problem(timeUsec: 1, message: "it went", device: "i2c-04f3-323b")]
            }
        },
        Case(.errors, .note, "older than its files: /etc/x:3", "peekpopctl config check") {
            $0.daemonSays { $0.status.refusedReload = "/etc/x:3" }
        },

        Case(.presses, .broken, "no daemon tells of them", "stands above") { $0.silence() },
        Case(.presses, .broken, "there is no touchpad here, and no daemon", "peekpopctl replay demo") {
            $0.pads = []
            $0.silence()
        },
        Case(.presses, .broken, "there is no touchpad here", ": /usr/share/doc/peekpop/docs/hardware.md") {
            $0.pads = []
            $0.daemonSays { $0.devices = [] }
        },
        Case(.presses, .broken, "the daemon may not read ELAN2703", "stands above") {
            $0.pads = [.redrix { $0.access = .init(owner: 0, group: 0, mode: 0o600) }]
            $0.daemonSays { $0.devices = [] }
        },
        Case(.presses, .broken, "the daemon may not read ELAN2703", "stands above") {
            $0.daemonSays { $0.devices[0].problem = "opening /dev/input/event5: Permission denied" }
        },
        Case(.presses, .broken, "none of the pads here can tell a press", "stands above") {
            $0.pads = [.area()]
            $0.daemonSays { $0.devices = [.of(.area())] }
        },
    ]

    @Test(arguments: cases) func broken(_ item: Case) throws {
        let findings = Findings.healthy(item.change)
        let check = try #require(
            findings.checks.first { $0.topic == item.topic && $0.text.contains(item.text) },
            "\(findings.checks.filter { $0.topic == item.topic })")
        #expect(check.verdict == item.verdict)
        #expect(item.advice.isEmpty || check.advice.contains { $0.contains(item.advice) }, "\(check.advice)")
        if item.verdict == .broken { #expect(!findings.checks.pressesWork) }
    }

    /// Who types what the doctor writes gets something done: programs that are in nobody's PATH come with it.
    @Test(arguments: cases) func commandsCanBeTyped(_ item: Case) {
        let programs: Set<Substring> = [
            "peekpopctl", "sudo", "systemctl", "journalctl", "udevadm", "systemd-hwdb", "libinput", "ls", "grep", "apt",
            "apt-get",
        ]
        var findings = Findings.healthy(item.change)
        findings.daemonProgram = "/opt/libexec/peekpopd"
        for line in findings.checks.flatMap(\.advice) where line != "look" && !line.hasPrefix("  ") {
            // `why: COMMAND; COMMAND`: after the colon, or the whole line.
            let command = line.firstRange(of: ": ").map { line[$0.upperBound...] } ?? line[...]
            for words in command.split(separator: ";").map({ $0.split(separator: " ") }) {
                let isPlainText = !(words.contains { $0.hasPrefix("--") } || programs.contains(words.first ?? ""))
                #expect(isPlainText || programs.contains(words[0]) || words[0].hasPrefix("/opt/libexec/"), "\(line)")
            }
            // And nowhere in the midst of words.
            let daemons = line.split(separator: " ").indices(where: { $0.hasSuffix("peekpopd") }).ranges
            let all = line.split(separator: " ")
            for index in daemons.flatMap({ $0 }) where index + 1 < all.count && all[index + 1].hasPrefix("--") {
                #expect(all[index] == "/opt/libexec/peekpopd", "\(line)")
            }
        }
    }

    @Test func documentationThatIsNotInstalledIsNamedAsWhatItIs() {
        let findings = Findings.healthy {
            $0.pads = []
            $0.documentation = nil
            $0.daemonSays { $0.devices = [] }
        }
        #expect(findings.check(.presses)?.advice.first?.hasSuffix("docs/hardware.md in PeekPop's sources") == true)
    }

    /// What can be amiss has a case here; versions alone cannot.
    @Test func everyLineHasACase() {
        let untold: Set<Check.Topic> = [.kernel, .haptics]
        #expect(Set(Self.cases.map(\.topic)).union(untold) == Set(Check.Topic.allCases))
    }

    @Test func onePadThatWorksIsEnough() {
        let findings = Findings.healthy {
            let area = FoundPad.area { ($0.node, $0.facts.node) = ("/dev/input/event9", "/dev/input/event9") }
            $0.pads.append(area)
            $0.daemonSays { $0.devices.append(.of(area)) }
        }
        #expect(findings.checks.pressesWork)
        #expect(findings.checks.filter { $0.topic == .pad }.map(\.verdict) == [.fine, .note])
    }

    @Test func notesDoNotKeepPressesFromWorking() {
        for item in Self.cases where item.verdict == .note {
            let checks = Findings.healthy(item.change).checks
            // Unless the same change breaks another line as well.
            #expect(checks.pressesWork == !checks.contains { $0.verdict == .broken })
            #expect(checks.contains { $0.topic == item.topic && $0.verdict == .note })
        }
    }

    @Test func hapticsAreToldInWords() {
        let findings = Findings.healthy {
            $0.daemonSays {
                $0.devices[0].haptics = true
                $0.devices[0].hapticsReason = "the kernel plays waveforms"
            }
        }
        #expect(findings.check(.haptics)?.text == "yes: the kernel plays waveforms")
    }

    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("2000-02-29T", 11_016), ("2026-11-30", 20_787), ("2024-13-01", nil),
            ("x", nil),
            ("2024-01", nil), ("", nil),
        ] as [(String, Int64?)])
    func days(_ text: String, _ expected: Int64?) {
        #expect(Days(text)?.sinceEpoch == expected)
    }
}
