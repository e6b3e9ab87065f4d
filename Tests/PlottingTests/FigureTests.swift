import SnapshotChecking
import Testing

@testable import Plotting

@Suite struct FigureTests {
    @Test(arguments: Theme.allCases)
    func looksAsItShould(_ theme: Theme) {
        #expect(snapshotDifference("histogram-\(theme.rawValue).svg", Figures.histogram(theme).svg()) == nil)
        #expect(snapshotDifference("trace-\(theme.rawValue).svg", Figures.trace(theme).svg()) == nil)
    }

    @Test func narrow() {
        #expect(snapshotDifference("histogram-narrow.svg", Figures.histogram(width: 320).svg()) == nil)
        #expect(snapshotDifference("trace-narrow.svg", Figures.trace(width: 320).svg()) == nil)
    }

    static let hostile = [
        "</title><script>alert(1)</script>", "\" onload=\"x", "]]>&amp;<![CDATA[", "\u{0}\u{1}\u{1b}[2J\u{7f}\u{85}",
        "\u{202e}gnp.\u{2066}", "\u{fffe}\u{ffff}\u{1fffe}", "line\nbreak\ttab\r", "漢字 🖐 e\u{301}", "",
        String(repeating: "Wide name ", count: 400), String(repeating: "W", count: 4000),
    ]

    @Test(arguments: hostile)
    func hostileTexts(_ text: String) {
        var figure = Figures.trace(name: text)
        figure.description = text
        figure.heading = text
        figure.caption = text
        figure.panels[0].subtitle = text
        figure.panels[0].notes = [text]
        figure.panels[0].callouts[0].detail = text
        figure.panels[0].rules[0].label = text
        figure.panels[0].lanes[0].label = text
        figure.panels[0].x.title = text
        figure.panels[0].legend = [LegendEntry(.hint, text)]
        let svg = figure.svg()
        #expect(xmlProblem(svg) == nil)
        #expect(!svg.contains("<script") && !svg.unicodeScalars.contains("\u{202e}"))
    }

    /// Numbers that no axis can show: the picture stays a picture.
    @Test func hostileNumbers() {
        let numbers = [.nan, .infinity, -.infinity, 1e300, -1e300, 1e-300, 0, -1, 7]
        for a in numbers {
            for b in numbers {
                let range = a < b ? a...b : 0...1
                let points = [Point(a, b), Point(b, a), Point(0, 0), Point(a, a)].sorted { $0.x < $1.x }
                var panel = Panel(
                    x: Axis(range, title: "s"), y: Axis.fromZero([a, b]), secondary: Axis(range),
                    marks: [
                        .line(points, .force), .area(points, .touch, .step), .markers(points, .ink, .cross),
                        .band(.horizontal, range, .hint), .band(.vertical, range, .hint),
                        .bars([Bar(from: a, to: b, height: b, base: a)], .peek),
                    ],
                    rules: [
                        Rule(.vertical, a, .hint, label: "l", lower: b),
                        Rule(.horizontal, b, .pop, label: "m", lower: a),
                    ],
                    callouts: [Callout(Point(a, b), "c")],
                    lanes: [
                        Lane("p", height: 8, .profile(points, .movement, .straight, top: a)),
                        Lane("s", height: 8, .spans([(range, .pop)])),
                    ])
                for width in [a, 300] {
                    panel.height = 120
                    let figure = Figure(title: "t", description: "d", width: width, panels: [panel, panel])
                    let svg = figure.svg()
                    #expect(xmlProblem(svg) == nil)
                    #expect(!svg.contains("nan") && !svg.contains("inf"))
                }
            }
        }
    }

    @Test func nothingToShow() {
        #expect(xmlProblem(Figure(title: "", description: "", panels: []).svg()) == nil)
        let empty = Panel(x: Axis([]), y: Axis([]))
        #expect(xmlProblem(Figure(title: "", description: "", columns: 5, panels: [empty]).svg()) == nil)
    }

    @Test func saysWhatIsLeftOut() {
        var figure = Figures.trace()
        figure.panels[0].callouts = (0..<30).map { Callout(Point(1 + Double($0) / 1000, 1), "label \($0)", rank: $0) }
        let (svg, leftOut) = figure.render()
        #expect(leftOut[0] > 20 && svg.contains("\(leftOut[0]) labels left out"))
        // The highest rank comes first, and where most have no place there is one row.
        #expect(svg.contains("label 29") && !svg.contains("label 5<"))
    }

    @Test func aSecondLookIsTheSame() {
        #expect(Figures.trace().svg() == Figures.trace().svg())
    }

    @Test(arguments: [
        ("<a/>", true), ("<a b=\"c\"><d>x &amp; y</d></a>\n", true), ("<a>", false), ("<a></b>", false),
        ("<a b=c/>", false), ("<a b=\"1\" b=\"2\"/>", false), ("<a>&nbsp;</a>", false), ("<a>\u{1}</a>", false),
        ("<a/><b/>", false), ("x<a/>", false), ("", false), ("</a>", false),
    ])
    func theCheckFindsMistakes(_ text: String, _ isRight: Bool) {
        #expect((xmlProblem(text) == nil) == isRight)
    }
}
