import Glibc
import Linux
import Recordings

/// A device's recording in a file of its own, for as long as this is there.
final class TemporaryRecording {
    let path: String

    init(_ device: RecordedDevice) throws {
        var template = Array("/tmp/peekpop-trace.XXXXXX".utf8CString)
        let file = FileDescriptor(owning: mkstemp(&template))
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        try RecordingWriter.write(device, to: file, name: path)
    }

    func read() throws -> Recording { try Recording.read(path) }

    deinit { unlink(path) }
}
