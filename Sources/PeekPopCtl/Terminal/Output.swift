import Glibc
import Linux

/// Standard output, written at once and to the end.
///
/// Nobody reading any more (`| head`) is no failure: see ``OutputClosed``.
final class Output {
    private let fd: Int32
    private let name: String

    init(fd: Int32 = STDOUT_FILENO, name: String = "standard output") {
        self.fd = fd
        self.name = name
    }

    var isTerminal: Bool { isatty(fd) == 1 }

    /// Columns of the terminal; 80 where it is none, or does not tell.
    var width: Int { size.width }

    /// Columns and lines of the terminal.
    var size: (width: Int, height: Int) {
        var size = winsize()
        guard ioctl(fd, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    func write(_ text: String) throws {
        var text = text
        try text.withUTF8 { try write(UnsafeRawBufferPointer($0)) }
    }

    func line(_ text: String) throws { try write(text + "\n") }

    /// One line of bytes, with its line break in the same call, so that no reader sees half of it.
    func line(bytes: some Collection<UInt8>) throws {
        var line = Array(bytes)
        line.append(UInt8(ascii: "\n"))
        try line.withUnsafeBytes { try write($0) }
    }

    private func write(_ bytes: UnsafeRawBufferPointer) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            do throws(Errno) {
                let count = try retrying {
                    let part = UnsafeRawBufferPointer(rebasing: rest)
                    return Glibc.write(fd, part.baseAddress, part.count)
                }
                rest = rest.dropFirst(count)
            } catch  where error.rawValue == EPIPE {
                throw OutputClosed()
            } catch  where error.rawValue == EAGAIN {
                // Somebody made the terminal or pipe non-blocking for all that share it.
                var waiting = pollfd(fd: fd, events: Int16(POLLOUT), revents: 0)
                _ = poll(&waiting, 1, -1)
            } catch {
                throw CommandFailure("\(SystemError("writing \(name)", error))")
            }
        }
    }
}

/// Whoever read standard output has enough: the program ends, quietly and with status 0.
struct OutputClosed: Error {}
