import Haptics
import Limiting
import Linux
import PeekPopWire
import Systemd
import Varlink

/// Answers PlayFeedback: opens the pad if it is closed, waits for its motor, plays, and closes the pad again.
final class FeedbackDesk {
    /// How often one user may ask, by however many programs: a loop in a shell is a process for each call. Faster than that
    /// nobody can tell clicks apart.
    private static let burst = 10
    private static let perSecond = 20
    /// How long a pad may take to open and to take its effects.
    private static let patienceUsec: UInt64 = 2_000_000
    /// How long a pad stays open after the last feedback: until the longest has been played, and so that feedback in a
    /// row opens it once.
    private static let lingerUsec: UInt64 = 1_000_000

    private final class Request {
        let call: Call
        let pad: Pad
        let pattern: Wire.FeedbackPattern
        /// First it limits the wait, then it closes the pad.
        var timer: EventSource?
        var isAnswered = false

        init(_ call: Call, _ pad: Pad, _ pattern: Wire.FeedbackPattern) {
            self.call = call
            self.pad = pad
            self.pattern = pattern
        }
    }

    private let loop: EventLoop
    private let hub: PadHub
    private var limit = RateLimit<UInt32>(burst: FeedbackDesk.burst, perSecond: FeedbackDesk.perSecond)
    private var requests: [Request] = []

    init(_ loop: EventLoop, _ hub: PadHub) {
        self.loop = loop
        self.hub = hub
        hub.onHaptics = { [unowned self] in look(at: $0) }
    }

    func play(_ pattern: Wire.FeedbackPattern, on pad: Pad, _ call: Call) throws(ErrorReply) {
        if let usec = limit.take(call.peer.uid, nowUsec: Clock.monotonicUsec) {
            throw GesturesError.tooOften(pad.id, retryUsec: usec)
        }
        if case .silent(let reason) = pad.haptics.state, !pad.haptics.isTroubled {
            throw GesturesError.notSupported(pad.id, reason: reason)
        }
        let request = Request(call, pad, pattern)
        do throws(Errno) {
            request.timer = try loop.timer { [unowned self, unowned request] in expired(request) }
        } catch {
            throw GesturesError.deviceUnavailable(pad.id, reason: "making a timer: \(error)")
        }
        request.timer?.arm(atUsec: Clock.monotonicUsec + FeedbackDesk.patienceUsec)
        requests.append(request)
        // Whoever is gone does not hear, and the pad closes in its time.
        call.onClose = { [unowned request] in request.isAnswered = true }
        hub.open(pad)
        look(at: pad)
    }

    /// Something has become of a pad or its motor: whoever waits for that may have an answer.
    private func look(at pad: Pad) {
        for request in requests where request.pad === pad && !request.isAnswered { settle(request) }
        guard !hub.pads.contains(where: { $0 === pad }) else { return }
        // It closed by going.
        requests.removeAll { $0.pad === pad }
    }

    private func settle(_ request: Request) {
        let pad = request.pad
        guard hub.pads.contains(where: { $0 === pad }) else {
            return answer(request, GesturesError.noSuchDevice(pad.id))
        }
        if let failure = pad.failure {
            return answer(request, GesturesError.deviceUnavailable(pad.id, reason: failure))
        }
        switch pad.haptics.state {
        case .resting, .starting: break
        case .silent(let reason): answer(request, GesturesError.deviceUnavailable(pad.id, reason: reason))
        case .ready:
            guard pad.haptics.canPlay(request.pattern.feedback) else {
                let reason = "its motor cannot play `\(request.pattern.rawValue)`, or the configuration gives it none"
                return answer(request, GesturesError.notSupported(pad.id, reason: reason))
            }
            let isPlayed = pad.haptics.play(request.pattern.feedback)
            let busy = "its motor is still busy with what came before"
            answer(request, isPlayed ? nil : GesturesError.deviceUnavailable(pad.id, reason: busy))
        }
    }

    private func answer(_ request: Request, _ failure: ErrorReply?) {
        request.isAnswered = true
        request.call.onClose = nil
        if let failure { request.call.fail(failure) } else { request.call.reply() }
        request.timer?.arm(atUsec: Clock.monotonicUsec + (failure == nil ? FeedbackDesk.lingerUsec : 0))
    }

    private func expired(_ request: Request) {
        if !request.isAnswered {
            let seconds = FeedbackDesk.patienceUsec / 1_000_000
            return answer(
                request,
                GesturesError.deviceUnavailable(
                    request.pad.id, reason: "its motor has not become ready within \(seconds) s"))
        }
        guard let index = requests.firstIndex(where: { $0 === request }) else { return }
        requests.remove(at: index)
        hub.close(request.pad)
    }
}

extension Wire.FeedbackPattern {
    var feedback: Feedback {
        switch self {
        case .click: .click
        case .peek: .peek
        case .pop: .pop
        case .buzz: .buzz
        }
    }
}
