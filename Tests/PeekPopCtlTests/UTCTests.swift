import Testing

@testable import PeekPopCtl

@Suite struct UTCTests {
    @Test(
        "RFC 3339, leap days included",
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (951_782_399, "2000-02-28T23:59:59Z"), (951_782_400, "2000-02-29T00:00:00Z"),
            (1_709_251_199, "2024-02-29T23:59:59Z"), (1_769_862_896, "2026-01-31T12:34:56Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"), (1_798_761_599, "2026-12-31T23:59:59Z"),
        ])
    func text(seconds: Int, text: String) { #expect(UTC.text(seconds) == text) }
}
