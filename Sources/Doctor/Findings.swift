import PeekPopWire
import Recognition

/// All that the checks know: facts gathered once, so that what is made of them is a table that can be tested.
public struct Findings: Sendable {
    /// `6.1.0-40-amd64`.
    public var kernel = ""
    /// `nil` where no libinput is installed.
    public var libinput: LibinputVersion?
    public var quirks = LibinputQuirks()
    /// systemd's version; `nil` where it does not run the system.
    public var systemd: String?
    public var rule = PlacedFile.missing
    /// The rule asks udev's hwdb about pads, as those of the first versions did not.
    public var ruleImports = true
    public var database = PlacedFile.missing
    public var compiledDatabase = CompiledDatabase.missing
    /// Whether udev runs: without it, devices are found by looking at `/dev/input`.
    public var hasUdev = true
    public var socketUnit: Unit?
    public var serviceUnit: Unit?
    /// The socket's path, and whether it is the usual one.
    public var socketPath = ""
    public var isUsualSocket = true
    public var daemon = DaemonAnswer.unreachable("", advice: nil)
    public var accounts = Accounts()
    public var user = User(name: "", isRoot: false, groups: [])
    /// Touchpads and touchscreens, in the order of their nodes.
    public var pads: [FoundPad] = []
    /// Files that the daemon has set aside, by the pads' ids.
    public var damagedCalibrations: [String: String] = [:]
    /// The daemon's program as this system has it, for those who start it by hand: it is in nobody's PATH.
    public var daemonProgram = "/usr/libexec/peekpopd"
    /// The folder of the documentation that was installed with this program; `nil` where there is none.
    public var documentation: String?
    /// What `peekpopd --check-config` says where the service does not start.
    public var configurationComplaint: String?
    /// CLOCK_REALTIME in seconds, for ages.
    public var nowSeconds: Int64 = 0

    public init() {}

    /// A file that `make install` puts in place.
    public enum PlacedFile: Equatable, Sendable {
        case missing
        /// Switched off by a file of that name, empty or a link to /dev/null, in a folder that goes before.
        case masked(String)
        /// In a folder that systemd reads no such files from, and in none that it does.
        case unread(String)
        case at(String)
    }

    /// `hwdb.bin`, made by `systemd-hwdb update`.
    public enum CompiledDatabase: Equatable, Sendable {
        case missing
        /// Made before a file with entries for pads was put in place, or changed.
        case older(String, source: String)
        case current(String)
    }

    /// Of `systemctl show`.
    public struct Unit: Equatable, Sendable {
        public var load: String
        public var active: String
        /// `success`, `exit-code` …
        public var result: String
        /// The service's account.
        public var user: String?
        public var groups: [String]
        /// What the service runs.
        public var program: String?

        public init(
            load: String, active: String, result: String = "success", user: String? = nil, groups: [String] = [],
            program: String? = nil
        ) {
            self.load = load
            self.active = active
            self.result = result
            self.user = user
            self.groups = groups
            self.program = program
        }
    }

    /// Who asks.
    public struct User: Equatable, Sendable {
        public var name: String
        public var isRoot: Bool
        /// Names of the groups of this process.
        public var groups: Set<String>
        /// Has a session at the machine's own seat, and another user's is in front.
        public var isInBackground: Bool

        public init(name: String, isRoot: Bool, groups: Set<String>, isInBackground: Bool = false) {
            self.name = name
            self.isRoot = isRoot
            self.groups = groups
            self.isInBackground = isInBackground
        }
    }

    public enum DaemonAnswer: Sendable {
        case answers(Daemon)
        /// It is there, and does not serve this user.
        case denied
        /// What was tried and why it failed, and what to do.
        case unreachable(String, advice: String?)
    }

    /// What the daemon says.
    public struct Daemon: Sendable {
        public var status: Wire.Status
        public var devices: [Wire.Device]
        /// By the pads' ids.
        public var calibrations: [String: Wire.Calibration]

        public init(status: Wire.Status, devices: [Wire.Device], calibrations: [String: Wire.Calibration] = [:]) {
            self.status = status
            self.devices = devices
            self.calibrations = calibrations
        }
    }

    /// Where a page of the documentation is to be found.
    func page(_ name: String) -> String {
        documentation.map { "\($0)/\(name)" } ?? "docs/\(name) in PeekPop's sources"
    }

    /// What brings back a part of PeekPop that is missing.
    static let installAgain = "install PeekPop again: its packages, or sudo make install in its sources"

    /// What the daemon says, where it says anything.
    public var answer: Daemon? {
        if case .answers(let daemon) = daemon { daemon } else { nil }
    }

    /// Whether the daemon reads this machine's pads, and not a recording or the demo.
    var readsPads: Bool { answer.map { ["evdev", "libinput"].contains($0.status.source) } ?? true }

    /// The daemon's word about a pad.
    func device(_ pad: FoundPad) -> Wire.Device? {
        guard readsPads else { return nil }
        return answer?.devices.first { $0.node == pad.node }
    }
}
