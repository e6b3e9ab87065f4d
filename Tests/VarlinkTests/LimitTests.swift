import Glibc
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
        let bench = try Bench(ServerLimits(connectionsPerUser: 1_000))
        bench.server.mayUseReserve = { _ in false }
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
        #expect(bench.server.mayUseReserve(PeerCredentials(pid: 1, uid: 0, gid: 0)))
        #expect(bench.server.mayUseReserve(PeerCredentials(pid: 1, uid: geteuid(), gid: 0)))
        #expect(!bench.server.mayUseReserve(PeerCredentials(pid: 1, uid: geteuid() + 1, gid: 0)))
        bench.server.mayUseReserve = { _ in false }
        var peers = try answered(3, bench)
        #expect(try answeredOrClosed(bench) == false)
        bench.server.mayUseReserve = { _ in true }
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
        bench.server.mayUseReserve = { _ in false }
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
