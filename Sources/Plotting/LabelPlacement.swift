/// Where labels go so that none lies on another.
enum LabelPlacement {
    /// Labels along a line, each as near as possible to where it belongs.
    ///
    /// Labels that touch move apart as one block around the middle of where they would be (pool adjacent violators), so
    /// the sum of squared distances is least. Where there is no room for all, they overlap evenly rather than leave `range`.
    /// - Parameters:
    ///   - wanted: the middles, in any order.
    ///   - size: the extent of each along the line.
    /// - Returns: the middles, in the order of `wanted`.
    static func spread(_ wanted: [Double], size: Double, in range: ClosedRange<Double>) -> [Double] {
        guard !wanted.isEmpty else { return [] }
        let room = range.upperBound - range.lowerBound
        let size = min(size, room / Double(wanted.count))
        struct Block {
            var first: Int
            var count: Int
            /// Sum of the places the first label would have if each were where it belongs.
            var sum: Double
            var start: Double { sum / Double(count) }
        }
        let order = wanted.indices.sorted { (wanted[$0], $0) < (wanted[$1], $1) }
        let low = range.lowerBound + size / 2
        let high = range.upperBound - size / 2
        var blocks: [Block] = []
        func place(_ block: Block) -> Double {
            min(max(block.start, low), high - size * Double(block.count - 1))
        }
        for (rank, index) in order.enumerated() {
            blocks.append(Block(first: rank, count: 1, sum: min(max(wanted[index], low), high)))
            while blocks.count > 1,
                place(blocks[blocks.count - 2]) + size * Double(blocks[blocks.count - 2].count)
                    > place(blocks[blocks.count - 1]) + 1e-9
            {
                let upper = blocks.removeLast()
                let lower = blocks.removeLast()
                blocks.append(
                    Block(
                        first: lower.first, count: lower.count + upper.count,
                        sum: lower.sum + upper.sum - size * Double(lower.count) * Double(upper.count)))
            }
        }
        var result = wanted
        for block in blocks {
            for offset in 0..<block.count {
                result[order[block.first + offset]] = place(block) + size * Double(offset)
            }
        }
        return result
    }

    /// A label in one of several rows.
    struct Slot: Equatable {
        /// From 0, nearest to what is labelled.
        let row: Int
        /// Its middle.
        let x: Double
    }

    /// Labels over a line, each tied to its place by an upright line: in the lowest row where the label touches no other,
    /// lies on no other's tie, and its own tie crosses none. A label stands over its place or, away from its neighbours,
    /// begins or ends there. Where all rows are taken like that, ties may be crossed.
    ///
    /// - Parameters:
    ///   - labels: place and width of each; the earlier in the list, the sooner it is given a place.
    ///   - range: what no label may leave.
    ///   - rows: how many rows there may be.
    /// - Returns: `nil` for labels that found no room.
    static func rows(
        _ labels: [(x: Double, width: Double)], in range: ClosedRange<Double>, rows: Int
    ) -> [Slot?] {
        var placed: [Placed] = []
        return labels.map { label in
            let half = label.width / 2
            guard label.width <= range.upperBound - range.lowerBound, label.x.isFinite else { return nil }
            for mayCross in [false, true] {
                for row in 0..<rows {
                    for shift in shifts(label, among: labels) {
                        let x = min(max(label.x + shift, range.lowerBound + half), range.upperBound - half)
                        let one = Placed(row: row, tie: label.x, extent: (x - half - gap / 2)...(x + half + gap / 2))
                        guard placed.allSatisfy({ one.isClear(of: $0, mayCross: mayCross) }) else { continue }
                        placed.append(one)
                        return Slot(row: row, x: x)
                    }
                }
            }
            return nil
        }
    }

    /// Between labels in one row.
    private static let gap = 8.0

    private struct Placed {
        let row: Int
        let tie: Double
        let extent: ClosedRange<Double>

        func isClear(of other: Placed, mayCross: Bool) -> Bool {
            if other.row == row { return !other.extent.overlaps(extent) }
            return mayCross || (other.row > row ? !extent.contains(other.tie) : !other.extent.contains(tie))
        }
    }

    /// Over its place first, unless a neighbour on one side would lie under the label then.
    private static func shifts(_ label: (x: Double, width: Double), among labels: [(x: Double, width: Double)])
        -> [Double]
    {
        let half = label.width / 2
        let near = half + gap
        let isLeft = labels.contains { $0.x < label.x && $0.x > label.x - near }
        let isRight = labels.contains { $0.x > label.x && $0.x < label.x + near }
        let (ends, begins) = (3 - half, half - 3)
        if isRight, !isLeft { return [ends, 0, begins] }
        if isLeft, !isRight { return [begins, 0, ends] }
        return [0, begins, ends]
    }
}
