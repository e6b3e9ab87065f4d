/// The fingers that press together, as one: palms and resting thumbs are left out.
struct FingerGroup: Equatable, Sendable {
    /// How many fingers. 0: nothing that could press.
    var fingers = 0
    /// Which contacts they are: two groups of the same contacts have the same signature.
    var signature: UInt64 = 0
    /// The middle of the contacts, in mm.
    var x: Float = 0
    var y: Float = 0
    /// Raw pressure of them all, as the pad shares it out.
    var pressure: Float = 0
    /// The same as it counts: what a calibration knows to be posture and not pressing is taken out.
    var pressing: Float = 0
    /// The longest axis among them, in mm; 0 where the pad does not tell.
    var major: Float = 0
    /// The shorter axis of that contact.
    var minor: Float = 0
    /// Whether a palm lies beside or under it, on a pad that cannot keep the palm's force apart.
    var isPalm = false
}

/// Remembers each contact from landing to lift, and tells which of them are fingers that may press.
struct ContactTracker: Sendable {
    private struct Track {
        var slot: UInt8 = 0
        var trackingID: Int32 = -1
        var landX: Float = 0
        var landY: Float = 0
        /// Landed at the edge and has not left it.
        var isAtEdge = false
        /// Once a palm, a palm until it lifts.
        var isPalm = false
        /// Has left the place where it landed.
        var hasMoved = false
        var isThumb = false
    }

    private let widthMm: Float
    private let heightMm: Float
    private let isTouchpad: Bool
    private let sharing: ForceSharing
    private var tracks = InlineArray<16, Track>(repeating: Track())
    private var count = 0

    init(_ pad: PadDescription) {
        widthMm = pad.widthMm
        heightMm = pad.heightMm
        isTouchpad = pad.kind == .touchpad
        sharing = pad.knowledge.sharing ?? .perContact
    }

    /// Takes a frame in.
    ///
    /// - Parameters:
    ///   - inPress: whether a press is in flight: a finger that presses hard grows, and is no palm for that.
    ///   - light: raw pressure below which a contact may be a resting thumb.
    mutating func update(_ frame: borrowing Frame, inPress: Bool, light: Float) -> FingerGroup {
        follow(frame, inPress: inPress)
        markThumbs(frame, light: light)
        return group(frame)
    }

    /// Carries the tracks of contacts that are still there over to this frame, in the frame's order.
    private mutating func follow(_ frame: borrowing Frame, inPress: Bool) {
        let before = tracks
        let countBefore = count
        count = frame.contactCount
        let isPalmMotion = frame.motion == .palm
        for index in 0..<count {
            let contact = frame[index]
            var track = Track()
            var isNew = true
            for old in 0..<countBefore
            where before[old].slot == contact.slot && before[old].trackingID == contact.trackingID {
                track = before[old]
                isNew = false
                break
            }
            if isNew {
                track.slot = contact.slot
                track.trackingID = contact.trackingID
                track.landX = contact.x
                track.landY = contact.y
                track.isAtEdge = isInEdge(contact)
            }
            if track.isAtEdge { track.isAtEdge = isInEdge(contact) }
            let dx = contact.x - track.landX
            let dy = contact.y - track.landY
            if dx * dx + dy * dy > Tuning.thumbStillMm * Tuning.thumbStillMm { track.hasMoved = true }
            // A size beyond the pad's own height is no size: some devices announce these axes in other units.
            let isLarge = contact.major > Tuning.palmMajorMm && contact.major < heightMm
            if contact.tool == .palm || isPalmMotion || (isLarge && !inPress) { track.isPalm = true }
            tracks[index] = track
        }
    }

    /// All that touches now is palms, until it lifts.
    mutating func markPalms() {
        for index in 0..<count { tracks[index].isPalm = true }
    }

    private func isInEdge(_ contact: Contact) -> Bool {
        guard isTouchpad, widthMm >= Tuning.palmEdgeLeastWidthMm else { return false }
        return contact.x < Tuning.palmEdgeMm || contact.x > widthMm - Tuning.palmEdgeMm
    }

    /// A thumb rests low on the pad, still and light, while another finger is there that does not.
    private mutating func markThumbs(_ frame: borrowing Frame, light: Float) {
        guard isTouchpad else { return }
        var fingers = 0
        var candidates = 0
        var heaviest = 0
        var heaviestPressure = Int32.min
        for index in 0..<count {
            tracks[index].isThumb = false
            guard !tracks[index].isPalm, !tracks[index].isAtEdge else { continue }
            fingers += 1
            let contact = frame[index]
            let isLight = sharing != .perContact || Float(contact.pressure) < light
            guard contact.y >= heightMm * Tuning.thumbLow, !tracks[index].hasMoved, isLight else { continue }
            tracks[index].isThumb = true
            candidates += 1
            if contact.pressure > heaviestPressure {
                heaviest = index
                heaviestPressure = contact.pressure
            }
        }
        // All of them low and light: the one that presses most is the finger.
        if candidates > 0, candidates == fingers { tracks[heaviest].isThumb = false }
    }

    private func group(_ frame: borrowing Frame) -> FingerGroup {
        var group = FingerGroup()
        var left = 0
        for index in 0..<count {
            let track = tracks[index]
            let contact = frame[index]
            if track.isPalm || track.isAtEdge {
                left += 1
                if track.isPalm, sharing != .perContact { group.isPalm = true }
                continue
            }
            if track.isThumb {
                left += 1
                // Shared and whole-pad force cannot be taken apart: the thumb's share belongs to the press.
                if sharing == .shared { group.pressure += Float(contact.pressure) }
                continue
            }
            group.fingers += 1
            group.signature = mix(
                mix(group.signature, UInt64(contact.slot)), UInt64(UInt32(bitPattern: contact.trackingID)))
            group.x += contact.x
            group.y += contact.y
            if group.fingers == 1 || contact.major > group.major {
                group.major = contact.major
                group.minor = contact.minor
            }
            switch sharing {
            case .perContact, .shared, .oneFinger: group.pressure += Float(contact.pressure)
            case .wholePad: group.pressure = max(group.pressure, Float(contact.pressure))
            }
        }
        guard group.fingers > 0 else { return FingerGroup() }
        group.x /= Float(group.fingers)
        group.y /= Float(group.fingers)
        // Pads with fewer slots than fingers: the ones without a slot count as fingers too.
        let unseen = frame.fingers - group.fingers - left
        if unseen > 0 {
            group.fingers += unseen
            group.signature = mix(group.signature, UInt64(unseen))
        }
        // Values that stand still with two contacts do so whatever the second is: thumb, palm, or at the edge.
        if sharing == .oneFinger, count > group.fingers {
            group.signature = mix(group.signature, UInt64(count))
            group.fingers = count
        }
        group.pressing = group.pressure
        return group
    }

    /// One step of FNV-1a over 64-bit words.
    private func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        ((hash == 0 ? 0xcbf2_9ce4_8422_2325 : hash) ^ word) &* 0x0000_0100_0000_01b3
    }
}
