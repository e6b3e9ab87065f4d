import InputSources
import Recordings

/// A recording as the command line names it.
enum RecordingOperand {
    /// The name of the recording that is built in.
    static let demo = "demo"

    /// Reads it, and tells its warnings on standard error.
    ///
    /// - Parameter device: the number of the device that is asked for, which has to be there.
    static func read(_ file: String, device: Int?, _ context: Context) throws -> Recording {
        let recording = file == demo ? DemoStory.recording : try Recording.read(file == "-" ? "/dev/stdin" : file)
        for warning in recording.warnings { context.note("\(file): \(warning)") }
        if let device, device >= recording.devices.count {
            let count = recording.devices.count
            throw CommandFailure(
                "\(file): there is no device \(device), only "
                    + (count == 1 ? "device 0" : "devices 0 to \(count - 1)"))
        }
        return recording
    }
}
