/// A place in pixels, from the top left.
struct Pixel: Equatable, Sendable {
    var x: Double
    var y: Double
}

/// The `d` attribute of a path: tenths of a pixel, relative, and horizontal and vertical strokes by themselves, which
/// halves the size of a trace. Rounding does not add up, for each place is rounded before the difference is taken.
struct PathData {
    private(set) var text = ""
    private var last = (x: 0, y: 0)

    var isEmpty: Bool { text.isEmpty }

    mutating func move(to place: Pixel) {
        last = (tenths(place.x), tenths(place.y))
        text += "M" + joined(last.x, last.y)
    }

    mutating func line(to place: Pixel) {
        let next = (x: tenths(place.x), y: tenths(place.y))
        let (dx, dy) = (next.x - last.x, next.y - last.y)
        if dx == 0, dy == 0 { return }
        if dy == 0 {
            text += "h" + number(dx)
        } else if dx == 0 {
            text += "v" + number(dy)
        } else {
            text += "l" + joined(dx, dy)
        }
        last = next
    }

    mutating func close() { text += "z" }

    mutating func polyline(_ places: [Pixel]) {
        guard let first = places.first else { return }
        move(to: first)
        for place in places.dropFirst() { line(to: place) }
    }

    /// A closed rectangle; nothing where it has no extent.
    mutating func rectangle(x: Double, y: Double, width: Double, height: Double) {
        guard width > 0, height > 0 else { return }
        polyline([
            Pixel(x: x, y: y), Pixel(x: x + width, y: y), Pixel(x: x + width, y: y + height),
            Pixel(x: x, y: y + height),
        ])
        close()
    }

    private func tenths(_ value: Double) -> Int {
        value.isFinite ? Int((min(max(value, -1e6), 1e6) * 10).rounded()) : 0
    }

    private func number(_ tenths: Int) -> String {
        let text = decimalText(tenths, places: 1)
        return text.hasPrefix("0.") ? String(text.dropFirst()) : text.hasPrefix("-0.") ? "-" + text.dropFirst(2) : text
    }

    private func joined(_ x: Int, _ y: Int) -> String {
        let second = number(y)
        return number(x) + (second.hasPrefix("-") ? "" : " ") + second
    }
}
