import Foundation
import Testing

/// What the fuzzer begins with, and what it once found, at every test.
@Suite struct FuzzSeedTests {
    private static let folder =
        #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/Fuzz/seeds/wire"

    @Test func everySeedHolds() throws {
        var calls: [String: Int] = [:]
        var interfaces: [String] = []
        for name in try FileManager.default.contentsOfDirectory(atPath: Self.folder).sorted() {
            let bytes = try #require(FileManager.default.contents(atPath: "\(Self.folder)/\(name)"))
            let found = WireChecks.run(Array(bytes))
            calls[name] = found.calls
            if found.isInterface { interfaces.append(name) }
        }
        #expect(calls["requests"] == 6 && calls["calibration"] == 1 && calls["misfits"] == 6)
        #expect(calls["numbers"] == 1 && calls["strings"] == 1 && calls["deep"] == 1 && calls["repeated"] == 0)
        #expect(interfaces == ["interface"])
    }
}
