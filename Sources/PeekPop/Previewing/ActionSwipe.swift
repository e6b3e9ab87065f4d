/// Makes a choice among actions of a finger's way since the peek, in mm. A value: the same way makes the same choice.
///
/// Up shows the actions, and goes from one to the next; down goes back, and hides them; to the right opens a group, to the
/// left leaves it.
struct ActionSwipe {
    /// How far up the finger goes before actions show: more than it drifts while it presses (the recogniser lets 4 mm pass
    /// for a finger that stands still), less than a thumb's joint.
    static let showMm = 6.0
    /// From one action to the next.
    static let stepMm = 5.0
    /// How far behind a boundary the finger goes back before it counts.
    static let hysteresisMm = 1.0
    /// Sideways, to open or leave a group.
    static let sidewaysMm = 8.0

    enum Move: Equatable {
        case show
        case hide
        /// The item, or none.
        case select(Int?)
        case open
        case leave
    }

    /// The height at which the present level's way begins: at ``showMm`` above it nothing is selected yet.
    private var origin = 0.0
    /// Where sideways movement counts from.
    private var anchor = 0.0
    private(set) var isShown = false

    /// - Parameters:
    ///   - translation: of the finger since the peek, in mm, to the right and down.
    ///   - navigation: where one is now.
    /// - Returns: what the finger means, if anything. Of several things at once the first; ask again until it is nothing.
    mutating func move(to translation: Point, in navigation: ActionNavigation) -> Move? {
        let up = -translation.y - origin
        guard isShown else {
            guard up >= ActionSwipe.showMm, !navigation.items.isEmpty else { return nil }
            isShown = true
            anchor = translation.x
            return .show
        }
        if up < ActionSwipe.showMm - ActionSwipe.hysteresisMm {
            isShown = false
            return .hide
        }
        let step = steps(up, from: navigation.selection.map { $0 + 1 } ?? 0, of: navigation.items.count)
        let selection = step == 0 ? nil : step - 1
        if selection != navigation.selection {
            anchor = translation.x
            return .select(selection)
        }
        let sideways = translation.x - anchor
        if sideways >= ActionSwipe.sidewaysMm, let group = navigation.selected as? PreviewActionGroup,
            !group.actions.isEmpty
        {
            return .open
        }
        if sideways <= -ActionSwipe.sidewaysMm, navigation.depth > 0 { return .leave }
        return nil
    }

    /// A group was opened or left under the finger: what is selected now lies where the finger is.
    mutating func entered(at translation: Point, selection: Int?) {
        anchor = translation.x
        let step = Double(selection.map { $0 + 1 } ?? 0)
        // In the middle of the selected item's way.
        origin = -translation.y - (ActionSwipe.showMm + (step + 0.5) * ActionSwipe.stepMm)
    }

    /// The boundaries passed, where `present` were before.
    private func steps(_ up: Double, from present: Int, of count: Int) -> Int {
        func reached(_ distance: Double) -> Int {
            guard distance > ActionSwipe.showMm else { return 0 }
            // Clamped first: few doubles are an Int.
            return Int(min((distance - ActionSwipe.showMm) / ActionSwipe.stepMm, Double(count)))
        }
        return max(reached(up), min(present, reached(up + ActionSwipe.hysteresisMm)))
    }
}
