/// An error a call is answered with.
public struct ErrorReply: Error, Sendable {
    /// Fully qualified: `org.varlink.service.MethodNotFound`.
    public let name: String
    /// What the error's declaration lists.
    public let parameters: any Encodable & Sendable

    public init(_ name: String, _ parameters: some Encodable & Sendable = NoParameters()) {
        self.name = name
        self.parameters = parameters
    }
}

/// No parameters: `{}`.
public struct NoParameters: Codable, Equatable, Sendable {
    public init() {}
}

extension ErrorReply {
    /// The interface is not provided here.
    public static func interfaceNotFound(_ interface: String) -> ErrorReply {
        ErrorReply("org.varlink.service.InterfaceNotFound", ["interface": interface])
    }

    /// The interface has no such method.
    public static func methodNotFound(_ method: String) -> ErrorReply {
        ErrorReply("org.varlink.service.MethodNotFound", ["method": method])
    }

    /// The interface has the method, but this service does not do it, or not in the way asked for.
    public static func methodNotImplemented(_ method: String) -> ErrorReply {
        ErrorReply("org.varlink.service.MethodNotImplemented", ["method": method])
    }

    /// A parameter is unknown, missing, of another type or out of range; `parameter` is its path: `calibration.hint`.
    public static func invalidParameter(_ parameter: String) -> ErrorReply {
        ErrorReply("org.varlink.service.InvalidParameter", ["parameter": parameter])
    }

    /// The caller may not do this. The connection is closed after it.
    public static let permissionDenied = ErrorReply("org.varlink.service.PermissionDenied")

    /// The method answers more than once, and the call does not say `more`.
    public static let expectedMore = ErrorReply("org.varlink.service.ExpectedMore")
}
