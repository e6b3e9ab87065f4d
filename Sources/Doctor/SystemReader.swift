import Glibc
import InputSources
import Linux
import Recognition
import Recordings

/// Gathers ``Findings`` but for the daemon's word. Everything comes from files below a root, and from two programs that are
/// asked; so a folder of a test can stand for a system.
public struct SystemReader {
    /// What a program answers; `nil` where there is none of that name, or it was killed, or took too long.
    public typealias Ask = (_ arguments: [String]) -> Answer?

    public struct Answer {
        /// 0: it succeeded.
        public var status: Int32
        public var output: String
        /// What it wrote to standard error.
        public var complaints: String

        public init(_ output: String, complaints: String = "", status: Int32 = 0) {
            self.status = status
            self.output = output
            self.complaints = complaints
        }
    }

    /// The axes of an event node, by their codes.
    public typealias Axes = (_ node: String) throws(Errno) -> [UInt16: Axis]

    let root: String
    let ask: Ask
    let axes: Axes

    /// - Parameter root: before each path: empty for this system.
    public init(root: String = "", ask: @escaping Ask, axes: @escaping Axes) {
        self.root = root
        self.ask = ask
        self.axes = axes
    }

    public func read(user: Findings.User, nowSeconds: Int64) -> Findings {
        var findings = Findings()
        findings.nowSeconds = nowSeconds
        findings.user = user
        findings.kernel = line("/proc/sys/kernel/osrelease")
        findings.libinput = libinput()
        findings.quirks = quirks()
        findings.systemd = isThere("/run/systemd/system") ? systemd() : nil
        findings.hasUdev = isThere("/run/udev/control") || isThere("/run/udev/data")
        findings.rule = placed("60-peekpop.rules", in: "rules.d", of: SystemReader.ruleFolders)
        findings.database = placed("60-peekpop.hwdb", in: "hwdb.d", of: SystemReader.databaseFolders)
        findings.compiledDatabase = compiledDatabase(findings.database)
        findings.accounts = Accounts(passwd: text("/etc/passwd") ?? "", group: text("/etc/group") ?? "")
        if findings.systemd != nil {
            findings.socketUnit = unit("peekpopd.socket")
            findings.serviceUnit = unit("peekpopd.service")
        }
        let installed = InstalledFiles(self)
        findings.daemonProgram = findings.serviceUnit?.program ?? installed.daemon
        findings.documentation = installed.documentation
        findings.pads = pads()
        findings.ruleImports = ruleImports(findings.rule)
        findings.damagedCalibrations = damagedCalibrations()
        findings.configurationComplaint = configurationComplaint(findings.serviceUnit)
        return findings
    }

    /// Whether systemd has tried to start the daemon and failed, which a client alone would wait for.
    public func serviceFails() -> Bool {
        guard isThere("/run/systemd/system"), let unit = unit("peekpopd.service") else { return false }
        return unit.load != "loaded" || (["failed", "activating"].contains(unit.active) && unit.result != "success")
    }

    /// What it wrote, where it succeeded.
    private func said(_ arguments: [String]) -> String? { ask(arguments).flatMap { $0.status == 0 ? $0.output : nil } }

    // MARK: Files

    func isThere(_ path: String) -> Bool { Glibc.access(root + path, F_OK) == 0 }
    func line(_ path: String) -> String { TextFile.line(root + path) }
    func text(_ path: String) -> String? { try? TextFile.read(root + path) }

    private func status(_ path: String) -> stat? {
        var status = stat()
        return stat(root + path, &status) == 0 ? status : nil
    }

    /// As `udev(7)` says.
    private static let ruleFolders = [
        "/etc/udev", "/run/udev", "/usr/local/lib/udev", "/usr/lib/udev", "/lib/udev",
    ]
    /// As `hwdb(7)` says: systemd-hwdb looks neither below /run nor below /usr/local, up to version 257 at least.
    private static let databaseFolders = ["/etc/udev", "/usr/lib/udev", "/lib/udev"]

    /// Of one name, the file in the first of the folders counts.
    private func placed(_ name: String, in folder: String, of places: [String]) -> Findings.PlacedFile {
        for place in places {
            let path = "\(place)/\(folder)/\(name)"
            guard let status = status(path) else { continue }
            return status.st_mode & S_IFMT == S_IFREG && status.st_size > 0 ? .at(path) : .masked(path)
        }
        let elsewhere = SystemReader.ruleFolders.map { "\($0)/\(folder)/\(name)" }
        return elsewhere.first(where: isThere).map { .unread($0) } ?? .missing
    }

    private func ruleImports(_ rule: Findings.PlacedFile) -> Bool {
        guard case .at(let path) = rule, let text = text(path) else { return true }
        return text.split(separator: "\n").contains { line in
            !line.hasPrefix("#") && line.contains("IMPORT{builtin}") && line.contains("hwdb")
                && line.contains("peekpop:")
        }
    }

    private func compiledDatabase(_ source: Findings.PlacedFile) -> Findings.CompiledDatabase {
        // The first that is there is the one that is used.
        for path in ["/etc/udev/hwdb.bin", "/usr/lib/udev/hwdb.bin", "/lib/udev/hwdb.bin"] {
            guard let compiled = status(path) else { continue }
            for file in databaseSources(source) {
                // The change time: an installed file may keep an old date of its contents.
                guard let put = status(file) else { continue }
                let isNewer =
                    (put.st_ctim.tv_sec, put.st_ctim.tv_nsec) > (compiled.st_mtim.tv_sec, compiled.st_mtim.tv_nsec)
                if isNewer, text(file)?.contains("\npeekpop:") ?? false || file.hasSuffix("/60-peekpop.hwdb") {
                    return .older(path, source: file)
                }
            }
            return .current(path)
        }
        return .missing
    }

    /// Ours, and all others that may have entries for pads: the local ones.
    private func databaseSources(_ ours: Findings.PlacedFile) -> [String] {
        var paths: [String] = []
        if case .at(let path) = ours { paths.append(path) }
        for place in SystemReader.databaseFolders {
            let folder = "\(place)/hwdb.d"
            let names = ((try? Folder.names(in: root + folder)) ?? []).filter {
                $0.hasSuffix(".hwdb") && $0 != "60-peekpop.hwdb"
            }
            paths += names.sorted().map { "\(folder)/\($0)" }
        }
        return paths
    }

    // MARK: The daemon's files

    private static let stateFolder = "/var/lib/peekpop"

    private func damagedCalibrations() -> [String: String] {
        let suffix = ".json.damaged"
        let names = ((try? Folder.names(in: root + SystemReader.stateFolder)) ?? []).filter { $0.hasSuffix(suffix) }
        return Dictionary(
            names.map { (String($0.dropLast(suffix.count)), "\(SystemReader.stateFolder)/\($0)") },
            uniquingKeysWith: { first, _ in first })
    }

    /// The first line of what is wrong with the configuration, where the service has failed.
    private func configurationComplaint(_ unit: Findings.Unit?) -> String? {
        guard let unit, ["failed", "activating"].contains(unit.active), unit.result != "success",
            let program = unit.program, program.hasSuffix("/peekpopd"),
            let answer = ask([program, "--check-config"]), answer.status == 1
        else { return nil }
        let first = answer.complaints.split(separator: "\n").first.map(String.init)
        return first.map { $0.hasPrefix("peekpopd: ") ? String($0.dropFirst(10)) : $0 }
    }

    // MARK: Versions

    private func systemd() -> String {
        // `systemd 252 (252.39-1~deb12u2)`
        let words = (said(["systemctl", "--version"]) ?? "").split(separator: "\n").first?.split(separator: " ") ?? []
        return words.count > 1 ? "systemd \(words[1])" : "systemd, of unknown version"
    }

    private func libinput() -> LibinputVersion? {
        if let said = said(["libinput", "--version"]), let version = LibinputVersion(said) { return version }
        guard let library = library() else { return nil }
        if let packages = text("/var/lib/dpkg/status"), let version = LibinputVersion.packaged(inStatus: packages) {
            return version
        }
        // So old that nothing newer is relied on, where even the library does not tell.
        let bytes = (try? TextFile.bytes(root + library)) ?? []
        return LibinputVersion.least(inLibrary: bytes) ?? LibinputVersion(1, 0, isLeast: true)
    }

    private func library() -> String? {
        for folder in ["/usr/lib", "/usr/lib64", "/lib", "/usr/local/lib"] {
            let folders =
                [folder]
                + ((try? Folder.names(in: root + folder)) ?? []).filter { $0.contains("-linux-") }
                .map { "\(folder)/\($0)" }
            for folder in folders where isThere("\(folder)/libinput.so.10") { return "\(folder)/libinput.so.10" }
        }
        return nil
    }

    private func quirks() -> LibinputQuirks {
        var quirks = LibinputQuirks()
        quirks.deviceTree = (text("/sys/firmware/devicetree/base/compatible") ?? "").split(separator: "\0").map(
            String.init)
        quirks.isWithoutData = true
        for folder in [LibinputQuirks.folder, "/usr/local/share/libinput"] where quirks.isWithoutData {
            let names = ((try? Folder.names(in: root + folder)) ?? []).filter { $0.hasSuffix(".quirks") }
            // As libinput sorts them: 9- before 10-.
            func number(_ name: String) -> Int? { Int(name.prefix { $0.isASCII && $0.isNumber }) }
            let sorted = names.sorted { a, b in
                if let first = number(a), let second = number(b), first != second { return first < second }
                return a < b
            }
            for name in sorted {
                read("\(folder)/\(name)", into: &quirks)
                quirks.isWithoutData = false
            }
        }
        read(OverridesFile.usualPath, into: &quirks)
        quirks.validation = validation()
        return quirks
    }

    private func read(_ path: String, into quirks: inout LibinputQuirks) {
        do throws(Errno) {
            quirks.add(try TextFile.read(root + path), file: path)
        } catch {
            if error.rawValue != ENOENT { quirks.miss(path, reason: "cannot be read: \(error)") }
        }
    }

    /// The word of libinput itself, whose tools are not everywhere.
    private func validation() -> LibinputQuirks.Validation {
        guard let answer = ask(["libinput", "quirks", "validate"]) else { return .unasked }
        if answer.status == 0 { return .accepted }
        // Other failures are none of its files'.
        let complaint = answer.complaints.split(separator: "\n").first { $0.hasPrefix("quirks ") }
        return complaint.map { .refused(String($0)) } ?? .unasked
    }

    // MARK: Units

    private func unit(_ name: String) -> Findings.Unit? {
        let said = said([
            "systemctl", "show", "--no-pager", "-p",
            "LoadState,ActiveState,Result,User,SupplementaryGroups,ExecStart,NRestarts", name,
        ])
        var values: [Substring: Substring] = [:]
        for line in (said ?? "").split(separator: "\n") {
            guard let equals = line.firstIndex(of: "=") else { continue }
            values[line[..<equals]] = line[line.index(after: equals)...]
        }
        guard let load = values["LoadState"], let active = values["ActiveState"] else { return nil }
        let user = values["User"].flatMap { $0.isEmpty ? nil : String($0) }
        // While the next of many starts runs, the last one's failure is forgotten.
        var result = values["Result"].map(String.init) ?? ""
        let restarts = values["NRestarts"].flatMap { Int($0) } ?? 0
        if active == "activating", result == "success", restarts > 0 {
            result = restarts == 1 ? "started again" : "started again \(restarts) times"
        }
        // `{ path=/usr/libexec/peekpopd ; argv[]=…`
        let program = values["ExecStart"]?.split(separator: " ").first { $0.hasPrefix("path=") }?.dropFirst(5)
        return Findings.Unit(
            load: String(load), active: String(active), result: result,
            user: user, groups: (values["SupplementaryGroups"] ?? "").split(separator: " ").map(String.init),
            program: program.map(String.init))
    }
}
