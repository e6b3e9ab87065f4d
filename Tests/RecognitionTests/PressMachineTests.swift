import Foundation
import Recognition
import Testing

/// The table in docs/recognition-states.md, cell by cell.
@Suite struct PressMachineTests {
    struct Cell: Sendable, CustomTestStringConvertible {
        let state: PressState
        let input: PressInput
        let answer: String

        var testDescription: String { "\(state) × \(input)" }
    }

    static let cells: [Cell] = {
        let file = URL(filePath: #filePath).appending(path: "../../../docs/recognition-states.md").standardized
        let text = try! String(contentsOf: file, encoding: .utf8)
        let rows = text.split(separator: "\n").map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        guard let head = rows.firstIndex(where: { $0.first == "input" }) else { return [] }
        return rows[(head + 2)...].flatMap { row in
            zip(rows[head], row).dropFirst().map { column, answer in
                Cell(state: PressState(rawValue: column)!, input: PressInput(rawValue: row[0])!, answer: answer)
            }
        }
    }()

    @Test func drawingHasEveryPairOnce() {
        let pairs = Set(Self.cells.map { "\($0.state) \($0.input)" })
        #expect(pairs.count == PressState.allCases.count * PressInput.allCases.count)
        #expect(Self.cells.count == pairs.count)
    }

    @Test(arguments: cells) func codeIsAsDrawn(cell: Cell) {
        let (next, outcome) = PressMachine.step(cell.state, cell.input)
        let made =
            switch outcome {
            case .nothing: next == cell.state ? "–" : "\(next)"
            case .phase(let phase): "\(next) / \(phase)"
            case .cancelled(let reason): "\(next) / cancelled(\(reason))"
            }
        // A drawn cell may name the state it stays in.
        #expect(made == cell.answer || (made == "–" && cell.answer == "\(cell.state)"))
    }

    @Test func everyPhaseAndReasonCanHappen() {
        var phases: Set<PressPhase> = [.changed, .cancelled]
        var reasons: Set<CancelReason> = []
        for state in PressState.allCases {
            for input in PressInput.allCases {
                switch PressMachine.step(state, input).1 {
                case .nothing: break
                case .phase(let phase): phases.insert(phase)
                case .cancelled(let reason): reasons.insert(reason)
                }
            }
        }
        #expect(phases == Set(PressPhase.allCases))
        // Whether somebody may see a press is no matter of the press: the daemon ends it for that receiver alone.
        #expect(reasons == Set(CancelReason.allCases).subtracting([.inactive]))
    }

    @Test func aPressEndsExactlyWhenItIsSaid() {
        for state in PressState.allCases {
            for input in PressInput.allCases {
                let (next, outcome) = PressMachine.step(state, input)
                let ends: Bool =
                    switch outcome {
                    case .cancelled, .phase(.ended): true
                    default: false
                    }
                #expect(ends == (state.isPress && !next.isPress), "\(state) × \(input)")
                #expect((outcome == .phase(.began)) == (!state.isPress && next.isPress), "\(state) × \(input)")
            }
        }
    }
}
