import Glibc
import Linux
import Testing

@Suite struct FolderTests {
    @Test func namesWhatIsThere() throws {
        #expect(try Folder.names(in: "/proc/self").contains("status"))
        #expect(throws: Errno(ENOENT)) { try Folder.names(in: "/proc/self/none") }
        #expect(throws: Errno(ENOTDIR)) { try Folder.names(in: "/proc/self/status") }
    }
}
