import Linux

extension RecordingWriter {
    /// Writes one device of a recording, its own times kept.
    public static func write(
        _ device: RecordedDevice, to file: FileDescriptor, name: String
    ) throws(RecordingError) {
        let writer = try RecordingWriter(to: file, name: name, device: device, originUsec: 0)
        for event in device.events { try writer.append(event) }
        try writer.finish()
    }
}
