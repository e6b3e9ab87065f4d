import CommandLineTable
import Linux
import PeekPopWire
import Systemd
import Varlink

/// Where the monitor shows its model.
protocol MonitorScreen: AnyObject {
    /// A reply of Subscribe has changed the model.
    func took(_ notice: Wire.Notice, _ model: MonitorModel) throws
    /// Time has passed: called ``MonitorSession/framesPerSecond`` times a second.
    func draw(_ model: MonitorModel) throws
    /// Gives the terminal back.
    func close()
}

/// The streams behind the monitor, and the model they feed.
final class MonitorSession {
    static let framesPerSecond: UInt64 = 30

    var model = MonitorModel()
    let subscription: Subscription
    private let preferred: String?
    private let duration: Double?
    /// The pad whose samples were asked for last.
    private var observed: String?
    /// `nil` once they have ended: the pad is gone, or cannot be read.
    private var observer: VarlinkClient?
    /// When to ask again: a pad may come back under its id.
    private var nextAttemptUsec: UInt64 = 0
    private var clock: EventSource?
    private var frameUsec: UInt64 = 0

    init(_ context: Context) throws {
        subscription = try Subscription(context, reconnecting: false)
        preferred = context.invocation.value(PeekpopctlTable.oneDevice)
        duration = context.invocation.number(PeekpopctlTable.duration)
    }

    func run(_ screen: any MonitorScreen) throws {
        try subscription.end(after: duration)
        clock = try subscription.loop.timer { [unowned self] in
            subscription.attempt {
                frameUsec = max(frameUsec + 1_000_000 / MonitorSession.framesPerSecond, Clock.monotonicUsec)
                clock?.arm(atUsec: frameUsec)
                model.tick(Clock.monotonicUsec)
                observeSelected()
                try screen.draw(model)
            }
        }
        clock?.arm(atUsec: Clock.monotonicUsec)
        try subscription.run(Wire.Subscribe()) { [unowned self] _, notice in
            let isFirst = notice.ready == true
            model.take(notice, preferred: isFirst ? preferred : nil, arrivalUsec: Clock.monotonicUsec)
            if isFirst, let preferred, model.selected?.summary.id != preferred {
                throw CommandFailure("there is no pad \(preferred): `peekpopctl devices` lists the pads there are")
            }
            try screen.took(notice, model)
        }
    }

    /// Keeps the stream of samples on the pad that is looked at.
    private func observeSelected() {
        guard let id = model.selected?.summary.id else { return }
        let now = Clock.monotonicUsec
        guard id != observed || (observer == nil && now >= nextAttemptUsec) else { return }
        observed = id
        observer = nil
        nextAttemptUsec = now + Subscription.retryUsec
        do {
            let client = try subscription.service.connect()
            try client.stream(Wire.Method.observe, Wire.DeviceParameter(device: id))
            try client.attach(to: subscription.loop) { [unowned self] result in
                // A pad that cannot be read stands in the list with its problem; presses say more than nothing.
                guard case .success(let reply) = result, reply.continues else { return observer = nil }
                guard let sample = try? reply.decode(Wire.SampleReply.self) else { return }
                model.sample(id, ForceReading(sample.sample), arrivalUsec: Clock.monotonicUsec)
            }
            observer = client
        } catch {
            // Without samples the monitor goes on with the presses alone.
        }
    }
}
