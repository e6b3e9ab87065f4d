/// An event node and what is known of it without opening it.
struct EventNode: Equatable {
    /// `/dev/input/event5`.
    var path: String
    /// Tells a device from another that later gets the same node; empty where nobody tells.
    var identity = ""
    /// ID_INPUT_TOUCHPAD and so on; empty where there is no device manager.
    var properties: [String: String] = [:]
    /// Whether it may be a pad; keyboards and mice are never opened.
    var isCandidate = true
}

/// What happened to an event node.
enum NodeChange: Equatable {
    /// It is there, is new, or what is known of it changed.
    case present(EventNode)
    /// Its permissions changed: where it could not be opened, it may be worth trying again.
    case permissions(path: String)
    case gone(path: String)
}

/// Finds event nodes and follows them on the event loop.
protocol NodeDiscovery: AnyObject {
    /// Begins: `handler` is called for each node that is there, before this returns, and for what comes later.
    func start(_ handler: @escaping (NodeChange) -> Void) throws

    /// What is known now of a node that could not be opened; `nil` where it is gone.
    func look(at path: String) -> EventNode?
}

extension String {
    /// The number of an event node, for putting `event10` after `event9`.
    var eventNumber: Int {
        Int(String(reversed().prefix(while: \.isNumber).reversed())) ?? Int.max
    }
}
