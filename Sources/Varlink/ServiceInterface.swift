/// The interface every varlink service has.
enum ServiceInterface {
    static let name = "org.varlink.service"

    /// Names, fields and errors are those of the norm.
    static let text = """
        # What every varlink service answers: what it is, and what it offers.
        interface org.varlink.service

        # Vendor, product and version of the service, its web page, and the interfaces it offers.
        method GetInfo() -> (
          vendor: string,
          product: string,
          version: string,
          url: string,
          interfaces: []string
        )

        # The definition of one of its interfaces.
        method GetInterfaceDescription(interface: string) -> (description: string)

        # The interface is not offered here.
        error InterfaceNotFound (interface: string)

        # The interface has no such method.
        error MethodNotFound (method: string)

        # The method is defined, but not available here, or not in the way asked for.
        error MethodNotImplemented (method: string)

        # A parameter is unknown, missing, of another type or out of range.
        error InvalidParameter (parameter: string)

        # The caller may not do this.
        error PermissionDenied ()

        # The method replies more than once and has to be called with 'more'.
        error ExpectedMore ()

        """

    struct Info: Codable {
        var vendor: String
        var product: String
        var version: String
        var url: String
        var interfaces: [String]
    }

    struct DescriptionRequest: Codable {
        var interface: String
    }

    struct Description: Codable {
        var description: String
    }
}
