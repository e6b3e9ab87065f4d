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

/// A program under way, with its output, the time it has, and what it has started.
///
/// What it has started is what is in its cgroup; where it has none of its own, what has stayed in its process group, and that
/// only as long as the program itself runs.
final class ChildProcess {
    /// After SIGTERM, until SIGKILL.
    private static let patienceUsec: UInt64 = 2_000_000
    /// Bytes read at once; then everything else has its turn.
    private static let portion = 1 << 16
    /// Below everything that has to do with presses.
    private static let outputPriority: Int64 = 100

    let pid: pid_t
    private let loop: EventLoop
    private let cgroup: ControlGroup?
    private let received: (ChildProcess, UnsafeRawBufferPointer) -> Void
    private let timedOut: () -> Void
    private var pipe: FileDescriptor?
    private var source: EventSource?
    private var timer: EventSource?
    private var isAsked = false
    private var isReaped = false
    /// Whether it, or what it had left behind, was ended for taking too long.
    private(set) var isTimedOut = false

    /// - Parameters:
    ///   - timeoutUsec: `nil`: as long as it likes.
    ///   - capture: whether both outputs are read, or standard output alone; `nil`: they go nowhere, for
    ///     a program that outlives this process shall not be ended by writing to nobody.
    ///   - cgroup: an empty one, for this program alone.
    ///   - received: what it wrote, as it comes.
    ///   - timedOut: called when its time is up; it is still being ended then.
    init(
        _ arguments: [String], _ variables: [(name: String, value: String)], _ loop: EventLoop, timeoutUsec: UInt64?,
        capture: Capture?, cgroup: ControlGroup?,
        received: @escaping (ChildProcess, UnsafeRawBufferPointer) -> Void = { _, _ in },
        timedOut: @escaping () -> Void = {}
    ) throws(Errno) {
        self.loop = loop
        self.cgroup = cgroup
        self.received = received
        self.timedOut = timedOut
        let reading: FileDescriptor?
        if let capture {
            var ends: [Int32] = [-1, -1]
            _ = try retrying { pp_pipe(&ends) }
            let pipe = FileDescriptor(owning: ends[0])
            let writing = FileDescriptor(owning: ends[1])
            _ = try retrying { fcntl(pipe.rawValue, F_SETFL, O_NONBLOCK) }
            pid = try Spawning.spawn(
                arguments, variables, capture == .all ? .both(writing.rawValue) : .outputOnly(writing.rawValue),
                cgroup: cgroup)
            reading = pipe
        } else {
            pid = try Spawning.spawn(arguments, variables, .none, cgroup: cgroup)
            reading = nil
        }
        if let reading {
            pipe = reading
            source = try? loop.watch(reading.rawValue, for: .readable, priority: ChildProcess.outputPriority) {
                [weak self] _ in
                if self?.readPortion() == false { self?.source = nil }
            }
        }
        self.timer = try? loop.timer { [weak self] in self?.timeIsUp() }
        if let timeoutUsec { self.timer?.arm(atUsec: Clock.monotonicUsec + timeoutUsec) }
    }

    enum Capture {
        case all, output
    }

    /// Asks it and what it has started to end; what has not after a while is ended.
    func terminate() {
        guard !isAsked else { return }
        isAsked = true
        signal(SIGTERM)
        timer?.arm(atUsec: Clock.monotonicUsec + ChildProcess.patienceUsec)
    }

    /// The service ends, and nobody is left to look after it: the loop with its timers is over.
    ///
    /// - Parameter isPatient: whether it may put something away before.
    func end(isPatient: Bool) {
        signal(SIGTERM)
        if !isPatient { signal(SIGKILL) }
    }

    private func timeIsUp() {
        if isAsked {
            signal(SIGKILL)
        } else {
            isTimedOut = true
            terminate()
            timedOut()
        }
    }

    private func signal(_ number: Int32) {
        if let cgroup {
            number == SIGKILL ? cgroup.kill() : cgroup.signal(number)
        } else if !isReaped {
            // Afterwards the number may be somebody else's.
            kill(-pid, number)
        }
    }

    /// To be called when the kernel says that a child has ended.
    ///
    /// - Returns: how, if it was this one.
    func reap() -> Ending? {
        var status: Int32 = 0
        guard !isReaped, waitpid(pid, &status, WNOHANG) == pid else { return nil }
        isReaped = true
        // What it wrote last; what others that have its output write from now on is nobody's.
        var portions = 0
        while portions < 16, readPortion() { portions += 1 }
        source = nil
        pipe = nil
        return isTimedOut ? .timeout : Ending(waitStatus: status)
    }

    /// Once it has ended: calls `handler` when what it has left behind has ended as well, which may be at once.
    func whenOver(_ handler: @escaping () -> Void) {
        guard let cgroup, (try? cgroup.whenEmpty(loop, handler)) != nil else { return handler() }
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
