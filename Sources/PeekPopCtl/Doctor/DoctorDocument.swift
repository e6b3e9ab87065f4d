import Doctor
import FoundationEssentials

/// What the doctor found, for programs: one object, in one line.
enum DoctorDocument {
    private struct Document: Encodable {
        struct Line: Encodable {
            var topic: Check.Topic
            var device: String?
            var verdict: Check.Verdict
            var text: String
            var advice: [String]
        }

        /// As the exit status: presses would work.
        var works: Bool
        var kernel: String
        var libinput: String?
        var systemd: String?
        var checks: [Line]
        /// Sections for libinput's overrides that would help, as `--fix-libinput` writes them.
        var overrides: [[String]]
    }

    static func line(_ findings: Findings) throws -> [UInt8] {
        let checks = findings.checks
        let document = Document(
            works: checks.pressesWork, kernel: findings.kernel, libinput: findings.libinput?.description,
            systemd: findings.systemd,
            checks: checks.map {
                Document.Line(
                    topic: $0.topic, device: $0.device, verdict: $0.verdict, text: $0.text, advice: $0.advice)
            }, overrides: findings.overrides.map(\.lines))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(document))
    }
}
