import ForceModel
import Testing

/// Values of tables and of arbitrary-precision arithmetic.
@Suite struct ModelMathTests {
    @Test(arguments: [
        (-20.0, 2.061_153_622_438_558e-9), (-1, 0.367_879_441_171_442_3), (0, 1), (1e-9, 1.000_000_001),
        (1, 2.718_281_828_459_045), (5, 148.413_159_102_576_6), (50, 5.184_705_528_587_072e21),
    ])
    func exp(_ x: Double, _ expected: Double) {
        #expect(abs(ModelMath.exp(x) / expected - 1) < 1e-13)
    }

    @Test(arguments: [
        (1e-12, -27.631_021_115_928_547), (0.5, -0.693_147_180_559_945_3), (1, 0), (1.5, 0.405_465_108_108_164_4),
        (10, 2.302_585_092_994_046), (1e9, 20.723_265_836_946_41),
    ])
    func log(_ x: Double, _ expected: Double) {
        #expect(abs(ModelMath.log(x) - expected) < 1e-13 * max(1, abs(expected)))
    }

    @Test(arguments: [(0.0, 1.0), (0.062_831_853_071_795_86, 0.998_026_728_428_271_6), (1, 0.540_302_305_868_139_8)])
    func cos(_ x: Double, _ expected: Double) {
        #expect(abs(ModelMath.cos(x) - expected) < 1e-14)
    }

    @Test(arguments: [
        (0.5, 0.0), (0.841_344_746_068_543, 1), (0.975, 1.959_963_984_540_054), (0.999, 3.090_232_306_167_814),
        (0.01, -2.326_347_874_040_841), (1e-6, -4.753_424_308_822_899),
    ])
    func normalQuantile(_ p: Double, _ expected: Double) {
        #expect(abs(ModelMath.normalQuantile(p) - expected) < 2e-8)
    }
}
