import FoundationEssentials
import Glibc
import Linux
import PeekPopWire
import Varlink

/// The daemon as the commands see it; its failures come with what to do about them.
struct Service {
    let path: String

    /// How long a daemon may take for the first reply. It answers within milliseconds; the service manager may have to
    /// start it before.
    static let patienceUsec: UInt64 = 10_000_000

    init(_ context: Context) {
        path = context.socket
    }

    func connect() throws(CommandFailure) -> VarlinkClient {
        do {
            return try VarlinkClient(path: path, patienceUsec: Service.patienceUsec)
        } catch {
            throw explained(error)
        }
    }

    /// Calls a method that has one reply.
    ///
    /// - Returns: the reply's parameters as bytes, and as `type`.
    func call<Reply: Decodable>(
        _ method: String, _ type: Reply.Type, _ parameters: some Encodable = NoParameters(),
        patienceUsec: UInt64 = Service.patienceUsec
    ) throws -> (bytes: Data, reply: Reply) {
        let client = try connect()
        let message: ReplyMessage
        do {
            message = try client.call(method, parameters, timeoutUsec: patienceUsec)
        } catch {
            throw explained(error)
        }
        return (message.parameters, try decode(message, type))
    }

    func decode<Reply: Decodable>(_ message: ReplyMessage, _ type: Reply.Type) throws -> Reply {
        do {
            return try message.decode(type)
        } catch {
            throw CommandFailure(
                "\(path): the daemon answered what this peekpopctl does not understand; are both of one version?")
        }
    }

    func explained(_ error: VarlinkClientError) -> CommandFailure {
        CommandFailure(words(error) + (advice(error).map { ": " + $0 } ?? ""))
    }

    /// What was tried and why it failed.
    func words(_ error: VarlinkClientError) -> String {
        switch error {
        // Which method's it was, nobody needs to know who has been reading it.
        case .streamEnded: return "the daemon ended the stream"
        case .server("org.varlink.service.InvalidParameter", let parameters):
            let invalid = try? JSONDecoder().decode([String: String].self, from: parameters)
            return invalid?["parameter"].map { "the daemon does not accept what '\($0.drawable)' is" }
                ?? error.description
        // Their reason says it all.
        case .server(CalibrationError.refusedName, _): return "the daemon refuses it"
        case .server(CalibrationError.unavailableName, _), .server(GesturesError.deviceUnavailableName, _):
            return "the daemon cannot"
        case .server(GesturesError.notSupportedName, _): return "this pad cannot"
        case .server(GesturesError.tooOftenName, _): return "the daemon is asked too often"
        default: return error.description
        }
    }

    /// What to do about it.
    func advice(_ error: VarlinkClientError) -> String? {
        switch error {
        case .connecting(_, let errno):
            switch errno.rawValue {
            case ENOENT:
                return "is PeekPop installed, and its socket on (systemctl enable --now peekpopd.socket)?"
            case ECONNREFUSED: return "nobody listens there; see systemctl status peekpopd.socket"
            case EAGAIN: return "it accepts nobody; " + Service.hanging
            case EACCES, EPERM: return Wire.whoMayConnect
            default: return nil
            }
        case .closed, .streamEnded: return "journalctl -u peekpopd tells why"
        case .timeout: return Service.hanging
        case .server(let name, let parameters):
            switch name {
            case "org.varlink.service.PermissionDenied": return Wire.whoMayConnect
            case "org.varlink.service.MethodNotFound", "org.varlink.service.InterfaceNotFound":
                return "is this socket peekpopd's, and of the same version?"
            case GesturesError.noSuchDeviceName, CalibrationError.noSuchDeviceName:
                return "`peekpopctl devices` lists the pads there are"
            case GesturesError.tooOftenName: return "one user may ask 10 times at once and 20 times a second"
            default: return (try? JSONDecoder().decode(Wire.Complaint.self, from: parameters))?.reason
            }
        case .transport, .violation, .unencodable: return nil
        }
    }

    private static let hanging = "its socket is there, and nobody answers; see systemctl status peekpopd.service"
}
