import Glibc
import Linux
import Systemd

/// A cgroup (version 2) for one program: it and all that it starts are in there, whatever they do with their sessions and
/// process groups. See `cgroups(7)`.
final class ControlGroup {
    /// For programs to be started in.
    let folder: FileDescriptor
    private let path: String
    private let events: FileDescriptor
    private var source: EventSource?

    /// Makes it.
    init(_ path: String) throws(Errno) {
        _ = try retrying { mkdir(path, 0o755) }
        self.path = path
        do throws(Errno) {
            folder = try FileDescriptor.open(path, O_RDONLY | O_DIRECTORY)
            events = try FileDescriptor.open("\(path)/cgroup.events", O_RDONLY)
        } catch {
            rmdir(path)
            throw error
        }
    }

    deinit {
        ControlGroup.remove(path)
    }

    /// Whether nothing runs in there. What has ended counts no more, whether it was waited for or not.
    var isEmpty: Bool {
        var bytes = [UInt8](repeating: 0, count: 256)
        guard let count = try? retrying({ pread(events.rawValue, &bytes, bytes.count, 0) }) else { return true }
        return !String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n").contains("populated 1")
    }

    /// Calls `handler` once, when nothing runs in there any more.
    func whenEmpty(_ loop: EventLoop, _ handler: @escaping () -> Void) throws(Errno) {
        source = try loop.watch(events.rawValue, for: .urgent) { [weak self] _ in
            guard let self, self.isEmpty else { return }
            self.source = nil
            handler()
        }
        // It may have become so before anybody watched, which is no event then.
        if isEmpty {
            source = nil
            handler()
        }
    }

    /// Sends a signal to all that is in there.
    func signal(_ number: Int32) {
        for folder in ControlGroup.folders(path) {
            for pid in ControlGroup.text("\(folder)/cgroup.procs").split(separator: "\n").compactMap({ pid_t($0) })
            where pid > 0 {
                Glibc.kill(pid, number)
            }
        }
    }

    /// Ends all that is in there, also what is being started meanwhile.
    func kill() { ControlGroup.kill(path) }

    static func kill(_ path: String) {
        guard let file = try? FileDescriptor.open("\(path)/cgroup.kill", O_WRONLY) else { return }
        try? file.writeAll("1".utf8)
    }

    /// Takes it away, with what somebody has made below it; what still runs keeps its own.
    static func remove(_ path: String) {
        for folder in folders(path).reversed() { rmdir(folder) }
    }

    /// The cgroup and those below it, each before its own.
    private static func folders(_ path: String) -> [String] {
        let names = (try? Folder.names(in: path)) ?? []
        return [path]
            + names.filter { name in
                var status = stat()
                return name != "." && name != ".." && lstat("\(path)/\(name)", &status) == 0
                    && status.st_mode & S_IFMT == S_IFDIR
            }.flatMap { folders("\(path)/\($0)") }
    }

    private static func text(_ path: String) -> String {
        ((try? WholeFile.read(path, limit: 1 << 20)).map { String(decoding: $0, as: UTF8.self) }) ?? ""
    }
}
