import CommandLineTable
import Doctor
import Glibc
import PeekPopWire
import Systemd
import Varlink

/// `peekpopctl doctor`
enum DoctorCommand {
    private typealias Table = PeekpopctlTable

    static func run(_ context: Context) throws {
        let invocation = context.invocation
        let isFixing = invocation.has(Table.fixLibinput)
        if invocation.has(Table.fixYes), !isFixing { throw usage("--yes belongs to --fix-libinput") }
        if invocation.has(Table.doctorJSON), isFixing {
            throw usage("--json and --fix-libinput cannot be had together")
        }
        let findings = findings(context)
        if isFixing { return try LibinputFix.run(findings, context) }

        let checks = findings.checks
        if invocation.has(Table.doctorJSON) {
            try context.output.line(bytes: DoctorDocument.line(findings))
        } else {
            let text = DoctorText(
                charset: context.charset, isColoured: context.terminal.hasColours, width: context.output.width)
            try context.output.write(text.screen(checks).map { $0 + "\n" }.joined())
        }
        let broken = checks.filter { $0.verdict == .broken }
        guard let first = broken.first else { return }
        let more = broken.count > 1 ? " (and \(broken.count - 1) more)" : ""
        throw CommandFailure("presses do not work here: \(first.topic.rawValue): \(first.text.drawable)\(more)")
    }

    static func usage(_ message: String) -> UsageError { Table.program.usageError(message, Table.doctor) }

    private static func findings(_ context: Context) -> Findings {
        // The daemon first: its units are what they are after it was asked.
        let isUsual = context.socket == Table.usualSocket
        let daemon = daemon(Service(context), isUsual: isUsual)
        var findings = SystemReader.live().read(user: user(), nowSeconds: Int64(time(nil)))
        findings.daemon = daemon
        findings.socketPath = context.socket.drawable
        findings.isUsualSocket = isUsual
        return findings
    }

    /// After that long, systemd is asked whether there is anything to wait for.
    private static let hesitationUsec: UInt64 = 2_000_000

    private static func daemon(_ service: Service, isUsual: Bool) -> Findings.DaemonAnswer {
        do throws(VarlinkClientError) {
            func call(
                _ method: String, _ timeoutUsec: UInt64 = Service.patienceUsec
            ) throws(VarlinkClientError) -> ReplyMessage {
                try VarlinkClient(path: service.path, patienceUsec: timeoutUsec)
                    .call(method, timeoutUsec: timeoutUsec)
            }
            let status: ReplyMessage
            do throws(VarlinkClientError) {
                status = try call(Wire.Method.getStatus, hesitationUsec)
            } catch {
                // A socket whose service cannot start takes the question all the same, and nobody answers.
                guard case .timeout = error, !(isUsual && SystemReader.live().serviceFails()) else { throw error }
                status = try call(Wire.Method.getStatus, Service.patienceUsec - hesitationUsec)
            }
            let devices = try call(Wire.Method.listDevices)
            guard let status = try? status.decode(Wire.StatusReply.self).status,
                let devices = try? devices.decode(Wire.DeviceList.self).devices
            else {
                return .unreachable(
                    "the daemon answers what this peekpopctl does not understand",
                    advice: "install both of one version, and restart the daemon: sudo systemctl restart peekpopd")
            }
            var calibrations: [String: Wire.Calibration] = [:]
            for device in devices {
                guard let stored = try? StoredCalibrations.get(device.id, service) else { continue }
                calibrations[device.id] = stored
            }
            return .answers(Findings.Daemon(status: status, devices: devices, calibrations: calibrations))
        } catch {
            if case .server("org.varlink.service.PermissionDenied", _) = error { return .denied }
            return .unreachable(service.words(error), advice: service.advice(error))
        }
    }

    private static func user() -> Findings.User {
        let uid = geteuid()
        var groups: Set<String> = []
        var ids = [gid_t](repeating: 0, count: 65_536)
        let count = getgroups(Int32(ids.count), &ids)
        for id in ids.prefix(Int(max(0, count))) + [getegid()] {
            if let group = getgrgid(id) { groups.insert(String(cString: group.pointee.gr_name)) }
        }
        let name = getpwuid(uid).map { String(cString: $0.pointee.pw_name) } ?? "user \(uid)"
        let presence = try? Login.presence(of: uid, onSeat: "seat0")
        return Findings.User(name: name, isRoot: uid == 0, groups: groups, isInBackground: presence == .online)
    }
}
