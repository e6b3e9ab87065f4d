/// What comes from the service, for `async` code.
///
/// ```swift
/// for try await event in PressEvents().presses {
///     print(event.phase, event.clicks)
/// }
/// ```
///
/// Each loop has a connection and a thread of its own, which end with it. The connection comes back by itself, so the
/// sequence goes on until its task is cancelled. A loop whose body is slow gets fewer `changed` events, and is told how
/// many were left out; no other event is.
public struct PressEvents: AsyncSequence, Sendable {
    public typealias Element = ConnectionEvent
    public typealias Failure = ConnectionFailure

    private let options: ConnectionOptions
    private let capacity: Int

    /// - Parameters:
    ///   - options: where the service is, and what is wanted of it.
    ///   - capacity: how many events may wait, before `changed` ones are left out.
    public init(_ options: ConnectionOptions = ConnectionOptions(), capacity: Int = 256) {
        self.options = options
        self.capacity = capacity
    }

    /// The steps of presses alone.
    public var presses: some AsyncSequence<PressEvent, ConnectionFailure> {
        compactMap { if case .press(let press) = $0 { press } else { nil } }
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(feed: ReaderThread(options, capacity: capacity))
    }

    public struct Iterator: AsyncIteratorProtocol {
        let feed: ReaderThread

        /// - Throws: at the first call, where this process has no descriptors or threads left.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(ConnectionFailure) -> ConnectionEvent? {
            try feed.start()
            return await feed.buffer.next()
        }

        public mutating func next() async throws(ConnectionFailure) -> ConnectionEvent? {
            try await next(isolation: nil)
        }
    }
}
