import Glibc
import Recordings
import Testing

/// Real recordings of others, which are not part of PeekPop: `PEEKPOP_CORPUS`, or `../shared/recordings` beside the
/// package.
enum Corpus {
    static let folder: String? = {
        let path = getenv("PEEKPOP_CORPUS").map { String(cString: $0) } ?? "../shared/recordings"
        return access(path, R_OK) == 0 ? path : nil
    }()

    static func files() -> [String] {
        guard let folder else { return [] }
        var files: [String] = []
        var folders = [folder]
        while let next = folders.popLast() {
            guard let stream = opendir(next) else { continue }
            defer { closedir(stream) }
            while let entry = readdir(stream) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                if name.hasPrefix(".") { continue }
                var status = stat()
                let path = "\(next)/\(name)"
                guard stat(path, &status) == 0 else { continue }
                if status.st_mode & S_IFMT == S_IFDIR { folders.append(path) } else { files.append(path) }
            }
        }
        return files.sorted()
    }
}

@Suite(.enabled(if: Corpus.folder != nil, "no corpus")) struct CorpusTests {
    @Test func everyFileIsReadOrRefusedInOneLine() {
        var counts: [String: Int] = [:]
        var events = 0
        for path in Corpus.files() {
            do throws(RecordingError) {
                let recording = try Recording.read(path)
                counts[recording.format.rawValue, default: 0] += 1
                for device in recording.devices {
                    events += device.events.count
                    #expect(device.events.last?.isReport ?? true)
                }
                #expect(recording.warnings.allSatisfy { !$0.description.contains("\n") })
            } catch {
                counts["refused", default: 0] += 1
                #expect(error.description.hasPrefix(path) && !error.description.contains("\n"))
            }
        }
        #expect(counts.count > 1)
        print(
            "corpus:", counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", "),
            "with \(events) events")
    }
}
