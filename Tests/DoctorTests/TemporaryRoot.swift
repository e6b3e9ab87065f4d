import Glibc
import Linux

/// A folder that stands for a whole system; gone with its owner.
final class TemporaryRoot {
    let path: String

    init() throws(Errno) {
        var template = Array("/tmp/peekpop-doctor-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Errno.current }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    func makeFolder(_ folder: String) {
        var sofar = path
        for part in folder.split(separator: "/") {
            sofar += "/" + part
            mkdir(sofar, 0o755)
        }
    }

    func write(_ file: String, _ text: String) {
        makeFolder(String(file[..<(file.lastIndex(of: "/") ?? file.startIndex)]))
        guard let stream = fopen(path + file, "w") else { return }
        fputs(text, stream)
        fclose(stream)
    }

    func link(_ file: String, to target: String) {
        makeFolder(String(file[..<(file.lastIndex(of: "/") ?? file.startIndex)]))
        symlink(target, path + file)
    }

    deinit {
        TemporaryRoot.remove(path)
    }

    /// Links are taken away, not followed.
    private static func remove(_ path: String) {
        var status = stat()
        if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            for name in (try? Folder.names(in: path)) ?? [] where name != "." && name != ".." {
                remove("\(path)/\(name)")
            }
            rmdir(path)
        } else {
            unlink(path)
        }
    }
}
