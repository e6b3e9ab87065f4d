import Glibc
import Linux
import Testing

@testable import Doctor

@Suite struct OverridesTests {
    static let ours = LibinputOverride.merged([override("A"), override("B")], into: nil)

    static func override(_ name: String) -> LibinputOverride {
        let pad = FoundPad.magic { $0.facts.name = name }
        guard
            case .trap(let trap) = PalmTrap(
                pad, device: nil, version: LibinputVersion(1, 22), quirks: LibinputQuirks())
        else { preconditionFailure("a pad in the trap") }
        return trap.remedy
    }

    @Test func whatOthersWroteStays() {
        let others = "# mine\n[Other]\nMatchName=*\nAttrThing=1"
        let text = LibinputOverride.merged([Self.override("A")], into: others)
        #expect(text.hasPrefix(others + "\n\n# By peekpopctl doctor"))
        // Another pad, and the first no more; what others wrote between is kept.
        let later = LibinputOverride.merged(
            [Self.override("B")], into: text + "# about the next\n[Third]\nMatchName=x\n")
        #expect(!later.contains("[PeekPop A]"))
        #expect(later.contains("[PeekPop B]"))
        #expect(later.contains(others + "\n\n# about the next\n[Third]\nMatchName=x\n"))
    }

    @Test func sayingItTwiceChangesNothing() {
        #expect(LibinputOverride.merged([Self.override("A"), Self.override("B")], into: Self.ours) == Self.ours)
        #expect(!LibinputOverride.hasOthers(Self.ours))
        #expect(!LibinputOverride.hasOthers(""))
        #expect(LibinputOverride.hasOthers(Self.ours + "[X]\n"))
        #expect(LibinputOverride.hasOthers("# only words\n"))
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
