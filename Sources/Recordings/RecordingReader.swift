extension Recording {
    /// Reads a recording; its format is found by its content.
    ///
    /// The file is read in one pass. What cannot be understood is left out with a warning; of a file that was cut off,
    /// what is whole is kept. A device whose axes are announced nowhere gets them from `companion`, or else inferred
    /// from its events (``RecordedDevice/inferFacts()``); ``RecordedDevice/factsOrigin`` says which.
    ///
    /// - Parameters:
    ///   - path: the file, in any of ``RecordingFormat``.
    ///   - companion: a file in any of them whose first device announces the axes that `path` lacks.
    public static func read(_ path: String, companion: String? = nil) throws(RecordingError) -> Recording {
        var recording = try read(ByteSource(path: path))
        if let companion {
            recording.adopt(factsOf: try read(ByteSource(path: companion)))
        }
        recording.inferFacts()
        return recording
    }

    /// The same from memory.
    ///
    /// - Parameter name: stands for the file's name in errors.
    public static func read(
        bytes: [UInt8], name: String, companion: [UInt8]? = nil
    ) throws(RecordingError) -> Recording {
        var recording = try read(ByteSource(bytes: bytes, name: name))
        if let companion {
            recording.adopt(factsOf: try read(ByteSource(bytes: companion, name: "\(name) (companion)")))
        }
        recording.inferFacts()
        return recording
    }

    private static func read(_ source: ByteSource) throws(RecordingError) -> Recording {
        let format = try FormatSniffer.format(of: source.head, name: source.name)
        var builder: RecordingBuilder
        switch format {
        case .libinput: builder = try LibinputReader.read(source)
        case .evemu: builder = EvemuReader.read(source)
        case .evtest: builder = EvtestReader.read(source)
        }
        if let errno = source.failure { throw source.error(errno) }
        let recording = builder.finish(format)
        guard
            recording.devices.contains(where: { $0.announcesAxes || !$0.codes.isEmpty || !$0.events.isEmpty })
        else { throw RecordingError(file: source.name, problem: .noDevice) }
        return recording
    }

    private mutating func adopt(factsOf companion: Recording) {
        for index in devices.indices { devices[index].adopt(factsOf: companion.devices[0]) }
    }

    private mutating func inferFacts() {
        for index in devices.indices {
            devices[index].inferFacts()
            if devices[index].factsOrigin == .recording { devices[index].announceSeen() }
        }
    }
}
