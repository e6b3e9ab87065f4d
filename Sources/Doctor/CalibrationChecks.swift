import PeekPopWire
import Recognition

// Whether a pad is calibrated, how old that is and how good.
extension Findings {
    /// Sensors and hands change; a year is a habit, not a measurement.
    private static let oldDays: Int64 = 365
    /// A calibration that misses more presses than this is worth making again.
    private static let manyMisses = 0.1

    func calibrationCheck(_ device: Wire.Device) -> Check? {
        guard device.padClass != .none else { return nil }
        let again = ["peekpopctl calibrate --device \(device.id)"]
        guard let calibration = answer?.calibrations[device.id] else {
            if let lost = lostCalibrationCheck(device) { return lost }
            // What an uncalibrated pad of contact size needs is said at the pad.
            guard device.gestures else { return nil }
            let scale = device.scale?.source == .learnedClicks ? "its click level is learned" : "the defaults hold"
            return Check(
                .calibration, .fine, "none: \(scale); `peekpopctl calibrate` fits it to you", device: device.id)
        }
        guard let provenance = calibration.provenance else {
            return Check(.calibration, .fine, "there is one; when it was made it does not tell", device: device.id)
        }
        var text = "made \(provenance.created.prefix(10))"
        let days = Days(provenance.created).map { nowSeconds / 86_400 - $0.sinceEpoch }
        if let days, days >= 0 { text += " (\(days) day\(days == 1 ? "" : "s") ago)" }
        let misses = [provenance.figures?.missedPeek, provenance.figures?.missedPop].compactMap { $0 }.max()
        if let misses { text += ", misses \(Int((misses * 100).rounded())) % of presses" }
        if let perDay = provenance.figures?.falsePeeksPerDay, perDay.isFinite, perDay < 1e6 {
            text += ", \(Int(perDay.rounded())) false peeks a day"
        }
        if !device.gestures {
            return Check(
                .calibration, .note, text + "; it says that presses cannot be told here", device: device.id,
                advice: again)
        }
        if let misses, misses > Findings.manyMisses {
            return Check(.calibration, .note, text + "; that is many", device: device.id, advice: again)
        }
        if let days, days > Findings.oldDays {
            return Check(.calibration, .note, text + "; that is long", device: device.id, advice: again)
        }
        return Check(.calibration, .fine, text, device: device.id)
    }

    /// A calibration that is there, and not used: told by the daemon that could not take it in, or by what that one left.
    private func lostCalibrationCheck(_ device: Wire.Device) -> Check? {
        let again = "make a new one: peekpopctl calibrate --device \(device.id)"
        if let problem = answer?.status.problems.last(where: { $0.message.contains("/\(device.id).json") }) {
            return Check(
                .calibration, .note, "none in use: \(problem.message)", device: device.id,
                advice: ["when that is done: sudo systemctl restart peekpopd", "or " + again])
        }
        guard let file = damagedCalibrations[device.id] else { return nil }
        return Check(
            .calibration, .note, "none in use: one was damaged, and lies in \(file)", device: device.id,
            advice: [again, "without one the defaults hold, and nobody needs that file: sudo rm \(file)"])
    }
}
