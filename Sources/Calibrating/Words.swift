import Figures

/// Numbers as people read them.
public enum Words {
    /// With so many decimals; what is below zero counts as zero.
    static func fixed(_ value: Double, _ decimals: Int) -> String {
        Figures.fixed(min(max(value, 0), 1e12 - 1), decimals)
    }

    static func clicks(_ value: Double) -> String { fixed(value, 2) }

    /// `12 %`, `1.4 %`, `0.02 %`, `less than 0.01 %`.
    public static func percent(_ share: Double) -> String {
        let percent = share * 100
        if percent >= 9.95 { return fixed(percent, 0) + " %" }
        if percent >= 0.095 { return fixed(percent, 1) + " %" }
        return percent >= 0.005 ? fixed(percent, 2) + " %" : "less than 0.01 %"
    }

    /// How often something happens that is expected so many times a day: `4 times a day`, `once in 3 days`.
    public static func perDay(_ times: Double) -> String {
        if times >= 1.5 { return fixed(times, 0) + " times a day" }
        // Above it, less than a day and a half would be rounded to one.
        if times >= 2.0 / 3 { return "once a day" }
        let days = 1 / max(times, 1e-9)
        if days < 13 { return "once in \(fixed(days, 0)) days" }
        if days < 60 { return "once in \(fixed(days / 7, 0)) weeks" }
        return days < 400 ? "once in \(fixed(days / 30, 0)) months" : "less than once a year"
    }

    /// Of a hundred: `1`, `fewer than 1`.
    static func ofHundred(_ share: Double) -> String {
        share * 100 < 0.5 ? "fewer than 1" : fixed(share * 100, 0)
    }
}
