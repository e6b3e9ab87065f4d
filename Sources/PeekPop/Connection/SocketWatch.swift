import Glibc
import Linux
import Systemd

/// Says when a file appears, or may be opened by others than before. The corresponding C interface is `inotify`.
final class SocketWatch {
    private let descriptor: FileDescriptor
    private let name: [UInt8]
    private var source: EventSource?

    /// - Returns: `nil` where its folder is not there, or cannot be watched: then one has to look now and then.
    init?(_ loop: EventLoop, path: String, _ handler: @escaping () -> Void) {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        name = Array(path[(slash.map(path.index(after:)) ?? path.startIndex)...].utf8)
        do {
            descriptor = FileDescriptor(owning: try retrying { inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK)) })
            let mask = UInt32(IN_CREATE | IN_MOVED_TO | IN_ATTRIB | IN_ONLYDIR)
            _ = try retrying { inotify_add_watch(descriptor.rawValue, folder, mask) }
            source = try loop.watch(descriptor.rawValue, for: .readable) { [unowned self] _ in
                if read() { handler() }
            }
        } catch {
            return nil
        }
    }

    deinit {
        // Before the descriptor closes: its number may be another's at once.
        source?.cancel()
    }

    /// - Returns: whether anything that was read is about the file.
    private func read() -> Bool {
        var isMeant = false
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
            while let count = try? descriptor.read(into: buffer), count > 0 {
                isMeant = Self.names(UnsafeRawBufferPointer(rebasing: buffer[..<count])).contains(name) || isMeant
            }
        }
        return isMeant
    }

    private static func names(_ events: UnsafeRawBufferPointer) -> [[UInt8]] {
        var names: [[UInt8]] = []
        var rest = events[...]
        let header = MemoryLayout<inotify_event>.size
        while rest.count >= header {
            let event = UnsafeRawBufferPointer(rebasing: rest).loadUnaligned(as: inotify_event.self)
            let end = min(rest.count, header + Int(event.len))
            names.append(rest.dropFirst(header).prefix(end - header).prefix { $0 != 0 }.map { $0 })
            // What else was told is not known any more.
            if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { names.append([]) }
            rest = rest.dropFirst(end)
        }
        return names
    }
}
