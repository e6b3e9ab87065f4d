import ActionRules
import Linux
import VirtualInput

/// Does one action, now: nothing here waits.
final class ActionPerformer {
    private let programs: ProgramRunner
    private let bus: BusActions
    private let input: InputClient
    private let complaints: Complaints

    init(_ programs: ProgramRunner, _ bus: BusActions, _ input: InputClient, _ complaints: Complaints) {
        self.programs = programs
        self.bus = bus
        self.input = input
        self.complaints = complaints
    }

    func perform(_ action: Action, _ values: PressValues, _ press: PressKey) {
        let subject = ActionPerformer.subject(action, values.trigger)
        do {
            switch action.kind {
            case .run(let words): programs.run(try fill(words, values), .run, values.environment, subject: subject)
            case .start(let words): programs.run(try fill(words, values), .start, values.environment, subject: subject)
            case .show(let words):
                programs.run(try fill(words, values), .show(press: press), values.environment, subject: subject)
            case .shell(let line):
                programs.run(["/bin/sh", "-c", line], .run, values.environment, subject: subject)
            case .stroke(let stroke): input.send(stroke, subject: subject)
            case .dbus(let call): try bus.call(call, values, subject: subject)
            case .notify(let summary, let body):
                try bus.notify(
                    summary: summary.filled(values), body: body?.body(values) ?? .empty, subject: subject)
            case .preview(let file): try bus.preview(file.filled(values), subject: subject)
            case .previewClose: try bus.closePreview(subject: subject)
            case .none: break
            }
        } catch let mistake as Template.Mistake {
            // Nothing selected is what happens most often to somebody who presses.
            complaints.complain(subject, "not done: \(mistake)")
        } catch {
            complaints.complain(subject, "\(error)")
        }
    }

    private func fill(_ words: [Template], _ values: PressValues) throws -> [String] {
        try words.map { try $0.filled(values) }
    }

    /// What an action is called in the log: its trigger, its place, and its first words.
    static func subject(_ action: Action, _ trigger: Trigger) -> String {
        let words = action.text.split(separator: " ").prefix(2).joined(separator: " ")
        return "\(trigger.rawValue), line \(action.place.line): \(words)"
    }
}
