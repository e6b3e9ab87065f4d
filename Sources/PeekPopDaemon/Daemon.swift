import CommandLineTable
import Figures
import Glibc
import InputSources
import Libinput
import Linux
import PeekPopWire
import Recognition
import Recordings
import Systemd
import Varlink

/// The daemon: pads in, presses out. One thread, one event loop; everything below hangs on it.
public final class Daemon {
    /// What keeps the daemon from starting, in words.
    public struct StartError: Error, CustomStringConvertible {
        public let description: String
    }

    /// Where clients look for the socket unless told otherwise.
    public static let socketPath = "/run/peekpop/\(Wire.gestures)"
    private static let stateFolder = "/var/lib/peekpop"

    private let options: DaemonOptions
    private let source: DaemonOptions.Source
    private let loop: EventLoop
    private let reporter: Reporter
    private var configuration: Configuration
    /// Why the last reload was refused, in one line; `nil` where the files' configuration is in force.
    private var refusedReload: String?
    private let startedUsec = Clock.monotonicUsec

    private let store: CalibrationStore
    private let broadcaster: Broadcaster
    private let hub: PadHub
    private let feedback: FeedbackDesk
    /// Made by ``run()``: what it answers needs the daemon whole.
    private var server: VarlinkServer!
    /// What keeps handlers of the loop alive: signals, the login monitor, the idle timer.
    private var sources: [EventSource] = []
    private var loginMonitor: LoginMonitor?
    private var idleTimer: EventSource?
    private var isSocketActivated = false
    private var listeningPath: String?

    public init(_ options: DaemonOptions, log: Log = Log()) throws {
        self.options = options
        reporter = Reporter(log)
        configuration = try Daemon.configuration(options, reporter)
        let loop = try EventLoop()
        self.loop = loop
        source = options.source ?? configuration.source
        store = CalibrationStore(folder: Daemon.stateFolder(source), reporter)
        broadcaster = Broadcaster(loop, reporter, AccessPolicy(group: configuration.group, reporter))

        hub = PadHub(
            try Daemon.source(source, options.speed, loop, reporter), loop: loop, reporter, store: store,
            observer: broadcaster,
            configuration: configuration)
        broadcaster.attach(hub)
        feedback = FeedbackDesk(loop, hub)
    }

    /// Runs until a signal or idleness ends it.
    ///
    /// - Returns: the exit status.
    public func run() throws -> Int32 {
        try handleSignals()
        let service = try Interfaces.service(
            Interfaces.Context(
                hub: hub, broadcaster: broadcaster, store: store, feedback: feedback,
                status: { [unowned self] in self.status }))
        server = try VarlinkServer(service, on: loop, limits: configuration.limits)
        server.authorise = { [unowned self] in broadcaster.mayConnect($0) }
        server.onReport = { [unowned self] in report($0) }
        broadcaster.onSourceEnd = { [unowned self] in
            reporter.info("the recording is over")
            finish()
        }
        try hub.start()
        watchLogins()
        try listen()
        try loop.enableWatchdog()
        idleTimer = try loop.timer { [unowned self] in
            if server.connectionCount == 0 { finish() }
        }
        armIdleTimer()
        try ServiceManager.ready(status: statusLine)
        let status = try loop.run()
        hub.stop()
        return status
    }

    // MARK: Parts

    /// The configuration must be without mistakes to start with.
    private static func configuration(_ options: DaemonOptions, _ reporter: Reporter) throws -> Configuration {
        let result = ConfigurationReader.read(options.config)
        guard result.problems.isEmpty else {
            throw StartError(description: result.complaints.joined(separator: "\n"))
        }
        for warning in result.warnings { reporter.answer(.warning, warning.description) }
        return result.configuration
    }

    private static func stateFolder(_ source: DaemonOptions.Source) -> String? {
        if let folder = DaemonOptions.variable("STATE_DIRECTORY"), !folder.isEmpty { return folder }
        // A recording's pads are not this machine's: nothing is kept of them unless a folder is named.
        guard source.isLive, Glibc.access(stateFolder, W_OK) == 0 else { return nil }
        return stateFolder
    }

    private static func source(
        _ source: DaemonOptions.Source, _ speed: DaemonOptions.Speed, _ loop: EventLoop, _ reporter: Reporter
    ) throws -> any FrameSource {
        let speed: RecordingSource.Speed =
            switch speed {
            case .factor(let factor): .times(factor)
            case .max: .max
            }
        switch source {
        case .demo: return RecordingSource.demo(loop: loop, speed: speed)
        case .evdev:
            return try EvdevSource(loop: loop, notice: { reporter.notice($0) }, warning: { reporter.warning($0) })
        case .libinput(let node):
            let library: LibinputLibrary
            do throws(LibinputLibrary.LoadError) {
                library = try LibinputLibrary()
            } catch {
                throw StartError(
                    description: "using libinput: \(error) (install libinput10, or choose the source evdev)")
            }
            return try LibinputSource(
                loop: loop, nodes: node.map { [$0] }, library: library, notice: { reporter.notice($0) },
                warning: { reporter.warning($0) })
        case .recording(let path):
            let recording = try Recording.read(path)
            for warning in recording.warnings { reporter.answer(.warning, "\(warning)") }
            let name = path.split(separator: "/").last.map(String.init) ?? path
            let player = RecordingPlayer(recording, name: name) { facts in
                HardwareDatabase.builtIn.knowledge(of: facts) { reporter.warning($0) }
            }
            return RecordingSource(player, loop: loop, speed: speed)
        }
    }

    private func listen() throws {
        let inherited = try ListeningSocket.takeAll()
        for socket in inherited { try server.listen(inherited: socket.descriptor) }
        isSocketActivated = !inherited.isEmpty
        guard !isSocketActivated else { return }
        let path = options.socket ?? Daemon.socketPath
        try server.listen(path: path)
        listeningPath = path
        reporter.info("listening on \(path)")
    }

    private func watchLogins() {
        do throws(Errno) {
            loginMonitor = try LoginMonitor(loop) { [unowned self] in broadcaster.sessionsChanged() }
        } catch {
            reporter.info("no login manager (\(error)): nobody is allowed for sitting at a pad")
        }
    }

    // MARK: Signals

    private func handleSignals() throws {
        // A client that has gone is an error of send(), not the end of the daemon.
        signal(SIGPIPE, SIG_IGN)
        for ending in [SIGTERM, SIGINT] {
            sources.append(try loop.onSignal(ending) { [unowned self] in finish() })
        }
        sources.append(try loop.onSignal(SIGHUP) { [unowned self] in reload() })
    }

    /// Takes the configuration over, if it is without mistakes; else the old one stays in force.
    private func reload() {
        _ = try? ServiceManager.reloading()
        let result = ConfigurationReader.read(options.config)
        if result.problems.isEmpty {
            configuration = result.configuration
            refusedReload = nil
            if options.source == nil, configuration.source != source {
                reporter.answer(
                    .warning, "source = \(configuration.source.text) in [daemon] counts from the next start on")
            }
            for warning in result.warnings { reporter.answer(.warning, warning.description) }
            server.limits = configuration.limits
            hub.reload(configuration)
            broadcaster.reload(AccessPolicy(group: configuration.group, reporter))
            armIdleTimer()
            reporter.info("configuration read again")
        } else {
            for line in result.complaints { reporter.answer(.error, line) }
            reporter.answer(.error, "the configuration in force before stays in force")
            let more = result.problems.count - 1
            refusedReload = result.problems[0].description + (more > 0 ? " (and \(more) more)" : "")
        }
        _ = try? ServiceManager.ready(status: statusLine)
    }

    /// For `systemctl status`.
    private var statusLine: String {
        counted(hub.pads.count, "pad") + (refusedReload.map { "; the last reload was refused: \($0)" } ?? "")
    }

    /// Ends every press in flight, lets the clients know, and leaves the loop.
    private func finish() {
        _ = try? ServiceManager.stopping()
        hub.interrupt(.shutdown)
        server.stop()
        loop.exit(0)
    }

    // MARK: Connections

    private func report(_ report: ServerReport) {
        switch report {
        case .connected: break
        case .refused(let peer, let refusal):
            let why =
                switch refusal {
                case .tooMany(let limit):
                    limit == 1 ? "there is 1 connection already" : "there are \(limit) connections already"
                case .tooManyOfUser(let limit): "user \(peer.uid) has \(counted(limit, "connection")) already"
                }
            reporter.provoked("refused \(peer.uid)", "refused \(peer.inWords): \(why)")
        case .closed(let peer, let reason):
            if reason.isMisbehaviour {
                reporter.provoked("closed \(peer.uid)", "\(peer.inWords): \(reason)")
            }
        case .slowed(let peer, let limit):
            reporter.provoked(
                "slowed \(peer.uid)", "\(peer.inWords): calls of this user wait, beyond \(limit) in a second")
        case .acceptFailed(let error):
            reporter.provoked("accept", "accepting a connection: \(error); tried again in a second")
        }
        armIdleTimer()
    }

    /// Started by the socket, the daemon ends when nobody has been there for a while: the next client starts it again.
    private func armIdleTimer() {
        guard isSocketActivated, configuration.idleExitSec > 0, server.connectionCount == 0 else {
            idleTimer?.disarm()
            return
        }
        idleTimer?.arm(atUsec: Clock.monotonicUsec + UInt64(configuration.idleExitSec) * 1_000_000)
    }

    private var status: Wire.Status {
        Wire.Status(
            version: peekPopVersion, source: source.text, socket: listeningPath,
            uptimeUsec: Clock.monotonicUsec - startedUsec, connections: server.connectionCount,
            subscribers: broadcaster.subscriberCount, pads: hub.pads.count,
            openPads: hub.pads.count { $0.users > 0 && $0.failure == nil }, frames: broadcaster.frameCount,
            events: broadcaster.eventCount, lost: server.lostCount, configFiles: configuration.files,
            refusedReload: refusedReload, problems: reporter.problems)
    }
}
