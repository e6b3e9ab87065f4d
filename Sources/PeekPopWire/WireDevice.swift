import Recognition

extension Wire {
    /// The pressure axis as the kernel announces it.
    public struct PressureAxis: Codable, Equatable, Sendable {
        public var minimum: Int32
        public var maximum: Int32
        /// Units per gram; 0 where the pad does not tell.
        public var resolution: Int32

        public init(minimum: Int32, maximum: Int32, resolution: Int32) {
            self.minimum = minimum
            self.maximum = maximum
            self.resolution = resolution
        }
    }

    /// From raw pressure to force.
    public struct Scale: Codable, Equatable, Sendable {
        public var source: ScaleSource
        /// Raw pressure without a touch.
        public var zeroPressure: Float
        /// Raw pressure at which the pad clicks.
        public var clickPressure: Float
        public var unitsPerGram: Float?
        /// Where the pad's range ends, in clicks.
        public var topClicks: Float

        public init(
            source: ScaleSource, zeroPressure: Float, clickPressure: Float, unitsPerGram: Float?, topClicks: Float
        ) {
            self.source = source
            self.zeroPressure = zeroPressure
            self.clickPressure = clickPressure
            self.unitsPerGram = unitsPerGram
            self.topClicks = topClicks
        }

        public init(_ scale: ForceScale) {
            self.init(
                source: scale.source, zeroPressure: scale.zero, clickPressure: scale.click,
                unitsPerGram: scale.unitsPerGram, topClicks: scale.topClicks)
        }
    }

    /// The three levels, in clicks.
    public struct Levels: Codable, Equatable, Sendable {
        public var hint: Float
        public var peek: Float
        public var pop: Float

        public init(hint: Float, peek: Float, pop: Float) {
            self.hint = hint
            self.peek = peek
            self.pop = pop
        }

        public init(_ levels: Recognition.Levels) {
            self.init(hint: levels.hint.down, peek: levels.peek.down, pop: levels.pop.down)
        }
    }

    /// One pad.
    public struct Device: Codable, Equatable, Sendable {
        public var id: String
        public var name: String
        public var node: String
        public var seat: String
        public var kind: PadKind
        public var bus: UInt16
        public var vendor: UInt16
        public var product: UInt16
        public var widthMm: Float
        public var heightMm: Float
        public var padClass: PadClass
        /// Why it is of this class, in words.
        public var reason: String
        /// Whether presses are recognised on it.
        public var gestures: Bool
        public var pressure: PressureAxis?
        public var scale: Scale?
        public var levels: Levels?
        public var haptics: Bool
        /// How haptic feedback is played on it, or why it is not, in words.
        public var hapticsReason: String?
        /// Whether it is being read at the moment.
        public var open: Bool
        /// What is wrong with it, in words.
        public var problem: String?

        /// A pad as its description shows it, closed, without haptics; the caller fills in what else it knows.
        public init(
            _ pad: PadDescription, gestures: Bool, scale: ForceScale? = nil, levels: Recognition.Levels? = nil
        ) {
            let classification = pad.classification
            id = pad.id
            name = pad.name
            node = pad.node
            seat = pad.seat
            kind = pad.kind
            bus = pad.bus
            vendor = pad.vendor
            product = pad.product
            widthMm = pad.widthMm
            heightMm = pad.heightMm
            padClass = classification.padClass
            reason = classification.reason
            self.gestures = gestures
            pressure = pad.pressure.map {
                PressureAxis(minimum: $0.minimum, maximum: $0.maximum, resolution: $0.resolution)
            }
            self.scale = scale.map(Scale.init)
            self.levels = levels.map(Levels.init)
            haptics = false
            open = false
        }
    }
}
