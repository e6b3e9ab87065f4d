import CLinux
import Glibc
import Linux
import Systemd

/// How a program ended.
enum Ending: Equatable {
    case status(Int32)
    case signal(Int32)
    /// It took too long and was ended.
    case timeout

    init(waitStatus: Int32) {
        self = waitStatus & 0x7f == 0 ? .status(waitStatus >> 8 & 0xff) : .signal(waitStatus & 0x7f)
    }
}

/// A program under way, with its output and the time it has.
final class ChildProcess {
    /// After SIGTERM, until SIGKILL.
    private static let patienceUsec: UInt64 = 2_000_000
    /// Bytes read at once; then everything else has its turn.
    private static let portion = 1 << 16
    /// Below everything that has to do with presses.
    private static let outputPriority: Int64 = 100

    let pid: pid_t
    private let pipe: FileDescriptor?
    private let received: (ChildProcess, UnsafeRawBufferPointer) -> Void
    private var source: EventSource?
    private var timer: EventSource?
    private var isTimedOut = false

    /// - Parameters:
    ///   - timeoutUsec: `nil`: as long as it likes.
    ///   - capture: whether both outputs are read, or standard output alone; `nil`: they go where this process's go.
    ///   - received: what it wrote, as it comes.
    init(
        _ arguments: [String], _ variables: [(name: String, value: String)], _ loop: EventLoop, timeoutUsec: UInt64?,
        capture: Capture?, received: @escaping (ChildProcess, UnsafeRawBufferPointer) -> Void = { _, _ in }
    ) throws(Errno) {
        self.received = received
        guard let capture else {
            pipe = nil
            pid = try Spawning.spawn(arguments, variables, .inherited)
            return
        }
        var ends: [Int32] = [-1, -1]
        _ = try retrying { pp_pipe(&ends) }
        let reading = FileDescriptor(owning: ends[0])
        let writing = FileDescriptor(owning: ends[1])
        _ = try retrying { fcntl(reading.rawValue, F_SETFL, O_NONBLOCK) }
        pipe = reading
        pid = try Spawning.spawn(
            arguments, variables, capture == .all ? .both(writing.rawValue) : .outputOnly(writing.rawValue))
        source = try? loop.watch(reading.rawValue, for: .readable, priority: ChildProcess.outputPriority) {
            [weak self] _ in
            if self?.readPortion() == false { self?.source = nil }
        }
        if let timeoutUsec {
            timer = try? loop.timer { [weak self] in self?.hurry() }
            timer?.arm(atUsec: Clock.monotonicUsec + timeoutUsec)
        }
    }

    enum Capture {
        case all, output
    }

    /// Asks it and what it has started to end; if that does not help, ends them.
    func terminate() {
        kill(-pid, SIGTERM)
    }

    /// The service ends and nobody is left to look after it.
    func end() {
        terminate()
        kill(-pid, SIGKILL)
    }

    private func hurry() {
        if isTimedOut {
            kill(-pid, SIGKILL)
        } else {
            isTimedOut = true
            terminate()
            timer?.arm(atUsec: Clock.monotonicUsec + ChildProcess.patienceUsec)
        }
    }

    /// To be called when the kernel says that a child has ended.
    ///
    /// - Returns: how, if it was this one.
    func reap() -> Ending? {
        var status: Int32 = 0
        guard waitpid(pid, &status, WNOHANG) == pid else { return nil }
        // What it wrote last; what others that have its output write from now on is nobody's.
        var portions = 0
        while portions < 16, readPortion() { portions += 1 }
        source = nil
        timer = nil
        return isTimedOut ? .timeout : Ending(waitStatus: status)
    }

    /// - Returns: false at the end.
    private func readPortion() -> Bool {
        guard let pipe else { return false }
        return withUnsafeTemporaryAllocation(byteCount: ChildProcess.portion, alignment: 1) { buffer in
            do throws(Errno) {
                let count = try pipe.read(into: buffer)
                received(self, UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                return count > 0
            } catch {
                return false
            }
        }
    }
}
