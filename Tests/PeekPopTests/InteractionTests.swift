import Testing

@testable import PeekPop

struct InteractionTests {
    final class Delegate: PreviewInteractionDelegate {
        var lines: [String] = []
        var isWilling = true

        func previewInteraction(
            _ interaction: PreviewInteraction, didUpdatePreviewTransition progress: Double, ended: Bool
        ) { lines.append("preview \(progress)\(ended ? " ended" : "")") }

        func previewInteraction(
            _ interaction: PreviewInteraction, didUpdateCommitTransition progress: Double, ended: Bool
        ) { lines.append("commit \(progress)\(ended ? " ended" : "")") }

        func previewInteractionDidCancel(_ interaction: PreviewInteraction) { lines.append("cancel") }

        func previewInteractionShouldBegin(_ interaction: PreviewInteraction) -> Bool {
            lines.append("should begin")
            return isWilling
        }

        func take() -> [String] {
            defer { lines = [] }
            return lines
        }
    }

    /// In front of the row, whose delegate must not hear of its presses.
    final class Stage {
        let scene = Scene()
        let delegate = Delegate()
        let view: FakeView
        var interaction: PreviewInteraction?

        init() {
            view = FakeView("dial", Rect(x: 20, y: 10, width: 100, height: 40), in: scene.row)
            interaction = PreviewInteraction(view: view, in: scene.previewer, delegate: delegate)
        }

        func press(_ phases: [(PressPhase, Double)]) -> [String] {
            for (phase, progress) in phases { #expect(scene.press(phase, progress) == []) }
            return delegate.take()
        }
    }

    @Test func progressAsUIKitTellsIt() {
        let stage = Stage()
        #expect(
            stage.press([(.began, 0), (.changed, 0.5), (.peeked, 1), (.changed, 0.25), (.popped, 1), (.ended, 0)])
                == ["should begin", "preview 0.5", "preview 1.0 ended", "commit 0.25", "commit 1.0 ended"])
        #expect(
            stage.press([(.began, 0), (.changed, 0.5), (.cancelled, 0)]) == ["should begin", "preview 0.5", "cancel"])
    }

    @Test func itMayNotBegin() {
        let stage = Stage()
        stage.delegate.isWilling = false
        #expect(stage.press([(.began, 0), (.changed, 0.5), (.peeked, 1), (.cancelled, 0)]) == ["should begin"])
        #expect(stage.interaction?.location(in: stage.view) == nil)
    }

    @Test func itKnowsWhereThePressIs() {
        let stage = Stage()
        #expect(stage.interaction?.location(in: stage.view) == nil)
        _ = stage.press([(.began, 0)])
        // The pointer is at 50,50 of the window; the row at 10,20; the dial at 20,10 of it.
        #expect(stage.interaction?.location(in: stage.view) == Point(x: 20, y: 20))
        stage.scene.window.pointerLocation = Point(x: 60, y: 50)
        _ = stage.press([(.changed, 0.1)])
        #expect(stage.interaction?.location(in: stage.scene.window) == Point(x: 60, y: 50))
        _ = stage.press([(.cancelled, 0)])
        #expect(stage.interaction?.location(in: stage.view) == nil)
    }

    @Test func cancelledByTheApp() {
        let stage = Stage()
        _ = stage.press([(.began, 0), (.peeked, 1)])
        stage.interaction?.cancel()
        #expect(stage.delegate.take() == ["cancel"])
        #expect(stage.press([(.popped, 1), (.ended, 0)]) == [])
        stage.interaction?.cancel()
        #expect(stage.delegate.take() == [])
    }

    @Test func lettingGoOfItEndsIt() {
        let stage = Stage()
        _ = stage.press([(.began, 0)])
        stage.interaction = nil
        #expect(stage.press([(.peeked, 1), (.cancelled, 0)]) == [])
        #expect(stage.scene.press(.began).first == "ask row at 40.0,30.0")
    }

    @Test func focusAndViewsCountForItToo() {
        let stage = Stage()
        _ = stage.press([(.began, 0)])
        stage.view.parent = nil
        #expect(stage.press([(.changed, 1)]) == ["cancel"])
        stage.view.parent = stage.scene.row
        _ = stage.press([(.cancelled, 0), (.began, 0)])
        stage.scene.window.isActive = false
        stage.scene.previewer.windowDidChange()
        #expect(stage.delegate.take() == ["cancel"])
    }
}
