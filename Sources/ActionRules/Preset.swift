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
              text=$(dict -- "$word" 2>&1 | head -n 12 | sed 's/&/\\&amp;/g; s/</\\&lt;/g; s/>/\\&gt;/g');
              notify-send -t 8000 -- "$word" "$text"
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
