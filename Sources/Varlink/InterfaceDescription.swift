/// An interface as its definition in the varlink language describes it.
public struct InterfaceDescription: Sendable {
    /// A type as it is written after a field's colon.
    public indirect enum FieldType: Equatable, Sendable {
        case bool
        case int
        case float
        case string
        /// Any JSON object.
        case object
        case named(String)
        case structure([Field])
        case enumeration([String])
        case array(FieldType)
        /// `[string]T`.
        case dictionary(FieldType)
        /// `?T`: may be null or absent.
        case nullable(FieldType)
    }

    public struct Field: Equatable, Sendable {
        public let name: String
        public let type: FieldType
    }

    public struct Method: Equatable, Sendable {
        public let name: String
        public let input: [Field]
        public let output: [Field]
        /// Whether the comment before it says `[Requires 'more' flag]`.
        public let requiresMore: Bool
    }

    /// In reverse-domain notation: `org.varlink.service`.
    public let name: String
    /// The definition as it was written.
    public let text: String
    public private(set) var types: [String: FieldType] = [:]
    public private(set) var methods: [String: Method] = [:]
    public private(set) var errors: [String: [Field]] = [:]

    /// Reads a definition.
    ///
    /// - Throws: where it breaks the grammar, uses a type it does not define, or defines a name twice.
    public init(_ text: String) throws(InterfaceSyntaxError) {
        self.text = text
        var parser = InterfaceParser(text)
        name = try parser.parseHeader()
        while let member = try parser.parseMember() {
            let isKnown = types[member.name] != nil || methods[member.name] != nil || errors[member.name] != nil
            guard !isKnown else { throw parser.error("\(member.name) is defined twice") }
            switch member {
            case .type(let name, let type): types[name] = type
            case .method(let method): methods[method.name] = method
            case .error(let name, let fields): errors[name] = fields
            }
        }
        for name in parser.usedTypes where types[name] == nil {
            throw parser.error("the type \(name) is used, but not defined")
        }
    }

    /// Where a value does not fit `fields`, if anywhere: the path of the first misfit, for example `calibration.hint`.
    ///
    /// A member that is unknown, missing, or of another type does not fit.
    public func misfit(of members: [String: JSONValue], in fields: [Field], at path: String = "") -> String? {
        func inner(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
        for field in fields {
            if let found = misfit(of: members[field.name] ?? .null, as: field.type, at: inner(field.name)) {
                return found
            }
        }
        let known = Set(fields.map(\.name))
        // The first by name, so that the answer does not depend on the dictionary's order.
        return members.keys.filter { !known.contains($0) }.min().map(inner)
    }

    private func misfit(of value: JSONValue, as type: FieldType, at path: String) -> String? {
        switch (type, value) {
        case (.nullable, .null): nil
        case (.nullable(let type), _): misfit(of: value, as: type, at: path)
        case (.named(let name), _): types[name].flatMap { misfit(of: value, as: $0, at: path) }
        case (.bool, .bool), (.int, .int), (.float, .int), (.float, .float), (.string, .string), (.object, .object): nil
        case (.enumeration(let cases), .string(let text)): cases.contains(text) ? nil : path
        case (.structure(let fields), .object(let members)): misfit(of: members, in: fields, at: path)
        case (.array(let type), .array(let elements)):
            elements.indices.lazy.compactMap { misfit(of: elements[$0], as: type, at: "\(path)[\($0)]") }.first
        case (.dictionary(let type), .object(let members)):
            members.keys.sorted().lazy.compactMap { misfit(of: members[$0]!, as: type, at: "\(path).\($0)") }.first
        default: path
        }
    }
}

/// What is wrong with an interface definition, and where.
public struct InterfaceSyntaxError: Error, Equatable, Sendable, CustomStringConvertible {
    /// From 1.
    public let line: Int
    public let problem: String

    public var description: String { "line \(line): \(problem)" }
}
