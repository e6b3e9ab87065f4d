import Glibc
import Linux
import Systemd

/// A connection to a desktop's socket, read and written as the loop goes.
final class SocketStream {
    private let socket: FileDescriptor
    private var source: EventSource?
    private var unsent: [UInt8] = []
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
    private let received: ([UInt8]) -> Void
    private let ended: () -> Void

    /// - Parameters:
    ///   - received: called with the bytes that came.
    ///   - ended: called once, when the other side has closed or something failed.
    init(
        _ path: String, _ loop: EventLoop, received: @escaping ([UInt8]) -> Void, ended: @escaping () -> Void
    ) throws(Errno) {
        socket = try UnixSocket.connect(to: path)
        self.received = received
        self.ended = ended
        source = try loop.watch(socket.rawValue, for: .readable) { [weak self] interest in self?.ready(interest) }
    }

    deinit {
        buffer.deallocate()
    }

    func send(_ bytes: [UInt8]) {
        unsent += bytes
        flush()
    }

    private func ready(_ interest: Interest) {
        if interest.contains(.writable) { flush() }
        guard source != nil, !interest.isDisjoint(with: [.readable, .hungUp, .failed]) else { return }
        do throws(Errno) {
            let count = try socket.read(into: buffer)
            if count == 0 { return end() }
            received(Array(buffer[..<count]))
        } catch {
            if error.rawValue != EAGAIN { end() }
        }
    }

    private func flush() {
        while !unsent.isEmpty {
            do throws(Errno) {
                let count = try retrying {
                    Glibc.send(socket.rawValue, unsent, unsent.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
                }
                unsent.removeFirst(count)
            } catch {
                guard error.rawValue == EAGAIN else { return end() }
                source?.interest = [.readable, .writable]
                return
            }
        }
        source?.interest = .readable
    }

    private func end() {
        guard source != nil else { return }
        source = nil
        ended()
    }
}
