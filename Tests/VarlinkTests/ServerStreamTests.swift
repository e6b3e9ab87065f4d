import Glibc
import Testing

@testable import Varlink

@Suite struct ServerStreamTests {
    static let watch = #"{"method":"org.example.test.Watch","more":true}"#

    private func watcher(_ bench: Bench) throws -> (RawPeer, Call) {
        let peer = try bench.connect()
        #expect(try bench.exchange(peer, Self.watch) == [])
        return (peer, try #require(bench.open.last))
    }

    /// A whole message of `size` bytes, with a number to know it by.
    private func message(_ number: Int, size: Int = 200) -> [UInt8] {
        let head = Array(#"{"parameters":{"text":"\#(number)"#.utf8)
        let tail = Array(#""},"continues":true}"#.utf8) + [0]
        return head + Array(repeating: UInt8(ascii: "."), count: max(0, size - head.count - tail.count)) + tail
    }

    private func number(_ text: String) -> Int? {
        text.split(separator: "\"").dropFirst(5).first.flatMap { Int($0.prefix { $0 != "." }) }
    }

    private func enqueue(_ call: Call, _ bytes: [UInt8], key: UInt64? = nil, reportingLost: UInt64 = 0) {
        bytes.withUnsafeBytes { call.enqueue($0, coalescing: key, reportingLost: reportingLost) }
    }

    @Test func repliesAsTheyCome() throws {
        let bench = try Bench()
        let (peer, call) = try watcher(bench)
        call.send(Bench.Text(text: "one"))
        #expect(try peer.hear() == [#"{"continues":true,"parameters":{"text":"one"}}"#])
        enqueue(call, message(2, size: 0))
        #expect(try peer.hear() == [#"{"parameters":{"text":"2"},"continues":true}"#])
        call.reply(Bench.Text(text: "last"))
        #expect(!call.isOpen)
        call.reply(Bench.Text(text: "never"))
        #expect(try peer.hear() == [#"{"parameters":{"text":"last"}}"#])
        try bench.settle()
        #expect(try bench.exchange(peer, #"{"method":"org.example.test.Fails"}"#).count == 1)
        #expect(bench.closedCalls == 0)
    }

    @Test func laterCallsWaitForTheStreamToEnd() throws {
        let bench = try Bench()
        let (peer, call) = try watcher(bench)
        for text in ["a", "b"] {
            #expect(
                try bench.exchange(peer, #"{"method":"org.example.test.Echo","parameters":{"text":"\#(text)"}}"#) == [])
        }
        #expect(bench.echoes == 0)
        call.fail(.methodNotImplemented("x"))
        try bench.settle()
        let heard = try peer.hear()
        #expect(heard.count == 3 && heard[0].contains("MethodNotImplemented"))
        #expect(heard.dropFirst() == [#"{"parameters":{"text":"a"}}"#, #"{"parameters":{"text":"b"}}"#])
    }

    @Test func anAnswerMayComeLater() throws {
        let bench = try Bench()
        let peer = try bench.connect()
        peer.say(#"{"method":"org.example.test.Later"}"#)
        #expect(try bench.exchange(peer, #"{"method":"org.example.test.Fails"}"#) == [])
        bench.open[0].reply()
        try bench.settle()
        #expect(
            try peer.hear() == [
                #"{"parameters":{}}"#, #"{"error":"org.example.test.Failed","parameters":{"why":"because"}}"#,
            ])
    }

    @Test func hearsThatThePeerHasGone() throws {
        let bench = try Bench()
        var peer: RawPeer? = try bench.connect()
        _ = try bench.exchange(peer!, Self.watch)
        // Unread input must not hide it.
        peer!.say("more input")
        try bench.settle()
        #expect(bench.closedCalls == 0)
        peer = nil
        try bench.settle()
        #expect(bench.closedCalls == 1 && bench.open.isEmpty && bench.server.connectionCount == 0)
        #expect(bench.closings == [.peerClosed])
    }

    @Test func aPeerThatOnlyStopsSendingGoesOnHearing() throws {
        let bench = try Bench()
        let peer = try bench.connect()
        peer.say(Self.watch)
        peer.closeSending()
        try bench.settle()
        let call = try #require(bench.open.first)
        call.send(Bench.Text(text: "x"))
        try bench.settle()
        #expect(try peer.hear().count == 1)
        #expect(!peer.isClosed && bench.closedCalls == 0)
    }

    @Test func sendingToADeadPeerIsNoticedAndHarmless() throws {
        let bench = try Bench()
        var peer: RawPeer? = try bench.connect()
        _ = try bench.exchange(peer!, Self.watch)
        let call = try #require(bench.open.first)
        peer = nil
        enqueue(call, message(1))
        // Not torn down within the sender's own loop over its subscribers.
        #expect(bench.closedCalls == 0 && !call.isOpen)
        enqueue(call, message(2))
        try bench.settle()
        #expect(bench.closedCalls == 1 && bench.server.connectionCount == 0)
    }

    @Test func aSlowPeerLosesOnlyWhatMayBeLost() throws {
        let bench = try Bench()
        let (slow, slowCall) = try watcher(bench)
        let (healthy, healthyCall) = try watcher(bench)
        var heard: [Int] = []
        for index in 0..<5_000 {
            // Every fiftieth must arrive.
            let key: UInt64? = index % 50 == 0 ? nil : 7
            enqueue(slowCall, message(index), key: key)
            enqueue(healthyCall, message(index), key: key)
            heard += try healthy.hear().compactMap(number)
        }
        #expect(heard == Array(0..<5_000))
        #expect(healthyCall.lost == 0)
        let lost = slowCall.lost
        #expect(lost > 0)
        var slowHeard: [Int] = []
        while true {
            let batch = try slow.hear().compactMap(number)
            if batch.isEmpty { break }
            slowHeard += batch
            try bench.settle()
        }
        #expect(slowHeard == slowHeard.sorted() && slowHeard.count + Int(lost) == 5_000)
        #expect(stride(from: 0, to: 5_000, by: 50).allSatisfy(slowHeard.contains))
        #expect(slowHeard.last == 4_999)
        // What was lost is told once, with the next message.
        enqueue(slowCall, message(5_000), key: 7, reportingLost: lost)
        #expect(slowCall.lost == 0)
        #expect(try slow.hear().count == 1)
    }

    @Test func aPeerThatNeverReadsIsClosedAlone() throws {
        let bench = try Bench(ServerLimits(queueBytes: 4_096))
        let (stuck, stuckCall) = try watcher(bench)
        let (healthy, healthyCall) = try watcher(bench)
        var index = 0
        while stuckCall.isOpen, index < 100_000 {
            enqueue(stuckCall, message(index))
            enqueue(healthyCall, message(index))
            #expect(try healthy.hear().count == 1)
            index += 1
        }
        #expect(!stuckCall.isOpen)
        try bench.settle()
        #expect(bench.closedCalls == 1 && healthyCall.isOpen)
        #expect(bench.closings.count == 1)
        if case .tooSlow(let queued) = bench.closings[0] {
            #expect(queued <= 4_096 && queued > 3_000)
        } else {
            Issue.record()
        }
        // What it gets to read are whole messages, in order, up to the cut.
        let heard = try stuck.hear().compactMap(number)
        #expect(heard == Array(0..<heard.count) && stuck.isClosed)
    }

    @Test func aPeerThatCallsWithoutReadingIsNotServedAhead() throws {
        let bench = try Bench()
        let peer = try bench.connect()
        let text = String(repeating: "x", count: 20_000)
        let call = Array(#"{"method":"org.example.test.Echo","parameters":{"text":"\#(text)"}}"#.utf8) + [0]
        for _ in 0..<200 {
            peer.send(call)
            try bench.settle()
        }
        let served = bench.echoes
        // No more than the two sockets' buffers and one message hold.
        #expect(served > 0 && served < 100)
        var heard = 0
        while true {
            let batch = try peer.hear().count
            if batch == 0 { break }
            heard += batch
            try bench.settle()
        }
        #expect(heard == bench.echoes && heard > served)
    }

    @Test func stoppingEndsStreamsAndRemovesTheFile() throws {
        let bench = try Bench()
        let (peer, call) = try watcher(bench)
        enqueue(call, message(1))
        bench.server.stop()
        #expect(bench.closedCalls == 1 && bench.server.connectionCount == 0)
        #expect(try peer.hear().count == 1)
        #expect(access(bench.folder.socket, F_OK) != 0)
    }
}
