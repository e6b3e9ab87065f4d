import ActionRules
import Testing

@testable import PeekPopActions

/// Every order in which triggers and selections can come, against what docs/actions.md promises.
@Suite struct ActionQueueTests {
    enum Step: Equatable {
        case arrives(press: UInt32, Trigger)
        case isRead(press: UInt32, works: Bool)
    }

    /// What one trigger may have to do.
    static let choices: [[String]] = [
        [], ["key space"], ["run a {word}"], ["preview {uri}", "key enter"], ["show a {link}"], ["preview-close"],
        ["preview-close", "start a {file}"], ["preview /a"],
    ]

    typealias Rules = [Trigger: [Action]]

    static func rules(_ texts: [Trigger: [String]]) throws -> Rules {
        let trigger = { (name: Trigger) in texts[name, default: []].map { "\(name.rawValue) = \($0)\n" }.joined() }
        let result = RulesReader.parse(
            Array(("[all]\n" + Trigger.allCases.map(trigger).joined()).utf8), file: "f")
        try #require(result.problems == [])
        var rules: Rules = [:]
        for name in Trigger.allCases { rules[name] = result.rules.actions(name, app: nil) }
        return rules
    }

    /// Done at a step: an action of a press, with the selection it had.
    struct Done: Equatable, CustomStringConvertible {
        let step: Int
        let press: UInt32
        let text: String
        let selection: String?
        var description: String { "\(step): \(text) of \(press) (\(selection ?? "-"))" }
    }

    /// The queue as it is.
    static func played(_ steps: [Step], _ rules: Rules) throws -> (done: [Done], complaints: Int) {
        var done: [Done] = []
        var complaints = 0
        var now = 0
        var asked: [ActionQueue.Answer] = []
        var asking: UInt32 = 0
        var answers: [UInt32: ActionQueue.Answer] = [:]
        let queue = ActionQueue(
            read: { asked.append($0) }, complain: { _, _ in complaints += 1 }, begin: { _ in },
            perform: { done.append(Done(step: now, press: $2.press, text: $0.text, selection: $1.selection)) })
        for (index, step) in steps.enumerated() {
            now = index
            switch step {
            case .arrives(let press, let trigger):
                asking = press
                queue.add(
                    ActionQueue.Job(
                        actions: rules[trigger]!, values: PressValues(trigger: trigger),
                        press: PressKey(device: "d", press: press)))
                for answer in asked { #expect(answers.updateValue(answer, forKey: asking) == nil, "read once a press") }
                asked = []
            case .isRead(let press, let works):
                guard let answer = answers[press] else { continue }
                answer(works ? .success("of \(press)") : .failure(SelectionProblem(description: "no")))
            }
        }
        return (done, complaints)
    }

    /// What is promised, said in another way: for each action when it is done, if it is.
    static func promised(_ steps: [Step], _ rules: Rules) -> (done: [Done], complaints: Int) {
        var done: [(order: [Int], one: Done)] = []
        var complaints = 0
        for press in Set(steps.compactMap { if case .arrives(let press, _) = $0 { press } else { nil } }) {
            let arrivals = steps.indices.compactMap { index -> (step: Int, trigger: Trigger)? in
                if case .arrives(press, let trigger) = steps[index] { (index, trigger) } else { nil }
            }
            let asks = { (trigger: Trigger) in rules[trigger]!.contains { $0.needsSelection } }
            let firstAsked = arrivals.first { asks($0.trigger) }?.step
            let isRead = firstAsked.flatMap { asked in
                steps.indices.first { index in
                    if case .isRead(press, _) = steps[index] { index > asked } else { false }
                }
            }
            let works = isRead.map { steps[$0] == .isRead(press: press, works: true) }
            if works == false { complaints += 1 }
            for (step, trigger) in arrivals {
                let turn = asks(trigger) ? isRead.map { max($0, step) } : step
                for (place, action) in rules[trigger]!.enumerated() {
                    // Closed before its turn came.
                    let closed = arrivals.contains { later in
                        guard later.step > step, asks(trigger), later.step < turn ?? Int.max else { return false }
                        switch action.kind {
                        case .preview: return rules[later.trigger]!.contains { $0.kind == .previewClose }
                        case .show: return later.trigger.endsShows
                        default: return false
                        }
                    }
                    if closed {
                        complaints += 1
                    } else if let turn {
                        let selection = asks(trigger) ? (works! ? "of \(press)" : "") : nil
                        done.append(
                            (
                                [turn, step, place],
                                Done(step: turn, press: press, text: action.text, selection: selection)
                            ))
                    }
                }
            }
        }
        return (done.sorted { $0.order.lexicographicallyPrecedes($1.order) }.map(\.one), complaints)
    }

    static let stories: [[Trigger]] = [
        [.hint, .peek, .pop, .release], [.hint, .peek, .cancel], [.hint, .hintCancel],
    ]

    /// One press: all rules, and the selection read after each step, in vain, or never.
    @Test(arguments: stories)
    func onePress(story: [Trigger]) throws {
        var choice = [Int](repeating: 0, count: story.count)
        var count = 0
        repeat {
            let rules = try Self.rules(
                Dictionary(uniqueKeysWithValues: zip(story, choice.map { Self.choices[$0] })))
            let arrivals = story.map { Step.arrives(press: 1, $0) }
            for works in [true, false] {
                for place in 1...arrivals.count + 1 {
                    var steps = arrivals
                    if place <= arrivals.count { steps.insert(.isRead(press: 1, works: works), at: place) }
                    let (played, promised) = (try Self.played(steps, rules), Self.promised(steps, rules))
                    guard played.done != promised.done || played.complaints != promised.complaints else { continue }
                    Issue.record("\(choice) \(steps): \(played), and not \(promised)")
                    return
                }
            }
            count += 1
        } while Self.next(&choice)
        #expect(count == (0..<story.count).reduce(1) { product, _ in product * Self.choices.count })
    }

    static func next(_ choice: inout [Int]) -> Bool {
        for place in choice.indices {
            choice[place] += 1
            if choice[place] < choices.count { return true }
            choice[place] = 0
        }
        return false
    }

    /// Two presses whose triggers and selections come in every order: neither waits for the other.
    @Test(arguments: [
        [Trigger.peek: ["run a {word}"], .cancel: ["key space"]],
        [.peek: ["preview {uri}", "key enter"], .cancel: ["preview-close"]],
        [.peek: ["show a {link}"], .cancel: ["run a {word}"]],
        [.peek: ["key space"], .cancel: ["start a {file}"]],
    ])
    func twoPresses(texts: [Trigger: [String]]) throws {
        let rules = try Self.rules(texts)
        for works in [true, false] {
            for steps in Self.orders(
                Self.orders(
                    [.arrives(press: 1, .peek), .arrives(press: 1, .cancel)], with: .isRead(press: 1, works: true)),
                Self.orders(
                    [.arrives(press: 2, .peek), .arrives(press: 2, .cancel)], with: .isRead(press: 2, works: works)))
            {
                let (played, promised) = (try Self.played(steps, rules), Self.promised(steps, rules))
                #expect(played.done == promised.done && played.complaints == promised.complaints, "\(steps)")
            }
        }
    }

    static func orders(_ steps: [Step], with one: Step) -> [[Step]] {
        (1...steps.count).map { place in
            var steps = steps
            steps.insert(one, at: place)
            return steps
        } + [steps]
    }

    static func orders(_ a: [[Step]], _ b: [[Step]]) -> [[Step]] {
        func merged(_ a: ArraySlice<Step>, _ b: ArraySlice<Step>) -> [[Step]] {
            guard let first = a.first, let second = b.first else { return [Array(a + b)] }
            return merged(a.dropFirst(), b).map { [first] + $0 } + merged(a, b.dropFirst()).map { [second] + $0 }
        }
        return a.flatMap { one in b.flatMap { merged(one[...], $0[...]) } }
    }

    final class Readings {
        var answers: [ActionQueue.Answer] = []
        var done: [String] = []
        var complaints: [String] = []
        var isQuick = false

        func queue() -> ActionQueue {
            ActionQueue(
                read: { [unowned self] in if isQuick { $0(.success("x")) } else { answers.append($0) } },
                complain: { [unowned self] in complaints.append($1) }, begin: { _ in },
                perform: { [unowned self] in done.append("\($0.text) \($2.press)") })
        }

        func add(_ press: UInt32, _ trigger: Trigger, _ texts: [String], to queue: ActionQueue) throws {
            let rules = try ActionQueueTests.rules([trigger: texts])
            queue.add(
                ActionQueue.Job(
                    actions: rules[trigger]!, values: PressValues(trigger: trigger),
                    press: PressKey(device: "d", press: press)))
        }
    }

    @Test func aFewAreReadAtOnce() throws {
        let readings = Readings()
        let queue = readings.queue()
        for press in UInt32(1)...9 { try readings.add(press, .peek, ["run a {word}"], to: queue) }
        #expect(readings.answers.count == ActionQueue.readings)
        // What nobody asks for any more is not read.
        try readings.add(10, .peek, ["show a {link}"], to: queue)
        try readings.add(10, .cancel, [], to: queue)
        readings.answers[2](.success("x"))
        #expect(readings.done == ["run a {word} 3"] && readings.answers.count == ActionQueue.readings + 1)
        var answered = Set([2])
        while let next = readings.answers.indices.first(where: { !answered.contains($0) }) {
            answered.insert(next)
            readings.answers[next](.success("x"))
        }
        #expect(readings.done.count == 9 && readings.answers.count == 9)
    }

    @Test func notWithoutEnd() throws {
        let readings = Readings()
        let queue = readings.queue()
        for press in 1...UInt32(ActionQueue.limit) + 3 {
            try readings.add(press, .peek, ["run a {word}"], to: queue)
            try readings.add(press, .cancel, ["key space"], to: queue)
        }
        #expect(readings.complaints.count == 3 && readings.complaints[0].contains("one left out"))
        #expect(readings.done.count == ActionQueue.limit + 3, "what needs no selection went on")
    }

    @Test func readAtOnce() throws {
        let readings = Readings()
        readings.isQuick = true
        let queue = readings.queue()
        try readings.add(1, .peek, ["preview {uri}"], to: queue)
        try readings.add(1, .cancel, ["preview-close"], to: queue)
        #expect(readings.done == ["preview {uri} 1", "preview-close 1"] && readings.complaints == [])
    }
}
