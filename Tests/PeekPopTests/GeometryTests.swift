import Testing

@testable import PeekPop

struct GeometryTests {
    @Test(arguments: [
        (0.0, 0.0, true), (9.99, 4.99, true), (10, 0, false), (0, 5, false), (-0.01, 0, false), (.nan, 0, false),
    ])
    func whatARectangleContains(x: Double, y: Double, isIn: Bool) {
        #expect(Rect(x: 0, y: 0, width: 10, height: 5).contains(Point(x: x, y: y)) == isIn)
    }

    /// A window, a list in it that is scrolled, a row, and a picture in the row.
    struct Tree {
        let window = FakeWindow()
        let list: FakeView
        let row: FakeView
        let picture: FakeView

        init() {
            list = FakeView("list", Rect(x: 20, y: 30, width: 200, height: 100), in: window)
            list.contentOffset = Point(x: 0, y: 500)
            row = FakeView("row", Rect(x: 0, y: 540, width: 200, height: 40), in: list)
            picture = FakeView("picture", Rect(x: 4, y: 4, width: 32, height: 32), in: row)
        }
    }

    @Test func pointsGoThroughScrolledViewsAndBack() {
        let tree = Tree()
        let place = Point(x: 10, y: 6)
        // Row: +4 +4; list: +0 +540; shown 500 further up; window: +20 +30.
        #expect(tree.picture.convert(place, to: tree.window) == Point(x: 34, y: 80))
        #expect(tree.picture.convert(Point(x: 34, y: 80), from: tree.window) == place)
        #expect(tree.picture.convert(place, to: tree.row) == Point(x: 14, y: 10))
        #expect(tree.row.convert(Point(x: 14, y: 10), to: tree.picture) == place)
        #expect(
            tree.picture.convert(tree.picture.bounds, to: tree.list)
                == Rect(x: 4, y: 544, width: 32, height: 32))
    }

    /// A quarter to the right, about its corner.
    private final class TurnedView: PreviewView {
        let frame = Rect(x: 100, y: 50, width: 20, height: 10)
        let parent: (any PreviewView)?

        init(in parent: any PreviewView) {
            self.parent = parent
        }

        func convertToParent(_ point: Point) -> Point { Point(x: 100 - point.y, y: 50 + point.x) }
        func convertFromParent(_ point: Point) -> Point { Point(x: point.y - 50, y: 100 - point.x) }
    }

    @Test func aViewMayTurn() {
        let tree = Tree()
        let turned = TurnedView(in: tree.window)
        #expect(turned.convert(Point(x: 5, y: 2), to: tree.window) == Point(x: 98, y: 55))
        #expect(turned.convert(turned.bounds, to: tree.window) == Rect(x: 90, y: 50, width: 10, height: 20))
        #expect(HitTesting.innermost(of: [turned], at: Point(x: 95, y: 65), in: tree.window) == 0)
        #expect(HitTesting.innermost(of: [turned], at: Point(x: 105, y: 55), in: tree.window) == nil)
    }

    @Test func theInnermostViewIsMeant() {
        let tree = Tree()
        func hit(_ views: [any PreviewView], _ x: Double, _ y: Double) -> Int? {
            HitTesting.innermost(of: views, at: Point(x: x, y: y), in: tree.window)
        }
        let all: [any PreviewView] = [tree.picture, tree.row, tree.list, tree.window]
        #expect(hit(all, 34, 80) == 0)
        #expect(hit(all, 100, 80) == 1)
        #expect(hit(all, 100, 40) == 2)
        #expect(hit(all, 300, 200) == 3)
        #expect(hit(all, 500, 200) == nil)
        #expect(hit([], 34, 80) == nil)
        // Where only views around it are registered, they are meant.
        #expect(hit([tree.list], 34, 80) == 0)
    }

    @Test func theLaterRegistrationWinsOnTheSameView() {
        let tree = Tree()
        #expect(HitTesting.innermost(of: [tree.row, tree.row], at: Point(x: 100, y: 80), in: tree.window) == 1)
    }

    @Test func whatIsScrolledOutOfSightIsNotMeant() {
        let tree = Tree()
        // Its place in the window is above the list, where something else is.
        tree.list.contentOffset.y = 570
        #expect(tree.row.convert(.zero, to: tree.window) == Point(x: 20, y: 0))
        #expect(HitTesting.innermost(of: [tree.row], at: Point(x: 100, y: 5), in: tree.window) == nil)
        #expect(HitTesting.innermost(of: [tree.row], at: Point(x: 100, y: 35), in: tree.window) == 0)
    }

    @Test func whatIsInNoWindowIsNotMeant() {
        let tree = Tree()
        tree.row.parent = nil
        #expect(HitTesting.innermost(of: [tree.picture, nil], at: Point(x: 34, y: 80), in: tree.window) == nil)
    }

    @Test func whatTheToolkitSaysIsInFrontCounts() {
        let tree = Tree()
        let cover = FakeView("cover", Rect(x: 0, y: 0, width: 400, height: 300), in: tree.window)
        let place = Point(x: 34, y: 80)
        tree.window.front = cover
        #expect(HitTesting.innermost(of: [tree.picture, tree.row], at: place, in: tree.window) == nil)
        #expect(HitTesting.innermost(of: [tree.picture, tree.window], at: place, in: tree.window) == 1)
        tree.window.front = tree.picture
        #expect(HitTesting.innermost(of: [tree.row, tree.picture], at: place, in: tree.window) == 1)
    }
}
