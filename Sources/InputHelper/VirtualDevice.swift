import CLinux
import Glibc
import Linux

/// What keys or buttons are pressed on.
protocol StrokeDevice: AnyObject {
    /// Presses the keys in their order, or lets them go in the other one, in one report.
    func set(_ codes: [UInt16], down: Bool) throws(SystemError)
}

/// A keyboard or a mouse of /dev/uinput, there as long as this object.
final class VirtualDevice: StrokeDevice {
    static let usualNode = "/dev/uinput"
    private let node: String
    private let file: FileDescriptor

    /// - Parameters:
    ///   - name: as `libinput list-devices` shows it.
    ///   - codes: the keys or buttons it has.
    ///   - isPointer: whether it is a mouse.
    init(
        _ name: String, codes: [UInt16], isPointer: Bool, node: String = VirtualDevice.usualNode
    ) throws(SystemError) {
        self.node = node
        do throws(Errno) {
            file = try FileDescriptor.open(node, O_WRONLY | O_NONBLOCK)
        } catch {
            throw SystemError("opening \(node)", error)
        }
        do throws(Errno) {
            _ = try retrying { pp_uinput_create(file.rawValue, name, codes, codes.count, isPointer ? 1 : 0) }
        } catch {
            throw SystemError("making a device of \(node)", error)
        }
    }

    /// What to do where a device could not be made, in brackets; nothing where nobody knows.
    static func advice(_ error: SystemError) -> String {
        switch error.errno.rawValue {
        case ENOENT, ENODEV: " (modprobe uinput)"
        case EACCES: " (the service is given it with setfacl, of package acl)"
        default: ""
        }
    }

    func set(_ codes: [UInt16], down: Bool) throws(SystemError) {
        do throws(Errno) {
            for code in down ? codes : codes.reversed() {
                _ = try retrying { pp_uinput_key(file.rawValue, code, down ? 1 : 0) }
            }
            _ = try retrying { pp_uinput_report(file.rawValue) }
        } catch {
            throw SystemError("writing to \(node)", error)
        }
    }
}
