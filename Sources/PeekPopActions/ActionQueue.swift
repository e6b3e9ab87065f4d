import ActionRules

/// What presses have set off, in order: the next trigger's actions wait until the selection is read for the one before, so
/// that a preview is not closed before it was opened. Nothing waits for programs to end.
final class ActionQueue {
    /// Triggers that wait; more are dropped, with a word.
    private static let limit = 64

    struct Job {
        let actions: [Action]
        var values: PressValues
        let press: PressKey
    }

    private let selection: SelectionReader
    private let complaints: Complaints
    private let perform: (Action, PressValues, PressKey) -> Void
    private let begin: (Job) -> Void
    private var jobs: [Job] = []
    private var isReading = false
    /// What was selected when a press first asked: by its pop, a preview may have taken the selection over.
    private var read: (press: PressKey, text: String)?

    /// - Parameters:
    ///   - begin: called when a trigger's turn has come, before its actions.
    ///   - perform: does one action.
    init(
        _ selection: SelectionReader, _ complaints: Complaints, begin: @escaping (Job) -> Void,
        perform: @escaping (Action, PressValues, PressKey) -> Void
    ) {
        self.selection = selection
        self.complaints = complaints
        self.begin = begin
        self.perform = perform
    }

    func add(_ job: Job) {
        guard jobs.count < ActionQueue.limit else {
            return complaints.complain(
                "presses", "\(ActionQueue.limit) of them wait for the selection to be read: one left out")
        }
        jobs.append(job)
        advance()
    }

    private func advance() {
        while !isReading, let job = jobs.first {
            if job.actions.contains(where: \.needsSelection) {
                guard let read, read.press == job.press else {
                    fetch(for: job.press)
                    continue
                }
                jobs[0].values.selection = read.text
            }
            run(jobs.removeFirst())
        }
    }

    private func fetch(for press: PressKey) {
        isReading = true
        selection.read { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let text): self.read = (press, text)
            case .failure(let problem):
                self.complaints.complain("selection", "\(problem)")
                self.read = (press, "")
            }
            self.isReading = false
            self.advance()
        }
    }

    private func run(_ job: Job) {
        begin(job)
        for action in job.actions { perform(action, job.values, job.press) }
    }
}
