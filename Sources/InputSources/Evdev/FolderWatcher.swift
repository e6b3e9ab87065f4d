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

    private static let entries = UInt32(IN_CREATE | IN_MOVED_TO | IN_ATTRIB | IN_DELETE | IN_MOVED_FROM)
    private static let itself = UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)

    private let descriptor: FileDescriptor
    private let folder: String
    private let waits: Bool
    private let handler: (String, Change) -> Void
    private var source: EventSource?
    /// The folder's watch; `nil` while it is not there.
    private var watch: Int32?
    /// Meanwhile: that of the nearest folder above it that is.
    private var above: Int32?

    /// - Parameters:
    ///   - waits: whether the folder may come later, and go and come again; what is in it when it comes appears then.
    ///   - handler: called with an entry's name and what became of it.
    /// - Throws: `ENOENT` where there is no such folder and none is waited for; `EMFILE`, `ENOSPC` where inotify's limits
    ///   are reached.
    init(
        _ loop: EventLoop, _ folder: String, waits: Bool = false, _ handler: @escaping (String, Change) -> Void
    ) throws(Errno) {
        self.folder = folder
        self.waits = waits
        self.handler = handler
        descriptor = FileDescriptor(
            owning: try retrying { inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK)) })
        try follow()
        source = try loop.watch(descriptor.rawValue, for: .readable) { [unowned self] _ in read() }
    }

    deinit {
        // Before the descriptor closes: its number may be another's at once.
        source?.cancel()
    }

    // MARK: The folder

    /// Watches the folder, or waits for it.
    private func follow() throws(Errno) {
        if let above { inotify_rm_watch(descriptor.rawValue, above) }
        above = nil
        do throws(Errno) {
            watch = try add(folder, Self.entries | Self.itself)
        } catch {
            guard waits, error.rawValue == ENOENT || error.rawValue == ENOTDIR else { throw error }
            try waitAbove()
            // It may have come before it was waited for.
            watch = try? add(folder, Self.entries | Self.itself)
        }
    }

    private func waitAbove() throws(Errno) {
        var path = folder[...]
        while above == nil {
            path = path.lastIndex(of: "/").map { path[..<$0] } ?? "."
            do throws(Errno) {
                above = try add(
                    path.isEmpty ? "/" : String(path), UInt32(IN_CREATE | IN_MOVED_TO | IN_ATTRIB) | Self.itself)
            } catch {
                guard error.rawValue == ENOENT || error.rawValue == ENOTDIR, path != ".", !path.isEmpty else {
                    throw error
                }
            }
        }
    }

    private func add(_ path: String, _ mask: UInt32) throws(Errno) -> Int32 {
        try retrying { inotify_add_watch(descriptor.rawValue, path, mask) }
    }

    /// Something changed above the folder, or the folder itself has gone.
    private func followAgain() {
        // What cannot be watched now is looked for again at the next change.
        try? follow()
        guard watch != nil else { return }
        for name in (try? Folder.names(in: folder)) ?? [] where name != "." && name != ".." {
            handler(name, .appeared)
        }
    }

    // MARK: Events

    private func read() {
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
                take(event, String(decoding: name, as: UTF8.self))
            }
        }
    }

    private func take(_ event: inotify_event, _ name: String) {
        if event.wd == watch {
            guard event.mask & UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED) == 0 else {
                inotify_rm_watch(descriptor.rawValue, event.wd)
                watch = nil
                if waits { followAgain() }
                return
            }
            guard !name.isEmpty else { return }
            if event.mask & UInt32(IN_DELETE | IN_MOVED_FROM) != 0 {
                handler(name, .gone)
            } else {
                handler(name, event.mask & UInt32(IN_ATTRIB) != 0 ? .permissions : .appeared)
            }
        } else if event.wd == above, watch == nil {
            followAgain()
        }
    }
}
