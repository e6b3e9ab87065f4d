import Glibc
import Linux
import Systemd
import Testing

@testable import PeekPopActions

/// With real files: whatever is changed on the way to a file is noticed, and what is changed then as well.
@Suite(.serialized) struct ConfigWatchTests {
    /// A folder of its own, and what shells do in it.
    private final class Place {
        let folder: String

        init() throws {
            var template = Array("/tmp/config-watch.XXXXXX".utf8CString)
            try #require(mkdtemp(&template) != nil)
            folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }

        deinit { _ = try? run("rm -rf \(folder)") }

        func run(_ line: String) throws {
            #expect(system("cd \(folder) && { \(line); }") == 0, "\(line)")
        }
    }

    /// One thing that people and their dotfile managers do.
    struct Change: Sendable, CustomTestStringConvertible {
        let path: String
        /// Before the watch begins.
        let before: String
        let change: String
        /// What writes the file that counts then.
        let next: String

        init(_ path: String, _ before: String, _ change: String, _ next: String) {
            (self.path, self.before, self.change, self.next) = (path, before, change, next)
        }

        var testDescription: String { "\(before) | \(change)" }
    }

    static let changes = [
        // The file itself.
        Change("a/f", "mkdir a; echo > a/f", "echo x > a/f", "echo y > a/f"),
        Change("a/f", "mkdir a; echo > a/f", "echo x > a/n; mv a/n a/f", "echo y > a/f"),
        Change("a/f", "mkdir a; echo > a/f", "rm a/f", "echo y > a/f"),
        Change("a/f", "mkdir a", "echo x > a/f", "echo y > a/f"),
        Change("a/f", "mkdir a; echo > a/f; chmod 0 a/f", "chmod 644 a/f", "echo y > a/f"),
        Change("a/f", "mkdir a b; echo > a/f; ln a/f b/g", "echo x > b/g", "echo y > b/g"),
        Change("a/f", "mkdir a; echo > a/f", "rm a/f; mkdir a/f", "rmdir a/f; echo > a/f"),
        // Its folders.
        Change("a/b/f", "true", "mkdir -p a/b", "echo y > a/b/f"),
        Change("a/b/f", "mkdir -p a/b c/b; echo 1 > a/b/f; echo 2 > c/b/f", "mv a old; mv c a", "echo y > a/b/f"),
        Change("a/b/c/f", "mkdir -p a/b/c; echo > a/b/c/f", "mv a/b a/d", "mkdir -p a/b/c; echo y > a/b/c/f"),
        Change("a/b/f", "mkdir -p a/b; echo > a/b/f", "rm -r a", "mkdir -p a/b; echo y > a/b/f"),
        Change("a/b/f", "mkdir -p a/b; echo > a/b/f; chmod 0 a", "chmod 755 a", "echo y > a/b/f"),
        // Links to the file.
        Change("a/f", "mkdir a b; echo > b/g; ln -s ../b/g a/f", "echo x > b/g", "echo y > b/g"),
        Change("a/f", "mkdir a b; echo > b/g; ln -s ../b/g a/f; echo > b/h", "ln -sfn ../b/h a/f", "echo y > b/h"),
        Change("a/f", "mkdir a b; ln -s ../b/g a/f", "echo x > b/g", "echo y > b/g"),
        Change("a/f", "mkdir a; ln -s ../b/g a/f", "mkdir b; echo x > b/g", "echo y > b/g"),
        Change("a/f", "mkdir a b; echo > b/g; ln -s ../b/g a/f", "rm b/g", "echo y > b/g"),
        Change("a/f", "mkdir a b; echo > b/g; ln -s $PWD/b/g a/f", "mv b c", "mkdir b; echo y > b/g"),
        // Links to its folder, and links to links.
        Change("a/f", "mkdir A B; echo 1 > A/f; echo 2 > B/f; ln -s A a", "ln -sfn B a", "echo y > B/f"),
        Change("c/a/f", "mkdir -p c A/a B/a; echo > B/a/f; ln -s ../A/a c/a", "ln -sfn ../B/a c/a", "echo y > B/a/f"),
        Change(
            "f", "mkdir A B; echo 1 > A/f; echo 2 > B/f; ln -s A now; ln -s now/f g; ln -s g f", "ln -sfn B now",
            "echo y > B/f"),
        Change(
            "f", "mkdir A B; echo 1 > A/f; echo 2 > B/f; ln -s A/f one; ln -s $PWD/one f",
            "ln -s B/f two; mv -T two one", "echo y > B/f"),
        Change("f", "ln -s g f; ln -s f g", "rm g; echo x > g", "echo y > g"),
        Change("a/../f", "mkdir a; echo > f", "echo x > f", "echo y > f"),
        Change("a/../f", "mkdir -p b/c; echo > b/f; ln -s b/c a", "echo x > b/f", "echo y > b/f"),
    ]

    @Test(arguments: changes)
    func isNoticed(change: Change) throws {
        let place = try Place()
        try place.run(change.before)
        try check(change, "\(place.folder)/\(change.path)", place)
    }

    /// A path without a slash is from where the program is.
    @Test func isNoticedInThePresentFolder() throws {
        let place = try Place()
        let here = try #require(getcwd(nil, 0))
        defer {
            chdir(here)
            free(here)
        }
        try #require(chdir(place.folder) == 0)
        try check(Change("f", "", "echo x > f", "echo y > f"), "f", place)
    }

    private func check(_ change: Change, _ path: String, _ place: Place) throws {
        let loop = try EventLoop()
        var times = 0
        var complaints: [String] = []
        let watch = try ConfigWatch(path, loop, complain: { complaints.append($0) }, { times += 1 })
        for line in [change.change, change.next] {
            let before = times
            try place.run(line)
            // What comes is waited for, however long the machine takes.
            while times == before {
                guard try loop.runOnce(timeoutUsec: 20_000_000) else {
                    Issue.record("never noticed: \(line)")
                    return
                }
            }
        }
        #expect(complaints == [] || getuid() != 0)
        withExtendedLifetime(watch) {}
    }

    /// Others write in the same folders all the time.
    @Test func ofOtherFilesNothingIsTold() throws {
        let place = try Place()
        try place.run("mkdir a; echo > a/f")
        let loop = try EventLoop()
        var told: [Bool] = []
        var isWritten = false
        let watch = try ConfigWatch("\(place.folder)/a/f", loop, complain: { _ in }, { told.append(isWritten) })
        try place.run("echo x > a/g; echo x > h; chmod 600 a/g; rm h; mkdir b")
        // The one thing that is there to be read: nothing comes of it.
        try #require(try loop.runOnce(timeoutUsec: 20_000_000))
        while try loop.runOnce(timeoutUsec: 0) {}
        isWritten = true
        try place.run("echo x > a/f")
        while told.isEmpty { try #require(try loop.runOnce(timeoutUsec: 20_000_000)) }
        #expect(told == [true])
        withExtendedLifetime(watch) {}
    }
}
