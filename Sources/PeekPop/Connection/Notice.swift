/// One reply of Subscribe, read so that a newer service's may say more than this library knows: unknown keys are passed over,
/// an unknown phase counts as `changed`, an unknown class as `none`.
struct Notice: Decodable {
    var ready: Bool?
    var devices: [WirePad]?
    var press: WirePress?
    var added: WirePad?
    var removed: String?
    var lost: Int?
}

struct WirePad: Decodable {
    struct Levels: Decodable {
        var hint: Double
        var peek: Double
        var pop: Double
    }

    var id: String
    var name: String?
    var kind: String?
    var padClass: String?
    var reason: String?
    var gestures: Bool?
    var levels: Levels?
    var widthMm: Double?
    var heightMm: Double?
    var haptics: Bool?
    var problem: String?

    var pad: ForcePad {
        ForcePad(
            id: id, name: name ?? id, kind: kind.flatMap(ForcePad.Kind.init) ?? .other,
            padClass: padClass.flatMap(ForcePad.Class.init) ?? .none, reason: reason ?? "",
            hasGestures: gestures ?? false,
            levels: levels.map { .init(hint: $0.hint, peek: $0.peek, pop: $0.pop) },
            sizeMm: Size(width: widthMm ?? 0, height: heightMm ?? 0), hasHaptics: haptics ?? false, problem: problem)
    }
}

struct WirePress: Decodable {
    struct Tool: Decodable {
        var kind: String
        var serial: UInt64?
        var id: UInt64?
    }

    var id: UInt32
    var device: String
    var phase: String
    var reason: String?
    var preview: Double?
    var commit: Double?
    var clicks: Double?
    var grams: Double?
    var raw: Int?
    var x: Double?
    var y: Double?
    var translationX: Double?
    var translationY: Double?
    var fingers: Int?
    var button: Bool?
    var tool: Tool?
    var timeUsec: UInt64?
    var sequence: UInt64?

    var event: PressEvent {
        let phase = PressPhase(rawValue: phase) ?? .changed
        return PressEvent(
            id: id, device: device, phase: phase,
            reason: phase == .cancelled ? CancelReason(reason ?? "released") : nil, preview: preview ?? 0,
            commit: commit ?? 0, clicks: clicks ?? 0, grams: grams, raw: raw ?? 0,
            position: Point(x: x ?? 0, y: y ?? 0), translation: Point(x: translationX ?? 0, y: translationY ?? 0),
            fingers: fingers ?? 1, button: button ?? false,
            tool: tool.map { PressTool(kind: $0.kind, serial: $0.serial ?? 0, id: $0.id ?? 0) },
            timeUsec: timeUsec ?? 0, sequence: sequence ?? 0)
    }
}
