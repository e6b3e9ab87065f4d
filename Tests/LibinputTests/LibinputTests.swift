import CLibinput
import Glibc
import Linux
import Testing

@testable import Libinput

/// What happened to a context, in order.
private final class Record {
    var opened: [String] = []
    var said: [String] = []
}

struct LibinputTests {
    private func library() throws -> LibinputLibrary { try LibinputLibrary() }

    private func context(_ record: Record, seat: String? = nil) throws -> LibinputContext {
        let open: (String) -> Result<FileDescriptor, Errno> = { path in
            record.opened.append(path)
            do throws(Errno) { return .success(try FileDescriptor.open(path, O_RDONLY)) } catch {
                return .failure(error)
            }
        }
        let heard: (LibinputContext.LogLevel, String) -> Void = { level, line in record.said.append("\(level): \(line)")
        }
        if let seat { return try LibinputContext(try library(), seat: seat, open: open, heard: heard) }
        return try LibinputContext(try library(), open: open, heard: heard)
    }

    // MARK: Loading

    @Test func aLibraryThatIsNot() {
        do throws(LibinputLibrary.LoadError) {
            _ = try LibinputLibrary("libinput-of-nowhere.so.10")
            Issue.record("it was loaded")
        } catch {
            #expect(error.description.hasPrefix("libinput-of-nowhere.so.10: cannot open shared object file"))
        }
    }

    @Test func anotherLibraryIsTold() {
        do throws(LibinputLibrary.LoadError) {
            _ = try LibinputLibrary("libudev.so.1")
            Issue.record("it was loaded")
        } catch {
            #expect(
                error.description
                    == "libudev.so.1: it has no libinput_udev_create_context: libinput 1.22 or newer is needed")
        }
    }

    /// Each has a table of its own, of the one library in memory.
    @Test func askedForTwice() throws {
        let (one, other) = (try library(), try library())
        #expect(one.calls != other.calls)
        #expect(
            unsafeBitCast(one.calls.pointee.libinput_dispatch, to: Int.self)
                == unsafeBitCast(other.calls.pointee.libinput_dispatch, to: Int.self))
        #expect(one.knowsPressurePads == other.knowsPressurePads)
    }

    // MARK: Contexts

    @Test func aSeatWithoutDevices() throws {
        let record = Record()
        do {
            let context = try context(record, seat: "seat-of-nobody")
            var events = 0
            for _ in 0..<2 {
                #expect(context.resume())
                try context.dispatch { _ in events += 1 }
                context.suspend()
                try context.dispatch { _ in events += 1 }
            }
            #expect(events == 0)
        }
        #expect(record.opened == [])
        #expect(!record.said.contains { $0.hasPrefix("error") }, "\(record.said)")
    }

    @Test func suspendedBeforeItsSeatIsAssigned() throws {
        let record = Record()
        let context = try context(record, seat: "seat-of-nobody")
        context.suspend()
        #expect(context.fd >= 0)
        try context.dispatch { _ in Issue.record("an event of nothing") }
    }

    @Test func aNodeThatIsGone() throws {
        let record = Record()
        let context = try context(record)
        #expect(context.add("/dev/input/event-of-nobody") == nil)
        try context.dispatch { _ in Issue.record("an event of nothing") }
        #expect(record.opened == [], "libinput asks udev first")
        #expect(record.said.contains { $0.contains("/dev/input/event-of-nobody") }, "\(record.said)")
    }

    @Test func whatIsNoInputDevice() throws {
        let record = Record()
        let context = try context(record)
        #expect(context.add("/dev/null") == nil)
        #expect(record.said.contains { $0.contains("/dev/null") }, "\(record.said)")
    }

    /// Whoever opens devices outlives the last closing, which happens while the context goes.
    @Test func contextsComeAndGo() throws {
        weak var hands: Record?
        for _ in 0..<50 {
            let record = Record()
            hands = record
            let context = try context(record, seat: "seat-of-nobody")
            #expect(context.resume())
            try context.dispatch { _ in }
        }
        #expect(hands == nil)
    }
}
