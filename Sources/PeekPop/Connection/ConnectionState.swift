/// How a connection to the service is.
public enum ConnectionState: Equatable, Sendable {
    /// On its way to the service; the state before the first ``PressConnection/dispatch()``, too.
    case connecting
    /// The service has told its pads; presses come.
    case connected
    /// The service does not let this user in; `reason` says what to do. It is tried again every few seconds without another
    /// word: the user may get the seat.
    case denied(reason: String)
    /// It could not be reached, or the connection broke: `reason` says why. The next attempt is at `untilUsec` of
    /// CLOCK_MONOTONIC, or when the socket appears.
    case waiting(untilUsec: UInt64, reason: String)
    /// By ``PressConnection/close()``.
    case closed
}

/// What comes over a connection.
public enum ConnectionEvent: Equatable, Sendable {
    case state(ConnectionState)
    /// The pads there are: with each connection that comes about.
    case ready([ForcePad])
    /// A pad came, or its description changed.
    case added(ForcePad)
    /// The id of a pad that is gone.
    case removed(String)
    case press(PressEvent)
    /// So many `changed` events were left out, because they were not read in time.
    case lost(Int)
}
