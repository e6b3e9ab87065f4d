import FoundationEssentials
import Testing
import Varlink

@Suite struct MessageFramerTests {
    private func drain(_ framer: inout MessageFramer) throws -> [String] {
        var messages: [String] = []
        while let message = try framer.next() { messages.append(String(decoding: message, as: UTF8.self)) }
        return messages
    }

    @Test(
        arguments: [
            ("", []), ("abc", []), ("abc\0", ["abc"]), ("\0", [""]), ("\0\0", ["", ""]), ("a\0b\0", ["a", "b"]),
            ("a\0b\0half", ["a", "b"]),
        ] as [(String, [String])])
    func cutsAtNul(stream: String, expected: [String]) throws {
        var whole = MessageFramer()
        whole.append(stream.utf8)
        #expect(try drain(&whole) == expected)

        var bytewise = MessageFramer()
        var messages: [String] = []
        for byte in stream.utf8 {
            bytewise.append([byte])
            messages += try drain(&bytewise)
        }
        #expect(messages == expected)
        #expect(bytewise.isEmpty == (stream.isEmpty || stream.hasSuffix("\0")))
    }

    @Test func restFollowsLater() throws {
        var framer = MessageFramer()
        framer.append("one\0tw".utf8)
        #expect(try drain(&framer) == ["one"])
        framer.append("o\0".utf8)
        #expect(try drain(&framer) == ["two"])
        #expect(framer.isEmpty)
    }

    @Test(arguments: [1, 100, MessageFramer.serverLimit])
    func limitItselfIsAccepted(limit: Int) throws {
        var framer = MessageFramer(limit: limit)
        framer.append(repeatElement(UInt8(ascii: "x"), count: limit))
        #expect(try framer.next() == nil)
        framer.append([0])
        #expect(try framer.next()?.count == limit)
    }

    @Test(arguments: [1, 100, MessageFramer.serverLimit])
    func oneMoreIsNot(limit: Int) throws {
        var unfinished = MessageFramer(limit: limit)
        unfinished.append(repeatElement(UInt8(ascii: "x"), count: limit + 1))
        #expect(throws: FramingError.tooLong(limit: limit)) { try unfinished.next() }
        var finished = MessageFramer(limit: limit)
        finished.append(Array(repeating: UInt8(ascii: "x"), count: limit + 1) + [0])
        #expect(throws: FramingError.tooLong(limit: limit)) { try finished.next() }
    }

    @Test func manyMessagesThroughOneFramer() throws {
        var framer = MessageFramer(limit: 1000)
        var next = 0
        for index in 0..<5_000 {
            framer.append("message \(index)\0".utf8)
            // Taken late and in lumps, so that the storage grows and is moved.
            if index % 37 == 0 {
                while let message = try framer.next() {
                    #expect(String(decoding: message, as: UTF8.self) == "message \(next)")
                    next += 1
                }
            }
        }
        next += try drain(&framer).count
        #expect(next == 5_000)
    }
}
