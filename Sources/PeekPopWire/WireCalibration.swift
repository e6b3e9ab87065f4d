import Recognition

extension Wire {
    /// What a calibration rests on.
    public struct Counts: Codable, Equatable, Sendable {
        public var touches: Int?
        public var clicks: Int?
        public var presses: Int?
        public var hardPresses: Int?
        public var discarded: Int?

        public init(
            touches: Int? = nil, clicks: Int? = nil, presses: Int? = nil, hardPresses: Int? = nil,
            discarded: Int? = nil
        ) {
            self.touches = touches
            self.clicks = clicks
            self.presses = presses
            self.hardPresses = hardPresses
            self.discarded = discarded
        }
    }

    /// The errors to expect: probabilities, 0…1.
    public struct Figures: Codable, Equatable, Sendable {
        /// That a touch or click peeks.
        public var falsePeek: Double?
        /// That a press meant to peek does not.
        public var missedPeek: Double?
        /// That a press meant to peek pops.
        public var falsePop: Double?
        /// That a press meant to pop does not.
        public var missedPop: Double?
        /// That a random press is harder than a random touch.
        public var separation: Double?
        /// How often a touch or click peeks in a day of ordinary use: a number, not a probability.
        public var falsePeeksPerDay: Double?
        /// Where nine cases of ten lie below: what so few samples leave open.
        public var falsePeekHigh: Double?
        public var missedPeekHigh: Double?
        public var falsePopHigh: Double?
        public var missedPopHigh: Double?

        public init(
            falsePeek: Double? = nil, missedPeek: Double? = nil, falsePop: Double? = nil, missedPop: Double? = nil,
            separation: Double? = nil, falsePeeksPerDay: Double? = nil, falsePeekHigh: Double? = nil,
            missedPeekHigh: Double? = nil, falsePopHigh: Double? = nil, missedPopHigh: Double? = nil
        ) {
            self.falsePeek = falsePeek
            self.missedPeek = missedPeek
            self.falsePop = falsePop
            self.missedPop = missedPop
            self.separation = separation
            self.falsePeeksPerDay = falsePeeksPerDay
            self.falsePeekHigh = falsePeekHigh
            self.missedPeekHigh = missedPeekHigh
            self.falsePopHigh = falsePopHigh
            self.missedPopHigh = missedPopHigh
        }
    }

    /// Where a calibration comes from.
    public struct Provenance: Codable, Equatable, Sendable {
        /// How it came about.
        public enum Method: String, Codable, Sendable, CaseIterable {
            case guided, recordings, manual
        }

        /// RFC 3339 in UTC: `2026-01-31T12:34:56Z`.
        public var created: String
        /// `peekpopctl 0.1.0`.
        public var program: String
        public var method: Method
        public var counts: Counts?
        public var figures: Figures?

        public init(
            created: String, program: String, method: Method, counts: Counts? = nil, figures: Figures? = nil
        ) {
            self.created = created
            self.program = program
            self.method = method
            self.counts = counts
            self.figures = figures
        }
    }

    /// A pad's calibration. What is `nil` comes from the next source in the order of trust.
    public struct Calibration: Codable, Equatable, Sendable {
        /// The id of the pad it was made for.
        public var device: String
        public var zeroPressure: Float?
        public var clickPressure: Float?
        public var unitsPerGram: Float?
        /// In clicks, at medium sensitivity.
        public var hint: Float?
        public var peek: Float?
        public var pop: Float?
        public var gesturesEnabled: Bool?
        /// Raw pressure of a finger that lies there without pressing, where touches are measured against it.
        public var restingPressure: Float?
        /// Shorter by longer axis of that finger, 0…1.
        public var restingAspect: Float?
        public var provenance: Provenance?

        public init(device: String, _ values: Recognition.Calibration, provenance: Provenance? = nil) {
            self.device = device
            zeroPressure = values.zeroPressure
            clickPressure = values.clickPressure
            unitsPerGram = values.unitsPerGram
            hint = values.hint
            peek = values.peek
            pop = values.pop
            gesturesEnabled = values.gesturesEnabled
            restingPressure = values.restingPressure
            restingAspect = values.restingAspect
            self.provenance = provenance
        }

        /// What the recogniser needs of it.
        public var values: Recognition.Calibration {
            Recognition.Calibration(
                zeroPressure: zeroPressure, clickPressure: clickPressure, unitsPerGram: unitsPerGram, hint: hint,
                peek: peek, pop: pop, gesturesEnabled: gesturesEnabled, restingPressure: restingPressure,
                restingAspect: restingAspect)
        }
    }

    /// What a pad measures, in one report of the kernel.
    public struct Sample: Codable, Equatable, Sendable {
        public var timeUsec: UInt64
        public var touching: Bool
        public var raw: Int32
        public var clicks: Float
        public var grams: Float?
        public var x: Float
        public var y: Float
        public var majorMm: Float?
        public var minorMm: Float?
        public var fingers: Int
        public var button: Bool
        public var lost: Int?

        public init(
            timeUsec: UInt64, touching: Bool, raw: Int32, clicks: Float, grams: Float? = nil, x: Float = 0,
            y: Float = 0, majorMm: Float? = nil, minorMm: Float? = nil, fingers: Int, button: Bool, lost: Int? = nil
        ) {
            self.timeUsec = timeUsec
            self.touching = touching
            self.raw = raw
            self.clicks = clicks
            self.grams = grams
            self.x = x
            self.y = y
            self.majorMm = majorMm
            self.minorMm = minorMm
            self.fingers = fingers
            self.button = button
            self.lost = lost
        }
    }

    /// Reply of Observe.
    public struct SampleReply: Codable, Equatable, Sendable {
        public var sample: Sample

        public init(sample: Sample) {
            self.sample = sample
        }
    }

    /// Reply of Get.
    public struct CalibrationReply: Codable, Equatable, Sendable {
        public var calibration: Calibration

        public init(calibration: Calibration) {
            self.calibration = calibration
        }
    }

    /// Parameters of Set.
    public struct SetCalibration: Codable, Equatable, Sendable {
        public var device: String
        public var calibration: Calibration

        public init(device: String, calibration: Calibration) {
            self.device = device
            self.calibration = calibration
        }
    }
}
