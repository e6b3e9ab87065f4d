/// Where one is among a preview's actions: which groups are open, and what is selected. A value without gestures.
struct ActionNavigation {
    private struct Level {
        let title: String?
        let items: [any PreviewActionItem]
        var selection: Int?
    }

    private var levels: [Level]

    /// Nothing is selected.
    init(_ items: [any PreviewActionItem]) {
        levels = [Level(title: nil, items: items)]
    }

    var items: [any PreviewActionItem] { levels.last!.items }
    /// How many groups are open.
    var depth: Int { levels.count - 1 }

    var selection: Int? {
        get { levels.last!.selection }
        set {
            precondition(newValue.map(items.indices.contains) ?? true, "there is no action \(newValue!)")
            levels[levels.count - 1].selection = newValue
        }
    }

    var selected: (any PreviewActionItem)? { selection.map { items[$0] } }

    /// Opens the selected group, and selects the first action in it.
    ///
    /// - Returns: whether there was a group to open. An empty one is none.
    mutating func open() -> Bool {
        guard let group = selected as? PreviewActionGroup, !group.actions.isEmpty else { return false }
        levels.append(Level(title: group.title, items: group.actions, selection: 0))
        return true
    }

    /// Leaves the group that was opened last; it is selected then.
    ///
    /// - Returns: whether one was open.
    mutating func leave() -> Bool {
        guard depth > 0 else { return false }
        levels.removeLast()
        return true
    }

    /// To the next or previous item; the first and the last stay. From none, to the first.
    mutating func move(by step: Int) {
        guard !items.isEmpty else { return }
        selection = selection.map { min(max($0 + step, 0), items.count - 1) } ?? 0
    }

    func sheet(isPinned: Bool) -> PreviewActionSheet {
        PreviewActionSheet(
            title: levels.last!.title, items: items, selection: selection, depth: depth, isPinned: isPinned)
    }
}
