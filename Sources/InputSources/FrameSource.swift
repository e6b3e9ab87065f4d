import Linux
import Recognition

/// A pad's number within its source, from 0; never used again while the source lives.
public typealias PadNumber = Int

/// Where frames come from: real devices, a recording, the demo. The rest of the program cannot tell which one it has.
///
/// Everything happens on the thread of the event loop given to the source's initialiser; so do all calls to the sink.
public protocol FrameSource: AnyObject {
    /// Whether frames carry the present time of CLOCK_MONOTONIC. Where they do not (a recording has its own), time
    /// passes with the frames alone.
    var isLive: Bool { get }

    /// Begins to follow the pads: ``FrameSink/padAdded(_:_:)`` for each that is there, before this returns, and for
    /// each that comes later. Opens none of them for reading.
    func start(sink: any FrameSink) throws

    /// Opens a pad: frames come from now on. Opening an open pad does nothing.
    ///
    /// A pad that cannot be opened now (permissions, for example) is reported with ``FrameSink/padFailed(_:_:)`` and
    /// tried again by itself when udev says that it changed.
    func open(_ pad: PadNumber)

    /// Closes a pad: no frames come any more. Closing a closed pad does nothing.
    func close(_ pad: PadNumber)

    /// While a pad is held, nothing is asked of its device, as somebody else may keep the kernel waiting for it: frames
    /// go on being read, and opening, looking again, and reading back what was dropped wait until it is let go.
    func hold(_ pad: PadNumber, _ isHeld: Bool)
}

extension FrameSource {
    /// Where there is no device there is nothing to wait for.
    public func hold(_ pad: PadNumber, _ isHeld: Bool) {}
}

/// The event device of an open pad, for whoever plays on it.
public struct PadNode {
    /// `/dev/input/event5`.
    public let path: String
    /// Where it is attached: `usb-0000:00:14.0-2/input1`; empty where the driver does not tell.
    public let phys: String
    /// Its descriptor, the same that frames are read from; `nil` where the pad may only be read.
    public let writable: FileDescriptor?
    /// Why it may only be read; `nil` also where nobody tried to open it for writing.
    public let readOnlyReason: Errno?

    public init(path: String, phys: String, writable: FileDescriptor?, readOnlyReason: Errno?) {
        self.path = path
        self.phys = phys
        self.writable = writable
        self.readOnlyReason = readOnlyReason
    }
}

/// Who gets the frames.
public protocol FrameSink: AnyObject {
    func padAdded(_ pad: PadNumber, _ description: PadDescription)
    func padRemoved(_ pad: PadNumber)
    /// The pad is open: frames come. It comes again each time it was opened anew.
    func padOpened(_ pad: PadNumber, _ node: PadNode)
    func frame(_ frame: borrowing Frame, from pad: PadNumber)
    /// What somebody who also watches a pad made of its motion, where that cannot wait for the next frame.
    func motion(_ motion: Motion, on pad: PadNumber)
    /// Something is wrong with one pad; `message` says what, with what, and what to do. The others go on.
    ///
    /// It may come for a number that was never added: a pad that cannot even be looked at is added once it can be.
    func padFailed(_ pad: PadNumber, _ message: String)
    /// A recording has been played to its end; live sources never end.
    func sourceEnded()
}

extension FrameSink {
    /// Not everybody plays on pads.
    public func padOpened(_ pad: PadNumber, _ node: PadNode) {}
    /// Most sinks take frames alone, which carry it as well.
    public func motion(_ motion: Motion, on pad: PadNumber) {}
}
