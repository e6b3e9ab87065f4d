import ActionRules

/// What presses have set off. A trigger whose actions ask for the selection waits until that is read, which is done once a
/// press; every other one goes at once, and nothing waits for a program to end.
///
/// So a press can be over before what it set off at its peek. What would still show something then, and was to be closed by
/// what came since, is left out: nothing opens after it was closed.
final class ActionQueue {
    /// Triggers that wait; more are left out, with a word.
    static let limit = 64
    /// Selections read at the same time, each by a program; more presses wait for one of them.
    static let readings = 4

    struct Job {
        var actions: [Action]
        var values: PressValues
        let press: PressKey
    }

    typealias Answer = (Result<String, SelectionProblem>) -> Void

    /// A press whose selection is being read, or will be, and what waits for that, in order.
    private struct Waiting {
        let press: PressKey
        var jobs: [Job]
        var isReading = false
        var isOver = false
    }

    private let read: (@escaping Answer) -> Void
    private let complain: (_ subject: String, _ message: String) -> Void
    private let begin: (Job) -> Void
    private let perform: (Action, PressValues, PressKey) -> Void
    private var waiting: [Waiting] = []
    /// What was selected when a press first asked, until it is over: by its pop, a preview may have taken the selection over.
    private var selections: [PressKey: String] = [:]

    /// - Parameters:
    ///   - read: reads the selection, and answers once; perhaps at once.
    ///   - complain: says what could not be done.
    ///   - begin: called when a trigger's turn has come, before its actions.
    ///   - perform: does one action.
    init(
        read: @escaping (@escaping Answer) -> Void, complain: @escaping (String, String) -> Void,
        begin: @escaping (Job) -> Void, perform: @escaping (Action, PressValues, PressKey) -> Void
    ) {
        self.read = read
        self.complain = complain
        self.begin = begin
        self.perform = perform
    }

    /// Takes what a press has set off; also with no actions, for what it closes.
    func add(_ job: Job) {
        leaveOut(whatCloses: job)
        if !job.actions.contains(where: \.needsSelection) {
            run(job)
        } else if let selection = selections[job.press] {
            run(job, with: selection)
        } else if waiting.reduce(0, { $0 + $1.jobs.count }) >= ActionQueue.limit {
            complain("presses", "\(ActionQueue.limit) of them wait for the selection to be read: one left out")
        } else if let place = place(of: job.press) {
            waiting[place].jobs.append(job)
        } else {
            waiting.append(Waiting(press: job.press, jobs: [job]))
        }
        if job.values.trigger.isLast {
            selections[job.press] = nil
            if let place = place(of: job.press) { waiting[place].isOver = true }
        }
        readNext()
    }

    private func place(of press: PressKey) -> Int? { waiting.firstIndex { $0.press == press } }

    // MARK: Selections

    private func readNext() {
        while waiting.count(where: \.isReading) < ActionQueue.readings,
            let next = waiting.firstIndex(where: { !$0.isReading })
        {
            waiting[next].isReading = true
            let press = waiting[next].press
            read { [weak self] in self?.take($0, for: press) }
        }
    }

    private func take(_ result: Result<String, SelectionProblem>, for press: PressKey) {
        guard let place = place(of: press) else { return }
        let one = waiting.remove(at: place)
        let selection: String
        switch result {
        case .success(let text): selection = text
        case .failure(let problem):
            complain("selection", "\(problem)")
            selection = ""
        }
        if !one.isOver { selections[press] = selection }
        for job in one.jobs { run(job, with: selection) }
        readNext()
    }

    // MARK: Turns

    private func run(_ job: Job, with selection: String) {
        var job = job
        job.values.selection = selection
        run(job)
    }

    private func run(_ job: Job) {
        begin(job)
        for action in job.actions { perform(action, job.values, job.press) }
    }

    private func leaveOut(whatCloses closing: Job) {
        guard let place = place(of: closing.press) else { return }
        let closesPreview = closing.actions.contains { $0.kind == .previewClose }
        for (index, job) in waiting[place].jobs.enumerated() {
            let (closed, left) = job.actions.parted { action in
                switch action.kind {
                case .preview: closesPreview
                case .show: closing.values.trigger.endsShows
                default: false
                }
            }
            waiting[place].jobs[index].actions = left
            for action in closed {
                complain(
                    ActionPerformer.subject(action, job.values.trigger),
                    "not done: the press had gone on before the selection was read")
            }
        }
        waiting[place].jobs.removeAll { $0.actions.isEmpty }
        // Nobody asks any more, and nobody has begun to read.
        if waiting[place].jobs.isEmpty, !waiting[place].isReading { waiting.remove(at: place) }
    }
}

extension Array {
    /// Those that `belongs` holds for, and the rest, each in order.
    fileprivate func parted(_ belongs: (Element) -> Bool) -> (those: [Element], rest: [Element]) {
        (filter(belongs), filter { !belongs($0) })
    }
}
