import Linux
import Systemd

/// One desktop's way to tell which window has the focus.
protocol FocusSource: AnyObject {
    var name: String { get }
    /// A press begins: sources that do not tell of changes are asked.
    func refresh()
}

/// Knows which window has the focus, as long as some desktop tells; finds a desktop that was started anew.
public final class FocusTracker {
    /// After a desktop has gone: when to look for it again, in ms. Later, each press looks.
    private static let delaysMsec: [UInt64] = [100, 200, 400, 800, 1_500, 3_000, 6_000, 12_000, 30_000]

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
    /// Desktops on the bus that do not tell: not asked again before they were started anew.
    private var deaf: Set<String> = []

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
        timer = try loop.timer { [weak self] in self?.lookAgain() }
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
        for candidate in DesktopSocket.candidates(environment) {
            do throws(Errno) {
                use(
                    try SocketFocus(
                        candidate, loop, changed: { [weak self] in self?.current = $0 },
                        lost: { [weak self] in self?.lose($0) }))
                return
            } catch {
                // A socket that was left behind by a desktop that is gone.
                continue
            }
        }
        askBus()
    }

    private func use(_ found: any FocusSource) {
        source = found
        attempt = 0
        timer?.disarm()
        asking = []
        // Whether GNOME tells at all is known with its first answer.
        if !(found is GnomeFocus) { announce(found.name) }
    }

    private func announce(_ name: String) {
        isAnnounced = true
        say("\(name) tells which window has the focus")
    }

    /// - Parameter why: in words, where it is not simply gone.
    private func lose(_ why: String?) {
        guard let name = source?.name else { return }
        // Its handler is still running: let go of it when that is over.
        let gone = source
        source = nil
        current = nil
        let wasAnnounced = isAnnounced
        isAnnounced = false
        if let why {
            deaf.insert(name)
            if said.insert(why).inserted { say(why) }
        } else {
            if wasAnnounced {
                say(
                    "\(name) no longer tells which window has the focus; rules for all applications are in force until it does"
                )
            }
            attempt = 0
            armTimer()
        }
        withExtendedLifetime(gone) {}
    }

    private func armTimer() {
        guard attempt < FocusTracker.delaysMsec.count else { return }
        timer?.arm(atUsec: Clock.monotonicUsec + FocusTracker.delaysMsec[attempt] * 1_000)
        attempt += 1
    }

    private func lookAgain() {
        connect()
        if source == nil { armTimer() }
    }

    /// KWin and GNOME have no sockets.
    private func askBus() {
        guard asking.isEmpty, let bus = bus() else { return }
        for (desktop, name) in [("KWin", KWinFocus.busName), ("GNOME", GnomeFocus.busName)]
        where !deaf.contains(desktop) {
            let slot = try? bus.call(
                "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner",
                [.string(name)], timeoutUsec: 1_000_000
            ) { [weak self] reply in
                guard let self else { return }
                if case .success(let message) = reply, message.boolean() == true { self.use(name, bus) }
                // Asked again at the next press, if nothing came of it.
                self.answersToCome -= 1
                if self.answersToCome == 0 { self.asking.removeAll() }
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
            if window != nil, !self.isAnnounced, let source = self.source { self.announce(source.name) }
        }
        let lost = { [weak self] (why: String?) -> Void in self?.lose(why) }
        do throws(Errno) {
            owners = try watchOwner(name, bus)
            if name == KWinFocus.busName {
                use(
                    try KWinFocus(
                        bus, folder: environment("XDG_RUNTIME_DIR") ?? "/tmp", changed: changed, lost: lost))
            } else {
                use(GnomeFocus(bus, changed: changed, lost: lost))
            }
        } catch {
            lose("asking \(name): \(error)")
        }
    }

    private func watchOwner(_ name: String, _ bus: Bus) throws(Errno) -> BusSlot {
        try bus.onSignal(
            sender: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            member: "NameOwnerChanged", firstArgument: name
        ) { [weak self] message in
            // Name, old owner, new owner: gone, or replaced by another one that knows nothing of us.
            guard let self, message.string() != nil, let old = message.string() else { return }
            self.deaf.removeAll()
            if !old.isEmpty { self.lose(nil) }
        }
    }
}
