import Glibc
import Linux

/// The files below a folder, in the order of their names: the same on every machine.
enum RecordingFolder {
    static func files(in folder: String) throws(SystemError) -> [String] {
        var files: [String] = []
        var folders = [folder]
        while let next = folders.popLast() {
            let names: [String]
            do throws(Errno) { names = try Folder.names(in: next) } catch {
                throw SystemError("reading the folder \(next)", error)
            }
            for name in names where !name.hasPrefix(".") {
                let path = "\(next)/\(name)"
                var status = stat()
                guard stat(path, &status) == 0 else { continue }
                if status.st_mode & S_IFMT == S_IFDIR { folders.append(path) } else { files.append(path) }
            }
        }
        return files.sorted()
    }
}
