import Testing

@testable import PeekPop

/// Actions of a preview, by the finger and without it.
struct ActionTests {
    static func scene() -> Scene {
        let log = Log()
        func action(_ title: String, _ style: PreviewActionStyle = .default) -> PreviewAction {
            PreviewAction(title: title, style: style) { action, preview in
                log.add("done \(action.title) \(preview.name)")
            }
        }
        let scene = Scene(
            log,
            actions: [
                action("Print"),
                PreviewActionGroup(title: "Move to", actions: [action("Home"), action("Work")]),
                action("Delete", .destructive),
            ])
        scene.peek()
        return scene
    }

    @Test func chosenByMovingAndLettingGo() {
        let scene = Self.scene()
        #expect(scene.press(.changed, 0.1, up: 5) == ["commit 0.1"])
        #expect(scene.press(.changed, 0.1, up: 6) == ["commit 0.1", "show Print Move to Delete"])
        #expect(scene.previewer.actions?.line == "Print Move to Delete")
        #expect(scene.press(.changed, 0.5, up: 11) == ["update [Print] Move to Delete"])
        #expect(scene.press(.changed, 0.5, up: 22) == ["update Print Move to [Delete]"])
        #expect(
            scene.press(.cancelled)
                == ["choose Delete", "done Delete row", "dismiss row action"])
        #expect(scene.previewer.actions == nil)
    }

    @Test func downAgainHidesThem() {
        let scene = Self.scene()
        scene.press(.changed, up: 12)
        #expect(scene.press(.changed, 0.2, up: 3) == ["hide"])
        #expect(scene.press(.changed, 0.2, up: 3) == ["commit 0.2"])
        #expect(scene.press(.popped) == ["commit 1.0", "pop row", "commit row by row"])
    }

    @Test func aPopAmongThemDoesNothing() {
        let scene = Self.scene()
        scene.press(.changed, up: 12)
        #expect(scene.press(.popped, up: 12) == [])
        #expect(scene.press(.changed, up: 16) == ["update Print [Move to] Delete"])
        #expect(scene.press(.changed, up: 12) == ["update [Print] Move to Delete"])
        // Such a press ends with `ended`.
        #expect(scene.press(.ended).last == "dismiss row action")
    }

    @Test func withNothingSelectedTheyStay() {
        let scene = Self.scene()
        scene.press(.changed, up: 7)
        #expect(scene.press(.cancelled) == ["update Print Move to Delete pinned"])
        #expect(scene.previewer.actions?.isPinned == true)
        scene.previewer.select(.next)
        scene.previewer.select(.previous)
        scene.previewer.select(at: 2)
        scene.previewer.select(at: 3)
        scene.previewer.select(at: -1)
        scene.previewer.choose()
        #expect(
            scene.log.take() == [
                "update [Print] Move to Delete pinned", "update [Print] Move to Delete pinned",
                "update Print Move to [Delete] pinned", "choose Delete", "done Delete row", "dismiss row action",
            ])
    }

    @Test func onAGroupTheyStayWithItOpen() {
        let scene = Self.scene()
        scene.press(.changed, up: 16)
        #expect(
            scene.press(.cancelled)
                == ["update Print [Move to] Delete pinned", "show [Home] Work in Move to pinned"])
        scene.previewer.back()
        #expect(scene.log.take() == ["show Print [Move to] Delete pinned"])
        scene.previewer.choose()
        scene.previewer.select(.next)
        scene.previewer.choose()
        #expect(
            scene.log.take() == [
                "show [Home] Work in Move to pinned", "update Home [Work] in Move to pinned", "choose Work",
                "done Work row", "dismiss row action",
            ])
    }

    @Test func sidewaysIntoAGroupAndOnToAnAction() {
        let scene = Self.scene()
        scene.press(.changed, up: 16)
        #expect(scene.press(.changed, up: 16, right: 8) == ["show [Home] Work in Move to"])
        #expect(scene.press(.changed, up: 21, right: 8) == ["update Home [Work] in Move to"])
        #expect(scene.press(.cancelled).first == "choose Work")
    }

    @Test func backAtTheOutermostLevelTakesItAway() {
        let scene = Self.scene()
        scene.press(.changed, up: 7)
        scene.press(.cancelled)
        scene.previewer.back()
        #expect(scene.log.take() == ["dismiss row dismissed"])
    }

    @Test func theKeyboardShowsThemFromAPreviewThatStands() {
        let scene = Self.scene()
        scene.press(.cancelled)
        scene.previewer.preview(scene.row)
        _ = scene.log.take()
        scene.previewer.select(.next)
        scene.previewer.select(.next)
        #expect(
            scene.log.take()
                == ["show [Print] Move to Delete pinned", "update Print [Move to] Delete pinned"])
        scene.previewer.commit()
        #expect(scene.log.take() == ["pop row", "commit row by row"])
    }

    @Test func aPreviewWithoutActionsHasNoneToShow() {
        let scene = Scene()
        scene.peek()
        #expect(scene.press(.changed, 0.3, up: 40) == ["commit 0.3"])
        #expect(scene.press(.cancelled) == ["dismiss row press(PeekPop.CancelReason.released)"])
        scene.previewer.preview(scene.row)
        _ = scene.log.take()
        scene.previewer.select(.next)
        scene.previewer.choose()
        #expect(scene.log.take() == [])
    }

    @Test func aHandlerMayTakeThePreviewAway() {
        let scene = Scene()
        scene.delegate.actions = [PreviewAction(title: "Close") { _, _ in scene.previewer.dismiss() }]
        scene.peek()
        scene.press(.changed, up: 12)
        #expect(scene.press(.cancelled) == ["choose Close", "dismiss row action"])
        #expect(scene.press(.began).count == 2)
    }
}
