import CommandLineTable
import PeekPopWire
import Recognition
import Varlink

/// What the two interfaces' methods do, one closure a method.
enum Interfaces {
    /// What the methods work on.
    struct Context {
        let hub: PadHub
        let broadcaster: Broadcaster
        let store: CalibrationStore
        let feedback: FeedbackDesk
        let status: () -> Wire.Status
    }

    static func service(_ context: Context) throws -> VarlinkService {
        let service = VarlinkService(
            vendor: "PeekPop", product: "peekpopd", version: peekPopVersion, url: "man:peekpopd(8)")
        try service.add(Wire.gesturesDescription, gestures(context))
        try service.add(Wire.calibrationDescription, calibration(context))
        return service
    }

    private static func gestures(_ context: Context) -> [String: VarlinkService.Handler] {
        [
            "Subscribe": { (call) throws(ErrorReply) in
                try context.broadcaster.subscribe(call, call.parameters())
            },
            "ListDevices": { (call) throws(ErrorReply) in
                let pads = context.hub.pads.filter(context.broadcaster.sight(of: call.peer))
                call.reply(Wire.DeviceList(devices: pads.map(PadReport.device)))
            },
            "GetStatus": { (call) throws(ErrorReply) in
                call.reply(Wire.StatusReply(status: context.status()))
            },
            "PlayFeedback": { (call) throws(ErrorReply) in
                let request = try call.parameters(Wire.PlayFeedback.self)
                guard let pad = context.visiblePad(request.device, call) else {
                    throw GesturesError.noSuchDevice(request.device)
                }
                try context.feedback.play(request.pattern, on: pad, call)
            },
        ]
    }

    private static func calibration(_ context: Context) -> [String: VarlinkService.Handler] {
        func pad(_ id: String, _ call: Call) throws(ErrorReply) -> Pad {
            guard let pad = context.visiblePad(id, call) else { throw CalibrationError.noSuchDevice(id) }
            return pad
        }
        return [
            "Observe": { (call) throws(ErrorReply) in
                context.broadcaster.observe(call, try pad(call.parameters(Wire.DeviceParameter.self).device, call))
            },
            "Get": { (call) throws(ErrorReply) in
                let id = try pad(call.parameters(Wire.DeviceParameter.self).device, call).id
                guard let calibration = context.store.calibration(of: id) else {
                    throw CalibrationError.notCalibrated(id)
                }
                call.reply(Wire.CalibrationReply(calibration: calibration))
            },
            "Set": { (call) throws(ErrorReply) in
                let request = try call.parameters(Wire.SetCalibration.self)
                let pad = try pad(request.device, call)
                if let path = request.calibration.provenance.flatMap(ProvenanceCheck.misfit) {
                    throw .invalidParameter(path)
                }
                if let reason = CalibrationCheck.objection(
                    to: request.calibration, for: pad.description, settings: context.hub.settings(of: pad),
                    learned: pad.recogniser.learnedClick)
                {
                    throw CalibrationError.refused(pad.id, reason: reason)
                }
                do throws(CalibrationStore.Failure) {
                    try context.store.set(request.calibration, for: pad.id)
                } catch {
                    throw CalibrationError.unavailable(pad.id, reason: error.description)
                }
                context.hub.refresh()
                call.reply()
            },
            "Reset": { (call) throws(ErrorReply) in
                let pad = try pad(call.parameters(Wire.DeviceParameter.self).device, call)
                do throws(CalibrationStore.Failure) {
                    try context.store.reset(pad.id)
                } catch {
                    throw CalibrationError.unavailable(pad.id, reason: error.description)
                }
                context.hub.forgetLearned(pad)
                call.reply()
            },
        ]
    }
}

extension Interfaces.Context {
    fileprivate func visiblePad(_ id: String, _ call: Call) -> Pad? {
        hub.pad(id).flatMap { broadcaster.maySee($0, call.peer) ? $0 : nil }
    }
}
