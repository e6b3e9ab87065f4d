/// From values to pixels, piece by piece: one piece, or several with folds between them.
struct AxisScale: Equatable, Sendable {
    struct Piece: Equatable, Sendable {
        let values: ClosedRange<Double>
        /// Pixels of the first and of the last value; an axis upwards has the larger one first.
        let start: Double
        let end: Double
    }

    /// How wide a fold is drawn.
    static let foldWidth = 18.0

    let pieces: [Piece]

    /// - Parameters:
    ///   - ranges: at least one, in order and apart; a unit is as long in each.
    ///   - start: pixel of the very first value.
    ///   - end: pixel of the very last.
    init(_ ranges: [ClosedRange<Double>], from start: Double, to end: Double) {
        let ranges = ranges.isEmpty ? [0...1] : ranges.count == 1 ? [Ticks.usable(ranges[0])] : ranges
        let total = ranges.reduce(0) { $0 + ($1.upperBound - $1.lowerBound) }
        let direction = end < start ? -1.0 : 1.0
        let fold = min(AxisScale.foldWidth, (end - start).magnitude / Double(2 * ranges.count)) * direction
        let length = end - start - fold * Double(ranges.count - 1)
        var pieces: [Piece] = []
        var place = start
        for range in ranges {
            let share =
                total > 0 ? (range.upperBound - range.lowerBound) / total : 1 / Double(ranges.count)
            pieces.append(Piece(values: range, start: place, end: place + length * share))
            place += length * share + fold
        }
        self.pieces = pieces
    }

    /// Values beyond the ends lie at the ends; values in a fold, somewhere in it.
    func callAsFunction(_ value: Double) -> Double {
        var before = pieces[0]
        guard value > before.values.lowerBound else { return before.start }
        for piece in pieces {
            if value < piece.values.lowerBound {
                let share = (value - before.values.upperBound) / (piece.values.lowerBound - before.values.upperBound)
                return before.end + (piece.start - before.end) * share
            }
            if value <= piece.values.upperBound {
                let share =
                    (value - piece.values.lowerBound) / max(piece.values.upperBound - piece.values.lowerBound, 1e-300)
                return piece.start + (piece.end - piece.start) * share
            }
            before = piece
        }
        return before.end
    }
}
