import CommandLineTable

/// `peekpopctl config show`
enum ConfigCommand {
    static func run(_ context: Context) throws {
        throw CommandFailure("config show")
    }
}
