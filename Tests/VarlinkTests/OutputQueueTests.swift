import Testing

@testable import Varlink

/// What is done to a queue, in a table's words.
enum Step: Sendable {
    case must(String)
    /// Coalescible, with its key.
    case may(String, UInt64)
    case sent(Int)
}

@Suite struct OutputQueueTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let steps: [Step]
        let outcome: OutputQueue.Outcome
        let pending: String
        let lost: UInt64
    }

    static let rows: [Row] = [
        Row(
            testDescription: "order is kept", steps: [.must("aa"), .must("bb")], outcome: .queued, pending: "aabb",
            lost: 0),
        Row(
            testDescription: "a newer one replaces the older of its key",
            steps: [.must("x"), .may("1", 7), .may("2", 7)],
            outcome: .queued, pending: "x2", lost: 1),
        Row(
            testDescription: "of its key only", steps: [.must("x"), .may("1", 7), .may("2", 8)], outcome: .queued,
            pending: "x12", lost: 0),
        Row(
            testDescription: "the newer one stands at the end", steps: [.may("1", 7), .must("P"), .may("2", 7)],
            outcome: .queued, pending: "P2", lost: 1),
        Row(
            testDescription: "from the middle, with the ones behind it moved",
            steps: [.must("a"), .may("11", 7), .must("b"), .may("3", 8), .may("2", 7)], outcome: .queued,
            pending: "ab32", lost: 1),
        Row(
            testDescription: "partly sent: not touched", steps: [.may("1111", 7), .sent(1), .may("2", 7)],
            outcome: .queued, pending: "1112", lost: 0),
        Row(
            testDescription: "the next is replaced all the same",
            steps: [.may("1111", 7), .sent(1), .may("2", 7), .may("3", 7)], outcome: .queued, pending: "1113", lost: 1),
        Row(
            testDescription: "wholly sent: gone", steps: [.may("11", 7), .sent(2), .may("2", 7)], outcome: .queued,
            pending: "2", lost: 0),
        Row(
            testDescription: "full: a coalescible message is lost", steps: [.must("0123456789"), .may("x", 7)],
            outcome: .lost, pending: "0123456789", lost: 1),
        Row(
            testDescription: "full: a must takes the place of coalescible ones, oldest first",
            steps: [.must("012345"), .may("11", 7), .may("22", 8), .must("AB")], outcome: .queued,
            pending: "01234522AB", lost: 1),
        Row(
            testDescription: "full: of all, if need be",
            steps: [.must("012345"), .may("11", 7), .may("22", 8), .must("ABCD")], outcome: .queued,
            pending: "012345ABCD", lost: 2),
        Row(
            testDescription: "full of musts: overflow", steps: [.must("0123456789"), .must("x")], outcome: .overflow,
            pending: "0123456789", lost: 0),
        Row(
            testDescription: "what is partly sent cannot make room",
            steps: [.may("0123456789", 7), .sent(1), .must("xx")],
            outcome: .overflow, pending: "123456789", lost: 0),
        Row(
            testDescription: "sending makes room", steps: [.must("0123456789"), .sent(4), .must("abcd")],
            outcome: .queued,
            pending: "456789abcd", lost: 0),
        Row(
            testDescription: "alone a message may be longer than the queue", steps: [.must("0123456789abc")],
            outcome: .queued, pending: "0123456789abc", lost: 0),
    ]

    @Test(arguments: rows)
    func table(row: Row) {
        var queue = OutputQueue(capacity: 10)
        var outcome = OutputQueue.Outcome.queued
        for step in row.steps {
            switch step {
            case .must(let text): outcome = append(&queue, text)
            case .may(let text, let key): outcome = append(&queue, text, key: key)
            case .sent(let count): queue.consume(count)
            }
        }
        #expect(outcome == row.outcome)
        #expect(String(decoding: queue.pending, as: UTF8.self) == row.pending)
        #expect(queue.lost == row.lost)
    }

    private func append(
        _ queue: inout OutputQueue, _ text: String, key: UInt64? = nil, sent: Int = 0, reportedLost: UInt64 = 0
    ) -> OutputQueue.Outcome {
        Array(text.utf8).withUnsafeBytes { queue.append($0, key: key, sent: sent, reportedLost: reportedLost) }
    }

    @Test func restOfAPartlySentMessageIsNeverReplaced() {
        var queue = OutputQueue(capacity: 10)
        #expect(append(&queue, "12345", key: 7, sent: 3) == .queued)
        #expect(append(&queue, "abc", key: 7) == .queued)
        #expect(String(decoding: queue.pending, as: UTF8.self) == "45abc")
    }

    @Test func aLostReportIsReportedAgain() {
        var queue = OutputQueue(capacity: 20)
        _ = append(&queue, "x")
        _ = append(&queue, "1", key: 7)
        _ = append(&queue, "2", key: 7)
        #expect(queue.lost == 1)
        // The next one tells of it …
        queue.reportLost(1)
        _ = append(&queue, "3", key: 7, reportedLost: 1)
        #expect(queue.lost == 1)
        queue.reportLost(1)
        _ = append(&queue, "4", key: 7, reportedLost: 1)
        // … and is lost too: "2" is one, "3" another, and "3" told of the "1".
        #expect(queue.lost == 2)
        #expect(String(decoding: queue.pending, as: UTF8.self) == "x4")
    }

    /// Against a model that keeps whole messages in an array.
    @Test(arguments: 0..<20)
    func randomStepsAgreeWithAModel(seed: UInt64) {
        var random = Seeded(seed)
        var queue = OutputQueue(capacity: 64)
        var model: [(text: [UInt8], key: UInt64?)] = []
        var lost: UInt64 = 0
        for step in 0..<2_000 {
            if Int.random(in: 0..<3, using: &random) == 0, !queue.isEmpty {
                var count = Int.random(in: 1...queue.count, using: &random)
                queue.consume(count)
                while count > 0 {
                    let taken = min(count, model[0].text.count)
                    model[0].text.removeFirst(taken)
                    model[0].key = nil
                    if model[0].text.isEmpty { model.removeFirst() }
                    count -= taken
                }
            } else {
                let length = Int.random(in: 1...20, using: &random)
                let text = [UInt8](repeating: UInt8(truncatingIfNeeded: step), count: length)
                let key = Bool.random(using: &random) ? UInt64.random(in: 0..<3, using: &random) : nil
                let outcome = text.withUnsafeBytes { queue.append($0, key: key) }
                func size() -> Int { model.reduce(0) { $0 + $1.text.count } }
                func remove(_ matches: ((text: [UInt8], key: UInt64?)) -> Bool) -> Bool {
                    guard let index = model.firstIndex(where: matches) else { return false }
                    model.remove(at: index)
                    lost += 1
                    return true
                }
                if let key { _ = remove { $0.key == key } }
                if key == nil { while size() + length > 64, remove({ $0.key != nil }) {} }
                if size() + length > 64, !model.isEmpty {
                    #expect(outcome == (key == nil ? .overflow : .lost))
                    if key != nil { lost += 1 }
                } else {
                    #expect(outcome == .queued)
                    model.append((text, key))
                }
            }
            #expect(Array(queue.pending) == model.flatMap(\.text))
            #expect(queue.lost == lost && queue.messages == model.count)
        }
    }
}

@Suite struct PreparedQueueTests {
    /// Prepared at any moment, it holds what it held, and has room for a full queue.
    @Test func preparingChangesNothingThatWaits() {
        var queue = OutputQueue(capacity: 1 << 10)
        let message = [UInt8]("0123456789".utf8)
        _ = message.withUnsafeBytes { queue.append($0, key: 7) }
        queue.consume(3)
        queue.prepare()
        #expect(Array(queue.pending) == Array(message[3...]) && queue.count == 7)
        let base = queue.pending.baseAddress
        while queue.count + message.count <= 1 << 10 { _ = message.withUnsafeBytes { queue.append($0) } }
        #expect(queue.pending.baseAddress == base, "nothing was allocated anew")
        queue.prepare()
        #expect(queue.pending.baseAddress == base)
    }
}

/// The same numbers in every run (the SplitMix64 sequence).
struct Seeded: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
