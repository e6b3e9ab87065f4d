import Linux
import Testing

@testable import PeekPop

struct PreviewMachineTests {
    /// Every input (a row) in every state (a column), as docs/clients.md has it: the state after it, and what is made known.
    /// The library for Python is held against the same table.
    static let cells: [(state: String, input: String, answer: String)] = {
        let page = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/docs/clients.md"
        guard let bytes = try? WholeFile.read(page, limit: 1 << 20) else { return [] }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        let rows = lines.drop { !$0.hasPrefix("| input |") }.prefix { $0.hasPrefix("|") }.map { line in
            line.split(separator: "|").map { cell in
                cell.split { " /,".contains($0) }.joined(separator: " ")
            }
        }
        guard let states = rows.first?.dropFirst() else { return [] }
        return rows.dropFirst(2).flatMap { row in
            zip(states, row.dropFirst()).map { (state: $0.0, input: row[0], answer: $0.1) }
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
        #expect((words == [state] ? "–" : words.joined(separator: " ")) == answer)
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
