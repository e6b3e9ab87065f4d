import CPeekPop
import PeekPop

// The library's values in the words of C.

extension PressPhase {
    var inC: peekpop_phase {
        switch self {
        case .began: PEEKPOP_PHASE_BEGAN
        case .changed: PEEKPOP_PHASE_CHANGED
        case .peeked: PEEKPOP_PHASE_PEEKED
        case .popped: PEEKPOP_PHASE_POPPED
        case .ended: PEEKPOP_PHASE_ENDED
        case .cancelled: PEEKPOP_PHASE_CANCELLED
        }
    }
}

extension CancelReason {
    var inC: peekpop_reason {
        switch self {
        case .released: PEEKPOP_REASON_RELEASED
        case .fingers: PEEKPOP_REASON_FINGERS
        case .gesture: PEEKPOP_REASON_GESTURE
        case .palm: PEEKPOP_REASON_PALM
        case .moved: PEEKPOP_REASON_MOVED
        case .drag: PEEKPOP_REASON_DRAG
        case .gone: PEEKPOP_REASON_GONE
        case .dropped: PEEKPOP_REASON_DROPPED
        case .suspended: PEEKPOP_REASON_SUSPENDED
        case .timeout: PEEKPOP_REASON_TIMEOUT
        case .inactive: PEEKPOP_REASON_INACTIVE
        case .shutdown: PEEKPOP_REASON_SHUTDOWN
        case .disconnected: PEEKPOP_REASON_DISCONNECTED
        case .other: PEEKPOP_REASON_OTHER
        }
    }
}

extension PressEvent {
    func inC(_ lent: Lent) -> peekpop_press {
        peekpop_press(
            device: lent.text(device), id: id, phase: phase.inC, reason: reason?.inC ?? PEEKPOP_REASON_NONE,
            reason_name: lent.text(reason?.name), preview: preview, commit: commit, clicks: clicks,
            grams: grams ?? .nan, raw: Int64(raw), x: position.x, y: position.y, translation_x: translation.x,
            translation_y: translation.y, fingers: Int32(clamping: fingers), button: button,
            tool: lent.text(tool?.kind), tool_serial: tool?.serial ?? 0, tool_id: tool?.id ?? 0, time_usec: timeUsec,
            sequence: sequence)
    }
}

extension ForcePad {
    func inC(_ lent: Lent) -> peekpop_pad {
        peekpop_pad(
            id: lent.text(id), name: lent.text(name), kind: kind.inC, pad_class: padClass.inC,
            reason: lent.text(reason), has_gestures: hasGestures, has_haptics: hasHaptics,
            hint: levels?.hint ?? .nan, peek: levels?.peek ?? .nan, pop: levels?.pop ?? .nan, width_mm: sizeMm.width,
            height_mm: sizeMm.height, problem: lent.text(problem))
    }
}

extension ForcePad.Kind {
    fileprivate var inC: peekpop_kind {
        switch self {
        case .touchpad: PEEKPOP_KIND_TOUCHPAD
        case .touchscreen: PEEKPOP_KIND_TOUCHSCREEN
        case .pen: PEEKPOP_KIND_PEN
        case .other: PEEKPOP_KIND_OTHER
        }
    }
}

extension ForcePad.Class {
    fileprivate var inC: peekpop_class {
        switch self {
        case .none: PEEKPOP_CLASS_NONE
        case .area: PEEKPOP_CLASS_AREA
        case .force: PEEKPOP_CLASS_FORCE
        case .grams: PEEKPOP_CLASS_GRAMS
        }
    }
}

extension ForceTouchCapability {
    var inC: peekpop_capability {
        switch self {
        case .unknown: PEEKPOP_CAPABILITY_UNKNOWN
        case .unavailable: PEEKPOP_CAPABILITY_UNAVAILABLE
        case .available: PEEKPOP_CAPABILITY_AVAILABLE
        }
    }
}

extension ConnectionState {
    var inC: peekpop_state {
        switch self {
        case .connecting: PEEKPOP_STATE_CONNECTING
        case .connected: PEEKPOP_STATE_CONNECTED
        case .denied: PEEKPOP_STATE_DENIED
        case .waiting: PEEKPOP_STATE_WAITING
        case .closed: PEEKPOP_STATE_CLOSED
        }
    }
}

extension FeedbackPattern {
    /// `nil` for none, and for what is no pattern.
    init?(_ pattern: peekpop_pattern) {
        switch pattern {
        case PEEKPOP_PATTERN_CLICK: self = .click
        case PEEKPOP_PATTERN_PEEK: self = .peek
        case PEEKPOP_PATTERN_POP: self = .pop
        case PEEKPOP_PATTERN_BUZZ: self = .buzz
        default: return nil
        }
    }
}

extension PreviewMeans {
    var inC: peekpop_means {
        switch self {
        case .force: PEEKPOP_MEANS_FORCE
        case .longPress: PEEKPOP_MEANS_LONG_PRESS
        }
    }
}

extension PreviewFailureRelationship.State {
    var inC: peekpop_gesture_state {
        switch self {
        case .possible: PEEKPOP_GESTURE_POSSIBLE
        case .began: PEEKPOP_GESTURE_BEGAN
        case .failed: PEEKPOP_GESTURE_FAILED
        case .ended: PEEKPOP_GESTURE_ENDED
        }
    }
}

extension DismissReason {
    var inC: (peekpop_dismissal, peekpop_reason) {
        switch self {
        case .press(let reason): (PEEKPOP_DISMISSAL_PRESS, reason.inC)
        case .action: (PEEKPOP_DISMISSAL_ACTION, PEEKPOP_REASON_NONE)
        case .focusLost: (PEEKPOP_DISMISSAL_FOCUS_LOST, PEEKPOP_REASON_NONE)
        case .viewRemoved: (PEEKPOP_DISMISSAL_VIEW_REMOVED, PEEKPOP_REASON_NONE)
        case .claimed: (PEEKPOP_DISMISSAL_CLAIMED, PEEKPOP_REASON_NONE)
        case .dismissed: (PEEKPOP_DISMISSAL_DISMISSED, PEEKPOP_REASON_NONE)
        }
    }
}

extension PreviewActionStyle {
    var inC: peekpop_style {
        switch self {
        case .default: PEEKPOP_STYLE_DEFAULT
        case .selected: PEEKPOP_STYLE_SELECTED
        case .destructive: PEEKPOP_STYLE_DESTRUCTIVE
        }
    }

    /// What is no style is the default.
    init(_ style: peekpop_style) {
        switch style {
        case PEEKPOP_STYLE_SELECTED: self = .selected
        case PEEKPOP_STYLE_DESTRUCTIVE: self = .destructive
        default: self = .default
        }
    }
}

extension PreviewActionItem {
    var inC: (Lent) -> peekpop_item {
        { peekpop_item(title: $0.text(title), style: style.inC, is_group: self is PreviewActionGroup) }
    }
}

extension PreviewActionSheet {
    func inC(_ lent: Lent) -> peekpop_sheet {
        peekpop_sheet(
            title: lent.text(title), items: lent.pointers(items.map { $0.inC(lent) }), count: items.count,
            selection: selection ?? -1, depth: depth, is_pinned: isPinned)
    }
}

extension Point {
    var inC: peekpop_point { peekpop_point(x: x, y: y) }

    init(_ point: peekpop_point) {
        self.init(x: point.x, y: point.y)
    }
}

extension Rect {
    var inC: peekpop_rect { peekpop_rect(x: origin.x, y: origin.y, width: size.width, height: size.height) }

    init(_ rect: peekpop_rect) {
        self.init(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
    }
}
