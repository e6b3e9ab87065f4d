import Glibc

/// What is in a folder.
public enum Folder {
    /// The names of its entries, `.` and `..` included, in no order. The corresponding C functions are `opendir` and
    /// `readdir`.
    ///
    /// - Throws: what `opendir` answers: `ENOENT`, `ENOTDIR`, `EACCES`.
    public static func names(in path: String) throws(Errno) -> [String] {
        guard let stream = opendir(path) else { throw Errno.current }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            names.append(
                withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                })
        }
        return names
    }
}
