import CommandLineTable
import Evdev
import Figures
import Glibc
import Linux
import Recordings
import Systemd

/// `peekpopctl record`: what the kernel says of one pad, into a file.
enum RecordCommand {
    static func run(_ context: Context) throws {
        let invocation = context.invocation
        let pad = try RecordablePad.find(invocation.value(PeekpopctlTable.recordDevice))
        let path = invocation.value(PeekpopctlTable.output)
        let name = path ?? "standard output"
        let file = try path.map(create) ?? FileDescriptor(owning: dup(STDOUT_FILENO))
        let recorder = try Recorder(pad, to: file, name: name)
        context.note("recording \(pad.facts.name.drawable) (\(pad.node)) to \(name); Ctrl-C ends it")
        try recorder.run(seconds: invocation.number(PeekpopctlTable.duration))
        if recorder.losses > 0 {
            let times = recorder.losses == 1 ? "once" : "\(recorder.losses) times"
            context.note("the kernel dropped events \(times); the state after it is right")
        }
        context.note("\(counted(recorder.frames, "frame")) recorded")
    }

    /// A new file; or what is there and is no file (a pipe, /dev/full). Nothing that exists is written over.
    private static func create(_ path: String) throws -> FileDescriptor {
        do throws(Errno) {
            return try FileDescriptor.open(path, O_WRONLY | O_CREAT | O_EXCL)
        } catch  where error.rawValue == EEXIST {
            var status = stat()
            if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG,
                let file = try? FileDescriptor.open(path, O_WRONLY)
            {
                return file
            }
            throw CommandFailure("writing \(path): it exists already; choose another name, or remove it first")
        } catch {
            throw CommandFailure("\(SystemError("writing \(path)", error))")
        }
    }
}

/// Reads a device and writes what it says.
private final class Recorder {
    private let pad: RecordablePad
    private let file: FileDescriptor
    private let writer: RecordingWriter
    private let loop: EventLoop
    private var sources: [EventSource] = []
    private var lastUsec: UInt64 = 0
    private var failure: (any Error)?
    private(set) var losses = 0
    var frames: Int { writer.frames }

    init(_ pad: RecordablePad, to file: FileDescriptor, name: String) throws {
        self.pad = pad
        self.file = file
        writer = try RecordingWriter(to: file, name: name, device: pad.facts)
        loop = try EventLoop()
    }

    func run(seconds: Double?) throws {
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            sources.append(try loop.onSignal(signal) { [unowned self] in loop.exit(0) })
        }
        // A pipe whose reader has left tells so at once. Files cannot be watched, and need not be.
        if let closed = try? loop.watch(file.rawValue, for: [], { [unowned self] _ in loop.exit(0) }) {
            sources.append(closed)
        }
        if let seconds {
            let timer = try loop.timer { [unowned self] in loop.exit(0) }
            timer.arm(atUsec: Clock.monotonicUsec + UInt64(seconds * 1e6))
            sources.append(timer)
        }
        try appendState()
        sources.append(
            try loop.watch(pad.device.fd, for: .readable) { [unowned self] _ in
                do { try read() } catch {
                    failure = error
                    loop.exit(1)
                }
            })
        _ = try loop.run()
        // What went wrong first says more than that the writer is done for.
        if let failure {
            try? writer.finish()
            throw failure
        }
        try writer.finish()
    }

    private func read() throws {
        while true {
            let reading: InputReading
            do throws(Errno) {
                reading = try pad.device.next()
            } catch  where error.rawValue == ENODEV {
                throw CommandFailure(
                    "reading \(pad.node): the pad is gone; until then \(counted(frames, "frame")) \(frames == 1 ? "was" : "were") recorded"
                )
            } catch {
                throw CommandFailure("\(SystemError("reading \(pad.node)", error))")
            }
            switch reading {
            case .event(let event):
                lastUsec = event.timeUsec
                try append(event.type, event.code, event.value)
            case .dropped: losses += 1
            case .difference(let event): try append(event.type, event.code, event.value)
            // The state read back is a frame of its own.
            case .synchronised: try append(EventCode.syn, EventCode.report, 0)
            case .nothing: return
            }
        }
    }

    /// The first frame: what was on the pad before, without which a touch under way would have no place.
    private func appendState() throws {
        lastUsec = Clock.monotonicUsec
        try pad.device.tellState { try append($0, $1, $2) }
        try append(EventCode.syn, EventCode.report, 0)
    }

    private func append(_ type: UInt16, _ code: UInt16, _ value: Int32) throws {
        try writer.append(RecordedEvent(timeUsec: lastUsec, type: type, code: code, value: value))
    }
}
