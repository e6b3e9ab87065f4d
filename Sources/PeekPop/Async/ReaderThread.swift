import Glibc
import Linux

/// A connection on a thread of its own, which fills a buffer until somebody lets go of this object.
final class ReaderThread {
    let buffer: EventBuffer
    private let options: ConnectionOptions
    private let wakeup: Wakeup?
    private var isStarted = false

    /// Nothing runs before ``start()``.
    init(_ options: ConnectionOptions, capacity: Int) {
        self.options = options
        let wakeup = try? Wakeup()
        self.wakeup = wakeup
        buffer = EventBuffer(capacity: capacity) { wakeup?.wake() }
    }

    deinit {
        buffer.end()
    }

    /// Starts the thread, once.
    func start() throws(ConnectionFailure) {
        guard !isStarted else { return }
        guard let wakeup else { throw ConnectionFailure(description: "making a pipe: \(Errno(EMFILE))") }
        let buffer = buffer
        let core = try ConnectionCore(options) {
            if case .event(let event) = $0 { buffer.put(event) }
        }
        let work = Unmanaged.passRetained(ReaderWork(core: core, buffer: buffer, wakeup: wakeup))
        var thread = pthread_t()
        let failure = pthread_create(
            &thread, nil,
            { argument in
                Unmanaged<ReaderWork>.fromOpaque(argument!).takeRetainedValue().run()
                return nil
            }, work.toOpaque())
        guard failure == 0 else {
            work.release()
            throw ConnectionFailure(description: "starting a thread for presses: \(Errno(failure))")
        }
        pthread_detach(thread)
        isStarted = true
    }
}

/// What the thread has. The connection is its alone: nobody else has it once it runs.
private final class ReaderWork {
    let core: ConnectionCore
    let buffer: EventBuffer
    let wakeup: Wakeup

    init(core: ConnectionCore, buffer: EventBuffer, wakeup: Wakeup) {
        self.core = core
        self.buffer = buffer
        self.wakeup = wakeup
    }

    func run() {
        // Signals are the app's.
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, nil)
        while !buffer.isEnded {
            // A full buffer is not read for: the service keeps what comes, as far as it goes.
            let isFull = buffer.isFull
            var waiting = [
                pollfd(fd: wakeup.fileDescriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: isFull ? -1 : core.fileDescriptor, events: Int16(POLLIN), revents: 0),
            ]
            // What else than a signal could end it is a mistake of ours.
            guard poll(&waiting, 2, -1) >= 0 || errno == EINTR else { preconditionFailure("poll: \(Errno.current)") }
            wakeup.clear()
            if !isFull { core.turn() }
        }
    }
}
