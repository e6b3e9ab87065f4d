import CLinux
import Glibc
import Linux
import Systemd

/// Plays on one open pad. It may have to wait for the device, and does that on a thread of its own: see CLinux's
/// `Haptics.h`. Here nothing ever waits, and playing allocates nothing.
public final class HapticHand {
    /// What it has to tell, on the loop's thread.
    public enum News: Equatable, Sendable {
        /// The node could not be opened; ``gone`` follows.
        case closed(Errno)
        /// The device has refused an effect: it is not played.
        case refused(effect: Int, Errno)
        /// The device has taken what it takes; ``play(_:)`` plays from now on.
        case ready
        /// An effect was not played.
        case failed(effect: Int, Errno)
        /// It has let go of the device, and tells no more.
        case gone
    }

    /// What to play on.
    public enum Device {
        /// An event device that is open for writing.
        case descriptor(FileDescriptor)
        /// A node to be opened.
        case node(String)
    }

    /// How many effects a plan may have.
    public static let effectLimit = Int(PP_HAND_EFFECTS)
    /// How long a vendor's report may be.
    public static let reportLimit = Int(PP_HAND_REPORT)

    private let answers: FileDescriptor
    private var commands: FileDescriptor?
    private var source: EventSource?
    private let tell: (News) -> Void
    public private(set) var isReady = false
    /// Keeps it there until it has let go of the device.
    private var keeper: HapticHand?

    /// Begins to give a device its effects.
    ///
    /// - Parameters:
    ///   - loop: on whose thread `tell` is called.
    ///   - device: an event device's descriptor is duplicated: its effects live as long as the hand or the caller has it.
    ///   - effects: ``effectLimit`` at most.
    /// - Throws: `EMFILE`, `EAGAIN` (no more threads), `ENAMETOOLONG`.
    public init(
        _ loop: EventLoop, _ device: Device, _ effects: [FeedbackPlan.Effect], tell: @escaping (News) -> Void
    ) throws(Errno) {
        precondition(effects.count <= HapticHand.effectLimit)
        self.tell = tell
        let (commandsOut, commandsIn) = try HapticHand.pipe()
        let (answersOut, answersIn) = try HapticHand.pipe()
        // What the thread is too slow for is left out.
        _ = try retrying { fcntl(commandsIn.rawValue, F_SETFL, O_NONBLOCK) }
        _ = try retrying { fcntl(answersOut.rawValue, F_SETFL, O_NONBLOCK) }
        answers = answersOut
        commands = commandsIn

        var job = pp_hand_job()
        job.device = -1
        job.effect_count = UInt32(effects.count)
        withUnsafeMutableBytes(of: &job.effects) { bytes in
            let raw = bytes.assumingMemoryBound(to: pp_effect.self)
            for (place, effect) in effects.enumerated() { raw[place] = effect.raw }
        }
        switch device {
        case .descriptor(let descriptor): job.device = try HapticHand.duplicate(descriptor.rawValue)
        case .node(let path):
            let fits = withUnsafeMutableBytes(of: &job.path) { bytes in
                let name = Array(path.utf8)
                guard name.count < bytes.count else { return false }
                bytes.copyBytes(from: name)
                return true
            }
            guard fits else { throw Errno(ENAMETOOLONG) }
        }
        do throws(Errno) {
            // The thread takes its ends over; ours are closed here, whatever happens.
            job.commands = try HapticHand.duplicate(commandsOut.rawValue)
            job.answers = try HapticHand.duplicate(answersIn.rawValue)
            let error = pp_hand_start(&job)
            if error != 0 { throw Errno(error) }
        } catch {
            for descriptor in [job.device, job.commands, job.answers] where descriptor > 0 { Glibc.close(descriptor) }
            throw error
        }
        do throws(Errno) {
            source = try loop.watch(answers.rawValue, for: .readable) { [unowned self] _ in
                withExtendedLifetime(self) { hear() }
            }
        } catch {
            // The thread ends with its commands; nobody hears of it.
            commands = nil
            throw error
        }
    }

    deinit {
        source?.cancel()
    }

    /// Has an effect played, now or, where the device makes it wait, not at all.
    ///
    /// - Parameter effect: its place in the plan; one that was refused is passed over.
    /// - Returns: whether it was asked for.
    @discardableResult
    public func play(_ effect: Int) -> Bool {
        guard isReady, let commands else { return false }
        var command = pp_hand_command(usec: Clock.monotonicUsec, effect: UInt64(effect))
        return write(commands.rawValue, &command, MemoryLayout.size(ofValue: command)) > 0
    }

    /// Lets go of the device, however long that takes; ``News/gone`` says when. The kernel erases the effects with it.
    public func end() {
        guard commands != nil else { return }
        commands = nil
        isReady = false
        if source != nil { keeper = self }
    }

    private func hear() {
        while source != nil {
            var answer = pp_hand_answer()
            let count = read(answers.rawValue, &answer, MemoryLayout.size(ofValue: answer))
            if count < 0, [EAGAIN, EINTR].contains(errno) { return }
            guard count == MemoryLayout.size(ofValue: answer) else {
                source?.cancel()
                source = nil
                commands = nil
                isReady = false
                tell(.gone)
                keeper = nil
                return
            }
            take(answer)
        }
    }

    private func take(_ answer: pp_hand_answer) {
        let error = answer.error == 0 ? nil : Errno(answer.error)
        let effect = Int(answer.effect)
        switch pp_hand_said(answer.said) {
        case PP_HAND_OPENED: if let error { tell(.closed(error)) }
        case PP_HAND_UPLOADED: if let error { tell(.refused(effect: effect, error)) }
        case PP_HAND_READY:
            isReady = commands != nil
            tell(.ready)
        case PP_HAND_FAILED: if let error { tell(.failed(effect: effect, error)) }
        default: preconditionFailure("the hand said \(answer.said)")
        }
    }

    private static func pipe() throws(Errno) -> (out: FileDescriptor, in: FileDescriptor) {
        var ends: (Int32, Int32) = (-1, -1)
        let result = withUnsafeMutableBytes(of: &ends) { pp_pipe($0.baseAddress!.assumingMemoryBound(to: Int32.self)) }
        if result < 0 { throw Errno.current }
        return (FileDescriptor(owning: ends.0), FileDescriptor(owning: ends.1))
    }

    private static func duplicate(_ descriptor: Int32) throws(Errno) -> Int32 {
        try retrying { fcntl(descriptor, F_DUPFD_CLOEXEC, 3) }
    }
}
