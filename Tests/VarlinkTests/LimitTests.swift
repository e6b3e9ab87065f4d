import Glibc
import Linux
import Systemd
import Testing

@testable import Varlink

@Suite struct LimitTests {
    private let call = #"{"method":"org.example.test.Fails"}"#

    /// Connections that have all been answered once.
    private func answered(_ count: Int, _ bench: Bench) throws -> [RawPeer] {
        let peers = try (0..<count).map { _ in try bench.connect() }
        for peer in peers { #expect(try bench.exchange(peer, call).count == 1) }
        return peers
    }

    @Test func thirtyThreeOfOneUser() throws {
        let bench = try Bench()
        let peers = try answered(32, bench)
        let late = try bench.connect()
        #expect(bench.server.connectionCount == 32)
        #expect(try late.hear() == [] && late.isClosed)
        guard case .refused(let peer, .tooManyOfUser(limit: 32))? = bench.reports.last else {
            Issue.record("\(String(describing: bench.reports.last))")
            return
        }
        #expect(peer.pid == getpid() && peer.uid == getuid())
        withExtendedLifetime(peers) {}
    }

    @Test func hundredAndTwentyNineInAll() throws {
        let bench = try Bench(ServerLimits(connectionsPerUser: 1_000, callsPerSecond: 1_000))
        bench.server.isPrivileged = { _ in false }
        var peers = try answered(128, bench)
        let late = try bench.connect()
        #expect(bench.server.connectionCount == 128)
        #expect(try late.hear() == [] && late.isClosed)
        guard case .refused(_, .tooMany(limit: 128))? = bench.reports.last else {
            Issue.record("\(String(describing: bench.reports.last))")
            return
        }
        // One leaves, one may come.
        peers.removeFirst()
        try bench.settle()
        let next = try bench.connect()
        #expect(try bench.exchange(next, call).count == 1)
    }

    @Test func limitsAreConfigurable() throws {
        let bench = try Bench(ServerLimits(connections: 2, connectionsPerUser: 1))
        let first = try bench.connect()
        let second = try bench.connect()
        #expect(try bench.exchange(first, call).count == 1)
        #expect(try second.hear() == [] && second.isClosed)
    }

    @Test func theReserveIsForThoseWhoMayUseIt() throws {
        let bench = try Bench(ServerLimits(connections: 3, reserve: 2))
        #expect(bench.server.isPrivileged(PeerCredentials(pid: 1, uid: 0, gid: 0)))
        #expect(bench.server.isPrivileged(PeerCredentials(pid: 1, uid: geteuid(), gid: 0)))
        #expect(!bench.server.isPrivileged(PeerCredentials(pid: 1, uid: geteuid() + 1, gid: 0)))
        bench.server.isPrivileged = { _ in false }
        var peers = try answered(3, bench)
        #expect(try answeredOrClosed(bench) == false)
        bench.server.isPrivileged = { _ in true }
        peers += try answered(2, bench)
        #expect(try answeredOrClosed(bench) == false, "the reserve has an end too")
        #expect(bench.server.connectionCount == 5)
        withExtendedLifetime(peers) {}
    }

    private func answeredOrClosed(_ bench: Bench) throws -> Bool {
        let peer = try bench.connect()
        let isAnswered = try bench.exchange(peer, call).count == 1
        #expect(isAnswered != peer.isClosed)
        return isAnswered
    }

    /// Whoever says nothing keeps nobody out who has something to ask, however often he comes back.
    @Test func theLongestSilentMakesPlaceForWhoIsAllowed() throws {
        let bench = try Bench(ServerLimits(connections: 3))
        bench.server.isPrivileged = { _ in false }
        let heard = try answered(1, bench)
        let silent = try bench.connect()
        let half = try bench.connect()
        half.send(Array(call.utf8))

        bench.server.authorise = { _ in false }
        #expect(try answeredOrClosed(bench) == false, "not for one who is not")
        #expect(bench.closings == [])

        bench.server.authorise = { _ in true }
        let first = try answered(1, bench)
        #expect(try silent.hear() == [] && silent.isClosed)
        let second = try answered(1, bench)
        #expect(try half.hear() == [] && half.isClosed, "half a message is none")
        #expect(bench.closings == [.displaced, .displaced])

        #expect(try answeredOrClosed(bench) == false, "all others have said something")
        #expect(bench.server.connectionCount == 3)
        withExtendedLifetime((heard, first, second)) {}
    }
}

@Suite struct CallRateTests {
    private func echo(_ number: Int) -> String {
        #"{"method":"org.example.test.Echo","parameters":{"text":"\#(number)"}}"#
    }

    private func answer(_ number: Int) -> String { #"{"parameters":{"text":"\#(number)"}}"# }

    private func hear(_ peer: RawPeer, _ count: Int, _ bench: Bench) throws -> [String] {
        var heard = try peer.hear()
        while heard.count < count, !peer.isClosed {
            try bench.loop.runOnce(timeoutUsec: nil)
            heard += try peer.hear()
        }
        return heard
    }

    @Test func callsBeyondWaitForTheirTurn() throws {
        let bench = try Bench(ServerLimits(callsPerSecond: 20))
        bench.server.isPrivileged = { _ in false }
        let peer = try bench.connect()
        let other = try bench.connect()
        let begin = Clock.monotonicUsec
        for number in 0..<22 { peer.say(echo(number)) }
        #expect(try hear(peer, 22, bench) == (0..<22).map(answer))
        // Another connection of the same user has no more of them.
        other.say(echo(22))
        #expect(try hear(other, 1, bench) == [answer(22)])
        #expect(Clock.monotonicUsec - begin >= 150_000, "three calls more than come at once, 50 ms each")
        let slowed = bench.reports.filter { if case .slowed(_, callsPerSecond: 20) = $0 { true } else { false } }
        #expect(!slowed.isEmpty && bench.closings.isEmpty)
        #expect(try bench.loop.runOnce(timeoutUsec: 100_000) == false, "no timer is left")
    }

    @Test func thePrivilegedAreNotCounted() throws {
        let bench = try Bench(ServerLimits(callsPerSecond: 1))
        let peer = try bench.connect()
        for number in 0..<50 { #expect(try bench.exchange(peer, echo(number)) == [answer(number)]) }
        #expect(!bench.reports.contains { if case .slowed = $0 { true } else { false } })
    }

    @Test func aPeerThatGoesWhileItWaitsIsLetGo() throws {
        let bench = try Bench(ServerLimits(callsPerSecond: 1))
        bench.server.isPrivileged = { _ in false }
        var peer: RawPeer? = try bench.connect()
        for number in 0..<3 { peer?.say(echo(number)) }
        try bench.settle()
        peer = nil
        while bench.closings.isEmpty { try bench.loop.runOnce(timeoutUsec: nil) }
        #expect(bench.closings == [.peerClosed] && bench.server.connectionCount == 0)
        #expect(try bench.loop.runOnce(timeoutUsec: 1_200_000) == false, "no timer is left")
        #expect(bench.echoes < 3)
    }

    @Test func aChangedLimitCountsFromNowOn() throws {
        let bench = try Bench(ServerLimits(connectionsPerUser: 1, callsPerSecond: 1))
        bench.server.isPrivileged = { _ in false }
        let peer = try bench.connect()
        #expect(try bench.exchange(peer, echo(0)) == [answer(0)])
        bench.server.limits = ServerLimits(connectionsPerUser: 2, callsPerSecond: 1_000)
        for number in 1..<50 { #expect(try bench.exchange(peer, echo(number)) == [answer(number)]) }
        let second = try bench.connect()
        #expect(try bench.exchange(second, echo(50)) == [answer(50)])
    }
}

@Suite struct MemoryTests {
    private let watch = #"{"method":"org.example.test.Watch","more":true}"#

    @Test func whoMakesTheServerKeepMostIsClosed() throws {
        let bench = try Bench(ServerLimits(heldBytes: 80_000))
        let peers = try (0..<4).map { _ in try bench.connect() }
        for (peer, length) in zip(peers, [5_000, 50_000, 10_000]) {
            peer.send([UInt8](repeating: 0x20, count: length))
            try bench.settle()
        }
        #expect(bench.closings == [])
        peers[3].send([UInt8](repeating: 0x20, count: 20_000))
        try bench.settle()
        guard case .memory(let held)? = bench.closings.first else {
            Issue.record("\(bench.closings)")
            return
        }
        #expect(held >= 50_000 && bench.closings.count == 1 && bench.closings[0].isMisbehaviour)
        #expect(try peers[1].hear() == [] && peers[1].isClosed)
        // The others go on.
        peers[3].say(watch)
        try bench.settle()
        #expect(bench.open.count == 1 && bench.server.connectionCount == 3)
    }

    @Test func whatAStoppedReaderHasNotTakenCounts() throws {
        let bench = try Bench(ServerLimits(heldBytes: 40_000))
        let reader = try bench.connect()
        reader.say(watch)
        try bench.settle()
        let call = bench.open[0]
        let text = Bench.Text(text: String(repeating: "x", count: 1_000))
        var sent = 0
        while bench.closings.isEmpty, sent < 10_000 {
            call.send(text)
            try bench.settle()
            sent += 1
        }
        guard case .memory(let held)? = bench.closings.first else {
            Issue.record("\(bench.closings)")
            return
        }
        // Before its own queue, of 64 KiB, is full.
        #expect((40_000...42_000).contains(held))
        _ = reader
    }

    @Test func whatALongMessageTookIsGivenBack() throws {
        let bench = try Bench(ServerLimits(heldBytes: 150_000))
        // Each took more than half of what there is; one after the other they fit.
        let peers = try (0..<4).map { _ in try bench.connect() }
        for peer in peers {
            let long =
                #"{"method":"org.example.test.Echo","parameters":{"text":""#
                + String(repeating: "y", count: 60_000) + #""}}"#
            var heard: [String] = []
            peer.say(long)
            while heard.isEmpty, !peer.isClosed {
                try bench.settle()
                heard += try peer.hear()
            }
            #expect(heard.count == 1)
        }
        #expect(!bench.closings.contains { if case .memory = $0 { true } else { false } })
    }
}

@Suite struct FirstMessageTests {
    private let call = #"{"method":"org.example.test.Fails"}"#

    @Test(arguments: ["", #"{"method":"org.exam"#])
    func withoutAWholeMessageItIsClosedInTime(_ begun: String) throws {
        let bench = try Bench(ServerLimits(firstMessageUsec: 1_000))
        let peers = try (0..<3).map { _ in try RawPeer(bench.folder.socket) }
        for peer in peers { peer.send(Array(begun.utf8)) }
        while bench.closings.count < 3 { try bench.loop.runOnce(timeoutUsec: nil) }
        for peer in peers { #expect(try peer.hear() == [] && peer.isClosed) }
        #expect(bench.closings == [.silent, .silent, .silent])
        #expect(bench.server.connectionCount == 0)
    }

    /// And then nothing is left that would wake the server.
    @Test func whoHasSaidSomethingMayStaySilent() throws {
        let bench = try Bench(ServerLimits(firstMessageUsec: 1_000_000))
        let peer = try RawPeer(bench.folder.socket)
        let gone = try RawPeer(bench.folder.socket)
        peer.say(call)
        while try peer.hear().isEmpty, !peer.isClosed { try bench.loop.runOnce(timeoutUsec: nil) }
        _ = consume gone
        try bench.settle()
        #expect(try bench.loop.runOnce(timeoutUsec: 1_200_000) == false, "no timer is left")
        #expect(bench.closings == [.peerClosed] && bench.server.connectionCount == 1)
    }
}
