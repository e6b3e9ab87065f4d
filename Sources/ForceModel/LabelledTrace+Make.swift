extension LabelledTrace {
    /// A person does what a script says on a pad.
    ///
    /// - Parameter take: the same person doing the same again, differently: another take, from 0.
    public static func make(
        _ user: User, on pad: PadModel, _ script: UseScript, conditions: Conditions = Conditions(), take: Int = 0
    ) -> LabelledTrace {
        var random = ModelRandom(seed: user.seed, stream: UInt64(take))
        var planner = GesturePlanner(user, pad, conditions.aim, seed: random.next())
        let simulationSeed = random.next()
        var course = ScriptCourse(script, seed: random.next())

        var nowMs = UseScript.leadMs
        var strokes: [FingerStroke] = []
        var intents: [Intent] = []
        while let step = course.next(atMs: nowMs) {
            let gesture = planner.plan(step.kind, atMs: nowMs)
            let endMs = gesture.strokes.map(\.endMs).max() ?? nowMs + gesture.idleMs
            intents.append(
                Intent(
                    kind: step.kind, startUsec: UInt64(nowMs * 1_000), endUsec: UInt64(endMs * 1_000),
                    target: gesture.target))
            strokes += gesture.strokes
            nowMs = endMs + step.pauseMs
        }
        let played = PadSimulation.play(
            strokes, on: pad, steadiness: user.hand.steadiness, conditions: conditions, seed: simulationSeed,
            endMs: nowMs + UseScript.leadMs)
        return LabelledTrace(
            device: played.device, user: user, pad: pad, conditions: conditions, intents: intents,
            force: played.force, totalForce: played.totalForce)
    }
}
