/// The version of PeekPop.
public let peekPopVersion = "0.1.0"

/// When one of the tables last changed: the manual pages' date.
let tablesDate = "November 30, 2026"

/// What both programs mean by their exit statuses, and what they read and write.
enum Shared {
    static let socketPath = "/run/peekpop/org.peekpop.Gestures"

    static let done = Entry("0", "Done.")
    static let failed = Entry("1", "It did not work; one line on standard error says why.")
    static let usage = Entry("64", "Wrong usage; the usage line follows on standard error.")
    static let socketFile = Entry(
        socketPath, "The socket on which the daemon answers. The file's name is the interface's.")
}
