import Glibc
import Linux
import Systemd
import Udev

/// Event nodes as a folder holds them: where no udev is, as in containers, or where the nodes are given.
///
/// Without given nodes the folder may come later: it is made with the first device.
final class FolderDiscovery: NodeDiscovery {
    private let loop: EventLoop
    private let folder: String
    /// Only these; all event nodes of the folder where `nil`.
    private let names: Set<String>?
    private var watcher: FolderWatcher?
    private let udev: Udev?

    init(_ loop: EventLoop, folder: String = "/dev/input", names: Set<String>? = nil) {
        self.loop = loop
        self.folder = folder
        self.names = names
        udev = Udev.isRunning ? try? Udev() : nil
    }

    func start(_ handler: @escaping (NodeChange) -> Void) throws {
        do {
            watcher = try FolderWatcher(loop, folder, waits: names == nil) { [unowned self] name, change in
                guard isWanted(name) else { return }
                let path = "\(folder)/\(name)"
                switch change {
                case .appeared: if let node = look(at: path) { handler(.present(node)) }
                case .permissions: handler(.permissions(path: path))
                case .gone: handler(.gone(path: path))
                }
            }
        } catch {
            throw SystemError("watching \(folder)", error)
        }
        let names = (try? Folder.names(in: folder)) ?? []
        for name in names.filter(isWanted).sorted(by: { ($0.eventNumber, $0) < ($1.eventNumber, $1) }) {
            if let node = look(at: "\(folder)/\(name)") { handler(.present(node)) }
        }
    }

    func look(at path: String) -> EventNode? {
        guard access(path, F_OK) == 0 else { return nil }
        let name = String(path.split(separator: "/").last ?? "")
        return EventNode(
            path: path, properties: udev?.device(syspath: "/sys/class/input/\(name)")?.properties ?? [:],
            isCandidate: names != nil || Capabilities.mayBePad(name))
    }

    private func isWanted(_ name: String) -> Bool {
        names?.contains(name) ?? name.hasPrefix("event")
    }
}

/// What an input device announces, as /sys shows it to everybody, without opening the device.
enum Capabilities {
    /// Whether an event node may be a pad; true where /sys does not tell.
    static func mayBePad(_ name: String) -> Bool {
        guard let axes = read("/sys/class/input/\(name)/device/capabilities/abs") else { return true }
        let absX = 0x00
        let positionX = 0x35
        return has(axes, absX) || has(axes, positionX)
    }

    /// Whether a bit is set in the kernel's notation: hexadecimal words, the highest first.
    static func has(_ words: String, _ bit: Int, bitsAWord: Int = Int.bitWidth) -> Bool {
        let list = words.split(whereSeparator: \.isWhitespace)
        let index = list.count - 1 - bit / bitsAWord
        guard list.indices.contains(index), let word = UInt64(list[index], radix: 16) else { return false }
        return word >> UInt64(bit % bitsAWord) & 1 == 1
    }

    private static func read(_ path: String) -> String? {
        guard let file = try? FileDescriptor.open(path, O_RDONLY) else { return nil }
        return withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { buffer in
            guard let count = try? file.read(into: buffer) else { return nil }
            return String(decoding: buffer[..<count], as: UTF8.self)
        }
    }
}
