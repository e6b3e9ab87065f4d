import CommandLineTable
import Glibc
import Linux

/// `peekpopctl generate DIR`: the manual pages and completions of both programs, for installation.
enum GenerateCommand {
    static func run(_ context: Context) throws {
        let folder = context.invocation.operands[0]
        for program in Program.all {
            for (name, text) in program.documents {
                let path = "\(folder)/\(name)"
                do throws(Errno) {
                    try FileDescriptor.open(path, O_WRONLY | O_CREAT | O_TRUNC).writeAll(text.utf8)
                } catch {
                    throw CommandFailure("\(SystemError("writing \(path)", error))")
                }
            }
        }
    }
}
