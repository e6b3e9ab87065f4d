import ForceModel
import Recordings
import Testing

/// The same bytes each time, on every machine. A changed number anywhere in the models shows here; whoever means the
/// change puts the new values in.
@Suite struct GoldenTests {
    static let hashes: [String: UInt64] = [
        "apple-mtp": 0x1e56_7c40_eb02_ab0a,
        "magic-trackpad-2": 0xc5a1_15b6_8fc8_0034,
        "redrix": 0xb0b2_70dd_2f1b_0704,
        "surface": 0xcbb3_c5b8_bec3_952c,
        "goodix": 0x7420_9ccd_98f0_db8c,
        "synaptics-ce37": 0x7ece_139c_b463_f3f1,
        "pixart": 0xe77d_a3f8_339f_e826,
        "fifty-steps": 0xc3b6_5c89_2167_1227,
        "synaptics-rmi4": 0x18f7_d5ef_d955_cbef,
        "elan-i2c": 0x70ad_f63d_359f_902f,
        "cyapa": 0xd649_aa42_0db5_afca,
        "atmel": 0x557c_a209_2b51_033b,
        "logitech-t650": 0x0e4c_d18c_3b42_5eb1,
        "bcm5974": 0x92aa_2bed_2421_c959,
        "demo": 0x3fa6_f7d5_3c42_79c3,
    ]

    /// FNV-1a over times, types, codes and values of all events, and over the truth.
    static func hash(_ trace: LabelledTrace) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        func mix(_ word: UInt64) { hash = (hash ^ word) &* 0x0000_0100_0000_01b3 }
        for event in trace.device.events {
            mix(event.timeUsec)
            mix(UInt64(event.type) << 48 | UInt64(event.code) << 32 | UInt64(UInt32(bitPattern: event.value)))
        }
        for force in trace.force { mix(UInt64(force.bitPattern)) }
        return hash
    }

    static func golden(_ pad: PadModel) -> LabelledTrace {
        trace(pad, Intent.Kind.allCases, user: 3)
    }

    @Test(arguments: PadModel.everyPad)
    func sameBytes(_ pad: PadModel) {
        let hash = GoldenTests.hash(GoldenTests.golden(pad))
        #expect(hash == GoldenTests.hashes[pad.key], "\"\(pad.key)\": 0x\(String(hash, radix: 16)),")
    }

    @Test func takesDiffer() {
        let first = trace(.redrix, [.peek])
        #expect(trace(.redrix, [.peek]).device == first.device)
        #expect(trace(.redrix, [.peek], take: 1).device != first.device)
    }
}
