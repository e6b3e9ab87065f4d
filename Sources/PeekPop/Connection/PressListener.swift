/// Who hears what a ``PressConnection`` hears. Every method has a default that does nothing.
///
/// Listeners are held weakly, and called on the thread that calls ``PressConnection/dispatch()``, after the connection's
/// own callbacks.
public protocol PressListener: AnyObject {
    /// One step of a press. `pad` is `nil` where the service has not told of it.
    func pressDidChange(_ event: PressEvent, on pad: ForcePad?)
    func capabilityDidChange(_ capability: ForceTouchCapability)
}

extension PressListener {
    public func pressDidChange(_ event: PressEvent, on pad: ForcePad?) {}
    public func capabilityDidChange(_ capability: ForceTouchCapability) {}
}
