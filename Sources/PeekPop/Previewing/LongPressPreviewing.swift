/// Previews by holding the button, where there is no pad with presses.
///
/// The toolkit hands it the primary button and the pointer of the window, in the order they happen, and calls
/// ``advance(to:)`` at ``deadlineUsec`` (or with each frame it draws while that is not `nil`). The preview begins to show
/// after 0.15 s, stands after 0.5 s, and opens after 1 s. While ``Previewer/means`` is `force` it does nothing.
///
/// Times are µs of any clock that does not go back: the one of the toolkit's events.
public final class LongPressPreviewing {
    /// The ``PressEvent/device`` of its presses.
    public static let device = "long-press"

    private weak var previewer: Previewer?
    private var press: LongPress

    /// - Parameters:
    ///   - previewer: that of the window whose button it is. It is held weakly.
    ///   - pixelsPerMm: of the screen, in logical pixels: actions are chosen by the hand's way.
    public init(_ previewer: Previewer, pixelsPerMm: Double = 96 / 25.4) {
        self.previewer = previewer
        press = LongPress(pixelsPerMm: pixelsPerMm)
    }

    /// When ``advance(to:)`` wants to be called; `nil`: not before the next button.
    public var deadlineUsec: UInt64? { press.deadlineUsec }

    /// The button went down, at a place of the window.
    public func pointerDown(at location: Point, timeUsec: UInt64) {
        guard previewer?.means == .longPress else { return }
        post(press.down(at: location, timeUsec))
    }

    public func pointerMoved(to location: Point, timeUsec: UInt64) {
        post(press.move(to: location, timeUsec))
    }

    public func pointerUp(timeUsec: UInt64) {
        post(press.up(timeUsec))
    }

    /// The button turned out to be for something else: a drag of the app's, a popup of the toolkit's.
    public func cancel(timeUsec: UInt64) {
        post(press.cancel(timeUsec))
    }

    /// Time has passed.
    public func advance(to timeUsec: UInt64) {
        post(press.advance(to: timeUsec))
    }

    private func post(_ events: [PressEvent]) {
        for event in events { previewer?.post(.press(event, nil, at: press.origin)) }
    }
}
