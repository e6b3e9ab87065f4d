import Evdev
import Glibc
import Linux
import Recognition
import Systemd
import Udev

/// Frames from the kernel's event devices, found and followed by udev. No device is ever grabbed.
///
/// A node that may be a pad is opened for a moment to see what it announces; after that it is open only between
/// ``open(_:)`` and ``close(_:)``. Touchpads become pads with or without pressure, touchscreens and pens with pressure.
///
/// A pad that cannot even be looked at gets its number in ``FrameSink/padFailed(_:_:)``, and is added under that number
/// once it can.
public final class EvdevSource: FrameSource {
    private final class Pad {
        let number: PadNumber
        var node: EventNode
        /// `nil` while the node could not be looked at.
        var description: PadDescription?
        var isWanted = false
        /// See ``FrameSource/hold(_:_:)``.
        var isHeld = false {
            didSet { reader?.isHeld = isHeld }
        }
        /// What became of its node while it was held, and is still to be looked at.
        var unseen: EventNode?
        var reader: OpenPad?
        /// What was last said to be wrong.
        var failure: String?

        init(_ number: PadNumber, _ node: EventNode) {
            self.number = number
            self.node = node
        }
    }

    public var isLive: Bool { true }

    private let loop: EventLoop
    private let database: HardwareDatabase
    private let notice: (String) -> Void
    private let warning: (String) -> Void
    private let discoveries: [any NodeDiscovery]
    private let waits: Bool
    private weak var sink: (any FrameSink)?
    private var pads: [PadNumber: Pad] = [:]
    private var numbers: [String: PadNumber] = [:]
    private var nextNumber = 0

    /// - Parameters:
    ///   - loop: on whose thread everything happens.
    ///   - nodes: only these event nodes, `/dev/input/event5`; all there are and will be where `nil`.
    ///   - database: what is known of certain models.
    ///   - notice: called with one line for the log: what is unusual here and yet no pad's failure.
    ///   - warning: called with one line for whoever looks after this system: what udev says of a pad that makes no sense.
    /// - Throws: `SystemError` where udev's library cannot be used.
    public init(
        loop: EventLoop, nodes: [String]? = nil, database: HardwareDatabase = .builtIn,
        notice: @escaping (String) -> Void, warning: @escaping (String) -> Void
    ) throws {
        self.loop = loop
        self.database = database
        self.notice = notice
        self.warning = warning
        waits = nodes == nil
        if let nodes {
            var names: [String: Set<String>] = [:]
            for node in nodes {
                let slash = node.lastIndex(of: "/") ?? node.startIndex
                names[String(node[..<slash]), default: []].insert(String(node[slash...].drop { $0 == "/" }))
            }
            discoveries = names.sorted { $0.key < $1.key }.map { folder, names in
                FolderDiscovery(loop, folder: folder.isEmpty ? "." : folder, names: names)
            }
        } else if Udev.isRunning {
            do {
                discoveries = [try UdevDiscovery(loop)]
            } catch {
                throw SystemError("using udev", error)
            }
        } else {
            notice(
                "no udev runs here: pads are looked for in /dev/input, and told from other devices by their own bits")
            discoveries = [FolderDiscovery(loop)]
        }
    }

    /// Where there are no pads, or no `/dev/input` at all, it waits for them and says so once.
    ///
    /// - Throws: `SystemError` where the nodes cannot be followed: `listening to udev: Operation not permitted`; given
    ///   nodes also where their folder does not exist.
    public func start(sink: any FrameSink) throws {
        self.sink = sink
        for discovery in discoveries {
            try discovery.start { [unowned self, unowned discovery] change in
                switch change {
                case .present(let node): nodePresent(node)
                case .permissions(let path):
                    guard let pad = pad(at: path), pad.failure != nil else { return }
                    if let node = discovery.look(at: path) { nodePresent(node) }
                case .gone(let path): if let pad = pad(at: path) { remove(pad) }
                }
            }
        }
        guard waits, pads.isEmpty else { return }
        notice(
            access("/dev/input", F_OK) == 0
                ? "no pad is here yet: waiting for one" : "there is no /dev/input yet: waiting for the first device")
    }

    public func open(_ number: PadNumber) {
        guard let pad = pads[number], !pad.isWanted else { return }
        pad.isWanted = true
        startReading(pad)
    }

    public func close(_ number: PadNumber) {
        guard let pad = pads[number] else { return }
        pad.isWanted = false
        pad.reader?.close()
        pad.reader = nil
    }

    public func hold(_ number: PadNumber, _ isHeld: Bool) {
        guard let pad = pads[number], pad.isHeld != isHeld else { return }
        pad.isHeld = isHeld
        // What was missed has been read; that may have been the end of it.
        guard !isHeld, pads[number] === pad else { return }
        if let node = pad.unseen {
            pad.unseen = nil
            return look(at: pad, again: node)
        }
        if pad.isWanted, pad.reader == nil { startReading(pad) }
    }

    /// Whether something touches an open pad; false where the pad does not tell.
    func isTouched(_ number: PadNumber) -> Bool { pads[number]?.reader?.isTouched ?? false }

    // MARK: Nodes

    private func pad(at path: String) -> Pad? {
        numbers[path].flatMap { pads[$0] }
    }

    private func nodePresent(_ node: EventNode) {
        if let pad = pad(at: node.path) {
            // Another device under the old node: the going of the first was not told, or is still to be read.
            if pad.node.identity != node.identity || !node.isCandidate {
                remove(pad)
            } else {
                return look(at: pad, again: node)
            }
        }
        guard node.isCandidate else { return }
        let pad = Pad(nextNumber, node)
        guard probe(pad) else { return }
        nextNumber += 1
        pads[pad.number] = pad
        numbers[node.path] = pad.number
        announce(pad)
    }

    /// Something about a node changed: its permissions, or what udev says of it.
    private func look(at pad: Pad, again node: EventNode) {
        guard !pad.isHeld else {
            pad.unseen = node
            return
        }
        let isChanged = pad.node.properties != node.properties
        pad.node = node
        guard let before = pad.description else {
            let failure = pad.failure
            guard probe(pad) else { return remove(pad) }
            if pad.failure != failure { announce(pad) }
            return
        }
        if isChanged {
            let probed = Pad(pad.number, node)
            guard probe(probed) else { return remove(pad) }
            probed.description?.id = before.id
            if let after = probed.description, after != before {
                // What is known of a pad is told when it is added: it comes anew.
                remove(pad)
                return nodePresent(node)
            }
        }
        if pad.isWanted, pad.reader == nil { startReading(pad) }
    }

    private func announce(_ pad: Pad) {
        if let description = pad.description {
            sink?.padAdded(pad.number, description)
        } else if let failure = pad.failure {
            sink?.padFailed(pad.number, failure)
        }
    }

    private func remove(_ pad: Pad) {
        guard pads.removeValue(forKey: pad.number) != nil else { return }
        numbers[pad.node.path] = nil
        pad.isWanted = false
        pad.reader?.close()
        pad.reader = nil
        if pad.description != nil { sink?.padRemoved(pad.number) }
    }

    // MARK: One node

    /// Looks what a node announces, and says what goes wrong.
    ///
    /// - Returns: false where it is no pad or gone; true with a description, or a failure that may pass.
    private func probe(_ pad: Pad) -> Bool {
        let path = pad.node.path
        let facts: DeviceFacts
        do {
            facts = DeviceFacts(try OpenPad.device(path), node: path, udevProperties: pad.node.properties)
        } catch {
            if EvdevSource.isGone(error) {
                notice("opening \(path): it is gone again (\(error))")
                return false
            }
            pad.failure = EvdevSource.message("opening", path, error)
            return true
        }
        let knowledge = database.knowledge(of: facts) { warning("\(path): udev property \($0)") }
        var description = facts.description(knowledge: knowledge)
        switch description.kind {
        case .touchpad: break
        case .touchscreen, .pen: guard description.pressure != nil else { return false }
        case .other: return false
        }
        description.id = PadDescription.uniqueID(
            description.id, among: Set(pads.values.compactMap(\.description?.id)))
        pad.description = description
        pad.failure = nil
        return true
    }

    private func startReading(_ pad: Pad) {
        guard let description = pad.description, pad.reader == nil, !pad.isHeld else { return }
        let number = pad.number
        let reader: OpenPad
        do {
            reader = try OpenPad(
                loop, pad.node, writing: description.motor != .none,
                frame: { [unowned self] frame in sink?.frame(frame, from: number) },
                ended: { [unowned self] end in readingEnded(number, end) })
        } catch {
            if EvdevSource.isGone(error) { return remove(pad) }
            return fail(pad, EvdevSource.message("opening", pad.node.path, error))
        }
        pad.failure = nil
        pad.reader = reader
        sink?.padOpened(number, reader.node)
    }

    private func readingEnded(_ number: PadNumber, _ end: OpenPad.End) {
        guard let pad = pads[number] else { return }
        pad.reader = nil
        switch end {
        // udev's word of it comes later, or is not waited for: the kernel's is enough.
        case .gone: remove(pad)
        case .failed(let error): fail(pad, EvdevSource.message("reading", pad.node.path, error))
        }
    }

    /// Says what is wrong with a pad, once.
    private func fail(_ pad: Pad, _ message: String) {
        guard pad.failure != message else { return }
        pad.failure = message
        sink?.padFailed(pad.number, message)
    }

    private static func isGone(_ error: Errno) -> Bool {
        [ENOENT, ENODEV, ENXIO].contains(error.rawValue)
    }

    private static func message(_ attempt: String, _ path: String, _ error: Errno) -> String {
        let what = SystemError("\(attempt) \(path)", error).description
        switch error.rawValue {
        case EACCES, EPERM:
            return what
                + " (pads are readable for root and group input: run peekpopd as the service does, or let its user join"
                + " that group; it is tried again when the permissions change)"
        case EMFILE, ENFILE: return what + " (raise LimitNOFILE=; it is tried again when the device changes)"
        default: return what + " (it is tried again when the device changes)"
        }
    }
}
