/// Why a command did not work: one line for standard error. Exit status 1.
struct CommandFailure: Error, Equatable, CustomStringConvertible {
    /// What was tried, with what, why it failed, and what to do.
    let description: String

    init(_ description: String) {
        self.description = description
    }

    static let exitStatus: Int32 = 1
}
