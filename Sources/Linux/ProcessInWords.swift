/// A process for the log: `process 4711 (python3) of user 1000`. The name is what the process calls itself, and missing where
/// it has gone or may not be seen, as in a unit with `ProtectProc=invisible`.
public func processInWords(_ pid: Int32, of uid: UInt32) -> String {
    "process \(pid)\(name(of: pid).map { " (\($0))" } ?? "") of user \(uid)"
}

private func name(of pid: Int32) -> String? {
    // The kernel keeps 15 bytes of it, and whatever bytes the process chose.
    guard let name = try? WholeFile.read("/proc/\(pid)/comm", limit: 64) else { return nil }
    return String(decoding: name.prefix { $0 != 0x0a }, as: UTF8.self)
}
