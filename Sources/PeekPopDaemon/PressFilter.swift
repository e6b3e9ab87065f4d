import PeekPopWire
import Recognition

/// Which press events one subscriber gets: what it asked for, what it may see, and never the middle of a press whose
/// beginning it missed.
struct PressFilter {
    /// What became of an event for this subscriber.
    enum Verdict: Equatable {
        case deliver
        /// Not asked for, not permitted, or faster than the rate asked for.
        case skip
    }

    private struct View {
        let pad: Int
        /// Whether this subscriber asked for this pad.
        let isWanted: Bool
        var isVisible: Bool
        /// The press in flight whose beginning this subscriber has passed by; 0: none.
        var press: UInt32 = 0
        /// Frame time of the last `changed` event delivered.
        var changedUsec: UInt64 = 0
        var lastEvent: PressEvent?
    }

    private let devices: Set<String>?
    private let phases: Set<PressPhase>?
    /// Between two `changed` events on a pad.
    private let intervalUsec: UInt64
    private var views: [View] = []

    init(_ request: Wire.Subscribe) {
        devices = request.devices.map(Set.init)
        phases = request.phases.map(Set.init)
        intervalUsec = request.maxRateHz.map { UInt64(1_000_000 / $0) } ?? 0
    }

    /// Takes a pad in.
    mutating func add(_ pad: Int, id: String, isVisible: Bool) {
        views.append(View(pad: pad, isWanted: devices?.contains(id) ?? true, isVisible: isVisible))
    }

    /// Whether the pad is one of this subscriber's: asked for and permitted.
    func shows(_ pad: Int) -> Bool {
        views.contains { $0.pad == pad && $0.isWanted && $0.isVisible }
    }

    mutating func remove(_ pad: Int) {
        views.removeAll { $0.pad == pad }
    }

    /// Changes whether a pad may be seen.
    ///
    /// - Returns: the event that ends a press in flight for this subscriber, where it may not be seen any more.
    mutating func setVisible(_ isVisible: Bool, _ pad: Int) -> PressEvent? {
        guard let index = views.firstIndex(where: { $0.pad == pad }), views[index].isVisible != isVisible else {
            return nil
        }
        views[index].isVisible = isVisible
        guard !isVisible, views[index].press != 0, var last = views[index].lastEvent else { return nil }
        views[index].press = 0
        last.phase = .cancelled
        last.reason = .inactive
        return wants(.cancelled) ? last : nil
    }

    /// Decides over one event.
    mutating func decide(_ event: PressEvent, on pad: Int) -> Verdict {
        guard let index = views.firstIndex(where: { $0.pad == pad && $0.isWanted && $0.isVisible }) else {
            return .skip
        }
        if event.phase == .began { views[index].press = event.press }
        guard views[index].press == event.press else { return .skip }
        if event.phase == .ended || event.phase == .cancelled { views[index].press = 0 }
        views[index].lastEvent = event
        guard wants(event.phase) else { return .skip }
        if event.phase == .changed {
            let last = views[index].changedUsec
            if intervalUsec > 0, event.timeUsec >= last, event.timeUsec - last < intervalUsec { return .skip }
            views[index].changedUsec = event.timeUsec
        }
        return .deliver
    }

    private func wants(_ phase: PressPhase) -> Bool { phases?.contains(phase) ?? true }
}
