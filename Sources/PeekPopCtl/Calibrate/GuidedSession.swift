import Calibrating
import CommandLineTable
import Glibc
import Linux
import PeekPopWire
import Systemd
import Varlink

/// The guided calibration between terminal and daemon: samples by one connection, pads and presses by another, the
/// finished calibration by a third.
final class GuidedSession {
    static let framesPerSecond: UInt64 = 30

    private var flow: GuidedFlow
    private let view: GuidedView
    private let subscription: Subscription
    private let curses: Curses
    private var observer: VarlinkClient?
    private var keeper: VarlinkClient?
    private var clock: EventSource?
    private var frameUsec: UInt64 = 0

    /// - Throws: ``CommandFailure`` where the terminal is of a kind that ncurses does not know.
    init(_ context: Context) throws {
        flow = GuidedFlow(preferred: context.invocation.value(PeekpopctlTable.calibrateDevice))
        view = GuidedView(charset: context.charset)
        subscription = try Subscription(context, reconnecting: false)
        curses = try Curses(context, remedy: GuidedSession.remedy)
    }

    static let remedy = "`peekpopctl calibrate --from FILE` takes recordings, and needs none"

    /// Guides through the whole; the terminal is given back before this returns or throws.
    func run() throws -> GuidedFlow.Ending {
        defer { curses.close() }
        try curses.attach(
            to: subscription, onKey: { [unowned self] in press($0) }, onResize: { [unowned self] in draw() })
        clock = try subscription.loop.timer { [unowned self] in
            frameUsec = max(frameUsec + 1_000_000 / GuidedSession.framesPerSecond, Clock.monotonicUsec)
            clock?.arm(atUsec: frameUsec)
            flow.take(timeUsec: Clock.monotonicUsec)
            draw()
        }
        clock?.arm(atUsec: Clock.monotonicUsec)
        do {
            try subscription.run(Wire.Subscribe()) { [unowned self] _, notice in take(notice) }
        } catch {
            flow.interrupt("\(error)")
        }
        // A signal, or the terminal went away.
        flow.leave()
        guard case .over(let ending) = flow.step else { preconditionFailure("the guided calibration has not ended") }
        return ending
    }

    /// What came out, and for which pad; `nil` where somebody left before.
    var found: (outcome: CalibrationOutcome, pad: Wire.Device)? {
        guard let outcome = flow.outcome, let pad = flow.device else { return nil }
        return (outcome, pad)
    }

    private func take(_ notice: Wire.Notice) {
        if notice.ready == true { follow(flow.take(pads: notice.devices ?? [])) }
        if let added = notice.added { flow.add(added) }
        if let removed = notice.removed { flow.remove(removed) }
        if let press = notice.press { flow.take(press) }
        endIfOver()
    }

    private func press(_ key: Key) {
        follow(flow.take(key))
        let size = curses.size
        flow.scroll = min(flow.scroll, view.scrollLimit(flow, width: size.width, height: size.height))
        endIfOver()
        draw()
    }

    private func draw() {
        if case .over = flow.step { return }
        let size = curses.size
        curses.draw(view.draw(flow, width: size.width, height: size.height))
    }

    private func endIfOver() {
        if case .over = flow.step { subscription.end() }
    }

    // MARK: What the flow wants done

    private func follow(_ effect: GuidedFlow.Effect?) {
        switch effect {
        case nil: break
        case .observe(let id): observe(id)
        case .store(let fit): store(fit)
        }
        endIfOver()
    }

    private func observe(_ id: String) {
        do {
            observer = try stream(Wire.Method.observe, Wire.DeviceParameter(device: id)) { [unowned self] result in
                switch result {
                case .success(let reply):
                    guard let sample = try? reply.decode(Wire.SampleReply.self).sample else { break }
                    flow.take(sample, arrivalUsec: Clock.monotonicUsec)
                case .failure(.server(CalibrationError.noSuchDeviceName, _)): flow.remove(id)
                case .failure(let error): flow.interrupt("\(subscription.service.explained(error))")
                }
                endIfOver()
            }
        } catch {
            flow.interrupt("\(error)")
        }
    }

    private func store(_ fit: CalibrationFit) {
        guard let id = flow.device?.id else { return }
        let calibration = Wire.Calibration(device: id, fit, method: .guided, atUnix: time(nil))
        do {
            let parameters = Wire.SetCalibration(device: id, calibration: calibration)
            keeper = try stream(Wire.Method.setCalibration, parameters) { [unowned self] result in
                switch result {
                case .success: flow.stored()
                case .failure(let error): flow.refused("\(subscription.service.explained(error))")
                }
                draw()
            }
        } catch {
            flow.refused("\(error)")
        }
    }

    /// Calls a method on a connection of its own, without waiting: the screen goes on meanwhile.
    private func stream(
        _ method: String, _ parameters: some Encodable,
        _ handler: @escaping (Result<ReplyMessage, VarlinkClientError>) -> Void
    ) throws -> VarlinkClient {
        let client = try subscription.service.connect()
        do {
            try client.stream(method, parameters)
        } catch {
            throw subscription.service.explained(error)
        }
        try client.attach(to: subscription.loop, handler)
        return client
    }
}
