import Testing

@testable import PeekPop

/// Anything in any order, seeded: what the presenter and the app's gestures are told stays a story that makes sense.
struct WalkTests {
    /// Holds every call against those before it.
    final class Reader: PreviewPresenter {
        private var open: Preview?
        private var hasPeeked = false
        private var hasActions = false
        private(set) var stories = 0

        func begin(_ preview: Preview, in context: PreviewingContext) {
            #expect(open == nil)
            (open, hasPeeked, hasActions) = (preview, false, false)
        }
        func previewProgress(_ progress: Double, of preview: Preview) { #expect(open === preview && !hasPeeked) }
        func peek(_ preview: Preview) {
            #expect(open === preview && !hasPeeked)
            hasPeeked = true
        }
        func commitProgress(_ progress: Double, of preview: Preview) { #expect(open === preview && hasPeeked) }
        func showActions(_ sheet: PreviewActionSheet, of preview: Preview) {
            #expect(open === preview && hasPeeked && !sheet.items.isEmpty)
            hasActions = true
        }
        func updateActions(_ sheet: PreviewActionSheet, of preview: Preview) {
            #expect(open === preview && hasActions)
            #expect(sheet.selection.map(sheet.items.indices.contains) ?? true)
        }
        func chooseAction(_ action: PreviewAction, of preview: Preview) { #expect(open === preview && hasActions) }
        func hideActions(of preview: Preview) {
            #expect(open === preview && hasActions)
            hasActions = false
        }
        func pop(_ preview: Preview) {
            #expect(open === preview && hasPeeked)
            end()
        }
        func dismiss(_ preview: Preview, reason: DismissReason) {
            #expect(open === preview)
            end()
        }
        private func end() {
            open = nil
            stories += 1
        }
    }

    struct Chance: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }

    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func anythingInAnyOrder(seed: UInt64) {
        var chance = Chance(state: seed)
        let (log, window, reader) = (Log(), FakeWindow(), Reader())
        let previewer = Previewer(window: window, presenter: reader)
        let row = FakeView("row", Rect(x: 10, y: 20, width: 200, height: 60), in: window)
        let delegate = FakeDelegate("row", log)
        var context = previewer.registerForPreviewing(with: delegate, sourceView: row)
        // The app does things of its own whenever it is asked.
        var mischief = chance.next()
        delegate.answer = { _, _ in
            mischief = mischief &* 31 &+ 7
            if mischief % 13 == 0 { previewer.dismiss() }
            if mischief % 17 == 0 { window.isActive.toggle() }
            if mischief % 19 == 0 { throw Unwilling() }
            return mischief % 5 == 0 ? nil : Preview("row", actions: mischief % 3 == 0 ? [] : ActionSwipeTests.actions)
        }
        var fingers = [Finger(device: "left"), Finger(device: "right")]
        for _ in 0..<2_000 {
            switch Int.random(in: 0..<40, using: &chance) {
            case 0..<26:
                let which = Int.random(in: 0...1, using: &chance)
                let phase = PressPhase.allCases.randomElement(using: &chance)!
                let (up, right) = (
                    Double.random(in: -5...40, using: &chance), Double.random(in: -20...20, using: &chance)
                )
                previewer.pressDidChange(fingers[which].event(phase, 0.5, up: up, right: right), on: nil)
            case 26: window.isActive.toggle()
            case 27: previewer.windowDidChange()
            case 28: row.parent = row.parent == nil ? window : nil
            case 29: previewer.preview(row)
            case 30: previewer.commit()
            case 31: previewer.dismiss()
            case 32...34: previewer.select(Bool.random(using: &chance) ? .next : .previous)
            case 35: previewer.select(at: Int.random(in: -1...5, using: &chance))
            case 36: previewer.choose()
            case 37: previewer.back()
            case 38: context.failureRelationship.claim()
            default:
                previewer.unregisterForPreviewing(context)
                context = previewer.registerForPreviewing(with: delegate, sourceView: row)
            }
            // Whoever sees nothing, is told of nothing that is to be seen.
            if previewer.current == nil { #expect(previewer.actions == nil) }
            if context.failureRelationship.state == .began { #expect(previewer.current != nil) }
        }
        #expect(reader.stories > 5)
    }
}
