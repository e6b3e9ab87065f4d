/// A command line that fits the table.
public struct Invocation: Equatable, Sendable {
    /// What to do before anything else.
    public enum Action: Equatable, Sendable {
        case run
        case help
        case version
    }

    public internal(set) var action = Action.run
    /// `nil` for programs without commands, and where help or the version of the program is asked for.
    public internal(set) var command: Command?
    public internal(set) var operands: [String] = []
    private var given: [String: [String]] = [:]

    /// Whether the option was given.
    public func has(_ option: Option) -> Bool { given[option.long] != nil }

    /// Its value; the last one where it was given more than once.
    public func value(_ option: Option) -> String? { given[option.long]?.last }

    /// Its values in order, for repeatable options.
    public func values(_ option: Option) -> [String] { given[option.long] ?? [] }

    /// Its value, where the table says that it is an integer.
    public func integer(_ option: Option) -> Int? { value(option).flatMap { Int($0) } }

    /// Its value, where the table says that it is a number.
    public func number(_ option: Option) -> Double? { value(option).flatMap { Double($0) } }

    mutating func add(_ option: Option, _ value: String) {
        given[option.long, default: []].append(value)
    }
}
