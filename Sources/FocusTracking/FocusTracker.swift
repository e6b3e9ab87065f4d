import Glibc
import Linux
import Systemd

/// One desktop's way to tell which window has the focus.
protocol FocusSource: AnyObject {
    var name: String { get }
    /// Where it is asked: the path of a socket, or a name on the bus.
    var place: String { get }
    /// A press begins: sources that do not tell of changes are asked.
    func refresh()
}

/// Knows which window has the focus, as long as some desktop tells; finds a desktop that was started anew.
public final class FocusTracker {
    /// After a desktop has gone: when to look for it again, in ms. Later, each press looks.
    private static let delaysMsec: [UInt64] = [100, 200, 400, 800, 1_500, 3_000, 6_000, 12_000, 30_000]

    /// How long a socket that says nothing is waited for; how long what does not tell is left alone.
    private static let silenceUsec: UInt64 = 5_000_000
    private static let restUsec: UInt64 = 60_000_000
    private static let busNames = [KWinFocus.busName, GnomeFocus.busName]

    private let loop: EventLoop
    private let environment: (String) -> String?
    /// The session bus, where there is one at the moment.
    private let bus: () -> Bus?
    private let say: (String) -> Void
    private var source: (any FocusSource)?
    private var timer: EventSource?
    private var attempt = 0
    private var isAnnounced = false
    /// Who tells is asked for on the bus.
    private var asking: [BusSlot] = []
    private var answersToCome = 0
    private var owners: BusSlot?
    private var said: Set<String> = []
    /// Places where nobody tells, and until when they are not asked again; a name on the bus earlier, if it has another owner.
    private var restingUntilUsec: [String: UInt64] = [:]

    public private(set) var current: FocusedWindow?

    /// The desktop that tells.
    public var sourceName: String? { source?.name }

    /// - Parameter say: told of each desktop that is found and lost.
    public init(
        _ loop: EventLoop, environment: @escaping (String) -> String?, bus: @escaping () -> Bus?,
        say: @escaping (String) -> Void
    ) throws(Errno) {
        self.loop = loop
        self.environment = environment
        self.bus = bus
        self.say = say
        timer = try loop.timer { [weak self] in self?.timeIsUp() }
    }

    /// Begins to look.
    public func start() {
        connect()
    }

    /// A press begins: looks for a desktop where there is none, and asks where that does not tell by itself.
    public func refresh() {
        if source == nil { connect() } else { source?.refresh() }
    }

    private func connect() {
        guard source == nil else { return }
        // Sockets may be of another session, or of a desktop that runs in a window of this one.
        if isOnBus {
            askBus(orElse: { [weak self] in self?.connectSocket() })
        } else if !connectSocket() {
            askBus(orElse: {})
        }
    }

    /// Whether this is a session of a desktop that tells over the bus, as far as the session says which it is.
    private var isOnBus: Bool {
        (environment("XDG_CURRENT_DESKTOP") ?? "").split(separator: ":").contains { $0 == "GNOME" || $0 == "KDE" }
    }

    @discardableResult
    private func connectSocket() -> Bool {
        guard source == nil else { return true }
        for candidate in DesktopSocket.candidates(environment) where !isResting(candidate.path) {
            do throws(Errno) {
                use(
                    try SocketFocus(
                        candidate, loop, heard: { [weak self] in self?.hear() },
                        changed: { [weak self] in self?.current = $0 }, lost: { [weak self] in self?.lose($0) }))
                timer?.arm(atUsec: Clock.monotonicUsec + FocusTracker.silenceUsec)
                return true
            } catch {
                // A socket that was left behind by a desktop that is gone.
                continue
            }
        }
        return false
    }

    private func use(_ found: any FocusSource) {
        source = found
        timer?.disarm()
        asking = []
    }

    /// The desktop tells.
    private func hear() {
        guard !isAnnounced, let source else { return }
        isAnnounced = true
        attempt = 0
        timer?.disarm()
        say("\(source.name) tells which window has the focus")
    }

    private func isResting(_ name: String) -> Bool {
        restingUntilUsec[name].map { Clock.monotonicUsec < $0 } ?? false
    }

    /// - Parameter why: in words, where it is not simply gone.
    private func lose(_ why: String?) {
        guard let gone = source else { return }
        source = nil
        current = nil
        let wasAnnounced = isAnnounced
        isAnnounced = false
        if let why {
            restingUntilUsec[gone.place] = Clock.monotonicUsec + FocusTracker.restUsec
            if said.insert(why).inserted { say(why) }
            // There may be others.
            if gone is SocketFocus { armTimer() }
        } else {
            if wasAnnounced {
                say(
                    "\(gone.name) no longer tells which window has the focus; rules for all applications are in force until it does"
                )
                attempt = 0
            }
            // What lies where such sockets lie, and is none.
            if let socket = gone as? SocketFocus, !wasAnnounced {
                restingUntilUsec[socket.place] = Clock.monotonicUsec + FocusTracker.silenceUsec
            }
            armTimer()
        }
        // Its handler is still running: let go of it when that is over.
        withExtendedLifetime(gone) {}
    }

    private func armTimer() {
        guard attempt < FocusTracker.delaysMsec.count else { return }
        timer?.arm(atUsec: Clock.monotonicUsec + FocusTracker.delaysMsec[attempt] * 1_000)
        attempt += 1
    }

    private func timeIsUp() {
        if let source = source as? SocketFocus, !isAnnounced {
            return lose("\(source.name) does not answer at \(source.place)")
        }
        connect()
        if source == nil { armTimer() }
    }

    /// KWin and GNOME have no sockets.
    ///
    /// - Parameter orElse: called if neither of them is there.
    private func askBus(orElse: @escaping () -> Void) {
        guard asking.isEmpty else { return }
        // One that does not tell is there all the same.
        if isOnBus, FocusTracker.busNames.contains(where: isResting) { return }
        guard let bus = bus() else { return orElse() }
        for name in FocusTracker.busNames where !isResting(name) {
            let slot = try? bus.call(
                "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner",
                [.string(name)], timeoutUsec: 1_000_000
            ) { [weak self] reply in
                guard let self else { return }
                if case .success(let message) = reply, message.boolean() == true { self.use(name, bus) }
                // Asked again at the next press, if nothing came of it.
                self.answersToCome -= 1
                guard self.answersToCome == 0 else { return }
                self.asking.removeAll()
                if self.source == nil { orElse() }
            }
            if let slot { asking.append(slot) }
        }
        answersToCome = asking.count
    }

    private func use(_ name: String, _ bus: Bus) {
        guard source == nil else { return }
        let changed = { [weak self] (window: FocusedWindow?) in
            guard let self else { return }
            self.current = window
            // GNOME's `nil` may be that it has not answered.
            if window != nil || self.source is KWinFocus { self.hear() }
        }
        let lost = { [weak self] (why: String?) -> Void in self?.lose(why) }
        do throws(Errno) {
            owners = try watchOwner(name, bus)
            if name == KWinFocus.busName {
                // Always the same name: one that was left behind is written over.
                let script = environment("XDG_RUNTIME_DIR").map { "\($0)/peekpop-actions.kwin.js" }
                use(
                    try KWinFocus(
                        bus, script: script ?? "/tmp/peekpop-actions.\(getpid()).kwin.js", changed: changed, lost: lost)
                )
            } else {
                use(GnomeFocus(bus, changed: changed, lost: lost))
            }
        } catch {
            let why = "asking \(name): \(error)"
            restingUntilUsec[name] = Clock.monotonicUsec + FocusTracker.restUsec
            if said.insert(why).inserted { say(why) }
        }
    }

    private func watchOwner(_ name: String, _ bus: Bus) throws(Errno) -> BusSlot {
        try bus.onSignal(
            sender: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            member: "NameOwnerChanged", firstArgument: name
        ) { [weak self] message in
            // Name, old owner, new owner: gone, or replaced by another one that knows nothing of us.
            guard let self, message.string() != nil, let old = message.string() else { return }
            for name in FocusTracker.busNames { self.restingUntilUsec[name] = nil }
            if !old.isEmpty { self.lose(nil) }
        }
    }
}
