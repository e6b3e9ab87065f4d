import Recognition

/// One way to read a pad's pressure, with the levels that do best on it.
struct Candidate {
    /// Which presses are to peek.
    enum Basis {
        /// The firm ones, as they were asked for.
        case firm
        /// The hardest ones, where the firm ones are no harder than clicks.
        case hardest
    }

    let gathered: GatheredTouches
    let scale: RawScale
    let basis: Basis
    let forces: [StageForces]
    let choice: LevelChoice
    let levels: LevelChoice.Levels
    let figures: CalibrationFigures

    init(_ gathered: GatheredTouches, _ scale: RawScale, _ basis: Basis) {
        self.gathered = gathered
        self.scale = scale
        self.basis = basis
        var forces: [StageForces] = []
        /// What is done by accident is judged by how hard it is, and by how often it is too quick to count; what is
        /// done on purpose by what it reaches.
        func distribution(
            _ stage: CalibrationStage, _ touches: [GatheredTouch], onPurpose: Bool
        ) -> ForceDistribution {
            let reaches = touches.map(scale.reach)
            let quick = reaches.count { $0.reach < CalibrationTuning.tooQuickShare * $0.peak }
            let distribution =
                onPurpose
                ? ForceDistribution(reaches.map(\.reach))
                : ForceDistribution(reaches.map(\.peak), tooQuick: quick)
            forces.append(
                StageForces(
                    stage: stage, clicks: onPurpose ? reaches.map(\.reach) : reaches.map(\.peak),
                    tooQuick: onPurpose ? 0 : quick, outliers: distribution.outliers))
            return distribution
        }
        let touches = distribution(.touches, gathered.touches, onPurpose: false)
        let clicks = gathered.clicks.isEmpty ? nil : distribution(.clicks, gathered.clicks, onPurpose: false)
        let firmPresses = distribution(.presses, gathered.presses, onPurpose: true)
        let hardPresses = distribution(.hardPresses, gathered.hardPresses, onPurpose: true)
        let presses = basis == .firm ? firmPresses : hardPresses
        self.forces = forces
        choice = LevelChoice(
            touches: touches, clicks: clicks, presses: presses, hardPresses: hardPresses,
            ceiling: Double(scale.clicks(scale.maximum) * Tuning.usableRange), isNarrow: basis == .hardest)
        levels = choice.levels(within: CalibrationTuning.kept)
        figures = CalibrationFigures(
            falsePeekOfTouch: touches.reachRate(levels.peek), falsePeekOfClick: clicks?.reachRate(levels.peek),
            missedPeek: presses.missRate(levels.peek), falsePop: firmPresses.reachRate(levels.pop),
            missedPop: hardPresses.missRate(levels.pop),
            missedFirm: basis == .hardest ? firmPresses.missRate(levels.peek) : nil,
            separation: separation(touches.values + (clicks?.values ?? []), presses.values + hardPresses.values))
    }

    /// Why these levels are not worth having, with the figure; `nil` where they are.
    var objection: String? {
        let limits =
            gathered.pad.padClass == .area ? CalibrationTuning.areaLimits : CalibrationTuning.forceLimits
        let accident: String? =
            if figures.falsePeekOfTouch.expected > limits.falsePeekOfTouch {
                "touches"
            } else if let click = figures.falsePeekOfClick, click.expected > limits.falsePeekOfClick {
                "clicks"
            } else if figures.missedPeek.expected > limits.missedPeek {
                choice.clicks == nil ? "touches" : "touches and clicks"
            } else {
                nil
            }
        guard let accident else { return nil }
        return "this pad cannot tell these presses from \(accident): at the fairest level"
            + " \(Words.percent(choice.confusion())) of the presses would not peek and as many of the others would"
            + " (a press is harder than a touch or click in \(Words.percent(figures.separation)) of cases)"
    }

    var calibration: Calibration {
        let isArea = gathered.pad.padClass == .area
        var calibration = Calibration(
            // Levels in clicks hold what was measured only together with the click they were measured in.
            clickPressure: scale.click, hint: Float(levels.hint), peek: Float(levels.peek), pop: Float(levels.pop))
        if isArea {
            calibration.gesturesEnabled = true
            // The smallest touch is large on such a pad: it is no sign of a drifted zero.
            calibration.zeroPressure = scale.zero
            calibration.restingPressure = scale.reference?.restingPressure
            calibration.restingAspect = scale.reference?.restingAspect
        }
        return calibration
    }

    var remarks: [String] {
        var remarks: [String] = []
        if basis == .hardest {
            remarks.append(
                "Your firm presses are hardly harder than your clicks: the levels lie between your clicks and your hardest"
                    + " presses, so press harder than you did for a firm one.")
        }
        let worst = max(figures.falsePop.expected, figures.missedPop.expected)
        if basis == .firm, worst > CalibrationTuning.popLimit {
            remarks.append(
                "Your firm and your hardest presses are much alike: \(Words.percent(figures.falsePop.expected)) of the"
                    + " firm ones will pop, and \(Words.percent(figures.missedPop.expected)) of the hardest will not.")
        }
        if levels.isPopBent { remarks.append("The pop lies at the end of the pad's range.") }
        for stage in forces where !stage.outliers.isEmpty {
            let list = stage.outliers.map { Words.clicks($0) }.joined(separator: ", ")
            remarks.append(
                "Left out as a mistake among the \(stage.stage.title.lowercased()): \(list) clicks.")
        }
        if gathered.clicks.count < CalibrationTuning.fewestClicks {
            remarks.append("Too few clicks to tell what they look like: false peeks of clicks are not reckoned with.")
        }
        return remarks
    }
}
