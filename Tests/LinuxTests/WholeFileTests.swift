import Foundation
import Linux
import Testing

@Suite final class WholeFileTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "peekpop-\(UUID().uuidString)").path

    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private var names: [String] { try! FileManager.default.contentsOfDirectory(atPath: folder).sorted() }

    private func text(_ path: String) throws -> String {
        String(decoding: try WholeFile.read(path, limit: 100), as: UTF8.self)
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test(arguments: [false, true])
    func newContentsWithTheRightsThatAreAskedFor(isDurable: Bool) throws {
        let path = folder + "/file"
        try WholeFile.replace(path, with: "old".utf8, isDurable: isDurable)
        try WholeFile.replace(path, with: "new".utf8, mode: 0o666, isDurable: isDurable)
        #expect(try text(path) == "new")
        #expect(try mode(path) == 0o666, "the umask has no say")
        #expect(names == ["file"], "nothing is left beside it")
    }

    @Test func whatCannotBeReplacedStaysAndNothingIsLeftBeside() throws {
        try FileManager.default.createDirectory(atPath: folder + "/taken", withIntermediateDirectories: false)
        #expect(throws: Errno(EISDIR)) {
            try WholeFile.replace(folder + "/taken", with: "new".utf8, isDurable: true)
        }
        #expect(names == ["taken"])
        #expect(throws: Errno(ENOENT)) {
            try WholeFile.replace(folder + "/no/file", with: "new".utf8, isDurable: true)
        }
    }

    @Test func whatOneLeftThatDiedIsInNobodysWay() throws {
        let beside = folder + "/file.\(getpid()).new"
        #expect(FileManager.default.createFile(atPath: beside, contents: Data("half".utf8)))
        try WholeFile.replace(folder + "/file", with: "whole".utf8, isDurable: false)
        #expect(try text(folder + "/file") == "whole")
        #expect(names == ["file"])
    }

    @Test func aLinksTargetIsReplacedAndNotTheLink() throws {
        let (file, link) = (folder + "/file", folder + "/link")
        try WholeFile.replace(file, with: "old".utf8, isDurable: false)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        try WholeFile.replace(WholeFile.target(of: link), with: "new".utf8, isDurable: false)
        #expect(try text(file) == "new")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == file)
        #expect(WholeFile.target(of: folder + "/none") == folder + "/none")
    }

    @Test func aLinkToNothingStaysOneToo() throws {
        let (file, link) = (folder + "/file", folder + "/link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "file")
        try WholeFile.replace(WholeFile.target(of: link), with: "new".utf8, isDurable: false)
        #expect(try text(file) == "new")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "file")
    }

    @Test func noMoreIsReadThanAllowed() throws {
        let path = folder + "/file"
        // Longer than what is read at a time.
        let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
        try WholeFile.replace(path, with: bytes, isDurable: false)
        #expect(try WholeFile.read(path, limit: 200_000) == bytes)
        #expect(throws: Errno(EFBIG)) { try WholeFile.read(path, limit: 199_999) }
        #expect(throws: Errno(ENOENT)) { try WholeFile.read(path + "x", limit: 1) }
    }
}
