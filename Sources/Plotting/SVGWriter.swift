/// Writes an SVG document, element by element; well-formed whatever it is given.
///
/// Colours are asked for by role; which roles were used is remembered for the style sheet, which therefore is made last.
struct SVGWriter {
    typealias Attributes = [(name: String, value: String)]

    private var body = ""
    private var open: [String] = []
    private(set) var fills: Set<Role> = []
    private(set) var strokes: Set<Role> = []

    /// The `class` attribute of a shape or text.
    mutating func style(fill: Role? = nil, stroke: Role? = nil, _ names: String...) -> (name: String, value: String) {
        var classes = names
        if let fill {
            fills.insert(fill)
            classes.append("f-\(fill.rawValue)")
        }
        if let stroke {
            strokes.insert(stroke)
            classes.append("s-\(stroke.rawValue)")
        }
        return ("class", classes.joined(separator: " "))
    }

    /// An element with nothing inside.
    mutating func element(_ name: String, _ attributes: Attributes) {
        body += "<\(name)\(SVGWriter.written(attributes))/>\n"
    }

    /// An element with text inside.
    mutating func element(_ name: String, _ attributes: Attributes, text: String) {
        body += "<\(name)\(SVGWriter.written(attributes))>\(XMLText.escaped(text))</\(name)>\n"
    }

    /// A `text` element of words, each in its style, a space apart.
    ///
    /// The space is a shift and no character: what becomes of one between two `tspan` differs between programs.
    mutating func text(_ attributes: Attributes, parts: [(text: String, style: (name: String, value: String))]) {
        body += "<text\(SVGWriter.written(attributes))>"
        for (index, part) in parts.enumerated() {
            let shift: Attributes = index == 0 ? [] : [("dx", "4")]
            body += "<tspan\(SVGWriter.written(shift + [part.style]))>\(XMLText.escaped(part.text))</tspan>"
        }
        body += "</text>\n"
    }

    /// Begins an element that others go into, up to the matching ``end()``.
    mutating func begin(_ name: String, _ attributes: Attributes = []) {
        body += "<\(name)\(SVGWriter.written(attributes))>\n"
        open.append(name)
    }

    mutating func end() {
        guard let name = open.popLast() else { preconditionFailure("an element ends that did not begin") }
        body += "</\(name)>\n"
    }

    /// The whole document around what was written.
    ///
    /// - Parameters:
    ///   - title: what the picture is, for people who do not see it and as a tool tip.
    ///   - description: what it shows, at greater length.
    func document(width: Double, height: Double, title: String, description: String, theme: Theme) -> String {
        precondition(open.isEmpty, "\(open) did not end")
        let (width, height) = (svgNumber(width), svgNumber(height))
        let root: Attributes = [
            ("xmlns", "http://www.w3.org/2000/svg"), ("viewBox", "0 0 \(width) \(height)"), ("width", width),
            ("height", height), ("role", "img"), ("aria-labelledby", "title desc"),
        ]
        return "<svg\(SVGWriter.written(root))>\n" + "<title id=\"title\">\(XMLText.escaped(title))</title>\n"
            + "<desc id=\"desc\">\(XMLText.escaped(description))</desc>\n" + "<style>\n"
            + theme.styleSheet(fills: fills, strokes: strokes) + "</style>\n" + body + "</svg>\n"
    }

    private static func written(_ attributes: Attributes) -> String {
        attributes.map { " \($0.name)=\"\(XMLText.escaped($0.value))\"" }.joined()
    }
}
