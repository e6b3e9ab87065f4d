import CGtk
import Gtk
import PeekPop

/// Draws the previews of a window on its stage. The app's preview is a ``Widget``.
final class StagePresenter: PreviewPresenter {
    private let stage: PreviewStage
    private let log: StateLog
    /// Told when the preview stands: a click that goes with the press is none.
    var onPeek: (() -> Void)?
    /// Told when a preview begins and when it is over.
    var onBegin: ((Widget) -> Void)?
    var onEnd: (() -> Void)?

    /// The time of the last frame drawn; `nil` while nothing moves.
    private var frameUsec: Int64?
    /// Where the preview is: told when everything has arrived there, and has been drawn.
    private var moment = ""
    /// Whether the frame before has drawn all as it is.
    private var isDrawn = false
    private var isEnding = false

    init(_ stage: PreviewStage, _ log: StateLog) {
        self.stage = stage
        self.log = log
    }

    // MARK: Steps of a preview

    func begin(_ preview: Preview, in context: PreviewingContext) {
        guard let source = context.sourceView as? Widget, let content = preview.content as? Widget else { return }
        finish()
        stage.sharpRect = source.convert(context.sourceRect, to: stage)
        stage.preferredSize = preview.preferredContentSize
        stage.card = card(around: content, name(of: preview))
        stage.isAnimated = Style.isAnimated
        let rect = stage.sharpRect
        log.tell(
            "hint",
            [
                "motion": stage.isAnimated ? "full" : "reduced", "x": String(rect.origin.x), "y": String(rect.origin.y),
                "width": String(rect.size.width), "height": String(rect.size.height),
            ])
        onBegin?(source)
        move("hint")
    }

    func previewProgress(_ progress: Double, of preview: Preview) {
        stage.motion.depth.target = stage.isAnimated ? progress : 1
        move()
    }

    func peek(_ preview: Preview) {
        stage.motion.card.target = 1
        let size = stage.cardSize
        log.tell("peek", ["width": String(size.width), "height": String(size.height), "name": name(of: preview)])
        onPeek?()
        // So that it is read aloud.
        stage.card?.focus()
        move("peek")
    }

    func commitProgress(_ progress: Double, of preview: Preview) {
        stage.motion.commit.target = progress
        move()
    }

    func showActions(_ sheet: PreviewActionSheet, of preview: Preview) {
        stage.sheet.show(sheet)
        stage.sheet.isVisible = true
        stage.motion.sheet.target = 1
        tell("actions", sheet)
        move("actions")
    }

    func updateActions(_ sheet: PreviewActionSheet, of preview: Preview) {
        stage.sheet.update(sheet)
        tell("actions", sheet)
        move("actions")
    }

    func chooseAction(_ action: PreviewAction, of preview: Preview) {
        log.tell("chosen", ["title": action.title])
    }

    func hideActions(of preview: Preview) {
        stage.motion.sheet.target = 0
        log.tell("actions-hidden")
        move("peek")
    }

    func pop(_ preview: Preview) {
        stage.motion.opening.target = 1
        end("pop")
        log.tell("pop")
    }

    func dismiss(_ preview: Preview, reason: DismissReason) {
        stage.motion.card.target = 0
        stage.motion.commit.target = 0
        end("dismissed")
        log.tell("dismissed", ["reason": "\(reason)"])
    }

    private func tell(_ event: String, _ sheet: PreviewActionSheet) {
        log.tell(
            event,
            [
                "titles": sheet.items.map(\.title).joined(separator: "|"), "selected": sheet.selected?.title ?? "",
                "group": sheet.title ?? "", "pinned": String(sheet.isPinned),
            ])
    }

    // MARK: Motion

    private func end(_ moment: String) {
        isEnding = true
        stage.motion.depth.target = 0
        stage.motion.sheet.target = 0
        onEnd?()
        move(moment)
    }

    private func move(_ moment: String? = nil) {
        if let moment {
            self.moment = moment
            isDrawn = false
        } else if stage.motion.hasArrived {
            // A finger that holds still trembles.
            return
        }
        guard frameUsec == nil else { return }
        frameUsec = MainLoop.usec
        Signal.onFrame(stage) { [weak self] usec in self?.frame(usec) ?? false }
    }

    /// - Returns: whether there is more to come.
    private func frame(_ usec: Int64) -> Bool {
        if stage.motion.hasArrived, isDrawn {
            log.tell("settled", ["at": moment, "depth": String(stage.motion.depth.value)])
            if isEnding { finish() }
            frameUsec = nil
            return false
        }
        isDrawn = stage.motion.hasArrived
        stage.motion.advance(by: Double(max(usec - frameUsec!, 1_000)) / 1e6, isAnimated: stage.isAnimated)
        frameUsec = usec
        stage.layOut()
        stage.redraw()
        return true
    }

    /// Nothing is left of a preview.
    private func finish() {
        isEnding = false
        stage.card = nil
        stage.sheet.isVisible = false
        stage.motion = StageMotion()
        stage.redraw()
    }

    private func name(of preview: Preview) -> String {
        (preview.content as? Widget)?.name ?? ""
    }

    private func card(around content: Widget, _ name: String) -> Widget {
        let card = Box(
            GTK_ORIENTATION_VERTICAL, role: GTK_ACCESSIBLE_ROLE_DIALOG, isFocusable: true, [content.expanding()])
        card.styled("preview-card").named("Preview: \(name)")
        gtk_widget_set_overflow(card.pointer, GTK_OVERFLOW_HIDDEN)
        return card
    }
}
