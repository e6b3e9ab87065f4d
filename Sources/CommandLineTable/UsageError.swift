/// A command line that does not fit the table. Exit status 64 (`EX_USAGE` of sysexits.h).
public struct UsageError: Error, Equatable, CustomStringConvertible, Sendable {
    /// What is wrong, without a full stop.
    public let message: String
    /// The usage line of the program or of the command that was meant.
    public let usage: String
    /// The command line that tells more: `peekpopctl listen --help`.
    public let help: String
    public let program: String

    public static let exitStatus: Int32 = 64

    /// Three lines for standard error.
    public var description: String {
        "\(program): \(message)\nusage: \(usage)\nTry '\(help)' for more information.\n"
    }
}

/// The candidate that was probably meant: at most two edits away, and fewer than half the letters.
func nearest(_ word: String, in candidates: [String]) -> String? {
    candidates.map { ($0, editDistance(word, $0)) }
        .filter { $0.1 <= 2 && $0.1 * 2 < max(word.count, $0.0.count) }
        .min { $0.1 < $1.1 }?.0
}

/// Levenshtein's distance.
private func editDistance(_ a: String, _ b: String) -> Int {
    let b = Array(b)
    var row = Array(0...b.count)
    for (i, letter) in a.enumerated() {
        var diagonal = row[0]
        row[0] = i + 1
        for j in b.indices {
            let above = row[j + 1]
            row[j + 1] = letter == b[j] ? diagonal : 1 + min(diagonal, above, row[j])
            diagonal = above
        }
    }
    return row[b.count]
}
