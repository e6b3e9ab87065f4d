import FoundationEssentials
import Linux

/// What can go wrong for a client.
public enum VarlinkClientError: Error, Sendable, CustomStringConvertible {
    /// No connection: `errno` is `ENOENT` where there is no socket file, `ECONNREFUSED` where nobody listens,
    /// `EAGAIN` where as many wait to be accepted as the service lets wait, `EACCES` where the file's permissions keep the
    /// caller out, `ENAMETOOLONG` for a path of more than 107 bytes.
    case connecting(path: String, Errno)
    /// Sending or receiving failed.
    case transport(SystemError)
    /// The service closed the connection; `afterCall` names the method whose first reply was still to come, if any.
    case closed(afterCall: String?)
    /// The service closed the connection after some of the replies of this method's stream.
    case streamEnded(method: String)
    /// No reply within the time given.
    case timeout(method: String?, usec: UInt64)
    /// The service sent what is no reply, or one nobody asked for.
    case violation(String)
    /// The parameters could not be written as JSON, for example because a number is not finite.
    case unencodable(method: String, String)
    /// The call was answered with an error; `parameters` is the text of its parameters, a JSON object.
    case server(name: String, parameters: Data)

    public var description: String {
        switch self {
        case .connecting(let path, let errno): "connecting to \(path): \(errno)"
        case .transport(let error): "\(error)"
        case .closed(let method?): "\(method): the service closed the connection before it had answered"
        case .closed(nil): "the service closed the connection"
        case .streamEnded(let method): "\(method): the service ended the stream"
        case .timeout(let method, let usec):
            "\(method ?? "the stream"): no reply within "
                + (usec.isMultiple(of: 1_000_000) ? "\(usec / 1_000_000) s" : "\(Double(usec) / 1_000_000) s")
        case .violation(let what): "the service broke the protocol: \(what)"
        case .unencodable(let method, let why): "\(method): the parameters cannot be sent: \(why)"
        case .server(let name, let parameters):
            parameters.count <= 2 ? name : "\(name) \(String(decoding: parameters, as: UTF8.self))"
        }
    }

    /// The name of the error a call was answered with.
    public var serverError: String? {
        if case .server(let name, _) = self { name } else { nil }
    }
}
