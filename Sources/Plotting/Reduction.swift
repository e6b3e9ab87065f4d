/// A trace with no more places than can be told apart.
enum Reduction {
    /// Of the places in each column of pixels the first, the lowest, the highest and the last, in their order: the line
    /// through them covers what the line through all would, and no peak is lost.
    ///
    /// - Parameter places: with `x` that never falls.
    static func perColumn(_ places: [Pixel]) -> [Pixel] {
        var result: [Pixel] = []
        var start = 0
        while start < places.count {
            let column = places[start].x.rounded(.down)
            var end = start
            var lowest = start
            var highest = start
            while end < places.count, places[end].x.rounded(.down) == column {
                if places[end].y < places[lowest].y { lowest = end }
                if places[end].y > places[highest].y { highest = end }
                end += 1
            }
            var last = -1
            for index in [start, min(lowest, highest), max(lowest, highest), end - 1] where index > last {
                result.append(places[index])
                last = index
            }
            start = end
        }
        return withoutMiddles(result)
    }

    /// Without the places between two others of the same height, to a tenth of a pixel.
    private static func withoutMiddles(_ places: [Pixel]) -> [Pixel] {
        func isLevel(_ a: Pixel, _ b: Pixel) -> Bool { (a.y * 10).rounded() == (b.y * 10).rounded() }
        var result: [Pixel] = []
        for place in places {
            if result.count > 1, isLevel(result[result.count - 1], place), isLevel(result[result.count - 2], place) {
                result[result.count - 1] = place
            } else {
                result.append(place)
            }
        }
        return result
    }
}
