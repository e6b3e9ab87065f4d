import Glibc
import Linux
import Systemd

/// Says when a file may have changed: written, replaced, removed, made readable or come into being, and whenever something
/// on the way to it has: each folder from `/` on, and each link, may be made, swapped, renamed or removed.
final class ConfigWatch {
    /// Editors write in several steps: they are over after this time without one.
    private static let restUsec: UInt64 = 100_000
    /// But what never rests is read all the same.
    private static let patienceUsec: UInt64 = 1_000_000
    /// How often a way that changes while it is watched is looked at anew, at once.
    private static let attempts = 4
    private static let events = UInt32(
        IN_CLOSE_WRITE | IN_ATTRIB | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF
    )

    private let path: String
    private let complain: (String) -> Void
    private let inotify: FileDescriptor
    /// What is watched, and the names in it that matter.
    private var watches: [Int32: Set<String>] = [:]
    private var source: EventSource?
    private var timer: EventSource?
    /// When the first event came that has not been told of yet.
    private var firstUsec: UInt64?

    /// - Parameter complain: told of a folder that cannot be watched, where changes will go unnoticed.
    init(
        _ path: String, _ loop: EventLoop, complain: @escaping (String) -> Void, _ changed: @escaping () -> Void
    ) throws(Errno) {
        self.path = path
        self.complain = complain
        inotify = FileDescriptor(
            owning: try retrying { inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)) })
        timer = try loop.timer { [weak self] in
            self?.firstUsec = nil
            self?.watchTheWay()
            changed()
        }
        source = try loop.watch(inotify.rawValue, for: .readable) { [weak self] _ in self?.drain() }
        watchTheWay()
    }

    /// A way that changed between the look and the watch would be watched in vain: looked at again until it stays.
    private func watchTheWay() {
        var walk = PathWalk(path)
        for _ in 0..<ConfigWatch.attempts {
            watch(walk)
            let now = PathWalk(path)
            if now == walk { return }
            walk = now
        }
        wait()
    }

    private func watch(_ walk: PathWalk) {
        let before = watches
        watches = [:]
        var failure: (folder: String, error: Errno)?
        for step in walk.steps {
            let watch = inotify_add_watch(
                inotify.rawValue, step.folder, ConfigWatch.events | UInt32(IN_ONLYDIR) | UInt32(IN_MASK_ADD))
            if watch >= 0 {
                watches[watch, default: []].insert(step.name)
                continue
            }
            let error = Errno.current
            switch error.rawValue {
            // Gone meanwhile, which the next look sees.
            case ENOENT, ENOTDIR: break
            // Folders of others that may be passed but not read: it is the last one that matters most.
            case EACCES where step.folder != walk.steps.last?.folder: break
            default: failure = failure ?? (step.folder, error)
            }
        }
        if walk.problem == nil {
            // It may have another name in another folder, and be written there.
            let watch = inotify_add_watch(
                inotify.rawValue, walk.target, UInt32(IN_CLOSE_WRITE) | UInt32(IN_ATTRIB) | UInt32(IN_MASK_ADD)
            )
            if watch >= 0, watches[watch] == nil { watches[watch] = [] }
        }
        for watch in before.keys where watches[watch] == nil { inotify_rm_watch(inotify.rawValue, watch) }
        if let failure {
            complain("watching \(failure.folder): \(failure.error); changes are taken at SIGHUP alone")
        }
    }

    private func drain() {
        var matters = false
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
            while let count = try? inotify.read(into: buffer), count > 0 {
                var rest = UnsafeRawBufferPointer(rebasing: buffer[..<count])
                let header = MemoryLayout<inotify_event>.size
                while rest.count >= header {
                    let event = rest.loadUnaligned(as: inotify_event.self)
                    let name = rest[header..<(header + Int(event.len))].prefix { $0 != 0 }
                    if isOfTheWay(event, String(decoding: name, as: UTF8.self)) { matters = true }
                    rest = UnsafeRawBufferPointer(rebasing: rest[(header + Int(event.len))...])
                }
            }
        }
        if matters { wait() }
    }

    private func isOfTheWay(_ event: inotify_event, _ name: String) -> Bool {
        // Some were left out: it may have been among them.
        if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { return true }
        guard event.mask & UInt32(IN_IGNORED) == 0, let names = watches[event.wd] else { return false }
        return name.isEmpty || names.contains(name)
    }

    private func wait() {
        let now = Clock.monotonicUsec
        let first = firstUsec ?? now
        firstUsec = first
        timer?.arm(atUsec: min(now + ConfigWatch.restUsec, first + ConfigWatch.patienceUsec))
    }
}
