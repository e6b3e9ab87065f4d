import Synchronization

/// Events between the thread that reads them and the task that wants them.
///
/// It holds a bounded number. Beyond that, `changed` events give way: a later one takes the place of an earlier one of the
/// same press, and what is left out is counted. No other event is ever left out: where there is nothing that may give way,
/// ``isFull`` says so, and the reader stops until there is room; the service then does the same at its end.
final class EventBuffer: Sendable {
    private struct State {
        var queue: [ConnectionEvent] = []
        /// How many were left out and not told yet.
        var lost = 0
        var isEnded = false
        var waiter: CheckedContinuation<ConnectionEvent?, Never>?

        var isFull = false
    }

    private let capacity: Int
    private let state = Mutex(State())
    /// Called when there is room again, and at the end.
    private let onRoom: @Sendable () -> Void

    init(capacity: Int, onRoom: @escaping @Sendable () -> Void) {
        self.capacity = max(capacity, 1)
        self.onRoom = onRoom
    }

    var isFull: Bool { state.withLock { $0.isFull } }
    var isEnded: Bool { state.withLock { $0.isEnded } }

    func put(_ event: ConnectionEvent) {
        let waiter = state.withLock { state -> CheckedContinuation<ConnectionEvent?, Never>? in
            guard !state.isEnded else { return nil }
            if let waiter = state.waiter {
                state.waiter = nil
                return waiter
            }
            hold(event, &state)
            return nil
        }
        waiter?.resume(returning: event)
    }

    /// Nothing more comes: what is held is not wanted any more.
    func end() {
        let waiter = state.withLock { state -> CheckedContinuation<ConnectionEvent?, Never>? in
            state.isEnded = true
            state.queue = []
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: nil)
        onRoom()
    }

    /// The next event, when there is one; `nil` after the end, also where the task is cancelled.
    func next() async -> ConnectionEvent? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (answer, hasRoom) = state.withLock { state -> (ConnectionEvent??, Bool) in
                    let wasFull = state.isFull
                    if state.isEnded { return (.some(nil), false) }
                    if let event = take(&state) { return (.some(event), wasFull && !state.isFull) }
                    state.waiter = continuation
                    return (nil, false)
                }
                if let answer { continuation.resume(returning: answer) }
                if hasRoom { onRoom() }
            }
        } onCancel: {
            end()
        }
    }

    private func take(_ state: inout State) -> ConnectionEvent? {
        if state.lost > 0 {
            defer { state.lost = 0 }
            return .lost(state.lost)
        }
        guard !state.queue.isEmpty else { return nil }
        defer { state.isFull = isFull(state.queue) }
        return state.queue.removeFirst()
    }

    private func hold(_ event: ConnectionEvent, _ state: inout State) {
        if case .lost(let count) = event {
            state.lost += count
            return
        }
        if state.queue.count >= capacity {
            if let press = event.changedPress, let index = state.queue.lastIndex(where: { $0.isOf(press) }),
                state.queue[index].changedPress != nil
            {
                state.queue[index] = event
                state.lost += 1
                return
            }
            if let index = state.queue.firstIndex(where: { $0.changedPress != nil }) {
                state.queue.remove(at: index)
                state.lost += 1
            }
        }
        state.queue.append(event)
        state.isFull = isFull(state.queue)
    }

    private func isFull(_ queue: [ConnectionEvent]) -> Bool {
        queue.count >= capacity && !queue.contains { $0.changedPress != nil }
    }
}

extension ConnectionEvent {
    /// The press of a `changed` event: what may be left out.
    fileprivate var changedPress: PressEvent? {
        if case .press(let press) = self, press.phase == .changed { press } else { nil }
    }

    fileprivate func isOf(_ other: PressEvent) -> Bool {
        if case .press(let press) = self { press.id == other.id && press.device == other.device } else { false }
    }
}
