/// What is not well-formed in an XML document, in words; `nil` where all is.
///
/// Knows what our writers use: elements, attributes in double quotes, text, the five entities, comments. Anything else is a
/// problem, so it is stricter than XML itself.
public func xmlProblem(_ text: String) -> String? {
    var rest = Substring(text)
    var open: [Substring] = []
    var hasRoot = false
    while !rest.isEmpty {
        guard rest.first == "<" else {
            let end = rest.firstIndex(of: "<") ?? rest.endIndex
            let content = rest[..<end]
            if let problem = contentProblem(content) { return problem }
            if open.isEmpty, content.contains(where: { !$0.isWhitespace }) {
                return "text outside of the root: \(content)"
            }
            rest = rest[end...]
            continue
        }
        guard let end = rest.firstIndex(of: ">") else { return "a tag does not end: \(rest.prefix(40))" }
        var tag = rest[rest.index(after: rest.startIndex)..<end]
        rest = rest[rest.index(after: end)...]
        if tag.first == "/" {
            guard let name = open.popLast() else { return "</\(tag.dropFirst())> without a beginning" }
            if tag.dropFirst() != name { return "<\(name)> ends with <\(tag)>" }
            continue
        }
        let isEmpty = tag.last == "/"
        if isEmpty { tag = tag.dropLast() }
        if open.isEmpty, hasRoot { return "a second root: \(tag)" }
        hasRoot = true
        if let problem = tagProblem(tag) { return problem }
        if !isEmpty { open.append(tag.prefix { $0 != " " }) }
    }
    if !open.isEmpty { return "\(open) do not end" }
    return hasRoot ? nil : "there is no element"
}

private func tagProblem(_ tag: Substring) -> String? {
    let name = tag.prefix { $0 != " " }
    guard let first = name.first, first.isLetter, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" }) else {
        return "no name of an element: \(name)"
    }
    var rest = tag.dropFirst(name.count)
    var seen: Set<Substring> = []
    while !rest.isEmpty {
        guard rest.first == " " else { return "no space before an attribute: \(tag)" }
        rest = rest.dropFirst()
        let name = rest.prefix { $0.isLetter || $0 == "-" || $0 == ":" }
        guard !name.isEmpty, rest.dropFirst(name.count).hasPrefix("=\"") else { return "no attribute: \(rest)" }
        if !seen.insert(name).inserted { return "\(name) twice: \(tag)" }
        rest = rest.dropFirst(name.count + 2)
        guard let end = rest.firstIndex(of: "\"") else { return "a value does not end: \(tag)" }
        if let problem = contentProblem(rest[..<end]) { return problem }
        rest = rest[rest.index(after: end)...]
    }
    return nil
}

private func contentProblem(_ text: Substring) -> String? {
    var rest = text
    while let start = rest.firstIndex(of: "&") {
        rest = rest[start...]
        guard ["&amp;", "&lt;", "&gt;", "&quot;", "&apos;"].contains(where: { rest.hasPrefix($0) }) else {
            return "no entity: \(rest.prefix(12))"
        }
        rest = rest.dropFirst()
    }
    for scalar in text.unicodeScalars {
        switch scalar.value {
        case 0x9, 0xa, 0xd, 0x20...0xd7ff, 0xe000...0xfffd, 0x10000...0x10ffff: break
        default: return "U+\(String(scalar.value, radix: 16)) is no character of XML"
        }
    }
    return nil
}
