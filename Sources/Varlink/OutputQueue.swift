import Glibc

/// Messages that a peer has not taken yet, as one run of bytes.
///
/// A coalescible message replaces the one queued before it with the same key. Everything else is kept, in order; and a
/// message of which a part has been sent is never touched. Memory is allocated by ``prepare()``, or when the first message is
/// queued, and kept.
struct OutputQueue: ~Copyable {
    enum Outcome: Equatable {
        case queued
        /// The message was coalescible and found no room: it counts as lost.
        case lost
        /// The message may not be lost and found no room; the queue is as it was, but for coalesced messages.
        case overflow
    }

    private struct Entry {
        /// Bytes still to send.
        var length: Int
        /// `nil` where the message may not be coalesced.
        var key: UInt64?
        /// What the message tells the peer it has lost: to be told again if this message is lost itself.
        var reportedLost: UInt64
    }

    /// In bytes; the replies that come with every frame are longer.
    private static let usualMessage = 128

    /// Bytes it takes before something has to give.
    let capacity: Int
    private var storage = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private var start = 0
    private var end = 0
    private var entries: [Entry] = []
    private var firstEntry = 0
    private var coalescible = 0
    /// Messages lost and not yet reported to the peer.
    private(set) var lost: UInt64 = 0
    /// Messages lost since the connection began, each counted once, however often a report of it was lost itself.
    private(set) var totalLost: UInt64 = 0

    init(capacity: Int) {
        self.capacity = capacity
    }

    deinit {
        storage.deallocate()
    }

    /// Allocates all that a full queue of messages of ``usualMessage`` bytes or more needs. The pages are the process's
    /// only once they are written to: for a peer that never falls behind, this costs next to no memory.
    mutating func prepare() {
        if storage.count < capacity { makeRoom(capacity - count) }
        entries.reserveCapacity(capacity / Self.usualMessage)
    }

    var isEmpty: Bool { start == end }
    /// Bytes queued.
    var count: Int { end - start }
    /// Messages queued, one that is partly sent included.
    var messages: Int { entries.count - firstEntry }
    /// All that is to be sent, in order; valid until the next change.
    var pending: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: storage[start..<end]) }

    /// Says that a message on its way to the peer reports `count` lost messages.
    mutating func reportLost(_ count: UInt64) {
        lost -= min(count, lost)
    }

    /// Queues a message.
    ///
    /// - Parameters:
    ///   - key: messages of the same key replace each other; `nil` for what may not be lost.
    ///   - sent: how many of its first bytes have been sent; only where the queue is empty.
    ///   - reportedLost: what it tells the peer it has lost, already taken off ``lost``.
    mutating func append(
        _ message: UnsafeRawBufferPointer, key: UInt64? = nil, sent: Int = 0, reportedLost: UInt64 = 0
    ) -> Outcome {
        precondition(sent == 0 || isEmpty)
        let rest = UnsafeRawBufferPointer(rebasing: message[sent...])
        if let key { dropQueued(key) }
        // Replies to calls come one at a time, and only one longer than the whole queue could fail to fit an empty
        // one: it is taken, because refusing it would help nobody.
        if !isEmpty, count + rest.count > capacity {
            if key == nil { dropAllCoalescible(toFit: rest.count) }
            if count + rest.count > capacity {
                guard key != nil else { return .overflow }
                lost += 1 + reportedLost
                totalLost += 1
                return .lost
            }
        }
        makeRoom(rest.count)
        UnsafeMutableRawBufferPointer(rebasing: storage[end...]).copyMemory(from: rest)
        end += rest.count
        // What is partly sent may not be coalesced any more.
        let key = sent > 0 ? nil : key
        entries.append(Entry(length: rest.count, key: key, reportedLost: reportedLost))
        if key != nil { coalescible += 1 }
        return .queued
    }

    /// Says that the first `count` bytes of ``pending`` have been sent.
    mutating func consume(_ count: Int) {
        precondition(count <= end - start)
        start += count
        var count = count
        while count > 0 {
            if entries[firstEntry].key != nil {
                entries[firstEntry].key = nil
                coalescible -= 1
            }
            let taken = min(count, entries[firstEntry].length)
            entries[firstEntry].length -= taken
            count -= taken
            if entries[firstEntry].length == 0 { firstEntry += 1 }
        }
        if start == end {
            start = 0
            end = 0
            entries.removeAll(keepingCapacity: true)
            firstEntry = 0
        }
    }

    /// There is at most one of a key; it is most often the last, so it is looked for from the end.
    private mutating func dropQueued(_ key: UInt64) {
        guard coalescible > 0 else { return }
        var after = 0
        for index in (firstEntry..<entries.count).reversed() {
            if entries[index].key == key {
                drop(index, bytesAfter: after)
                return
            }
            after += entries[index].length
        }
    }

    /// Drops the oldest coalescible messages until `extra` bytes fit, if need be all.
    private mutating func dropAllCoalescible(toFit extra: Int) {
        while coalescible > 0, count + extra > capacity {
            var after = count
            for index in firstEntry..<entries.count {
                after -= entries[index].length
                if entries[index].key != nil {
                    drop(index, bytesAfter: after)
                    break
                }
            }
        }
    }

    private mutating func drop(_ index: Int, bytesAfter: Int) {
        let entry = entries.remove(at: index)
        if bytesAfter > 0 {
            let base = storage.baseAddress!
            memmove(base + (end - bytesAfter - entry.length), base + (end - bytesAfter), bytesAfter)
        }
        end -= entry.length
        coalescible -= 1
        lost += 1 + entry.reportedLost
        totalLost += 1
    }

    private mutating func makeRoom(_ extra: Int) {
        if firstEntry > 0 {
            entries.removeFirst(firstEntry)
            firstEntry = 0
        }
        guard storage.count - end < extra else { return }
        if storage.count - count < extra {
            let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: max(capacity, count + extra), alignment: 1)
            if count > 0 { larger.copyMemory(from: pending) }
            storage.deallocate()
            storage = larger
        } else if let base = storage.baseAddress {
            memmove(base, base + start, count)
        }
        end -= start
        start = 0
    }
}
