import Glibc
import Linux
import Systemd
import VirtualInput

/// The connection to `peekpop-input`. It is held as long as there are rules that send keys or buttons: with it the helper's
/// devices come and go, and a desktop needs a moment to take notice of a new one.
final class InputClient {
    private let path: String
    private let loop: EventLoop
    private let complaints: Complaints
    private var socket: FileDescriptor?
    private var source: EventSource?
    /// What was asked for and is not answered yet.
    private var waiting: [String] = []

    init(path: String, _ loop: EventLoop, _ complaints: Complaints) {
        self.path = path
        self.loop = loop
        self.complaints = complaints
    }

    /// Connects, if it is not.
    func prepare() {
        do throws(SystemError) { try connect() } catch {
            complaints.complain("peekpop-input", InputClient.advice(error))
        }
    }

    /// Lets the devices go.
    func close() {
        source = nil
        socket = nil
        waiting = []
    }

    func send(_ stroke: Stroke, subject: String) {
        for isLast in [false, true] {
            do throws(SystemError) { try connect() } catch {
                complaints.complain(subject, InputClient.advice(error))
                return
            }
            do throws(Errno) {
                let bytes = Array(stroke.description.utf8)
                _ = try retrying {
                    Glibc.send(socket!.rawValue, bytes, bytes.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
                }
                waiting.append(subject)
                return
            } catch {
                // It may have ended while nothing was asked of it; or it has said why, and closed.
                let why = isLast ? try? answer() : nil
                close()
                if case .refused(let why) = why { return complain(subject, .refused, why) }
                if isLast || error.rawValue == EAGAIN {
                    return complain(subject, .lost, "\(SystemError("asking peekpop-input", error))")
                }
            }
        }
    }

    private func connect() throws(SystemError) {
        guard socket == nil else { return }
        do throws(Errno) {
            let socket = try UnixSocket.connect(to: path, .messages)
            source = try loop.watch(socket.rawValue, for: .readable) { [weak self] _ in self?.receive() }
            self.socket = socket
        } catch {
            throw SystemError("connecting to \(path)", error)
        }
    }

    private func receive() {
        do throws(Errno) {
            guard let answer = try answer() else { return ended() }
            // Where nothing was asked for, it speaks of the connection.
            let subject = waiting.isEmpty ? nil : waiting.removeFirst()
            if case .refused(let why) = answer { complain(subject ?? "peekpop-input", .refused, why) }
        } catch {
            if error.rawValue != EAGAIN { ended() }
        }
    }

    /// Reads what the helper has said.
    ///
    /// - Returns: `nil` where it has closed.
    private func answer() throws(Errno) -> InputMessage.Answer? {
        guard let socket else { return nil }
        var bytes = [UInt8](repeating: 0, count: 512)
        let count = try retrying { recv(socket.rawValue, &bytes, bytes.count, Int32(MSG_DONTWAIT)) }
        return count > 0 ? InputMessage.Answer(String(decoding: bytes[..<count], as: UTF8.self)) : nil
    }

    private func ended() {
        if let subject = waiting.first { complain(subject, .lost, "peekpop-input ended before it had answered") }
        close()
    }

    /// What goes wrong, whatever the helper says of it and wherever it is noticed first.
    private enum Problem: String {
        case refused, lost
    }

    private func complain(_ subject: String, _ problem: Problem, _ message: String) {
        complaints.complain(subject, message, kind: problem.rawValue)
    }

    static func advice(_ error: SystemError) -> String {
        switch error.errno.rawValue {
        case ENOENT, ECONNREFUSED: "\(error) (`sudo systemctl enable --now peekpop-input.socket` offers it)"
        default: "\(error)"
        }
    }
}
