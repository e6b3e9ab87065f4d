import Glibc
import Linux
import Systemd

/// Says when a file may have changed: written, replaced, removed or come into being, also where its folder is not there
/// yet, or it is a link to a file elsewhere.
final class ConfigWatch {
    /// Editors write in several steps: they are over after this time without one.
    private static let restUsec: UInt64 = 100_000
    private static let events = UInt32(
        IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF)

    private let path: String
    private let complain: (String) -> Void
    private let inotify: FileDescriptor
    private var watches: Set<Int32> = []
    private var source: EventSource?
    private var timer: EventSource?

    /// - Parameter complain: told of a folder that cannot be watched, where changes will go unnoticed.
    init(
        _ path: String, _ loop: EventLoop, complain: @escaping (String) -> Void, _ changed: @escaping () -> Void
    ) throws(Errno) {
        self.path = path
        self.complain = complain
        inotify = FileDescriptor(
            owning: try retrying { inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)) })
        timer = try loop.timer { [weak self] in
            self?.watchFolders()
            changed()
        }
        source = try loop.watch(inotify.rawValue, for: .readable) { [weak self] _ in self?.drain() }
        watchFolders()
    }

    /// The folders on the way that are there: any of them may be made, renamed or removed.
    private func watchFolders() {
        var wanted: Set<String> = []
        for file in [path, WholeFile.target(of: path)] {
            var folder = Substring(file)
            var isNearest = true
            while let slash = folder.lastIndex(of: "/") {
                folder = folder[..<slash]
                let name = folder.isEmpty ? "/" : String(folder)
                guard access(name, F_OK) == 0 else { continue }
                // Further up only what is missing could appear.
                if isNearest { wanted.insert(name) }
                isNearest = false
            }
        }
        let before = watches
        watches = []
        for folder in wanted {
            let watch = inotify_add_watch(inotify.rawValue, folder, ConfigWatch.events)
            if watch >= 0 {
                watches.insert(watch)
            } else {
                complain("watching \(folder): \(Errno.current); changes are taken at SIGHUP alone")
            }
        }
        for watch in before.subtracting(watches) { inotify_rm_watch(inotify.rawValue, watch) }
    }

    /// Which name it was does not matter: reading a small file is cheaper than to be wrong.
    private func drain() {
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
            while let count = try? inotify.read(into: buffer), count > 0 {}
        }
        timer?.arm(atUsec: Clock.monotonicUsec + ConfigWatch.restUsec)
    }
}
