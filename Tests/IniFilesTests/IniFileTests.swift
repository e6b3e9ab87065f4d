import Glibc
import Linux
import Testing

@testable import IniFiles

@Suite final class IniFileTests {
    private let folder: String

    init() {
        var template = Array("/tmp/peekpop-ini.XXXXXX".utf8CString)
        folder = template.withUnsafeMutableBufferPointer { String(cString: mkdtemp($0.baseAddress!)) }
    }

    deinit {
        for name in ["file", "fifo", "link", "socket"] { unlink("\(folder)/\(name)") }
        rmdir(folder)
    }

    private func write(_ bytes: [UInt8]) throws {
        try WholeFile.replace("\(folder)/file", with: bytes, isDurable: false)
    }

    private func objection(_ path: String) -> String? {
        do throws(IniFile.Unreadable) {
            _ = try IniFile.contents(path)
            return nil
        } catch {
            #expect(error.isMissing == error.description.hasPrefix("No such file"))
            return error.description
        }
    }

    @Test func files() throws {
        try write([1, 2, 3])
        #expect(try IniFile.contents("\(folder)/file") == [1, 2, 3])
        symlink("file", "\(folder)/link")
        #expect(try IniFile.contents("\(folder)/link") == [1, 2, 3])
        #expect(try IniFile.contents("/dev/null") == [])
    }

    @Test func others() throws {
        mkfifo("\(folder)/fifo", 0o600)
        let listener = try UnixSocket.listen(at: "\(folder)/socket")
        symlink("link", "\(folder)/link")
        let expected = [
            ("/dev/zero", "it is a device, and has to be a file"),
            ("/dev/full", "it is a device, and has to be a file"),
            ("\(folder)/fifo", "it is a FIFO, and has to be a file"), (folder, "Is a directory"),
            ("\(folder)/socket", "it is a socket, and has to be a file"),
            ("\(folder)/link", "Too many levels of symbolic links"), ("\(folder)/none", "No such file or directory"),
            ("", "No such file or directory"), (String(repeating: "x", count: 5_000), "File name too long"),
        ]
        for (path, words) in expected { #expect(objection(path) == words) }
        withExtendedLifetime(listener) {}
    }

    @Test func notADirectoryIsMissing() throws {
        try write([])
        let error = #expect(throws: IniFile.Unreadable.self) { try IniFile.contents("\(folder)/file/x") }
        #expect(error?.isMissing == true)
    }

    /// With somebody at its other end, too: nothing waits for what they write.
    @Test func aFIFOThatIsWrittenTo() throws {
        mkfifo("\(folder)/fifo", 0o600)
        let both = try FileDescriptor.open("\(folder)/fifo", O_RDWR)
        try both.writeAll("[press]\n".utf8)
        #expect(objection("\(folder)/fifo") == "it is a FIFO, and has to be a file")
    }

    @Test func noRight() throws {
        try write([])
        chmod("\(folder)/file", 0)
        #expect(objection("\(folder)/file") == (getuid() == 0 ? nil : "Permission denied"))
    }

    @Test func huge() throws {
        try write([UInt8](repeating: 0x0a, count: IniFile.limit))
        #expect(try IniFile.contents("\(folder)/file").count == IniFile.limit)
        // Sparse, a terabyte.
        for length in [IniFile.limit + 1, 1 << 40] {
            try #require(truncate("\(folder)/file", length) == 0)
            #expect(objection("\(folder)/file") == "it is longer than 1 MiB, and no configuration")
        }
    }

    /// Half a file is never taken for a whole one.
    @Test func changing() throws {
        try write([1])
        let path = "\(folder)/file"
        var count: UInt8 = 0
        let grow = {
            count += 1
            try? FileDescriptor.open(path, O_WRONLY | O_APPEND).writeAll([count])
        }
        let error = #expect(throws: IniFile.Unreadable.self) { try IniFile.contents(path, whenRead: grow) }
        #expect(error?.description == "it changes while it is read")
        // Once only: the second look is at one that is at rest.
        count = 0
        #expect(try IniFile.contents(path, whenRead: { if count == 0 { grow() } }) == [1, 1, 2, 3, 1])
        // Replaced as editors do: the one that was opened is whole.
        count = 0
        let old = try IniFile.contents(
            path,
            whenRead: { [self] in
                if count == 0 { try? write([9]) }
                count += 1
            })
        #expect(old == [1, 1, 2, 3, 1] || old == [9])
    }
}
