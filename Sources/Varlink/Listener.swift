import Glibc
import Linux

/// Why a server cannot listen.
public enum ListenError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Another process listens on the path.
    case inUse(path: String)
    case pathTooLong(path: String, bytes: Int, limit: Int)
    case noFolder(path: String)
    /// What is at the path is no socket, and is left alone.
    case notASocket(path: String)
    /// The descriptor is not a Unix stream socket that listens.
    case notListening(descriptor: Int32)
    case system(SystemError)

    public var description: String {
        switch self {
        case .inUse(let path): "listening on \(path): another process listens there (is the service running already?)"
        case .pathTooLong(let path, let bytes, let limit):
            "listening on \(path): the path has \(bytes) bytes, a socket's can have \(limit)"
        case .noFolder(let path): "listening on \(path): its folder does not exist (create it first)"
        case .notASocket(let path): "listening on \(path): there is a file that is no socket (remove it first)"
        case .notListening(let descriptor): "descriptor \(descriptor) is not a Unix stream socket that listens"
        case .system(let error): "\(error)"
        }
    }
}

/// A socket that connections come to.
final class Listener {
    /// A file this process has made, so that it removes no other.
    private struct SocketFile {
        let path: String
        let device: dev_t
        let inode: ino_t

        init(_ path: String) throws(Errno) {
            var status = stat()
            _ = try retrying { lstat(path, &status) }
            self.path = path
            device = status.st_dev
            inode = status.st_ino
        }

        func remove() {
            var status = stat()
            guard lstat(path, &status) == 0, status.st_dev == device, status.st_ino == inode else { return }
            unlink(path)
        }
    }

    let socket: FileDescriptor
    /// The file to remove at the end.
    private let file: SocketFile?

    /// Takes over a socket that listens already.
    init(inherited socket: FileDescriptor) throws(ListenError) {
        guard Listener.option(SO_ACCEPTCONN, of: socket) == 1, Listener.option(SO_DOMAIN, of: socket) == AF_UNIX,
            Listener.option(SO_TYPE, of: socket) == Int32(SOCK_STREAM.rawValue)
        else { throw .notListening(descriptor: socket.rawValue) }
        do throws(Errno) {
            let flags = try retrying { fcntl(socket.rawValue, F_GETFL) }
            _ = try retrying { fcntl(socket.rawValue, F_SETFL, flags | O_NONBLOCK) }
        } catch {
            throw .system(SystemError("making descriptor \(socket.rawValue) non-blocking", error))
        }
        self.socket = socket
        file = nil
    }

    /// Makes a socket file and listens. A socket file that nobody listens on any more is replaced.
    init(path: String, mode: mode_t, backlog: Int32) throws(ListenError) {
        let socket = try Listener.attempt(path) { () throws(Errno) in
            let socket = try UnixSocket.make()
            // The file takes its mode from the socket, so that it never exists with a wider one.
            _ = try retrying { fchmod(socket.rawValue, mode) }
            return socket
        }
        if try !Listener.bind(socket, path) {
            try Listener.removeStale(path)
            guard try Listener.bind(socket, path) else { throw .inUse(path: path) }
        }
        let file = try Listener.attempt(path) { () throws(Errno) in try SocketFile(path) }
        do throws(ListenError) {
            try Listener.attempt(path) { () throws(Errno) in
                // What the umask took away.
                _ = try retrying { chmod(path, mode) }
                _ = try retrying { listen(socket.rawValue, backlog) }
            }
        } catch {
            file.remove()
            throw error
        }
        self.socket = socket
        self.file = file
    }

    /// Removes the socket file, where this process made it and nobody has put another in its place.
    func removeFile() {
        file?.remove()
    }

    private static func option(_ name: Int32, of socket: FileDescriptor) -> Int32? {
        var value: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(socket.rawValue, SOL_SOCKET, name, &value, &length) == 0 ? value : nil
    }

    /// - Returns: false where there is a file already.
    private static func bind(_ socket: FileDescriptor, _ path: String) throws(ListenError) -> Bool {
        try attempt(path) { () throws(Errno) in
            do throws(Errno) {
                try UnixSocket.withAddress(of: path) { (address, length) throws(Errno) in
                    _ = try retrying { Glibc.bind(socket.rawValue, address, length) }
                }
                return true
            } catch {
                if error.rawValue == EADDRINUSE { return false }
                throw error
            }
        }
    }

    /// Removes a socket file that nobody listens on.
    private static func removeStale(_ path: String) throws(ListenError) {
        var status = stat()
        let isSocket = lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
        guard isSocket else { throw .notASocket(path: path) }
        do throws(Errno) {
            _ = try UnixSocket.connect(to: path)
        } catch {
            switch error.rawValue {
            case ECONNREFUSED:
                unlink(path)
                return
            // Somebody listens, with a full backlog.
            case EAGAIN: break
            default: throw .system(SystemError("listening on \(path): connecting to who may be there", error))
            }
        }
        throw .inUse(path: path)
    }

    /// Runs `body` and says what its errors mean for somebody who wants to listen on `path`.
    private static func attempt<R>(_ path: String, _ body: () throws(Errno) -> R) throws(ListenError) -> R {
        do throws(Errno) {
            return try body()
        } catch {
            switch error.rawValue {
            case ENAMETOOLONG:
                throw .pathTooLong(path: path, bytes: path.utf8.count, limit: UnixSocket.longestPath)
            case ENOENT, ENOTDIR: throw .noFolder(path: path)
            default: throw .system(SystemError("listening on \(path)", error))
            }
        }
    }
}
