import Recognition

extension Wire {
    /// Something that went wrong, kept for whoever asks.
    public struct Problem: Codable, Equatable, Sendable {
        /// CLOCK_REALTIME, µs since 1970.
        public var timeUsec: UInt64
        public var message: String
        public var device: String?

        public init(timeUsec: UInt64, message: String, device: String? = nil) {
            self.timeUsec = timeUsec
            self.message = message
            self.device = device
        }
    }

    /// The state of the service.
    public struct Status: Codable, Equatable, Sendable {
        public var version: String
        public var source: String
        public var socket: String?
        public var uptimeUsec: UInt64
        public var connections: Int
        public var subscribers: Int
        public var pads: Int
        public var openPads: Int
        /// Since the start.
        public var frames: UInt64
        public var events: UInt64
        public var lost: UInt64
        public var configFiles: [String]
        /// Why the last reload of the configuration was refused: what is in force is older than the files.
        public var refusedReload: String?
        /// The last few, oldest first.
        public var problems: [Problem]

        public init(
            version: String, source: String, socket: String?, uptimeUsec: UInt64, connections: Int, subscribers: Int,
            pads: Int, openPads: Int, frames: UInt64, events: UInt64, lost: UInt64, configFiles: [String],
            refusedReload: String? = nil, problems: [Problem]
        ) {
            self.version = version
            self.source = source
            self.socket = socket
            self.uptimeUsec = uptimeUsec
            self.connections = connections
            self.subscribers = subscribers
            self.pads = pads
            self.openPads = openPads
            self.frames = frames
            self.events = events
            self.lost = lost
            self.configFiles = configFiles
            self.refusedReload = refusedReload
            self.problems = problems
        }
    }

    /// Parameters of Subscribe. What is `nil` is not restricted.
    public struct Subscribe: Codable, Equatable, Sendable {
        public var devices: [String]?
        public var phases: [PressPhase]?
        /// 1…1000.
        public var maxRateHz: Int?
        /// 1…3600.
        public var keepaliveSec: Int?

        public init(
            devices: [String]? = nil, phases: [PressPhase]? = nil, maxRateHz: Int? = nil, keepaliveSec: Int? = nil
        ) {
            self.devices = devices
            self.phases = phases
            self.maxRateHz = maxRateHz
            self.keepaliveSec = keepaliveSec
        }
    }

    /// One reply of Subscribe: `ready` with `devices` first, then one of `press`, `added` and `removed`, or nothing.
    public struct Notice: Codable, Equatable, Sendable {
        public var ready: Bool?
        public var devices: [Device]?
        public var press: Press?
        public var added: Device?
        public var removed: String?
        /// `changed` events coalesced since the reply before.
        public var lost: Int?

        public init(
            ready: Bool? = nil, devices: [Device]? = nil, press: Press? = nil, added: Device? = nil,
            removed: String? = nil, lost: Int? = nil
        ) {
            self.ready = ready
            self.devices = devices
            self.press = press
            self.added = added
            self.removed = removed
            self.lost = lost
        }
    }

    /// Reply of ListDevices.
    public struct DeviceList: Codable, Equatable, Sendable {
        public var devices: [Device]

        public init(devices: [Device]) {
            self.devices = devices
        }
    }

    /// Reply of GetStatus.
    public struct StatusReply: Codable, Equatable, Sendable {
        public var status: Status

        public init(status: Status) {
            self.status = status
        }
    }

    /// Parameters of PlayFeedback.
    public struct PlayFeedback: Codable, Equatable, Sendable {
        public var device: String
        public var pattern: FeedbackPattern

        public init(device: String, pattern: FeedbackPattern) {
            self.device = device
            self.pattern = pattern
        }
    }

    /// Parameters of the methods that name a pad and nothing else.
    public struct DeviceParameter: Codable, Equatable, Sendable {
        public var device: String

        public init(device: String) {
            self.device = device
        }
    }
}
