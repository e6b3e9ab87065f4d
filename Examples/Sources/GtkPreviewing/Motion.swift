import Glibc

/// A number that follows another one smoothly: what is drawn, behind what the finger does.
struct Glide {
    private(set) var value = 0.0
    var target = 0.0
    /// How fast: after so many seconds two thirds of the way are gone.
    var seconds: Double

    init(seconds: Double) { self.seconds = seconds }

    /// So near that nobody sees a difference.
    var hasArrived: Bool { abs(value - target) < 0.004 }

    mutating func advance(by elapsed: Double) {
        value += (target - value) * (1 - exp(-elapsed / seconds))
        if hasArrived { value = target }
    }

    mutating func jump(to new: Double) {
        target = new
        value = new
    }
}

/// Everything that moves on a stage, each 0…1.
struct StageMotion {
    /// How far the surroundings have stepped back. It follows the force: just long enough to be smooth between reports.
    var depth = Glide(seconds: 0.03)
    /// How far the preview stands out.
    var card = Glide(seconds: 0.06)
    /// The way to the pop, by force.
    var commit = Glide(seconds: 0.03)
    /// How far the sheet of actions has come up.
    var sheet = Glide(seconds: 0.06)
    /// How far the preview has opened.
    var opening = Glide(seconds: 0.07)

    private static var all: [WritableKeyPath<StageMotion, Glide>] {
        [\.depth, \.card, \.commit, \.sheet, \.opening]
    }

    var hasArrived: Bool { StageMotion.all.allSatisfy { self[keyPath: $0].hasArrived } }

    /// - Parameter isAnimated: `false` where the user wants nothing to move: then all is where it goes at once.
    mutating func advance(by elapsed: Double, isAnimated: Bool) {
        for path in StageMotion.all {
            if isAnimated {
                self[keyPath: path].advance(by: elapsed)
            } else {
                self[keyPath: path].jump(to: self[keyPath: path].target)
            }
        }
    }
}
