import Glibc
import Linux
import Systemd
import VirtualInput

/// Presses keys and buttons one after the other, on two devices that are made when somebody is there to use them.
///
/// Two, because a keyboard that is a mouse as well is taken for neither by some.
///
/// What waits belongs to somebody: whether that one may still is asked at the moment its keys go down, for another session may
/// have come to the foreground meanwhile. What is down is let go whoever is there.
final class Typist {
    /// Makes a device: its name, the codes it has, and whether it is a mouse.
    typealias DeviceMaker = (String, [UInt16], Bool) throws(SystemError) -> any StrokeDevice

    struct Times {
        /// From a new device to its first event, µs: a desktop that has not opened it yet would miss that.
        var settlingUsec: UInt64 = 700_000
        /// How long a key is down, and up before the next, µs.
        var holdUsec: UInt64 = 15_000
    }

    /// Strokes that may wait.
    static let limit = 32

    private struct Wish {
        let stroke: Stroke
        let peer: Peer
    }

    private let make: DeviceMaker
    private let times: Times
    private var keyboard: (any StrokeDevice)?
    private var mouse: (any StrokeDevice)?
    private var waiting: [Wish] = []
    private var held: Stroke?
    private var timer: EventSource?
    private var isBusy = false
    private let refusal: (Peer) -> String?
    private let dropped: (Peer, Int, String) -> Void
    private let failed: (SystemError) -> Void

    /// - Parameters:
    ///   - refusal: why somebody's keys may not go down now; `nil` where they may.
    ///   - dropped: told of somebody whose strokes waited, how many they were, and why they will not be typed.
    ///   - failed: told of a stroke that could not be written; its devices are gone then, and those that waited.
    init(
        _ loop: EventLoop, make: @escaping DeviceMaker, times: Times, refusal: @escaping (Peer) -> String?,
        dropped: @escaping (Peer, Int, String) -> Void, failed: @escaping (SystemError) -> Void
    ) throws(Errno) {
        self.make = make
        self.times = times
        self.refusal = refusal
        self.dropped = dropped
        self.failed = failed
        timer = try loop.timer { [weak self] in self?.step() }
    }

    /// Makes the devices, if they are not there.
    func prepare() throws(SystemError) {
        guard keyboard == nil || mouse == nil else { return }
        let keys = Modifier.allCases.map(\.code) + Key.all.map(\.code)
        let keyboard = try make("PeekPop keys", keys, false)
        mouse = try make("PeekPop buttons", PointerButton.allCases.map(\.code), true)
        self.keyboard = keyboard
        isBusy = true
        timer?.arm(atUsec: Clock.monotonicUsec + times.settlingUsec)
    }

    /// Takes the devices away; the kernel lets go of what is held.
    func close() {
        timer?.disarm()
        waiting = []
        held = nil
        isBusy = false
        keyboard = nil
        mouse = nil
    }

    /// - Returns: false where too many wait.
    func take(_ stroke: Stroke, of peer: Peer) -> Bool {
        guard waiting.count < Typist.limit else { return false }
        waiting.append(Wish(stroke: stroke, peer: peer))
        if !isBusy { step() }
        return true
    }

    /// Drops what waits of those who may not any more: they may again before its turn comes, and it is not for then.
    func reconsider() {
        var seen: Set<uid_t> = []
        for wish in waiting where seen.insert(wish.peer.uid).inserted {
            if let why = refusal(wish.peer) { drop(wish.peer, why) }
        }
    }

    private func drop(_ peer: Peer, _ why: String) {
        let before = waiting.count
        waiting.removeAll { $0.peer.uid == peer.uid }
        dropped(peer, before - waiting.count, why)
    }

    /// The next whose user still may; those before it are dropped.
    private func next() -> Stroke? {
        while let wish = waiting.first {
            guard let why = refusal(wish.peer) else { return waiting.removeFirst().stroke }
            drop(wish.peer, why)
        }
        return nil
    }

    private func step() {
        do throws(SystemError) {
            if let stroke = held {
                held = nil
                try device(stroke)?.set(stroke.codes, down: false)
            } else if let stroke = next() {
                held = stroke
                try device(stroke)?.set(stroke.codes, down: true)
            } else {
                isBusy = false
                return
            }
        } catch {
            // Half a stroke may be down: without its device nothing is. The next request makes new ones.
            close()
            failed(error)
            return
        }
        isBusy = true
        timer?.arm(atUsec: Clock.monotonicUsec + times.holdUsec)
    }

    private func device(_ stroke: Stroke) -> (any StrokeDevice)? {
        if case .button = stroke { mouse } else { keyboard }
    }
}
