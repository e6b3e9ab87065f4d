import Glibc
import Linux
import Systemd
import Testing
import VirtualInput

@testable import InputHelper

/// What was asked for, and answered, before somebody went to the background.
@Suite struct SwitchTests {
    /// When another session comes to the front.
    enum Moment: CaseIterable {
        /// The devices are new, and nothing has been typed.
        case settling
        /// The first key has been let go, the next is not down yet.
        case between
        /// A key is down.
        case held
    }

    private static let down = "keys [57] down"
    private static let up = "keys [57] up"

    /// Whether logind tells of changes, or does not, and each stroke is asked about alone; who asks, and how many strokes
    /// are typed of three.
    static let cases: [(moment: Moment, isTold: Bool, uid: uid_t, typed: Int)] = Moment.allCases.flatMap { moment in
        [true, false].flatMap { isTold in
            [(moment, isTold, 1000, moment == .settling ? 0 : 1), (moment, isTold, 0, 3)]
        }
    }

    @Test(arguments: cases)
    func switched(moment: Moment, isTold: Bool, uid: uid_t, typed: Int) throws {
        let (bench, clients) = try waiting(3, "key space", of: [uid], isTold: isTold)
        defer { withExtendedLifetime(clients) {} }
        bench.presences[1001] = .online
        // The switch itself may come at any time after it, so it is made when the key has gone where it is to be.
        func leave() {
            bench.presences = [1000: .online, 1001: .active]
            bench.sessionsChanged?()
        }
        var count = 0
        bench.onKey = { isDown in
            count += 1
            if moment == .held, isDown, count == 1 { leave() }
            if moment == .between, !isDown, count == 2 { leave() }
        }
        if moment == .settling { leave() }
        try run(bench, until: { bench.pressed.count == 2 * typed && (typed == 3 || bench.said.count == 1) })
        // Whoever is in front now is served, and nothing of the other comes up with it.
        let front = try bench.connect(as: 1001)
        #expect(try answer(bench, front, "button left") == "done")
        try run(bench, until: { bench.pressed.last == "buttons [272] up" })
        let strokes = (0..<typed).flatMap { _ in [SwitchTests.down, SwitchTests.up] }
        #expect(bench.pressed == strokes + ["buttons [272] down", "buttons [272] up"])
        let left = 3 - typed
        #expect(
            bench.said
                == (left == 0 ? [] : ["dropped \(left) keys of process 5000000 of user 1000: \(AdmissionTests.rule)"]))
    }

    /// Back before its turn came: what was asked for before is not for now. That takes logind's word, for nobody was asked.
    @Test func thereAndBack() throws {
        let (bench, clients) = try waiting(1, "key space", of: [1000], isTold: true)
        bench.presences[1000] = .online
        bench.sessionsChanged?()
        bench.presences[1000] = .active
        bench.sessionsChanged?()
        #expect(try answer(bench, clients[0], "button left") == "done")
        try run(bench, until: { bench.pressed.last == "buttons [272] up" })
        #expect(bench.pressed == ["buttons [272] down", "buttons [272] up"])
        #expect(bench.said == ["dropped a key of process 5000000 of user 1000: \(AdmissionTests.rule)"])
    }

    /// Among those of others, only what is of the one in the background is dropped.
    @Test func otherStrokesGoOn() throws {
        let (bench, clients) = try waiting(2, "button left", of: [1000, 0], isTold: true)
        defer { withExtendedLifetime(clients) {} }
        bench.loginFailure = Errno(EIO)
        try run(bench, until: { bench.pressed.count == 4 })
        #expect(bench.pressed == ["buttons [272] down", "buttons [272] up", "buttons [272] down", "buttons [272] up"])
        #expect(
            bench.said == [
                "dropped 2 keys of process 5000000 of user 1000: \(AdmissionTests.rule), and who that is cannot be asked:"
                    + " Input/output error"
            ])
    }

    /// Somebody's strokes, in turn with another's, asked for and answered while the devices still settle.
    private func waiting(
        _ count: Int, _ request: String, of users: [uid_t], isTold: Bool
    ) throws -> (Bench, [Bench.Client]) {
        // As short as goes: a machine that is held up meanwhile gets more time.
        for settlingUsec in [20_000, 200_000, 2_000_000, 20_000_000] as [UInt64] {
            let bench = try Bench(times: .init(settlingUsec: settlingUsec, holdUsec: 2_000), isTold: isTold)
            let clients = try users.map { try bench.connect(as: $0) }
            for _ in 0..<count { for client in clients { #expect(try answer(bench, client, request) == "done") } }
            if bench.pressed.isEmpty { return (bench, clients) }
        }
        throw Errno(ETIMEDOUT)
    }

    private func answer(_ bench: Bench, _ client: Bench.Client, _ request: String) throws -> String? {
        try client.send(Array(request.utf8))
        var answer: String?
        try run(bench) {
            answer = (try? client.received()) ?? nil
            return answer != nil
        }
        return answer
    }

    /// Turns the loop, with its timers, until something holds; not for ever.
    private func run(_ bench: Bench, until isThere: () -> Bool) throws {
        for _ in 0..<20_000 {
            if isThere() { return }
            try bench.loop.runOnce(timeoutUsec: 5_000)
        }
        Issue.record("never: \(bench.pressed) \(bench.said)")
    }
}
