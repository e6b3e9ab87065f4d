import Testing

@testable import PeekPop

/// A press on a row, and what presenter and delegate hear of it.
struct PreviewerTests {
    @Test func peekAndPop() {
        let scene = Scene()
        #expect(scene.press(.began) == ["ask row at 40.0,30.0", "begin row 0.0,0.0 200.0x60.0"])
        #expect(scene.press(.changed, 0.5) == ["preview 0.5"])
        #expect(scene.press(.changed, 0.25) == ["preview 0.25"])
        #expect(scene.press(.peeked, 1) == ["preview 1.0", "peek row"])
        #expect(scene.press(.changed, 0.5) == ["commit 0.5"])
        #expect(scene.press(.popped, 1) == ["commit 1.0", "pop row", "commit row by row"])
        #expect(scene.press(.changed) == [])
        #expect(scene.press(.ended) == [])
        #expect(scene.previewer.session == nil)
        #expect(scene.press(.began).first == "ask row at 40.0,30.0")
    }

    @Test func lettingGoCloses() {
        let scene = Scene()
        scene.peek()
        #expect(scene.press(.cancelled) == ["dismiss row press(PeekPop.CancelReason.released)"])
        #expect(scene.previewer.current == nil)
    }

    @Test(arguments: [CancelReason.fingers, .gone, .disconnected, .other("newer")])
    func interruptionsCloseWhereverItIs(reason: CancelReason) {
        let scene = Scene(actions: ActionSwipeTests.actions)
        let end = ["dismiss row press(\(String(reflecting: reason)))"]
        scene.press(.began)
        #expect(scene.press(.cancelled, reason: reason) == end)
        scene.peek()
        #expect(scene.press(.cancelled, reason: reason) == end)
        scene.peek()
        scene.press(.changed, up: 12)
        #expect(scene.press(.cancelled, reason: reason) == end)
        scene.peek()
        scene.press(.popped)
        #expect(scene.press(.cancelled, reason: reason) == [])
        #expect(scene.previewer.session == nil)
    }

    @Test func levelsPassedBetweenTwoReports() {
        let scene = Scene()
        scene.press(.began)
        #expect(
            scene.press(.popped)
                == ["preview 1.0", "peek row", "commit 1.0", "pop row", "commit row by row"])
    }

    @Test func anEndThatWasNeverTold() {
        let scene = Scene()
        scene.press(.began)
        #expect(
            scene.press(.began) == [
                "dismiss row press(PeekPop.CancelReason.dropped)", "ask row at 40.0,30.0",
                "begin row 0.0,0.0 200.0x60.0",
            ])
        // The rest of the former press is nobody's.
        scene.finger.id = 1
        #expect(scene.press(.peeked) == [])
    }

    @Test func aSecondPadWaitsForItsTurn() {
        let scene = Scene()
        var other = Finger(device: "other")
        scene.press(.began)
        scene.previewer.pressDidChange(other.event(.began), on: nil)
        scene.previewer.pressDidChange(other.event(.popped), on: nil)
        scene.previewer.pressDidChange(other.event(.ended), on: nil)
        #expect(scene.log.take() == [])
        #expect(scene.press(.peeked) == ["preview 1.0", "peek row"])
    }

    @Test func aPressThatBeganBeforeIsNotForUs() {
        let scene = Scene()
        for phase in [PressPhase.changed, .peeked, .popped, .ended] { #expect(scene.press(phase) == []) }
    }

    // MARK: Delegates

    @Test func nothingToPreviewMeansNothingToTheEnd() {
        let scene = Scene()
        scene.delegate.answer = { _, _ in nil }
        #expect(scene.press(.began) == ["ask row at 40.0,30.0"])
        #expect(scene.press(.changed) + scene.press(.peeked) + scene.press(.popped) + scene.press(.ended) == [])
    }

    @Test func whatADelegateThrowsIsToldAndMeansNothing() {
        let scene = Scene()
        scene.delegate.answer = { _, _ in throw Unwilling() }
        scene.previewer.onError = { scene.log.add("error \($0)") }
        #expect(scene.press(.began) == ["ask row at 40.0,30.0", "error Unwilling()"])
        #expect(scene.press(.peeked) == [])
    }

    @Test func theOuterViewIsNotAskedInstead() {
        let scene = Scene()
        let inner = FakeDelegate("inner", scene.log)
        inner.answer = { _, _ in nil }
        let cell = FakeView("cell", Rect(x: 0, y: 0, width: 60, height: 60), in: scene.row)
        scene.previewer.registerForPreviewing(with: inner, sourceView: cell)
        #expect(scene.press(.began) == ["ask inner at 40.0,30.0"])
        #expect(scene.press(.peeked) == [])
    }

    @Test func aDelegateThatIsGoneIsNotAsked() {
        let scene = Scene()
        var passing: FakeDelegate? = FakeDelegate("passing", scene.log)
        let cell = FakeView("cell", Rect(x: 0, y: 0, width: 60, height: 60), in: scene.row)
        scene.previewer.registerForPreviewing(with: passing!, sourceView: cell)
        passing = nil
        #expect(scene.press(.began).first == "ask row at 40.0,30.0")
        #expect(scene.previewer.registrations.count == 1)
    }

    @Test func aDelegateThatGoesDuringItsPeekTakesThePreviewAlong() {
        let scene = Scene()
        var passing: FakeDelegate? = FakeDelegate("passing", scene.log)
        let cell = FakeView("cell", Rect(x: 0, y: 0, width: 60, height: 60), in: scene.row)
        scene.previewer.registerForPreviewing(with: passing!, sourceView: cell)
        scene.press(.began)
        passing = nil
        #expect(scene.press(.changed, 0.5) == ["dismiss passing viewRemoved"])
    }

    @Test func aWindowIsNotKept() {
        let log = Log()
        weak var seen: FakeWindow?
        let previewer: Previewer
        do {
            let window = FakeWindow()
            seen = window
            previewer = Previewer(window: window, presenter: FakePresenter(log))
            #expect(previewer.window === window)
        }
        #expect(seen == nil)
        var finger = Finger()
        previewer.pressDidChange(finger.event(.began), on: nil)
        previewer.windowDidChange()
        #expect(log.take() == [])
    }

    @Test func aViewThatIsItsOwnDelegateIsNotKept() {
        final class Cell: FakeView, PreviewingDelegate {
            func previewingContext(_ context: PreviewingContext, previewFor location: Point) -> Preview? { nil }
            func previewingContext(_ context: PreviewingContext, commit preview: Preview) {}
        }
        let scene = Scene()
        weak var seen: Cell?
        do {
            let cell = Cell("cell", .zero, in: scene.window)
            seen = cell
            scene.previewer.registerForPreviewing(with: cell, sourceView: cell)
        }
        #expect(seen == nil)
    }

    /// While a delegate thinks, more reports come in: by a loop of its own within ours.
    @Test(arguments: [
        ([PressPhase.changed], ["begin row 0.0,0.0 200.0x60.0", "preview 0.5"]),
        (
            [.peeked, .cancelled],
            [
                "begin row 0.0,0.0 200.0x60.0", "preview 1.0", "peek row",
                "dismiss row press(PeekPop.CancelReason.released)",
            ]
        ),
        (
            [.peeked, .popped, .ended],
            [
                "begin row 0.0,0.0 200.0x60.0", "preview 1.0", "peek row", "commit 1.0", "pop row",
                "commit row by row",
            ]
        ),
    ])
    func aSlowDelegateCatchesUp(meanwhile: [PressPhase], told: [String]) {
        let scene = Scene()
        scene.delegate.answer = { [unowned scene] _, _ in
            for phase in meanwhile {
                #expect(scene.press(phase, 0.5) == (phase == meanwhile[0] ? ["ask row at 40.0,30.0"] : []))
            }
            return Preview("row")
        }
        #expect(scene.press(.began) == told)
    }

    @Test func aDelegateMayDoAnything() {
        let scene = Scene()
        // Takes it away while it is asked for.
        scene.delegate.answer = { [unowned scene] _, _ in
            scene.previewer.unregisterForPreviewing(scene.context)
            return Preview("row")
        }
        #expect(scene.press(.began) == ["ask row at 40.0,30.0"])
        #expect(scene.press(.peeked) == [])
    }

    @Test func dismissingWhileAskedTakesEffectAfterIt() {
        let scene = Scene()
        scene.delegate.answer = { [unowned scene] _, _ in
            scene.previewer.dismiss()
            return Preview("row")
        }
        #expect(
            scene.press(.began) == ["ask row at 40.0,30.0", "begin row 0.0,0.0 200.0x60.0", "dismiss row dismissed"])
    }

    @Test func aViewThatGoesWhileItIsAskedFor() {
        let scene = Scene()
        scene.delegate.answer = { [unowned scene] _, _ in
            scene.row.parent = nil
            return Preview("row")
        }
        #expect(scene.press(.began) == ["ask row at 40.0,30.0"])
        #expect(scene.context.failureRelationship.state == .failed)
        #expect(scene.press(.cancelled) == [])
        #expect(scene.context.failureRelationship.state == .possible)
    }

    // MARK: The source rectangle

    @Test func theSourceRectangleIsTheDelegatesForOnePress() {
        let scene = Scene()
        scene.delegate.answer = { context, _ in
            context.sourceRect = Rect(x: 5, y: 6, width: 7, height: 8)
            return Preview("row")
        }
        #expect(scene.press(.began).last == "begin row 5.0,6.0 7.0x8.0")
        #expect(scene.context.sourceRect.origin == Point(x: 5, y: 6))
        scene.press(.cancelled)
        #expect(scene.context.sourceRect == Rect(x: 0, y: 0, width: 200, height: 60))
    }

    @Test func oneThatWasSetBeforeStays() {
        let scene = Scene()
        scene.context.sourceRect = Rect(x: 1, y: 2, width: 3, height: 4)
        #expect(scene.press(.began).last == "begin row 1.0,2.0 3.0x4.0")
        scene.press(.cancelled)
        #expect(scene.press(.began).last == "begin row 1.0,2.0 3.0x4.0")
    }

    // MARK: Windows and views

    @Test func onlyTheWindowUnderThePointerAndWithTheFocus() {
        let scene = Scene()
        scene.window.isActive = false
        #expect(scene.press(.began) + scene.press(.peeked) == [])
        scene.press(.cancelled)
        scene.window.isActive = true
        scene.window.pointerLocation = nil
        #expect(scene.press(.began) == [])
        scene.press(.cancelled)
        scene.window.pointerLocation = Point(x: 50, y: 200)
        #expect(scene.press(.began) == [])
    }

    @Test func twoWindowsOneFinger() {
        let (left, right) = (Scene(), Scene())
        right.window.isActive = false
        for phase in [PressPhase.began, .peeked, .popped, .ended] {
            let event = left.finger.event(phase)
            // In the midst of it the pointer's window changes; the press does not.
            if phase == .popped { right.window.isActive = true }
            left.previewer.pressDidChange(event, on: nil)
            right.previewer.pressDidChange(event, on: nil)
        }
        #expect(right.log.take() == [])
        #expect(left.log.take().last == "commit row by row")
    }

    @Test func losingTheFocusDismissesBeforeThePop() {
        let scene = Scene()
        scene.press(.began)
        scene.window.isActive = false
        #expect(scene.press(.peeked) == ["dismiss row focusLost"])
        #expect(scene.press(.popped) + scene.press(.ended) == [])
        scene.window.isActive = true
        scene.peek()
        scene.window.isActive = false
        // A finger that holds still makes no report.
        scene.previewer.windowDidChange()
        #expect(scene.log.take() == ["dismiss row focusLost"])
    }

    @Test func afterThePopTheFocusDoesNotMatter() {
        let scene = Scene()
        scene.peek()
        // What is opened may be a window of its own.
        scene.delegate.onCommit = { [unowned scene] in scene.window.isActive = false }
        scene.press(.popped)
        scene.previewer.windowDidChange()
        #expect(scene.press(.changed) + scene.press(.ended) == [])
    }

    @Test func aViewRemovedDuringItsPeek() {
        let scene = Scene()
        scene.peek()
        scene.row.parent = nil
        #expect(scene.press(.popped) == ["dismiss row viewRemoved"])
        #expect(scene.press(.ended) == [])
    }

    @Test func aRegistrationThatEndsDuringItsPeek() {
        let scene = Scene()
        scene.peek()
        scene.previewer.unregisterForPreviewing(scene.context)
        #expect(scene.log.take() == ["dismiss row viewRemoved"])
        #expect(scene.press(.popped) + scene.press(.ended) + scene.press(.began) == [])
    }

    @Test(arguments: [ForcePad.Kind.touchscreen, .pen])
    func screensSayThemselvesWhereTheyArePressed(kind: ForcePad.Kind) {
        let scene = Scene()
        scene.window.pointerLocation = nil
        scene.window.screen = (Point(x: 1000, y: 500), Size(width: 2000, height: 1000))
        let pad = ForcePad(id: "pad", name: "pad", kind: kind)
        func begin(_ x: Double, _ y: Double) -> [String] {
            scene.previewer.pressDidChange(scene.finger.event(.began, at: Point(x: x, y: y)), on: pad)
            scene.previewer.pressDidChange(scene.finger.event(.cancelled), on: pad)
            return scene.log.take()
        }
        // 1030 and 540 of the screen are 30 and 40 of the window.
        #expect(begin(0.515, 0.54).first == "ask row at 20.0,20.0")
        #expect(begin(0.1, 0.1) == [])
    }

    // MARK: The keyboard

    @Test func theKeyboardPeeksAndPops() {
        let scene = Scene()
        #expect(scene.previewer.preview(scene.row))
        #expect(
            scene.log.take()
                == ["ask row at 100.0,30.0", "begin row 0.0,0.0 200.0x60.0", "preview 1.0", "peek row"])
        #expect(scene.previewer.current?.name == "row")
        // It stands: presses do nothing meanwhile.
        #expect(scene.press(.began) + scene.press(.peeked) + scene.press(.popped) + scene.press(.ended) == [])
        #expect(!scene.previewer.preview(scene.row))
        scene.previewer.commit()
        #expect(scene.log.take() == ["pop row", "commit row by row"])
        #expect(scene.previewer.session == nil)
    }

    @Test func theKeyboardAsksTheInnermostViewAround() {
        let scene = Scene()
        let inner = FakeDelegate("inner", scene.log)
        let cell = FakeView("cell", Rect(x: 10, y: 10, width: 40, height: 40), in: scene.row)
        let label = FakeView("label", Rect(x: 5, y: 5, width: 10, height: 10), in: cell)
        scene.previewer.registerForPreviewing(with: inner, sourceView: cell)
        let outer = FakeDelegate("window", scene.log)
        scene.previewer.registerForPreviewing(with: outer, sourceView: scene.window)
        #expect(scene.previewer.preview(label))
        #expect(scene.log.take().first == "ask inner at 10.0,10.0")
        scene.previewer.dismiss()
        #expect(scene.log.take() == ["dismiss inner dismissed"])
        #expect(scene.previewer.preview(scene.row, at: Point(x: 1, y: 2)))
        #expect(scene.log.take().first == "ask row at 1.0,2.0")
    }

    @Test func theKeyboardGetsNothingWhereThereIsNothing() {
        let scene = Scene()
        scene.delegate.answer = { _, _ in nil }
        #expect(!scene.previewer.preview(scene.row))
        #expect(!scene.previewer.preview(scene.window))
        #expect(!scene.previewer.preview(FakeView("nowhere", .zero)))
        scene.previewer.commit()
        scene.previewer.choose()
        scene.previewer.select(.next)
        scene.previewer.back()
        #expect(scene.log.take() == ["ask row at 100.0,30.0"])
    }

    @Test func aPreviewThatStandsGoesWithTheFocus() {
        let scene = Scene()
        scene.previewer.preview(scene.row)
        _ = scene.log.take()
        scene.window.isActive = false
        scene.previewer.windowDidChange()
        #expect(scene.log.take() == ["dismiss row focusLost"])
    }

    @Test func theAppMayOpenAPreviewUnderTheFinger() {
        let scene = Scene()
        scene.peek()
        scene.previewer.commit()
        #expect(scene.log.take() == ["pop row", "commit row by row"])
        #expect(scene.press(.popped) + scene.press(.ended) == [])
        #expect(scene.previewer.session == nil)
    }

    // MARK: The app's own gestures

    @Test func theFailureRelationshipFollows() {
        let scene = Scene()
        scene.context.failureRelationship.onChange = { scene.log.add("relationship \($0)") }
        #expect(scene.press(.began)[1] == "relationship began")
        #expect(scene.press(.cancelled).suffix(2) == ["relationship ended", "relationship possible"])
        scene.peek()
        #expect(scene.press(.popped).suffix(2) == ["relationship ended", "relationship possible"])
        #expect(scene.press(.ended) == [])
        scene.delegate.answer = { _, _ in nil }
        #expect(scene.press(.began).last == "relationship failed")
        #expect(scene.press(.peeked) == [])
        #expect(scene.press(.cancelled) == ["relationship possible"])
    }

    @Test func aGestureOfTheAppsTakesThePress() {
        let scene = Scene()
        scene.context.failureRelationship.claim()
        scene.press(.began)
        scene.context.failureRelationship.claim()
        #expect(scene.log.take() == ["dismiss row claimed"])
        #expect(scene.press(.peeked) + scene.press(.cancelled) == [])
        scene.peek()
        scene.press(.popped)
        scene.context.failureRelationship.claim()
        #expect(scene.log.take() == [])
    }
}
