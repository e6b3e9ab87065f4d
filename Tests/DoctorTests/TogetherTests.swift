import PeekPopWire
import Testing

@testable import Doctor

/// Lines that depend on each other: what is amiss in one place is not told of another.
@Suite struct TogetherTests {
    /// Those that the daemon may not read are no part of those that work.
    @Test func padsThatMayNotBeRead() {
        func second(_ mode: UInt32, isKnown: Bool) -> Findings {
            .healthy {
                var other = FoundPad.magic { $0.access = .init(owner: 0, group: 104, mode: mode) }
                (other.node, other.facts.node) = ("/dev/input/event9", "/dev/input/event9")
                $0.pads.append(other)
                if isKnown { $0.daemonSays { $0.devices.append(.of(other)) } }
            }
        }
        #expect(second(0o660, isKnown: true).check(.presses)?.text == "they work on 2 pads")
        for isKnown in [true, false] {
            let findings = second(0o600, isKnown: isKnown)
            #expect(
                findings.check(.presses)?.text
                    == "they work on ELAN2703:00 04F3:323B Touchpad, and not on Apple Inc. Magic Trackpad USB-C")
            #expect(!findings.checks.pressesWork)
        }
        // A keyboard that announces the axis, and may not be read either, is missed by nobody.
        let findings = Findings.healthy {
            $0.pads.append(.area { ($0.node, $0.hasContactPressure, $0.access) = ("/dev/input/event9", false, nil) })
        }
        #expect(findings.check(.presses)?.text == "they work on ELAN2703:00 04F3:323B Touchpad")
    }

    /// Of a unit that is masked or missing, systemd tells neither user nor groups: nothing follows from that.
    @Test(arguments: ["masked", "not-found", "error", "bad-setting"]) func aUnitThatIsNotLoaded(_ load: String) {
        let findings = Findings.healthy {
            $0.serviceUnit = Findings.Unit(load: load, active: "inactive")
            $0.silence()
        }
        #expect(findings.check(.rights) == nil)
    }

    /// What comes first in the advice is what has to be done first.
    @Test func theServiceIsMendedBeforeItsSocket() {
        let findings = Findings.healthy {
            $0.socketUnit = Findings.Unit(load: "loaded", active: "failed", result: "resources")
            $0.serviceUnit = Findings.Unit(load: "masked", active: "inactive")
            $0.silence()
        }
        #expect(
            findings.check(.socket)?.advice == [
                "sudo systemctl unmask peekpopd.service",
                "sudo systemctl reset-failed peekpopd.socket peekpopd.service; sudo systemctl restart peekpopd.socket",
            ])
    }

    /// A start that takes its time is no failure.
    @Test func aServiceThatIsStarting() {
        let findings = Findings.healthy {
            $0.serviceUnit?.active = "activating"
            $0.silence("waited 10 s")
        }
        #expect(findings.check(.service)?.verdict == .fine)
        #expect(findings.check(.socket)?.advice == ["look"])
    }

    @Test func allNonsenseIsTold() {
        let text = Findings.healthy {
            $0.pads = [
                .redrix {
                    $0.facts.udevProperties["PEEKPOP_CLASS"] = "heavy"
                    $0.facts.udevProperties["PEEKPOP_CLICK_PRESSURE"] = "nan"
                }, .magic { $0.facts.udevProperties["PEEKPOP_SHARING"] = "all" },
            ]
        }.check(.hwdb)?.text
        for part in [
            "ELAN2703:00 04F3:323B Touchpad: PEEKPOP_CLASS=heavy", "PEEKPOP_CLICK_PRESSURE=nan",
            "Magic Trackpad USB-C: PEEKPOP_SHARING=all",
        ] {
            #expect(text?.contains(part) == true)
        }
    }

    /// With an old rule no entry gets to a pad, whatever is compiled.
    @Test func anOldRuleIsNotTheDatabasesFault() {
        let findings = Findings.healthy {
            $0.ruleImports = false
            $0.pads = [
                .redrix { $0.facts.udevProperties = $0.facts.udevProperties.filter { !$0.key.hasPrefix("PEEKPOP") } }
            ]
        }
        #expect(findings.check(.rule)?.verdict == .note)
        #expect(findings.check(.hwdb)?.verdict == .fine)
    }
}
