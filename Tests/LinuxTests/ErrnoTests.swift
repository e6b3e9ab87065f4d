import Glibc
import Linux
import Testing

@Suite struct ErrnoTests {
    @Test func namesWhatWasTried() {
        let error = SystemError("opening /dev/input/event5", Errno(EACCES))
        #expect(error.description == "opening /dev/input/event5: Permission denied")
    }

    @Test func interruptedCallsAreRepeated() throws {
        var calls = 0
        let result: Int = try retrying {
            calls += 1
            if calls < 3 {
                errno = EINTR
                return -1
            }
            return 7
        }
        #expect(result == 7 && calls == 3)
    }

    @Test func otherErrorsAreThrown() {
        #expect(throws: Errno(EBADF)) {
            try retrying { () -> Int32 in
                errno = EBADF
                return -1
            }
        }
    }
}
