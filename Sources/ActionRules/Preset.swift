/// Rules that are ready to be used: a piece of configuration.
public struct Preset: Equatable, Sendable {
    public let name: String
    /// One line for lists, lower case, without a full stop.
    public let summary: String
    /// What has to be there for it to work.
    public let needs: String
    /// Sections of `actions.conf`.
    public let text: String

    public static let all = [quicklook, links, lookup, middleClick, contextMenu]

    public static func named(_ name: String) -> Preset? { all.first { $0.name == name } }

    /// No file manager tells other programs what is selected in it. GNOME's Files has its own key for the previewer, and its
    /// own selection; elsewhere the path or the address of a file that is selected as text is taken.
    static let quicklook = Preset(
        name: "quicklook", summary: "peek previews the selected file, pop opens it",
        needs: "gnome-sushi (the previewer); peekpop-input for the file managers; wl-clipboard or xclip elsewhere",
        text: """
            # File managers tell nobody what is selected in them, but they have a key for the previewer.
            [app org.gnome.Nautilus]
            peek = key space
            pop = preview-close
            pop = key enter
            cancel = preview-close

            [app nemo]
            peek = key space
            pop = preview-close
            pop = key enter
            cancel = preview-close

            # Everywhere else: the file whose path or address is selected as text.
            [all]
            peek = preview {uri}
            pop = preview-close
            pop = start xdg-open {file}
            cancel = preview-close

            """)

    static let links = Preset(
        name: "links", summary: "peek previews the selected link, pop opens it in a new tab",
        needs: "wl-clipboard or xclip; epiphany-browser, or another program that shows one page",
        text: """
            # The preview is any program that shows one page; it is ended when the press pops or is over.
            [all]
            peek = show epiphany --private-instance {link}
            pop = start xdg-open {link}

            """)

    static let lookup = Preset(
        name: "lookup", summary: "peek looks the selected word up, pop opens the dictionary",
        needs: "wl-clipboard or xclip; the dict program for the peek",
        text: """
            [all]
            peek = shell word=$(printf %s "$PEEKPOP_SELECTION" | tr -d '\\n' | cut -c 1-64);
              [ -n "$word" ] || exit 0;
              notify-send -t 8000 -- "$word" "$(dict -- "$word" 2>&1 | head -n 12)"
            pop = start xdg-open https://en.wiktionary.org/wiki/{word}

            """)

    static let middleClick = Preset(
        name: "middle-click", summary: "pop is a click of the middle button",
        needs: "peekpop-input",
        text: """
            [all]
            pop = button middle

            """)

    static let contextMenu = Preset(
        name: "context-menu", summary: "peek is a click of the right button",
        needs: "peekpop-input",
        text: """
            [all]
            peek = button right

            """)
}

/// The part of a configuration file that belongs to `peekpop-actions preset`: lines between two marks. All else is the
/// user's, and stays byte for byte.
public enum PresetBlock {
    static let begin = "# >>> preset "
    static let end = "# <<< preset"

    /// What is wrong with the marks of a file.
    public struct Mistake: Error, Equatable, Sendable, CustomStringConvertible {
        public let line: Int
        public let description: String
    }

    /// The name of the preset a file has, if any.
    public static func name(in text: String) throws(Mistake) -> String? { try find(text)?.name }

    /// The file with this preset in place of the one it had; after the user's own sections, so that those go before.
    ///
    /// - Parameter preset: `nil` takes it away.
    public static func replace(in text: String, with preset: Preset?) throws(Mistake) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if let found = try find(text) {
            lines.removeSubrange(found.lines)
            // The empty line that was put before it.
            if found.lines.lowerBound > 0, lines[found.lines.lowerBound - 1].isEmpty,
                lines[found.lines.lowerBound...].allSatisfy(\.isEmpty)
            {
                lines.remove(at: found.lines.lowerBound - 1)
            }
        }
        var own = lines.joined(separator: "\n")
        guard let preset else { return own }
        if !own.isEmpty, own.last != "\n" { own += "\n" }
        if !own.isEmpty { own += "\n" }
        return own + block(preset)
    }

    /// The lines of a preset, marks included.
    public static func block(_ preset: Preset) -> String {
        """
        \(begin)\(preset.name) (written by `peekpop-actions preset`; your own rules stand outside of these lines)
        # Needs: \(preset.needs).
        \(preset.text)\(end)

        """
    }

    /// Where the block is, in lines counted from 0.
    private static func find(_ text: String) throws(Mistake) -> (lines: Range<Int>, name: String)? {
        var open: (line: Int, name: String)?
        var found: (lines: Range<Int>, name: String)?
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.hasPrefix(begin) {
                guard open == nil, found == nil else {
                    throw Mistake(
                        line: index + 1, description: "a second preset begins here; remove one of them by hand")
                }
                open = (index, String(line.dropFirst(begin.count).prefix { $0 != " " }))
            } else if line.hasPrefix(end), let (first, name) = open {
                found = (first..<index + 1, name)
                open = nil
            }
        }
        if let open {
            throw Mistake(
                line: open.line + 1, description: "the preset that begins here has no `\(end)`; put it back by hand")
        }
        return found
    }
}
