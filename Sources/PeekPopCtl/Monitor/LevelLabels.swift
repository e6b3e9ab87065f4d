/// The names of the levels in the row below a force bar, and where each goes.
///
/// Every level in the bar has its mark. The labels stand between the marks, in the order of the levels: the first best to
/// the left of its mark, where there is only the bar of plain touching, the others to the right. Where levels lie close
/// together or the bar is short, they move aside, then lose their numbers, then are left out.
struct LevelLabels {
    struct Placed: Equatable {
        var text: String
        var column: Int
        var level: Int
    }

    /// The columns of the levels' marks, ascending.
    let marks: [Int]
    /// The columns that labels may take, from 0 on.
    let room: Int

    /// Between two labels, so that they do not read as one.
    private static let gap = 2

    /// Places one text a mark.
    ///
    /// - Parameter forms: the texts for each mark, the fullest first; an empty one takes no room.
    func placed(_ forms: [[String]]) -> [Placed] {
        for texts in forms {
            let best = assignments().compactMap { segments in
                placed(texts, segments).map { (placed: $0, cost: cost(segments)) }
            }.min { $0.cost < $1.cost }
            if let best { return best.placed }
        }
        return []
    }

    /// For each label a segment: 0 lies left of the first mark, `marks.count` right of the last. Ascending ones alone.
    private func assignments() -> [[Int]] {
        marks.indices.reduce([[]]) { all, _ in
            all.flatMap { start in ((start.last ?? 0)...marks.count).map { start + [$0] } }
        }
    }

    /// 0 for where each label is best; a label away from its mark costs more than any on the wrong side of it.
    private func cost(_ segments: [Int]) -> Int {
        segments.enumerated().reduce(0) { sum, entry in
            let (label, segment) = entry
            let beside = segment == label || segment == label + 1
            let best = label == 0 ? 0 : label + 1
            return sum + (segment == best ? 0 : beside ? 1 : 10 * abs(segment - best))
        }
    }

    private func placed(_ texts: [String], _ segments: [Int]) -> [Placed]? {
        var placed: [Placed] = []
        for segment in 0...marks.count {
            // A blank on the side of each mark.
            let start = segment == 0 ? 0 : marks[segment - 1] + 2
            let end = segment == marks.count ? room : marks[segment] - 1
            let labels = texts.indices.filter { segments[$0] == segment && !texts[$0].isEmpty }
            guard !labels.isEmpty else { continue }
            let needed = labels.reduce(LevelLabels.gap * (labels.count - 1)) { $0 + texts[$1].count }
            guard start + needed <= end else { return nil }
            // Those whose mark is to the left begin at it, those whose mark is to the right end at it.
            var column = start
            for label in labels where label < segment {
                placed.append(Placed(text: texts[label], column: column, level: label))
                column += texts[label].count + LevelLabels.gap
            }
            column = end
            for label in labels.reversed() where label >= segment {
                column -= texts[label].count
                placed.append(Placed(text: texts[label], column: column, level: label))
                column -= LevelLabels.gap
            }
        }
        return placed
    }
}
