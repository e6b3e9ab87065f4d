import Glibc

/// Compares `text` with the file `Snapshots/NAME` beside the calling test, byte by byte.
///
/// With `PEEKPOP_UPDATE_SNAPSHOTS=1` in the environment the file is written anew: look at the change before you commit.
/// - Returns: the first line that differs, in words; `nil` where nothing does.
public func snapshotDifference(_ name: String, _ text: String, testFile: String = #filePath) -> String? {
    let folder = testFile[..<testFile.lastIndex(of: "/")!] + "/Snapshots"
    let path = "\(folder)/\(name)"
    if getenv("PEEKPOP_UPDATE_SNAPSHOTS") != nil {
        mkdir(String(folder), 0o755)
        guard let file = fopen(path, "w") else { return "\(path) cannot be written" }
        fputs(text, file)
        fclose(file)
        return nil
    }
    guard let file = fopen(path, "r") else { return "\(path) cannot be read" }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = getc(file), byte != EOF { bytes.append(UInt8(byte)) }
    let expected = String(decoding: bytes, as: UTF8.self)
    if expected == text { return nil }
    let old = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let new = text.split(separator: "\n", omittingEmptySubsequences: false)
    let line = zip(old, new).prefix { $0 == $1 }.count
    func at(_ lines: [Substring]) -> Substring { line < lines.count ? lines[line] : "(end)" }
    return "\(name), line \(line + 1): expected\n\(at(old))\ngot\n\(at(new))"
}
