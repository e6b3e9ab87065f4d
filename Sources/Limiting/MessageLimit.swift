/// Lets each thing be said once a minute, however often it happens: for a log that somebody else may cause lines in.
public struct MessageLimit: Sendable {
    /// How long a thing is left out after it was said, in microseconds.
    public static let quietUsec: UInt64 = 60_000_000
    /// How many things are told apart. Who invents ever new ones fills neither the memory nor the log: so many lines a
    /// minute, and no more.
    public static let things = 256

    /// When each was said last, and how often it was left out since.
    private var said: [String: (usec: UInt64, leftOut: Int)] = [:]

    public init() {}

    /// Whether something may be said now.
    ///
    /// - Parameter thing: what is said once; see ``thing(_:)``.
    /// - Returns: how often it was left out since it was said last; `nil` where it is left out this time too.
    public mutating func take(_ thing: String, nowUsec now: UInt64) -> Int? {
        if let last = said[thing], now < last.usec + MessageLimit.quietUsec {
            said[thing]!.leftOut += 1
            return nil
        }
        if said[thing] == nil, said.count >= MessageLimit.things {
            said = said.filter { now < $0.value.usec + MessageLimit.quietUsec }
            if said.count >= MessageLimit.things { return nil }
        }
        return said.updateValue((now, 0), forKey: thing)?.leftOut ?? 0
    }

    /// A message without its numbers: they change from time to time, or are somebody else's to choose, and it is the same
    /// thing.
    public static func thing(_ message: String) -> String { message.filter { !$0.isNumber } }
}
