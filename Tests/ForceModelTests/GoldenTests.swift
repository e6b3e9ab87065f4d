import ForceModel
import Recordings
import Testing

/// The same bytes each time, on every machine. A changed number anywhere in the models shows here; whoever means the
/// change puts the new values in.
@Suite struct GoldenTests {
    static let hashes: [String: UInt64] = [
        "apple-mtp": 0x9c13_ee5e_60a1_a5d5,
        "magic-trackpad-2": 0x240d_4cd7_9da4_8d0b,
        "redrix": 0xe914_57ac_8fb2_e4d8,
        "surface": 0x7707_8410_703a_8146,
        "goodix": 0xe827_8683_e600_34db,
        "synaptics-ce37": 0xfcb1_5ab3_9c98_de3b,
        "pixart": 0x118c_a302_de34_93d5,
        "fifty-steps": 0x8149_85c0_ff93_bb11,
        "synaptics-rmi4": 0xa36d_eb0f_cdc6_9b3f,
        "elan-i2c": 0x986e_8d24_9478_7ec0,
        "cyapa": 0xe4bb_c91e_334d_ec14,
        "atmel": 0x4ef0_9fde_e35c_d0d5,
        "logitech-t650": 0x3964_801a_5a83_0b40,
        "bcm5974": 0x100d_5868_f9c5_691b,
        "demo": 0xca12_56c4_2ef4_da53,
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
