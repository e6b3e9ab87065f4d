import Glibc
import InputSources
import Linux
import Recognition
import Recordings

/// Gathers ``Findings`` but for the daemon's word. Everything comes from files below a root, and from two programs that are
/// asked; so a folder of a test can stand for a system.
public struct SystemReader {
    /// What a program wrote to standard output; `nil` where there is none of that name, or it failed.
    public typealias Ask = (_ arguments: [String]) -> String?
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
        findings.rule = placed("60-peekpop.rules", in: "rules.d")
        findings.database = placed("60-peekpop.hwdb", in: "hwdb.d")
        findings.compiledDatabase = compiledDatabase(findings.database)
        findings.accounts = Accounts(passwd: text("/etc/passwd") ?? "", group: text("/etc/group") ?? "")
        if findings.systemd != nil {
            findings.socketUnit = unit("peekpopd.socket")
            findings.serviceUnit = unit("peekpopd.service")
        }
        findings.pads = pads()
        return findings
    }

    // MARK: Files

    private func isThere(_ path: String) -> Bool { Glibc.access(root + path, F_OK) == 0 }
    func line(_ path: String) -> String { TextFile.line(root + path) }
    func text(_ path: String) -> String? { try? TextFile.read(root + path) }

    private func status(_ path: String) -> stat? {
        var status = stat()
        return stat(root + path, &status) == 0 ? status : nil
    }

    /// Of one name, the file in the first of these folders counts, as `udev(7)` and `hwdb(7)` say.
    private func placed(_ name: String, in folder: String) -> Findings.PlacedFile {
        for place in ["/etc/udev", "/run/udev", "/usr/local/lib/udev", "/usr/lib/udev", "/lib/udev"] {
            let path = "\(place)/\(folder)/\(name)"
            guard let status = status(path) else { continue }
            return status.st_mode & S_IFMT == S_IFREG && status.st_size > 0 ? .at(path) : .masked(path)
        }
        return .missing
    }

    private func compiledDatabase(_ source: Findings.PlacedFile) -> Findings.CompiledDatabase {
        // The first that is there is the one that is used.
        for path in ["/etc/udev/hwdb.bin", "/usr/lib/udev/hwdb.bin", "/lib/udev/hwdb.bin"] {
            guard let compiled = status(path) else { continue }
            guard case .at(let file) = source, let put = status(file) else { return .current(path) }
            // The change time: an installed file may keep an old date of its contents.
            return put.st_ctim.tv_sec > compiled.st_mtim.tv_sec ? .older(path) : .current(path)
        }
        return .missing
    }

    // MARK: Versions

    private func systemd() -> String {
        // `systemd 252 (252.39-1~deb12u2)`
        let words = (ask(["systemctl", "--version"]) ?? "").split(separator: "\n").first?.split(separator: " ") ?? []
        return words.count > 1 ? "systemd \(words[1])" : "systemd, of unknown version"
    }

    private func libinput() -> LibinputVersion? {
        if let said = ask(["libinput", "--version"]), let version = LibinputVersion(said) { return version }
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
        var found = false
        for folder in ["/usr/share/libinput", "/usr/local/share/libinput"] where !found {
            let names = ((try? Folder.names(in: root + folder)) ?? []).filter { $0.hasSuffix(".quirks") }.sorted()
            for name in names {
                guard let text = text("\(folder)/\(name)") else { continue }
                quirks.add(text, file: "\(folder)/\(name)")
                found = true
            }
        }
        if !found { quirks.note("its quirks (/usr/share/libinput) are not there, so it treats every pad alike") }
        let path = OverridesFile.usualPath
        do throws(Errno) {
            quirks.add(try TextFile.read(root + path), file: path)
        } catch {
            if error.rawValue != ENOENT { quirks.note("\(SystemError("reading \(path)", error))") }
        }
        return quirks
    }

    // MARK: Units

    private func unit(_ name: String) -> Findings.Unit? {
        let said = ask([
            "systemctl", "show", "--no-pager", "-p", "LoadState,ActiveState,Result,User,SupplementaryGroups", name,
        ])
        var values: [Substring: Substring] = [:]
        for line in (said ?? "").split(separator: "\n") {
            guard let equals = line.firstIndex(of: "=") else { continue }
            values[line[..<equals]] = line[line.index(after: equals)...]
        }
        guard let load = values["LoadState"], let active = values["ActiveState"] else { return nil }
        let user = values["User"].flatMap { $0.isEmpty ? nil : String($0) }
        return Findings.Unit(
            load: String(load), active: String(active), result: values["Result"].map(String.init) ?? "",
            user: user, groups: (values["SupplementaryGroups"] ?? "").split(separator: " ").map(String.init))
    }
}
