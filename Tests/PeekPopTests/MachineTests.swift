import Testing

@testable import PeekPop

struct PreviewMachineTests {
    /// Every state (a row) with every input (a column), as PreviewMachine.swift has it: the state after it, and what is
    /// made known. A dot: nothing happens.
    static let table = """
        state    | begin       | pin                            | change                       | peek                        | pop                                          | release              | choose                | interrupt     | withdraw      | commit                           | showActions          | hideActions
        idle     | began begin | pinned begin previewWhole peek | .                            | .                           | .                                            | .                    | .                     | .             | .             | .                                | .                    | .
        began    | .           | .                              | began previewProgress        | peeked previewWhole peek    | popped previewWhole peek commitWhole pop     | idle dismiss         | .                     | idle dismiss  | idle dismiss  | popped previewWhole peek pop     | .                    | .
        peeked   | .           | .                              | peeked commitProgress swipe  | .                           | popped commitWhole pop                       | idle dismiss         | .                     | idle dismiss  | idle dismiss  | popped pop                       | choosing showActions | .
        choosing | .           | .                              | choosing swipe               | .                           | .                                            | pinned pinActions    | idle choose dismiss   | idle dismiss  | idle dismiss  | popped pop                       | .                    | peeked hideActions
        pinned   | .           | .                              | .                            | .                           | .                                            | .                    | idle choose dismiss   | .             | idle dismiss  | idle pop                         | pinned showActions   | pinned hideActions
        popped   | .           | .                              | .                            | .                           | .                                            | idle                 | .                     | idle          | .             | .                                | .                    | .
        """

    static let cells: [(state: String, input: String, answer: String)] = {
        let rows = table.split(separator: "\n").map { line in
            line.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") }
        }
        return rows.dropFirst().flatMap { row in
            zip(rows[0], row).dropFirst().map { (row[0], $0.0, $0.1) }
        }
    }()

    @Test func theTableIsWhole() {
        #expect(Self.cells.count == PreviewState.allCases.count * PreviewInput.allCases.count)
    }

    @Test(arguments: cells)
    func everyCell(state: String, input: String, answer: String) throws {
        let (from, what) = (try #require(PreviewState(rawValue: state)), try #require(PreviewInput(rawValue: input)))
        let (to, outcomes) = PreviewMachine.step(from, what)
        let words = [to.rawValue] + outcomes.map(\.rawValue)
        #expect((words == [state] ? "." : words.joined(separator: " ")) == answer)
    }

    /// Whatever happens: between two beginnings there is exactly one end, and what is told in between is told of something
    /// that has begun.
    @Test func everyWayOfFiveStepsTellsAWholeStory() {
        func walk(_ state: PreviewState, _ isOpen: Bool, _ hasPeeked: Bool, _ steps: Int) {
            guard steps > 0 else { return }
            for input in PreviewInput.allCases {
                let (next, outcomes) = PreviewMachine.step(state, input)
                var (isOpen, hasPeeked) = (isOpen, hasPeeked)
                for outcome in outcomes {
                    switch outcome {
                    case .begin:
                        #expect(!isOpen)
                        (isOpen, hasPeeked) = (true, false)
                    case .peek:
                        #expect(isOpen && !hasPeeked)
                        hasPeeked = true
                    case .pop:
                        #expect(isOpen && hasPeeked)
                        isOpen = false
                    case .dismiss:
                        #expect(isOpen)
                        isOpen = false
                    case .commitProgress, .commitWhole, .swipe, .showActions, .hideActions, .pinActions, .choose:
                        #expect(isOpen && hasPeeked)
                    case .previewProgress, .previewWhole: #expect(isOpen && !hasPeeked)
                    }
                }
                #expect(isOpen == (next != .idle && next != .popped))
                walk(next, isOpen, hasPeeked, steps - 1)
            }
        }
        walk(.idle, false, false, 5)
    }
}
