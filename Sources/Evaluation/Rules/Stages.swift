/// Keeps a rival's stages in order: nothing, peeked, popped, and exactly one release.
struct Stages: Sendable {
    private(set) var hasPeeked = false
    private(set) var hasPopped = false

    mutating func peek(atUsec now: UInt64, level: Float? = nil, _ decide: (Decision) -> Void) {
        guard !hasPeeked else { return }
        hasPeeked = true
        decide(Decision(.peek, atUsec: now, level: level))
    }

    mutating func pop(atUsec now: UInt64, level: Float? = nil, _ decide: (Decision) -> Void) {
        guard hasPeeked, !hasPopped else { return }
        hasPopped = true
        decide(Decision(.pop, atUsec: now, level: level))
    }

    mutating func release(atUsec now: UInt64, _ decide: (Decision) -> Void) {
        guard hasPeeked else { return }
        hasPeeked = false
        hasPopped = false
        decide(Decision(.release, atUsec: now))
    }
}
