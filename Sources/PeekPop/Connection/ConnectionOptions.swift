import Glibc

/// What a connection asks for.
public struct ConnectionOptions: Equatable, Sendable {
    /// Where the service listens.
    public var socketPath: String
    /// Ids of the pads wanted; all where `nil`.
    public var devices: [String]?
    /// Phases wanted; all where `nil`. ``Previewer`` needs them all.
    public var phases: Set<PressPhase>?
    /// At most so many `changed` events a second for each pad, 1…1000; all where `nil`. 120 by default: no screen shows more.
    public var maxRateHz: Int? = 120
    /// Of the chance in the times between attempts to connect.
    public var seed: UInt64
    /// How long the service may take for its first reply, in µs; the service manager may have to start it before.
    var patienceUsec: UInt64 = 10_000_000

    /// - Parameter socketPath: ``usualSocketPath`` where `nil`.
    public init(socketPath: String? = nil) {
        self.socketPath = socketPath ?? ConnectionOptions.usualSocketPath
        seed = UInt64.random(in: .min ... .max)
    }

    /// The environment's `PEEKPOP_SOCKET`, or `/run/peekpop/org.peekpop.Gestures`.
    public static var usualSocketPath: String {
        getenv("PEEKPOP_SOCKET").map { String(cString: $0) } ?? "/run/peekpop/org.peekpop.Gestures"
    }
}

/// Why a connection object could not be made: this process's limits.
public struct ConnectionFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// What was tried, and why it failed: `making an event loop: Too many open files`.
    public let description: String
}
