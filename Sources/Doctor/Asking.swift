import CLinux
import Evdev
import Glibc
import InputSources
import Linux
import Recognition

extension SystemReader {
    /// This system.
    public static func live() -> SystemReader {
        SystemReader(ask: output, axes: announced)
    }

    /// Opens a node for a moment.
    private static func announced(_ node: String) throws(Errno) -> [UInt16: Axis] {
        let device = try EvdevDevice(try FileDescriptor.open(node, O_RDONLY | O_NONBLOCK))
        var axes: [UInt16: Axis] = [:]
        // EV_ABS
        for code in device.codes(of: 3) {
            guard let axis = device.axis(code) else { continue }
            axes[code] = Axis(minimum: axis.minimum, maximum: axis.maximum, resolution: axis.resolution)
        }
        return axes
    }

    /// Runs a program found in PATH, without a shell, and waits for its end, for five seconds at most.
    private static func output(_ arguments: [String]) -> Answer? {
        guard let output = Pipe(), let complaints = Pipe() else { return nil }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output.writing!.rawValue, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, complaints.writing!.rawValue, STDERR_FILENO)
        let words = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        // So that what it says is what is expected here, whatever the user's language.
        let language = "LC_ALL=C.UTF-8"
        var variables = [strdup(language)]
        for name in ["PATH", "HOME", "XDG_RUNTIME_DIR", "DBUS_SYSTEM_BUS_ADDRESS"] {
            if let value = getenv(name) { variables.append(strdup("\(name)=\(String(cString: value))")) }
        }
        variables.append(nil)
        defer { for variable in variables { free(variable) } }
        var process = pid_t()
        let failure = posix_spawnp(&process, arguments[0], &actions, nil, words, variables)
        // Their ends come with the last writer's.
        output.writing = nil
        complaints.writing = nil
        return failure == 0 ? wait(process, output, complaints) : nil
    }

    /// What a program writes, as far as it was read.
    private final class Pipe {
        let reading: FileDescriptor
        var writing: FileDescriptor?
        var text: [UInt8] = []
        var isWhole = false

        init?() {
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else { return nil }
            reading = FileDescriptor(owning: ends[0])
            writing = FileDescriptor(owning: ends[1])
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        }

        func read() {
            var block = [UInt8](repeating: 0, count: 4_096)
            let count = Glibc.read(reading.rawValue, &block, block.count)
            if count <= 0 { isWhole = true } else { text += block[..<count] }
        }
    }

    private static func wait(_ process: pid_t, _ output: Pipe, _ complaints: Pipe) -> Answer? {
        let deadline = Clock.monotonicUsec + 5_000_000
        var isWhole: Bool { output.isWhole && complaints.isWhole }
        while !isWhole, output.text.count + complaints.text.count < 1 << 20 {
            let now = Clock.monotonicUsec
            guard now < deadline else { break }
            let open = [output, complaints].filter { !$0.isWhole }
            var waiting = open.map { pollfd(fd: $0.reading.rawValue, events: Int16(POLLIN), revents: 0) }
            guard poll(&waiting, nfds_t(waiting.count), Int32((deadline - now) / 1_000 + 1)) > 0 else { continue }
            for (pipe, state) in zip(open, waiting) where state.revents != 0 { pipe.read() }
        }
        if !isWhole { kill(process, SIGKILL) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        // WIFEXITED and WEXITSTATUS
        guard isWhole, status & 0x7f == 0 else { return nil }
        return Answer(
            String(decoding: output.text, as: UTF8.self), complaints: String(decoding: complaints.text, as: UTF8.self),
            status: status >> 8 & 0xff)
    }
}
