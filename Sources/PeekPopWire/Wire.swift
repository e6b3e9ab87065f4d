import Recognition

/// The types of PeekPop's interfaces, as they stand in the `.varlink` texts.
public enum Wire {
    public typealias Phase = PressPhase

    /// org.peekpop.Gestures, the interface and the socket's file name.
    public static let gestures = "org.peekpop.Gestures"
    /// org.peekpop.Calibration.
    public static let calibration = "org.peekpop.Calibration"

    /// Whom the service serves, for whoever was refused.
    public static let whoMayConnect =
        "the user whose session is in front at the pad may connect, and root and group peekpop, which see every press"
        + " (sudo usermod -aG peekpop USER, then log in again)"

    /// The interfaces' definitions, as GetInterfaceDescription gives them.
    public static let gesturesDescription = String(
        decoding: PackageResources.org_peekpop_Gestures_varlink, as: UTF8.self)
    public static let calibrationDescription = String(
        decoding: PackageResources.org_peekpop_Calibration_varlink, as: UTF8.self)

    /// Full names of the methods.
    public enum Method {
        public static let subscribe = "org.peekpop.Gestures.Subscribe"
        public static let listDevices = "org.peekpop.Gestures.ListDevices"
        public static let getStatus = "org.peekpop.Gestures.GetStatus"
        public static let playFeedback = "org.peekpop.Gestures.PlayFeedback"
        public static let observe = "org.peekpop.Calibration.Observe"
        public static let getCalibration = "org.peekpop.Calibration.Get"
        public static let setCalibration = "org.peekpop.Calibration.Set"
        public static let resetCalibration = "org.peekpop.Calibration.Reset"
    }

    /// What a pad's motor can be asked to do.
    public enum FeedbackPattern: String, Codable, Sendable, CaseIterable {
        case click, peek, pop, buzz
    }
}

// As text on the wire: the cases' names are those of the interface definitions.
extension PadClass: Codable {}
extension PadKind: Codable {}
extension ScaleSource: Codable {}
