/// Reads the varlink interface definition language, as the norm (UAPI.20) gives its grammar.
struct InterfaceParser {
    enum Member {
        case type(String, InterfaceDescription.FieldType)
        case method(InterfaceDescription.Method)
        case error(String, [InterfaceDescription.Field])

        var name: String {
            switch self {
            case .type(let name, _), .error(let name, _): name
            case .method(let method): method.name
            }
        }
    }

    private enum Token: Equatable {
        case word(String)
        case symbol(Character)
        case arrow
        case end
    }

    private var rest: Substring
    private var line = 1
    private var token = Token.end
    /// Whether the comments between the token before and this one have the line that tools look for.
    private var saysMore = false
    /// The types that fields name.
    private(set) var usedTypes: [String] = []
    /// Types within the one being read.
    private var depth = 0
    /// As in a message: no sane type comes near, and the stack is far from full.
    private static let deepest = JSONText.deepest

    init(_ text: String) {
        rest = text[...]
    }

    func error(_ problem: String) -> InterfaceSyntaxError {
        InterfaceSyntaxError(line: line, problem: problem)
    }

    // MARK: Grammar

    mutating func parseHeader() throws(InterfaceSyntaxError) -> String {
        try advance()
        try expect(.word("interface"))
        let name = try word("the interface's name")
        guard Self.isInterfaceName(name) else { throw error("\"\(name)\" is no interface name") }
        return name
    }

    mutating func parseMember() throws(InterfaceSyntaxError) -> Member? {
        let requiresMore = saysMore
        switch token {
        case .end: return nil
        case .word("type"):
            try advance()
            return .type(try memberName(), try parseStructure())
        case .word("error"):
            try advance()
            return .error(try memberName(), try parseFields())
        case .word("method"):
            try advance()
            let name = try memberName()
            let input = try parseFields()
            try expect(.arrow)
            let output = try parseFields()
            return .method(
                InterfaceDescription.Method(name: name, input: input, output: output, requiresMore: requiresMore))
        default: throw error("expected type, method or error, found \(describe(token))")
        }
    }

    private mutating func memberName() throws(InterfaceSyntaxError) -> String {
        let name = try word("a name")
        guard Self.isMemberName(name) else { throw error("\"\(name)\" is no name for a type, method or error") }
        return name
    }

    private mutating func parseFields() throws(InterfaceSyntaxError) -> [InterfaceDescription.Field] {
        switch try parseStructure() {
        case .structure(let fields): return fields
        default: throw error("expected fields, found an enumeration")
        }
    }

    /// `(name: type, …)` or `(name, …)`.
    private mutating func parseStructure() throws(InterfaceSyntaxError) -> InterfaceDescription.FieldType {
        try expect(.symbol("("))
        var fields: [InterfaceDescription.Field] = []
        var cases: [String] = []
        var names: Set<String> = []
        while token != .symbol(")") {
            if !names.isEmpty { try expect(.symbol(",")) }
            let name = try word("a field's name")
            guard Self.isFieldName(name) else { throw error("\"\(name)\" is no field name") }
            guard names.insert(name).inserted else { throw error("the field \(name) is there twice") }
            if token == .symbol(":") {
                try advance()
                fields.append(InterfaceDescription.Field(name: name, type: try parseType()))
            } else {
                cases.append(name)
            }
            guard fields.isEmpty || cases.isEmpty else { throw error("a field without a type among fields with one") }
        }
        try advance()
        return cases.isEmpty ? .structure(fields) : .enumeration(cases)
    }

    private mutating func parseType() throws(InterfaceSyntaxError) -> InterfaceDescription.FieldType {
        guard depth < Self.deepest else { throw error("types nest more than \(Self.deepest) deep") }
        depth += 1
        defer { depth -= 1 }
        switch token {
        case .symbol("?"):
            try advance()
            guard token != .symbol("?") else { throw error("a type can be nullable only once") }
            return .nullable(try parseType())
        case .symbol("["):
            try advance()
            let isDictionary = token == .word("string")
            if isDictionary { try advance() }
            try expect(.symbol("]"))
            let element = try parseType()
            return isDictionary ? .dictionary(element) : .array(element)
        case .symbol("("): return try parseStructure()
        default:
            switch try word("a type") {
            case "bool": return .bool
            case "int": return .int
            case "float": return .float
            case "string": return .string
            case "object": return .object
            case let name:
                guard Self.isMemberName(name) else { throw error("\"\(name)\" is no type") }
                usedTypes.append(name)
                return .named(name)
            }
        }
    }

    // MARK: Names

    /// Two or more parts of letters, digits and inner hyphens, the first beginning with a letter.
    static func isInterfaceName(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count >= 2 && isLetter(name.first)
            && parts.allSatisfy { part in
                isAlphanumeric(part.first) && isAlphanumeric(part.last)
                    && part.allSatisfy { isAlphanumeric($0) || $0 == "-" }
            }
    }

    static func isMemberName(_ name: String) -> Bool {
        name.first.map { ("A"..."Z").contains($0) } == true && name.allSatisfy(isAlphanumeric)
    }

    /// Letters, digits and single inner underscores, beginning with a letter.
    static func isFieldName(_ name: String) -> Bool {
        isLetter(name.first)
            && name.split(separator: "_", omittingEmptySubsequences: false).allSatisfy { part in
                !part.isEmpty && part.allSatisfy(isAlphanumeric)
            }
    }

    private static func isLetter(_ character: Character?) -> Bool {
        character.map { $0.isASCII && $0.isLetter } == true
    }

    private static func isAlphanumeric(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber)
    }

    private static func isAlphanumeric(_ character: Character?) -> Bool {
        character.map { isAlphanumeric($0) } == true
    }

    // MARK: Tokens

    private mutating func word(_ what: String) throws(InterfaceSyntaxError) -> String {
        guard case .word(let word) = token else { throw error("expected \(what), found \(describe(token))") }
        try advance()
        return word
    }

    private mutating func expect(_ expected: Token) throws(InterfaceSyntaxError) {
        guard token == expected else { throw error("expected \(describe(expected)), found \(describe(token))") }
        try advance()
    }

    private func describe(_ token: Token) -> String {
        switch token {
        case .word(let word): "\"\(word)\""
        case .symbol(let symbol): "\"\(symbol)\""
        case .arrow: "\"->\""
        case .end: "the end"
        }
    }

    private mutating func advance() throws(InterfaceSyntaxError) {
        saysMore = false
        skipSpaceAndComments()
        guard let first = rest.first else {
            token = .end
            return
        }
        if rest.hasPrefix("->") {
            rest = rest.dropFirst(2)
            token = .arrow
        } else if "():,?[]".contains(first) {
            rest = rest.dropFirst()
            token = .symbol(first)
        } else {
            let word = rest.prefix { Self.isAlphanumeric($0) || "._-".contains($0) }
            guard !word.isEmpty else { throw error("unexpected \"\(first)\"") }
            rest = rest.dropFirst(word.count)
            token = .word(String(word))
        }
    }

    private mutating func skipSpaceAndComments() {
        while let first = rest.first {
            if first == "#" {
                let comment = rest.prefix { !$0.isNewline }
                if comment.dropFirst().drop(while: { $0 == " " }) == "[Requires 'more' flag]" { saysMore = true }
                rest = rest.dropFirst(comment.count)
            } else if first.isWhitespace {
                if first.isNewline { line += 1 }
                rest = rest.dropFirst()
            } else {
                return
            }
        }
    }
}
