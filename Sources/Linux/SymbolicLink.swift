import Glibc

public enum SymbolicLink {
    /// What a link says, as it stands there. The corresponding C function is `readlink`.
    ///
    /// - Throws: `EINVAL` where there is something else than a link, `ENOENT`, `EACCES`.
    public static func text(of path: String) throws(Errno) -> String {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = try retrying { readlink(path, &bytes, bytes.count) }
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}
