/// What a service offers: its interfaces and who answers their methods.
///
/// It knows nothing of sockets. Parameters are checked against the interface's definition before a handler sees the call.
public final class VarlinkService {
    /// Answers a call: at once or later by ``Call/reply(_:)``, or by throwing.
    public typealias Handler = (Call) throws(ErrorReply) -> Void

    private struct Interface {
        let description: InterfaceDescription
        let handlers: [String: Handler]
    }

    private let vendor: String
    private let product: String
    private let version: String
    private let url: String
    private var interfaces: [String: Interface] = [:]
    private var names: [String] = []

    public init(vendor: String, product: String, version: String, url: String) {
        self.vendor = vendor
        self.product = product
        self.version = version
        self.url = url
        let handlers: [String: Handler] = [
            "GetInfo": { [unowned self] (call) throws(ErrorReply) in call.reply(info) },
            "GetInterfaceDescription": { [unowned self] (call) throws(ErrorReply) in
                let name = try call.parameters(ServiceInterface.DescriptionRequest.self).interface
                guard let interface = interfaces[name] else { throw .interfaceNotFound(name) }
                call.reply(ServiceInterface.Description(description: interface.description.text))
            },
        ]
        do {
            try add(ServiceInterface.text, handlers)
        } catch {
            preconditionFailure("\(ServiceInterface.name): \(error)")
        }
    }

    /// Offers an interface.
    ///
    /// - Parameters:
    ///   - text: its definition in the varlink language.
    ///   - handlers: by method name. A method without a handler is answered with MethodNotImplemented; a handler without
    ///     a method is a mistake of the program, and stops it.
    public func add(_ text: String, _ handlers: [String: Handler]) throws(InterfaceSyntaxError) {
        let description = try InterfaceDescription(text)
        for method in handlers.keys {
            precondition(description.methods[method] != nil, "\(description.name) has no method \(method)")
        }
        precondition(interfaces[description.name] == nil, "\(description.name) is offered twice")
        interfaces[description.name] = Interface(description: description, handlers: handlers)
        names.append(description.name)
    }

    private var info: ServiceInterface.Info {
        ServiceInterface.Info(vendor: vendor, product: product, version: version, url: url, interfaces: names)
    }

    /// The definition of an interface offered here.
    public func description(of interface: String) -> InterfaceDescription? {
        interfaces[interface]?.description
    }

    /// Who answers `message`.
    ///
    /// - Throws: the error to answer with, where nobody does.
    func handler(for message: CallMessage) throws(ErrorReply) -> Handler {
        guard let (interfaceName, methodName) = message.split else { throw .methodNotFound(message.method) }
        guard let interface = interfaces[String(interfaceName)] else { throw .interfaceNotFound(String(interfaceName)) }
        guard let method = interface.description.methods[String(methodName)] else {
            throw .methodNotFound(message.method)
        }
        // A reply, even an empty one, would tell the caller that the connection is another protocol's from now on.
        guard !message.upgrade, let handler = interface.handlers[method.name] else {
            throw .methodNotImplemented(message.method)
        }
        if method.requiresMore, !message.more { throw .expectedMore }
        if let path = interface.description.misfit(of: message.parameters, in: method.input) {
            throw .invalidParameter(path)
        }
        return handler
    }
}
