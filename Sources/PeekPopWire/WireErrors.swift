import Varlink

extension Wire {
    /// Parameters of the errors that say why.
    public struct Complaint: Codable, Equatable, Sendable {
        public var device: String
        /// In words: what was tried, why it failed, what to do.
        public var reason: String

        public init(device: String, reason: String) {
            self.device = device
            self.reason = reason
        }
    }

    /// Parameters of TooOften.
    public struct Impatience: Codable, Equatable, Sendable {
        public var device: String
        /// In how many microseconds it may be tried again.
        public var retryUsec: UInt64

        public init(device: String, retryUsec: UInt64) {
            self.device = device
            self.retryUsec = retryUsec
        }
    }
}

/// The errors of org.peekpop.Gestures.
public enum GesturesError {
    public static let noSuchDeviceName = "org.peekpop.Gestures.NoSuchDevice"
    public static let notSupportedName = "org.peekpop.Gestures.NotSupported"
    public static let deviceUnavailableName = "org.peekpop.Gestures.DeviceUnavailable"
    public static let tooOftenName = "org.peekpop.Gestures.TooOften"

    /// There is no such pad at the moment.
    public static func noSuchDevice(_ device: String) -> ErrorReply {
        ErrorReply(noSuchDeviceName, Wire.DeviceParameter(device: device))
    }

    /// The pad cannot do this.
    public static func notSupported(_ device: String, reason: String) -> ErrorReply {
        ErrorReply(notSupportedName, Wire.Complaint(device: device, reason: reason))
    }

    /// The pad is there, but cannot be used now.
    public static func deviceUnavailable(_ device: String, reason: String) -> ErrorReply {
        ErrorReply(deviceUnavailableName, Wire.Complaint(device: device, reason: reason))
    }

    /// Feedback was asked for too often.
    public static func tooOften(_ device: String, retryUsec: UInt64) -> ErrorReply {
        ErrorReply(tooOftenName, Wire.Impatience(device: device, retryUsec: retryUsec))
    }
}

/// The errors of org.peekpop.Calibration.
public enum CalibrationError {
    public static let noSuchDeviceName = "org.peekpop.Calibration.NoSuchDevice"
    public static let notCalibratedName = "org.peekpop.Calibration.NotCalibrated"
    public static let refusedName = "org.peekpop.Calibration.Refused"
    public static let unavailableName = "org.peekpop.Calibration.Unavailable"

    /// There is no such pad at the moment.
    public static func noSuchDevice(_ device: String) -> ErrorReply {
        ErrorReply(noSuchDeviceName, Wire.DeviceParameter(device: device))
    }

    /// No calibration is stored for the pad.
    public static func notCalibrated(_ device: String) -> ErrorReply {
        ErrorReply(notCalibratedName, Wire.DeviceParameter(device: device))
    }

    /// The calibration makes no sense for this pad.
    public static func refused(_ device: String, reason: String) -> ErrorReply {
        ErrorReply(refusedName, Wire.Complaint(device: device, reason: reason))
    }

    /// The pad cannot be read, or the calibration cannot be stored.
    public static func unavailable(_ device: String, reason: String) -> ErrorReply {
        ErrorReply(unavailableName, Wire.Complaint(device: device, reason: reason))
    }
}
