import Glibc
import Linux
import Testing

@testable import Doctor

@Suite struct OverridesTests {
    static let version = LibinputVersion(1, 22)
    static let ours = merged([override("A"), override("B")], into: nil)

    static func merged(_ overrides: [LibinputOverride], into text: String?) -> String {
        LibinputOverride.merged(overrides, into: text, version: version)
    }

    static func override(_ name: String) -> LibinputOverride {
        let number = name.utf8.first.map { UInt16($0) } ?? 0
        let pad = FoundPad.magic { ($0.facts.name, $0.facts.product) = (name, 0x300 + number) }
        guard
            case .trap(let trap) = PalmTrap(
                pad, device: nil, version: LibinputVersion(1, 22),
                quirks: LibinputQuirks().reading(by: LibinputVersion(1, 22)))
        else { preconditionFailure("a pad in the trap") }
        return trap.remedy
    }

    @Test func whatOthersWroteStays() {
        let others = "# mine\n[Other]\nMatchName=*\nAttrThing=1"
        let text = Self.merged([Self.override("A")], into: others)
        #expect(text.hasPrefix(others + "\n\n# By peekpopctl doctor"))
        // Another pad, and the first is not here; what others wrote between is kept.
        let later = Self.merged(
            [Self.override("B")], into: text + "# about the next\n[Third]\nMatchName=x\n")
        #expect(later.contains("[PeekPop A]"))
        #expect(later.contains("[PeekPop B]"))
        #expect(later.hasPrefix(others + "\n\n# about the next\n[Third]\nMatchName=x\n"))
    }

    @Test func sayingItTwiceChangesNothing() {
        #expect(Self.merged([Self.override("A"), Self.override("B")], into: Self.ours) == Self.ours)
        #expect(!LibinputOverride.hasOthers(Self.ours))
        #expect(!LibinputOverride.hasOthers(""))
        #expect(LibinputOverride.hasOthers(Self.ours + "[X]\n"))
        #expect(LibinputOverride.hasOthers("# only words\n"))
    }

    /// What is not to the letter what this program writes is somebody's, whatever it is called.
    @Test(arguments: [
        "[PeekPop tuned by hand]\nMatchVendor=0x1234\nAttrPalmSizeThreshold=5\n",
        "[PeekPop A]\nMatchUdevType=touchpad\nMatchBus=usb\nMatchVendor=0x05AC\nMatchProduct=0x0341\n"
            + "AttrPalmPressureThreshold=0\nAttrPalmSizeThreshold=5\n",
        "[PeekPop A]\nMatchUdevType=touchpad\nMatchBus=usb\nMatchVendor=0x05AC\nMatchProduct=0x0341\n"
            + "AttrPalmPressureThreshold=0\n\n# mine\nAttrPalmSizeThreshold=5\n",
        "[PeekPop A]\nMatchUdevType=touchpad\nMatchBus=usb\nMatchVendor=0x05AC\nMatchProduct=0x0341\n"
            + "AttrPalmPressureThreshold=300\n",
        "[PeekPop A]\nMatchUdevType=touchpad\n# mine\nMatchBus=usb\nMatchVendor=0x05AC\nMatchProduct=0x0341\n"
            + "AttrPalmPressureThreshold=0\n",
        "[PeekPop A]\nMatchUdevType=touchpad\nMatchVendor=0x05AC\nMatchProduct=0x0341\n"
            + "AttrPalmPressureThreshold=0 # not 190\n",
        "[PeekPop A]\nMatchUdevType=touchpad\nMatchName=B\nAttrPalmPressureThreshold=0\n",
        "[PeekPop A]\nMatchName=A\nAttrPalmPressureThreshold=0\n", "[PeekPop A]\n", "[PeekPop A\n",
    ])
    func whatOnlyLooksLikeOursIsKept(_ text: String) {
        #expect(LibinputOverride.hasOthers(text))
        #expect(Self.merged([Self.override("A")], into: text).hasPrefix(text))
        let around = "# first\n[X]\nMatchName=x\nModelTrackball=1\n\n" + text + "\n# last\n"
        #expect(Self.merged([Self.override("A")], into: around).hasPrefix(around))
        // Behind one that is ours as well.
        let behind = Self.merged([Self.override("B")], into: nil) + "\n" + text
        let later = Self.merged([Self.override("B")], into: behind)
        #expect(later.hasPrefix(text) && later.contains("[PeekPop B]"))
        #expect(Self.merged([Self.override("B")], into: later) == later)
    }

    /// Words that an older libinput does not know would cost it all its quirks, those of pads that are away as well.
    @Test func oursOfANewerLibinputAreWrittenAnew() {
        let newer = LibinputVersion(1, 31)
        let pad = FoundPad.magic { $0.facts.name = "Away" }
        let away = LibinputOverride(pad.facts, version: newer, isForce: true)
        let text = LibinputOverride.merged([away], into: nil, version: newer)
        #expect(text.contains("+INPUT_PROP_PRESSUREPAD"))
        #expect(
            Self.merged([], into: text)
                == text.replacing("AttrInputProp=+INPUT_PROP_PRESSUREPAD", with: "AttrPalmPressureThreshold=0"))
        #expect(LibinputOverride.merged([], into: text, version: newer) == text)
        let findings = Findings.healthy {
            $0.libinput = Self.version
            $0.quirks.add(text, file: OverridesFile.usualPath)
        }
        #expect(findings.check(.libinput)?.text.contains("does not know") == true)
        #expect(findings.check(.libinput)?.advice.first?.contains("--fix-libinput") == true)
        #expect(findings.isMendable && findings.overrides.isEmpty)
        #expect(findings.obstacle(to: findings.mended(text)) == nil)
    }

    /// A line of others, or that libinput's own files are missing, is in the way of all that could be written.
    @Test func whatIsInTheWay() {
        func findings(_ text: String?, _ change: (inout Findings) -> Void = { _ in }) -> Findings {
            Findings.healthy {
                $0.libinput = Self.version
                $0.pads = [.magic()]
                $0.daemonSays { $0.devices = [.of(.magic())] }
                if let text { $0.quirks.add(text, file: OverridesFile.usualPath) }
                change(&$0)
            }
        }
        func obstacle(_ findings: Findings, _ text: String?) -> String? {
            findings.obstacle(to: findings.mended(text)).map { "\($0)" }
        }
        #expect(obstacle(findings(nil), nil) == nil)
        // Words alone are no section: with one of ours, there is one.
        #expect(obstacle(findings("# words\n"), "# words\n") == nil)
        let foreign = "[A]\nMatchName=x\nModelPressurePad=1\n"
        #expect(obstacle(findings(foreign), foreign)?.contains("quirks:3, `ModelPressurePad=1`") == true)
        #expect(findings(foreign).check(.palm)?.text.contains("takes 130 and more") == true)
        #expect(findings(foreign).check(.palm)?.advice.first?.contains("see libinput above") == true)
        #expect(findings(foreign).check(.libinput)?.advice.contains { $0.contains("--fix-libinput") } == false)
        let edited = Self.merged([Self.override("A")], into: nil) + "AttrNone=1\n"
        #expect(obstacle(findings(edited), edited)?.contains("`AttrNone=1`") == true)
        #expect(
            obstacle(findings(nil) { $0.quirks.isWithoutData = true }, nil)?.hasPrefix("/usr/share/libinput") == true)
        #expect(
            obstacle(
                findings(nil) {
                    $0.quirks.add("[A]\nMatchName=x\nAttrNone=1\n", file: "/usr/share/libinput/99-a.quirks")
                }, nil)?.hasPrefix("/usr/share/libinput/99-a.quirks:3") == true)
        // Ours cannot follow on it; but the line to mend is not ours.
        let unset = "[A]\nMatchName=x\n"
        #expect(obstacle(findings(unset), unset)?.contains("ends before section [A] sets anything") == true)
        // What only libinput has seen.
        let unseen = findings("[A]\nMatchName=x\nModelTrackball=1\n") {
            $0.quirks.validation = .refused("quirks error: odd")
        }
        #expect(obstacle(unseen, "[A]\nMatchName=x\nModelTrackball=1\n")?.contains("quirks error: odd") == true)
    }

    // MARK: On disk

    @Test func aFileWhereThereWasNone() throws {
        let root = try TemporaryRoot()
        root.makeFolder("/etc")
        let file = OverridesFile(root: root.path)
        #expect(try file.text() == nil)
        #expect(try file.write(Self.ours) == nil)
        #expect(try file.text() == Self.ours)
        var status = stat()
        #expect(stat(file.path, &status) == 0 && status.st_mode & 0o777 == 0o644)
        // Ours alone needs no copy.
        #expect(try file.write("[PeekPop C]\nMatchName=c\n") == nil)
        #expect(
            try Folder.names(in: root.path + "/etc/libinput").filter { !$0.hasPrefix(".") } == [
                "local-overrides.quirks"
            ])
    }

    @Test func othersAreCopiedAndNoCopyIsLost() throws {
        let root = try TemporaryRoot()
        root.write("/etc/libinput/local-overrides.quirks", "[Other]\nMatchName=1\n")
        let file = OverridesFile(root: root.path)
        let first = try #require(try file.write("[Other]\nMatchName=2\n"))
        let second = try #require(try file.write(Self.ours))
        #expect(first != second)
        #expect(try TextFile.read(first) == "[Other]\nMatchName=1\n")
        #expect(try TextFile.read(second) == "[Other]\nMatchName=2\n")
        #expect(try file.text() == Self.ours)
    }

    @Test func aLinkStaysOne() throws {
        let root = try TemporaryRoot()
        root.write("/elsewhere", "")
        root.makeFolder("/etc/libinput")
        let file = OverridesFile(root: root.path)
        #expect(symlink(root.path + "/elsewhere", file.path) == 0)
        _ = try file.write(Self.ours)
        #expect(try TextFile.read(root.path + "/elsewhere") == Self.ours)
        var status = stat()
        #expect(lstat(file.path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    }

    @Test func whatCannotBeWrittenIsSaid() throws {
        let root = try TemporaryRoot()
        root.write("/etc/libinput", "a file in the folder's place")
        let file = OverridesFile(root: root.path)
        let error = #expect(throws: SystemError.self) { try file.write(Self.ours) }
        #expect(error?.description.contains("local-overrides.quirks: Not a directory") == true)
        let nowhere = OverridesFile(root: root.path + "/nowhere")
        let missing = #expect(throws: SystemError.self) { try nowhere.write(Self.ours) }
        #expect(missing?.description.contains("making ") == true)
    }
}
