import Testing

@testable import PeekPop

struct ActionSwipeTests {
    static var actions: [any PreviewActionItem] {
        [
            PreviewAction(title: "A") { _, _ in },
            PreviewActionGroup(
                title: "G",
                actions: [
                    PreviewAction(title: "G1") { _, _ in },
                    PreviewActionGroup(title: "H", actions: [PreviewAction(title: "H1") { _, _ in }]),
                ]),
            PreviewAction(title: "C") { _, _ in },
            PreviewActionGroup(title: "Empty", actions: []),
        ]
    }

    /// Follows a finger's way (up and right, in mm), and says what is to be seen after each step.
    static func follow(_ way: [(up: Double, right: Double)], in actions: [any PreviewActionItem] = actions) -> [String]
    {
        var swipe = ActionSwipe()
        var navigation: ActionNavigation?
        return way.map { step in
            let place = Point(x: step.right, y: -step.up)
            while let move = swipe.move(to: place, in: navigation ?? ActionNavigation(actions)) {
                switch move {
                case .show: navigation = ActionNavigation(actions)
                case .hide: navigation = nil
                case .select(let index): navigation?.selection = index
                case .open, .leave:
                    let done = move == .open ? navigation?.open() : navigation?.leave()
                    #expect(done == true)
                    swipe.entered(at: place, selection: navigation?.selection)
                }
            }
            guard let navigation else { return "-" }
            return String(repeating: "/", count: navigation.depth) + (navigation.selected?.title ?? "none")
        }
    }

    static func up(_ heights: [Double], in actions: [any PreviewActionItem] = actions) -> [String] {
        follow(heights.map { ($0, 0) }, in: actions)
    }

    @Test func upwardsAtEachEdge() {
        #expect(
            Self.up([0, 5.99, 6, 10.99, 11, 15.99, 16, 20.99, 21, 25.99, 26, 100])
                == ["-", "-", "none", "none", "A", "A", "G", "G", "C", "C", "Empty", "Empty"])
    }

    @Test func downwardsAtEachEdgeWithHysteresis() {
        #expect(
            Self.up([26, 25.01, 24.99, 20.01, 19.99, 15.01, 14.99, 10.01, 9.99, 5.01, 4.99, 5.99, 6])
                == ["Empty", "Empty", "C", "C", "G", "G", "A", "A", "none", "none", "-", "-", "none"])
    }

    @Test func aFingerThatTremblesAtAnEdgeDoesNotFlicker() {
        #expect(Self.up([11, 10.5, 11, 10.2, 10.9]) == ["A", "A", "A", "A", "A"])
        #expect(Self.up([10.9, 10.5, 10.9]) == ["none", "none", "none"])
    }

    @Test func oneStrideMayPassSeveral() {
        #expect(Self.up([17, 0, 22]) == ["G", "-", "C"])
    }

    @Test func withoutActionsNothingShows() {
        #expect(Self.up([50], in: []) == ["-"])
    }

    @Test func sidewaysAtEachEdge() {
        #expect(
            Self.follow([(16, 0), (16, 7.99), (16, 8), (16, 0.01), (16, 0)])
                == ["G", "G", "/G1", "/G1", "G"])
    }

    @Test func groupsWithinGroups() {
        #expect(
            Self.follow([(16, 0), (16, 8), (21, 8), (21, 16), (21, 8), (21, 0), (21, -8)])
                == ["G", "/G1", "/H", "//H1", "/H", "G", "G"])
    }

    @Test func anActionAndAnEmptyGroupDoNotOpen() {
        #expect(Self.follow([(11, 0), (11, 30)]) == ["A", "A"])
        #expect(Self.follow([(26, 0), (26, 30)]) == ["Empty", "Empty"])
    }

    @Test func driftOnTheWayDoesNotOpen() {
        // 7 mm at each item are no 8 mm at any.
        #expect(Self.follow([(11, 7), (16, 14), (21, 21)]) == ["A", "G", "C"])
    }

    @Test func withinAGroupDownToNothingAndOut() {
        // Opened at 16 mm, where G1 is now: its way is 13.5 mm from the new beginning.
        #expect(Self.follow([(16, 0), (16, 8), (12, 8), (7, 8)]) == ["G", "/G1", "/none", "-"])
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
    func numbersThatAreNoWay(number: Double) {
        for way in [(up: number, right: 0.0), (16, number), (number, number)] {
            _ = Self.follow([(16, 0), way, (16, 0)])
        }
    }
}

struct ActionNavigationTests {
    @Test func theFirstAndTheLastStay() {
        var navigation = ActionNavigation(ActionSwipeTests.actions)
        #expect(navigation.selection == nil)
        navigation.move(by: -1)
        #expect(navigation.selection == 0)
        navigation.move(by: -1)
        #expect(navigation.selection == 0)
        for _ in 0..<9 { navigation.move(by: 1) }
        #expect(navigation.selection == 3)
    }

    @Test func openingSelectsTheFirstAndLeavingTheGroup() {
        var navigation = ActionNavigation(ActionSwipeTests.actions)
        navigation.selection = 1
        let opened = [navigation.open(), navigation.open()]
        #expect(opened == [true, false])
        #expect(navigation.sheet(isPinned: false).line == "[G1] H in G")
        let left = [navigation.leave(), navigation.leave()]
        #expect(left == [true, false])
        #expect(navigation.selected?.title == "G")
    }

    @Test func nothingToMoveAmong() {
        var navigation = ActionNavigation([])
        navigation.move(by: 1)
        let opened = navigation.open()
        #expect(navigation.selection == nil && navigation.selected == nil && !opened)
    }
}
