import Glibc

/// A C error number. The corresponding C object is `errno`.
public struct Errno: Error, Equatable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: Int32

    public init(_ rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// The thread's present `errno`: read it at once after the failing call.
    public static var current: Errno { Errno(errno) }

    /// The C library's words for it, as `strerror` gives them.
    public var description: String {
        String(cString: strerror(rawValue))
    }
}

/// An error number together with what was being tried: `opening /dev/input/event5: Permission denied`.
public struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What was tried and with what, as a participle phrase: `opening /dev/input/event5`.
    public let attempt: String
    public let errno: Errno

    public init(_ attempt: String, _ errno: Errno) {
        self.attempt = attempt
        self.errno = errno
    }

    public var description: String { "\(attempt): \(errno)" }
}

/// Calls `body` until it is not interrupted by a signal.
///
/// - Returns: what `body` returned, never negative.
/// - Throws: the error number of a call that returned a negative value, except `EINTR`.
@inlinable
public func retrying<I: SignedInteger>(_ body: () -> I) throws(Errno) -> I {
    while true {
        let result = body()
        if result >= 0 { return result }
        let error = Errno.current
        if error.rawValue != EINTR { throw error }
    }
}

/// For C calls that return a negated error number, as libsystemd's and libevdev's do.
///
/// - Throws: the error number where `result` is negative.
@inlinable
@discardableResult
public func checked(_ result: Int32) throws(Errno) -> Int32 {
    if result < 0 { throw Errno(-result) }
    return result
}
