import Glibc
import PeekPopWire
import Varlink

/// What a failed connection means to who reads it.
enum Refusal {
    /// Why this user may not connect, and what to do; `nil` where something else is the matter.
    static func reason(_ error: VarlinkClientError) -> String? {
        let isRefusal =
            switch error {
            case .connecting(_, let errno): errno.rawValue == EACCES || errno.rawValue == EPERM
            case .server(let name, _): name == "org.varlink.service.PermissionDenied"
            default: false
            }
        guard isRefusal else { return nil }
        return "\(error): \(Wire.whoMayConnect)"
    }

    /// What failed, and what to do about it.
    static func words(_ error: VarlinkClientError) -> String {
        guard case .connecting(_, let errno) = error else { return "\(error)" }
        switch errno.rawValue {
        case ENOENT:
            return "\(error): is PeekPop installed, and its socket on (systemctl enable --now peekpopd.socket)?"
        case ECONNREFUSED: return "\(error): nobody listens there; see systemctl status peekpopd.socket"
        case EAGAIN: return "\(error): it accepts nobody; see systemctl status peekpopd.service"
        default: return "\(error)"
        }
    }
}
