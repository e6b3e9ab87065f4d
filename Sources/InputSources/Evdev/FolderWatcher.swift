import Glibc
import Linux
import Systemd

/// Says which entries of a folder come, go, or change their permissions. The corresponding C interface is `inotify`.
final class FolderWatcher {
    enum Change {
        case appeared
        case permissions
        case gone
    }

    private let descriptor: FileDescriptor
    private var source: EventSource?

    /// - Parameter handler: called with an entry's name and what became of it.
    /// - Throws: `ENOENT` where there is no such folder; `EMFILE`, `ENOSPC` where inotify's limits are reached.
    init(_ loop: EventLoop, _ folder: String, _ handler: @escaping (String, Change) -> Void) throws(Errno) {
        descriptor = FileDescriptor(
            owning: try retrying { inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK)) })
        let mask = UInt32(IN_CREATE | IN_MOVED_TO | IN_ATTRIB | IN_DELETE | IN_MOVED_FROM | IN_ONLYDIR)
        _ = try retrying { inotify_add_watch(descriptor.rawValue, folder, mask) }
        source = try loop.watch(descriptor.rawValue, for: .readable) { [unowned self] _ in read(handler) }
    }

    deinit {
        // Before the descriptor closes: its number may be another's at once.
        source?.cancel()
    }

    private func read(_ handler: (String, Change) -> Void) {
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
            guard let count = try? descriptor.read(into: buffer) else { return }
            let header = MemoryLayout<inotify_event>.size
            var offset = 0
            while offset + header <= count {
                let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                let end = offset + header + Int(event.len)
                guard end <= count else { return }
                let name = buffer[(offset + header)..<end].prefix { $0 != 0 }
                offset = end
                guard !name.isEmpty else { continue }
                let change: Change =
                    if event.mask & UInt32(IN_DELETE | IN_MOVED_FROM) != 0 {
                        .gone
                    } else if event.mask & UInt32(IN_ATTRIB) != 0 {
                        .permissions
                    } else {
                        .appeared
                    }
                handler(String(decoding: name, as: UTF8.self), change)
            }
        }
    }
}
