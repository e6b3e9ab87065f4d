import ActionRules
import Figures
import Glibc
import Linux
import Systemd

/// Runs the programs of actions: how many at once, for how long, and what of their output is kept.
final class ProgramRunner {
    private final class Running {
        let child: ChildProcess
        let kind: Kind
        /// Called when the program itself has ended; and without an ending, where it has left something that was ended then.
        let ended: (Ending?) -> Void

        init(_ child: ChildProcess, _ kind: Kind, _ ended: @escaping (Ending?) -> Void) {
            self.child = child
            self.kind = kind
            self.ended = ended
        }
    }

    enum Kind: Equatable {
        /// Has to end in time.
        case run
        /// May stay.
        case start
        /// Stays until the press is over.
        case show(press: PressKey)
        /// Reads the selection.
        case selection
    }

    /// What a program may write beyond what is kept; one that writes more does nothing else.
    private static let floodBytes = 1 << 20

    private let loop: EventLoop
    private let complaints: Complaints
    private let cgroups: ControlGroups?
    private var running: [Running] = []
    private var childEnded: EventSource?
    var limits = Limits()

    /// - Parameter cgroups: where programs that have to end get cgroups; `nil`: nowhere.
    init(_ loop: EventLoop, _ complaints: Complaints, cgroups: ControlGroups?) throws(Errno) {
        self.loop = loop
        self.complaints = complaints
        self.cgroups = cgroups
        childEnded = try loop.onSignal(SIGCHLD) { [weak self] in self?.reap() }
    }

    /// Programs that run, or have left something that does.
    var count: Int { running.count }

    /// Runs a program for an action.
    ///
    /// - Parameter subject: what the action is called in the log.
    func run(_ arguments: [String], _ kind: Kind, _ variables: [(name: String, value: String)], subject: String) {
        let mayStay = kind != .run
        let limit = mayStay ? limits.started : limits.atOnce
        guard running.count(where: { $0.kind != .selection && ($0.kind == .run) == !mayStay }) < limit else {
            complaints.complain(
                subject,
                "not run: \(counted(limit, "program")) \(limit == 1 ? "is" : "are") still running (`\(mayStay ? "started" : "at-once")` in [limits])"
            )
            return
        }
        var lines = OutputLines(limit: limits.outputLines)
        var isFlooding = false
        let say = { [complaints] (texts: [String]) in for text in texts { complaints.info("\(subject): \(text)") } }
        do throws(Errno) {
            let child = try ChildProcess(
                arguments, variables, loop, timeoutUsec: mayStay ? nil : UInt64(limits.timeoutSec) * 1_000_000,
                capture: kind == .start ? nil : .all, cgroup: kind == .start ? nil : try cgroups?.make(),
                received: { child, bytes in
                    say(lines.take(bytes))
                    guard lines.leftOut > ProgramRunner.floodBytes, !isFlooding else { return }
                    isFlooding = true
                    child.terminate()
                })
            let seconds = limits.timeoutSec
            running.append(
                Running(child, kind) { [complaints] ending in
                    guard let ending else {
                        return complaints.complain(
                            subject, "left something running that took longer than \(seconds) s, and was ended")
                    }
                    say(lines.finish())
                    if isFlooding {
                        return complaints.complain(
                            subject, "wrote more than \(ProgramRunner.floodBytes >> 20) MiB, and was ended")
                    }
                    if lines.leftOut > 0 {
                        complaints.complain(subject, "left out of its output: \(counted(lines.leftOut, "byte"))")
                    }
                    switch ending {
                    case .status(0): break
                    case .status(let status): complaints.complain(subject, "ended with status \(status)")
                    case .signal(SIGTERM) where mayStay: break
                    case .signal(let signal): complaints.complain(subject, "ended by signal \(signal)")
                    case .timeout: complaints.complain(subject, "took longer than \(seconds) s, and was ended")
                    }
                })
        } catch {
            complaints.complain(subject, "starting \(arguments[0]): \(error)")
        }
    }

    /// Runs a program for what it writes.
    ///
    /// - Parameters:
    ///   - limit: bytes; a program that writes more is ended.
    ///   - handler: given its output, or why there is none: once it has ended, and without waiting for that when its time is
    ///     up or it has written as much.
    func read(
        _ arguments: [String], limit: Int, timeoutUsec: UInt64,
        _ handler: @escaping (Result<[UInt8], SystemError>) -> Void
    ) {
        var output: [UInt8] = []
        var isAnswered = false
        let answer = { (result: Result<[UInt8], SystemError>) in
            guard !isAnswered else { return }
            isAnswered = true
            handler(result)
        }
        do throws(Errno) {
            let child = try ChildProcess(
                arguments, [], loop, timeoutUsec: timeoutUsec, capture: .output, cgroup: try cgroups?.make(),
                received: { child, bytes in
                    output += bytes.prefix(limit - output.count)
                    guard output.count == limit else { return }
                    // The rest may be a book, or without end.
                    child.terminate()
                    answer(.success(output))
                },
                timedOut: { answer(.failure(SystemError("running \(arguments[0])", Errno(ETIMEDOUT)))) })
            running.append(
                Running(child, .selection) { ending in
                    // wl-paste and xclip say by their status that nothing is selected.
                    answer(.success(ending == .status(0) ? output : []))
                })
        } catch {
            handler(.failure(SystemError("starting \(arguments[0])", error)))
        }
    }

    /// Ends what shows something for a press.
    func endShows(of press: PressKey) {
        for one in running where one.kind == .show(press: press) { one.child.terminate() }
    }

    /// The service ends: only what was started to stay, stays.
    func endAll() {
        for one in running where one.kind != .start {
            // What shows something may have something to put away; what had to be short has not.
            if case .show = one.kind { one.child.end(isPatient: true) } else { one.child.end(isPatient: false) }
        }
    }

    /// To be called when a child has ended.
    func reap() {
        for one in running {
            guard let ending = one.child.reap() else { continue }
            one.child.whenOver { [weak self, unowned one] in
                if one.child.isTimedOut, ending != .timeout { one.ended(nil) }
                self?.running.removeAll { $0 === one }
            }
            one.ended(ending)
        }
    }
}

/// A press: its pad, and its number there.
struct PressKey: Hashable {
    let device: String
    let press: UInt32
}
