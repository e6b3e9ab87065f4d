import Glibc
import Linux
import Systemd
import VirtualInput

/// Presses keys and buttons one after the other, on two devices that are made when somebody is there to use them.
///
/// Two, because a keyboard that is a mouse as well is taken for neither by some.
final class Typist {
    /// From a new device to its first event, µs: a desktop that has not opened it yet would miss that.
    private static let settlingUsec: UInt64 = 700_000
    /// How long a key is down, and up before the next, µs.
    private static let holdUsec: UInt64 = 15_000
    private static let limit = 32

    private var keyboard: VirtualDevice?
    private var mouse: VirtualDevice?
    private var waiting: [Stroke] = []
    private var held: Stroke?
    private var timer: EventSource?
    private var isBusy = false
    private let failed: (SystemError) -> Void

    /// - Parameter failed: told of a stroke that could not be written.
    init(_ loop: EventLoop, failed: @escaping (SystemError) -> Void) throws(Errno) {
        self.failed = failed
        timer = try loop.timer { [weak self] in self?.step() }
    }

    var isReady: Bool { keyboard != nil && mouse != nil }

    /// Makes the devices, if they are not there.
    func prepare() throws(SystemError) {
        guard !isReady else { return }
        let keys = Modifier.allCases.map(\.code) + Key.all.map(\.code)
        keyboard = try VirtualDevice("PeekPop keys", codes: keys, isPointer: false)
        mouse = try VirtualDevice("PeekPop buttons", codes: PointerButton.allCases.map(\.code), isPointer: true)
        isBusy = true
        timer?.arm(atUsec: Clock.monotonicUsec + Typist.settlingUsec)
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
    func take(_ stroke: Stroke) -> Bool {
        guard waiting.count < Typist.limit else { return false }
        waiting.append(stroke)
        if !isBusy { step() }
        return true
    }

    private func step() {
        do throws(SystemError) {
            if let stroke = held {
                held = nil
                try device(stroke)?.set(stroke.codes, down: false)
            } else if !waiting.isEmpty {
                let stroke = waiting.removeFirst()
                held = stroke
                try device(stroke)?.set(stroke.codes, down: true)
            } else {
                isBusy = false
                return
            }
        } catch {
            failed(error)
        }
        isBusy = true
        timer?.arm(atUsec: Clock.monotonicUsec + Typist.holdUsec)
    }

    private func device(_ stroke: Stroke) -> VirtualDevice? {
        if case .button = stroke { mouse } else { keyboard }
    }
}
