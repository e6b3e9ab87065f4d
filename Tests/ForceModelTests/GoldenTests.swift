import ForceModel
import Recordings
import Testing

/// The same bytes each time, on every machine. A changed number anywhere in the models shows here; whoever means the
/// change puts the new values in.
@Suite struct GoldenTests {
    static let hashes: [String: UInt64] = [
        "apple-mtp": 0xb628_8717_a741_5b77,
        "magic-trackpad-2": 0x4f28_64c1_4c19_ede0,
        "redrix": 0x0518_cbae_7d6e_4caf,
        "surface": 0xca37_e85d_cf79_edfb,
        "goodix": 0xffdc_be82_985c_2bfd,
        "synaptics-ce37": 0x4230_9374_9a75_92e4,
        "pixart": 0x5846_defb_4981_db7d,
        "fifty-steps": 0xd464_a359_bcf3_1ec7,
        "synaptics-rmi4": 0xbee4_80d4_4cb2_4508,
        "elan-i2c": 0x0495_6a17_4051_5441,
        "cyapa": 0x9421_d995_f09f_49cd,
        "atmel": 0x374d_e0f8_10d7_4830,
        "logitech-t650": 0x39e0_9a1e_934e_1fae,
        "bcm5974": 0xf0ef_3a93_35ff_36fa,
        "demo": 0x0396_69c5_7b0f_f1e9,
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
