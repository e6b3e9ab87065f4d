/// Which of the registered views a press is meant for.
enum HitTesting {
    /// The views from the window to one of its descendants; `nil` where the view is not in the window.
    private static func path(to view: any PreviewView, in window: any PreviewWindow) -> [any PreviewView]? {
        var path: [any PreviewView] = [view]
        while path.last! !== window {
            guard let parent = path.last!.parent else { return nil }
            path.append(parent)
        }
        return path.reversed()
    }

    /// How deep in the window a view is that contains a point, as do all views around it; `nil` where it does not.
    private static func depth(of view: any PreviewView, at point: Point, in window: any PreviewWindow) -> Int? {
        guard let path = path(to: view, in: window) else { return nil }
        var point = point
        for view in path {
            if view !== window { point = view.convertFromParent(point) }
            guard view.contains(point) else { return nil }
        }
        return path.count
    }

    /// The index of the view that a press at a place of the window is meant for.
    ///
    /// The innermost one, where several contain the place; the later one, where these are equally deep.
    static func innermost(
        of views: [(any PreviewView)?], at point: Point, in window: any PreviewWindow
    ) -> Int? {
        let visible = window.view(at: point)
        var best: (index: Int, depth: Int)?
        for (index, view) in views.enumerated() {
            guard let view, let depth = depth(of: view, at: point, in: window), depth >= best?.depth ?? 0 else {
                continue
            }
            // Where the toolkit knows what is in front, nothing beside it and behind it is meant.
            if let visible, !visible.isDescendant(of: view) { continue }
            best = (index, depth)
        }
        return best?.index
    }
}
