import Testing

@testable import PeekPop

struct EventBufferTests {
    private static func press(_ phase: PressPhase, _ sequence: UInt64, id: UInt32 = 1) -> ConnectionEvent {
        .press(PressEvent(id: id, device: "pad", phase: phase, sequence: sequence))
    }

    private static func all(_ buffer: EventBuffer, _ count: Int) async -> [String] {
        var lines: [String] = []
        for _ in 0..<count {
            switch await buffer.next() {
            case .press(let press)?: lines.append("\(press.phase) \(press.sequence)")
            case let event?: lines.append("\(event)")
            case nil: lines.append("end")
            }
        }
        return lines
    }

    @Test func whatFitsComesAsItIs() async {
        let buffer = EventBuffer(capacity: 3) {}
        for sequence in 1...3 { buffer.put(Self.press(.changed, UInt64(sequence))) }
        #expect(!buffer.isFull)
        #expect(await Self.all(buffer, 3) == ["changed 1", "changed 2", "changed 3"])
    }

    @Test func aLaterChangeTakesThePlaceOfTheLast() async {
        let buffer = EventBuffer(capacity: 2) {}
        for sequence in 1...5 { buffer.put(Self.press(.changed, UInt64(sequence))) }
        #expect(await Self.all(buffer, 3) == ["lost(3)", "changed 1", "changed 5"])
    }

    @Test func otherPhasesAreNeverLeftOut() async {
        let buffer = EventBuffer(capacity: 3) {}
        for (sequence, phase) in [PressPhase.began, .changed, .changed, .peeked, .changed, .popped, .ended].enumerated()
        {
            buffer.put(Self.press(phase, UInt64(sequence + 1)))
        }
        #expect(buffer.isFull)
        #expect(await Self.all(buffer, 5) == ["lost(3)", "began 1", "peeked 4", "popped 6", "ended 7"])
        #expect(!buffer.isFull)
    }

    @Test func aChangeIsNotPutBeforeWhatCameAfterItsPress() async {
        let buffer = EventBuffer(capacity: 2) {}
        buffer.put(Self.press(.changed, 1))
        buffer.put(Self.press(.peeked, 2))
        buffer.put(Self.press(.changed, 3))
        #expect(await Self.all(buffer, 3) == ["lost(1)", "peeked 2", "changed 3"])
    }

    @Test func lostIsAddedUp() async {
        let buffer = EventBuffer(capacity: 1) {}
        buffer.put(.lost(5))
        buffer.put(Self.press(.changed, 1))
        buffer.put(Self.press(.changed, 2))
        buffer.put(.lost(2))
        #expect(await Self.all(buffer, 2) == ["lost(8)", "changed 2"])
    }

    @Test func roomIsTold() async {
        let (told, continuation) = AsyncStream.makeStream(of: Void.self)
        let buffer = EventBuffer(capacity: 1) { continuation.yield() }
        buffer.put(Self.press(.began, 1))
        #expect(buffer.isFull)
        _ = await buffer.next()
        var iterator = told.makeAsyncIterator()
        await iterator.next()
        #expect(!buffer.isFull)
    }

    @Test func theEndEndsWhoWaits() async {
        let buffer = EventBuffer(capacity: 1) {}
        async let waiting = buffer.next()
        buffer.end()
        #expect(await waiting == nil)
        buffer.put(Self.press(.began, 1))
        #expect(await buffer.next() == nil)
    }

    @Test func aCancelledTaskWaitsNoLonger() async {
        let buffer = EventBuffer(capacity: 1) {}
        let task = Task { await buffer.next() }
        task.cancel()
        #expect(await task.value == nil)
        #expect(buffer.isEnded)
    }
}

struct PressEventsTests {
    @Test func aLoopOverPresses() async throws {
        let service = FakeService()
        let options = service.options
        // Its calls wait, for which tasks have no threads to spare.
        service.onAnotherThread { service in
            service.accept()
            service.say(FakeService.ready)
            for (sequence, phase) in ["began", "peeked", "popped", "ended"].enumerated() {
                service.say(FakeService.press(phase, sequence + 1))
            }
        }
        var lines: [String] = []
        for try await press in PressEvents(options).presses {
            lines.append(Hearing.line(press))
            if press.phase.isLast { break }
        }
        #expect(lines == ["began 1", "peeked 1", "popped 1", "ended 1"])
    }

    @Test func aSlowLoopLosesChangesAlone() async throws {
        let service = FakeService()
        let reader = PressEvents(service.options, capacity: 4).makeAsyncIterator().feed
        try reader.start()
        service.accept()
        service.say(FakeService.ready)
        for id in 1...20 {
            service.say(FakeService.press("began", id: id))
            for sequence in 2...50 { service.say(FakeService.press("changed", id: id, sequence)) }
            service.say(FakeService.press("peeked", id: id, 51))
            service.say(FakeService.press("cancelled", id: id, 52, more: #","reason":"released""#))
        }
        var (lines, changed, lost): ([String], Int, Int) = ([], 0, 0)
        while lines.last != "cancelled 20 released" {
            switch await reader.buffer.next() {
            case .press(let press)?:
                if press.phase == .changed { changed += 1 } else { lines.append(Hearing.line(press)) }
            case .lost(let count)?: lost += count
            case nil:
                Issue.record("it ended after \(lines)")
                return
            default: break
            }
        }
        #expect(lines == (1...20).flatMap { ["began \($0)", "peeked \($0)", "cancelled \($0) released"] })
        #expect(changed + lost == 20 * 49)
    }

    @Test func aCancelledLoopEnds() async throws {
        let service = FakeService(isListening: false)
        let loop = Task { [options = service.options] in
            var states = 0
            for try await _ in PressEvents(options) { states += 1 }
            return states
        }
        loop.cancel()
        _ = try await loop.value
    }
}
