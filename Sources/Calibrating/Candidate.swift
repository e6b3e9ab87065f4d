import Recognition

/// One way to read a pad's pressure, with the levels that do best on it.
struct Candidate {
    let gathered: GatheredTouches
    let scale: RawScale
    let forces: [StageForces]
    let choice: LevelChoice
    let levels: LevelChoice.Levels
    /// What a day's errors cost, in missed peeks.
    let cost: Double
    let figures: CalibrationFigures

    init(_ gathered: GatheredTouches, _ scale: RawScale) {
        self.gathered = gathered
        self.scale = scale
        var forces: [StageForces] = []
        func distribution(_ stage: CalibrationStage, _ touches: [GatheredTouch]) -> ForceDistribution {
            let clicks = touches.map(scale.reach)
            let distribution = ForceDistribution(clicks)
            forces.append(StageForces(stage: stage, clicks: clicks, outliers: distribution.outliers))
            return distribution
        }
        let touches = distribution(.touches, gathered.touches)
        let clicks = gathered.clicks.isEmpty ? nil : distribution(.clicks, gathered.clicks)
        let presses = distribution(.presses, gathered.presses)
        let hardPresses = distribution(.hardPresses, gathered.hardPresses)
        self.forces = forces
        choice = LevelChoice(
            touches: touches, clicks: clicks, presses: presses, hardPresses: hardPresses,
            ceiling: Double(scale.clicks(scale.maximum) * Tuning.usableRange))
        levels = choice.levels()
        cost = choice.peekCost(levels.peek) + choice.popCost(levels.pop)
        figures = CalibrationFigures(
            falsePeekOfTouch: touches.reachRate(levels.peek), falsePeekOfClick: clicks?.reachRate(levels.peek),
            missedPeek: presses.missRate(levels.peek), falsePop: presses.reachRate(levels.pop),
            missedPop: hardPresses.missRate(levels.pop),
            separation: separation(touches.values + (clicks?.values ?? []), presses.values + hardPresses.values))
    }

    /// Why these levels are not worth having, with the figure; `nil` where they are.
    var objection: String? {
        let limits =
            gathered.pad.padClass == .area ? CalibrationTuning.areaLimits : CalibrationTuning.forceLimits
        let percent = Words.percent
        let separates =
            "(a random press is harder than a random touch in \(percent(figures.separation)) of cases)"
        if figures.missedPeek.expected > limits.missedPeek {
            return "this pad cannot tell your presses from your touches and clicks: at the best level"
                + " \(percent(figures.missedPeek.expected)) of the presses would not peek \(separates)"
        }
        if let click = figures.falsePeekOfClick, click.expected > limits.falsePeekOfClick {
            return "this pad cannot tell your presses from your clicks: at the best level"
                + " \(percent(click.expected)) of the clicks would peek \(separates)"
        }
        if figures.falsePeekOfTouch.expected > limits.falsePeekOfTouch {
            return "this pad cannot tell your presses from your touches: at the best level"
                + " \(percent(figures.falsePeekOfTouch.expected)) of the touches would peek \(separates)"
        }
        return nil
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
        let worst = max(figures.falsePop.expected, figures.missedPop.expected)
        if worst > CalibrationTuning.popLimit {
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
            remarks.append("Too few clicks to measure where this pad clicks: it is taken to be where it was so far.")
        }
        return remarks
    }
}
