import Glibc
import Linux

/// Reads the selected text (the primary selection): by wl-paste under Wayland, by xclip under X or where the former finds
/// nothing, or by what the configuration says.
final class SelectionReader {
    /// Bytes of UTF-8: of a book that is selected, its beginning is enough. As an argument or a variable, the kernel takes
    /// twice as many (`MAX_ARG_STRLEN`).
    static let limit = 1 << 16
    private static let timeoutUsec: UInt64 = 1_500_000

    private let programs: ProgramRunner
    private let environment: (String) -> String?
    var command: [String]?

    init(_ programs: ProgramRunner, _ environment: @escaping (String) -> String?) {
        self.programs = programs
        self.environment = environment
    }

    /// - Parameter handler: the text, empty where nothing is selected; or why it cannot be read.
    func read(_ handler: @escaping (Result<String, SelectionProblem>) -> Void) {
        let commands = SelectionReader.commands(command, environment)
        guard !commands.isEmpty else {
            return handler(.failure(SelectionProblem.noDesktop))
        }
        attempt(commands[...], [], handler)
    }

    /// The programs to ask, one after the other; none where there is no desktop to ask.
    static func commands(_ own: [String]?, _ environment: (String) -> String?) -> [[String]] {
        if let own { return [own] }
        func isSet(_ name: String) -> Bool { environment(name)?.isEmpty == false }
        var commands: [[String]] = []
        if isSet("WAYLAND_DISPLAY") { commands.append(["wl-paste", "--primary", "--no-newline"]) }
        if isSet("DISPLAY") { commands.append(["xclip", "-selection", "primary", "-out"]) }
        return commands
    }

    /// What was selected as text of at most ``limit`` bytes, which ends between two letters.
    ///
    /// What is no UTF-8 has become U+FFFD, and so more bytes. A NUL can go to no program, and is left out.
    static func text(_ bytes: [UInt8]) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        var end = text.utf8.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex) ?? text.endIndex
        while end > text.startIndex, end.samePosition(in: text.unicodeScalars) == nil {
            end = text.utf8.index(before: end)
        }
        return String(String.UnicodeScalarView(text.unicodeScalars[..<end].filter { $0 != "\0" }))
    }

    private func attempt(
        _ commands: ArraySlice<[String]>, _ problems: [String],
        _ handler: @escaping (Result<String, SelectionProblem>) -> Void
    ) {
        guard let command = commands.first else {
            return handler(
                problems.isEmpty
                    ? .success("") : .failure(SelectionProblem(description: problems.joined(separator: "; "))))
        }
        // 3: a letter that begins before the limit is there to its end.
        programs.read(command, limit: SelectionReader.limit + 3, timeoutUsec: SelectionReader.timeoutUsec) {
            [weak self] result in
            switch result {
            case .success(let bytes) where !bytes.isEmpty: handler(.success(SelectionReader.text(bytes)))
            case .success: self?.attempt(commands.dropFirst(), [], handler)
            case .failure(let error): self?.attempt(commands.dropFirst(), problems + ["\(error)"], handler)
            }
        }
    }
}

struct SelectionProblem: Error, CustomStringConvertible {
    let description: String

    static let noDesktop = SelectionProblem(description: "there is neither WAYLAND_DISPLAY nor DISPLAY")
}
