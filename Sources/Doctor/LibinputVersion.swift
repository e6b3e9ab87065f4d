/// A version of libinput, as far as it matters here: `1.22`.
public struct LibinputVersion: Comparable, Sendable, CustomStringConvertible {
    public var major: Int
    public var minor: Int
    /// All that is known is that it is no older: read from the library's symbols.
    public var isLeast = false

    public init(_ major: Int, _ minor: Int, isLeast: Bool = false) {
        self.major = major
        self.minor = minor
        self.isLeast = isLeast
    }

    /// The first two numbers of `1.22.1` or `1.22.1-1+deb12u1`.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ".", maxSplits: 2).prefix(2).map { $0.prefix { $0.isASCII && $0.isNumber } }
        guard parts.count == 2, let major = Int(parts[0]), let minor = Int(parts[1]) else { return nil }
        self.init(major, minor)
    }

    public static func < (a: LibinputVersion, b: LibinputVersion) -> Bool {
        (a.major, a.minor) < (b.major, b.minor)
    }

    public var description: String { "\(major).\(minor)" + (isLeast ? " or newer" : "") }

    /// The highest version that a library's symbols name (`LIBINPUT_1.26`): the library is no older.
    ///
    /// - Parameter library: the bytes of `libinput.so.10`.
    public static func least(inLibrary library: [UInt8]) -> LibinputVersion? {
        let mark = Array("LIBINPUT_".utf8)
        var newest: LibinputVersion?
        library.withUnsafeBufferPointer { bytes in
            var index = 0
            while index + mark.count < bytes.count {
                guard bytes[index] == mark[0], bytes[index..<index + mark.count].elementsEqual(mark) else {
                    index += 1
                    continue
                }
                index += mark.count
                let text = bytes[index...].prefix(12).prefix { $0 != 0 }
                if let version = LibinputVersion(String(decoding: text, as: UTF8.self)) {
                    newest = max(newest ?? version, version)
                }
            }
        }
        newest?.isLeast = true
        return newest
    }

    /// The version of a Debian package in dpkg's list.
    public static func packaged(inStatus status: String) -> LibinputVersion? {
        var isLibinput = false
        for line in status.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("Package: ") { isLibinput = line == "Package: libinput10" }
            if isLibinput, line.hasPrefix("Version: ") {
                let version = line.dropFirst(9)
                // Behind an epoch, if there is one.
                return LibinputVersion(version.split(separator: ":").last ?? version)
            }
        }
        return nil
    }
}
