import Recognition

/// Finds the stages in reports that do not say which is which: in a recording made in one go.
///
/// The stages come in their order, one after the other, so what is sought is where one ends and the next begins: the
/// three places at which the touches before and after are most unlike each other in force, and the button fits best (no
/// clicks among the light touches, nothing but clicks in the second stage). Touches are never sorted by how hard they
/// are: that would make any pad look as if it could tell a press from a touch.
public enum StageFinder {
    /// One touch, as far as finding goes.
    struct Candidate: Equatable {
        /// The indices of its reports.
        var reports: Range<Int>
        /// Logarithm of its hardest report.
        var force: Double
        var isClick: Bool
        /// The pause before it, in µs; whatever lies between two recordings counts as a long one.
        var pauseUsec: UInt64
        /// More than one finger, no pressure, or longer than a touch should be: it says nothing about the stage.
        var isUsable: Bool
    }

    /// Gathers all stages from reports in the order of their time.
    ///
    /// - Parameters:
    ///   - samples: reports of one pad; the times of several recordings follow each other.
    ///   - seams: the indices at which another recording begins.
    public static func gather(_ samples: [ForceSample], pad: CalibrationPad, seams: Set<Int> = []) -> GatheredTouches {
        let touches = touches(in: samples, pad: pad, seams: seams)
        let starts = starts(
            touches, stages: pad.stages.filter { $0 != .rest },
            spread: pad.padClass == .area ? CalibrationTuning.areaSpread : CalibrationTuning.leastOutlierSpread)
        var collector = CalibrationCollector(pad)
        // Pauses between touches are rest: each is fed to that stage first, then the touches to theirs.
        collector.begin(.rest)
        for sample in samples where sample.fingers == 0 { collector.add(sample) }
        var stage = CalibrationStage.touches
        collector.begin(stage)
        for (index, sample) in samples.enumerated() {
            if let next = starts.first(where: { $0.report == index }) {
                stage = next.stage
                collector.begin(stage)
            }
            collector.add(sample)
        }
        return collector.gathered
    }

    static func touches(in samples: [ForceSample], pad: CalibrationPad, seams: Set<Int>) -> [Candidate] {
        var touches: [Candidate] = []
        var start: Int?
        var lastLift: UInt64?
        var isAfterSeam = false
        for (index, sample) in samples.enumerated() {
            if seams.contains(index) { isAfterSeam = true }
            if sample.fingers > 0 {
                if start == nil { start = index }
                continue
            }
            guard let from = start else { continue }
            start = nil
            let reports = samples[from..<index]
            let peak = reports.reduce(0) { max($0, $1.raw) }
            let begin = reports[from].timeUsec
            let duration = sample.timeUsec >= begin ? sample.timeUsec - begin : 0
            let pause = lastLift.map { begin >= $0 ? begin - $0 : 0 } ?? 0
            touches.append(
                Candidate(
                    reports: from..<index, force: Mathematics.ln(max(Double(peak - pad.minimum), 0.5)),
                    isClick: reports.contains { $0.buttons.contains(.left) },
                    pauseUsec: isAfterSeam ? CalibrationTuning.stagePauseUsec * 2 : pause,
                    isUsable: duration <= CalibrationTuning.longestTouchUsec
                        && reports.allSatisfy { $0.fingers == 1 }))
            isAfterSeam = false
            lastLift = sample.timeUsec
        }
        return touches
    }

    /// Forces below a sixteenth of the hardest presses are all the same: on no known pad is a click so light. The
    /// logarithm of it.
    private static let lightBelowHardest = Mathematics.ln(16)

    /// Where each stage begins, by dynamic programming over the places of all boundaries at once.
    ///
    /// - Parameter spread: how much the forces of one stage scatter, as a standard deviation of the logarithm.
    static func starts(
        _ all: [Candidate], stages: [CalibrationStage], spread: Double
    ) -> [(report: Int, stage: CalibrationStage)] {
        var touches = all.filter(\.isUsable)
        let count = touches.count
        let parts = stages.count
        guard count >= parts, parts > 0 else { return [] }

        // How light a light touch was tells nothing: pads that show hardly anything of one scatter it over many spreads.
        let hardest = touches.map(\.force).sorted(by: >)
        let light = hardest[min(CalibrationStage.hardPresses.fewest, count) - 1] - lightBelowHardest
        for index in touches.indices { touches[index].force = max(touches[index].force, light) }

        // Running sums, so that the cost of any stretch is known at once.
        var sums = [0.0]
        var squares = [0.0]
        var clicks = [0.0]
        for touch in touches {
            sums.append(sums[sums.count - 1] + touch.force)
            squares.append(squares[squares.count - 1] + touch.force * touch.force)
            clicks.append(clicks[clicks.count - 1] + (touch.isClick ? 1 : 0))
        }
        func cost(_ from: Int, _ to: Int, _ stage: CalibrationStage) -> Double {
            let number = Double(to - from)
            let sum = sums[to] - sums[from]
            // In usual spreads, squared: what scatters within a stage is unlikely by so much.
            let scatter = max(0, squares[to] - squares[from] - sum * sum / number) / (spread * spread)
            let down = clicks[to] - clicks[from]
            let misfits =
                switch stage {
                case .touches: down
                case .clicks: number - down
                case .rest, .presses, .hardPresses: 0.0
                }
            // A stage of which hardly anything is there is unlikely too, and a boundary without a pause.
            let missing = max(0, Double(stage.wanted(for: .force)) / 2 - number)
            let isAbrupt = from > 0 && touches[from].pauseUsec < CalibrationTuning.stagePauseUsec
            return scatter + misfits * 8 + missing * 12 + (isAbrupt ? 4 : 0)
        }

        // best[k][n]: the least cost of the first n touches in the first k stages; each has one touch at least.
        let unknown = Double.infinity
        var best = Array(repeating: Array(repeating: unknown, count: count + 1), count: parts + 1)
        var from = Array(repeating: Array(repeating: 0, count: count + 1), count: parts + 1)
        best[0][0] = 0
        for part in 1...parts {
            for end in part...count {
                for start in (part - 1)..<end where best[part - 1][start] < unknown {
                    let total = best[part - 1][start] + cost(start, end, stages[part - 1])
                    if total < best[part][end] {
                        best[part][end] = total
                        from[part][end] = start
                    }
                }
            }
        }
        var starts: [(report: Int, stage: CalibrationStage)] = []
        var end = count
        for part in stride(from: parts, through: 1, by: -1) {
            let start = from[part][end]
            starts.append((touches[start].reports.lowerBound, stages[part - 1]))
            end = start
        }
        return starts.reversed()
    }
}
