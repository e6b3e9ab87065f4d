/// What `peekpop-actions` understands.
public enum PeekpopActionsTable {
    public static let usualSocket = Shared.socketPath

    public static let config = Option(
        "config", "FILE", .file, usual: "`~/.config/peekpop/actions.conf`", help: "The rules to read.")
    public static let socket = Option(
        "socket", "PATH", .file, usual: "`PEEKPOP_SOCKET`, else `\(Shared.socketPath)`",
        help: "The socket of `peekpopd`.")
    public static let dryRun = Option(
        "dry-run", "n", help: "Do nothing; show a line for each action that would be done, with its values.")

    public static let run = Command(
        "run", summary: "listen to presses and do what the rules say",
        discussion: [
            "The rules are read again when their file changes, and at `SIGHUP`; a file with mistakes is reported with file and"
                + " line, and the rules from before stay in force. There is one such service in a session: a second one"
                + " says so and ends. It waits for a daemon that is not there yet, and finds a desktop again that was"
                + " started anew.",
            "No action delays a press or another action. A program that takes too long is ended, with what it has started;"
                + " what happens with every press is told once a minute.",
        ], options: [dryRun])
    public static let check = Command(
        "check", summary: "say what is wrong with the rules, with file and line",
        discussion: [
            "Mistakes keep the rules from being in force, and give the exit status 1. Warnings tell what will hardly do what"
                + " was meant, as a program that is not in `PATH` or a value in braces in a shell line; the exit status stays 0."
        ])
    public static let presetOperand = Operand(
        "NAME", .choices(["list", "quicklook", "links", "lookup", "middle-click", "context-menu", "none"]),
        optional: true, help: "The preset; `list` shows them all, `none` takes the chosen one away.")
    public static let preset = Command(
        "preset", summary: "put ready rules into the file, or show which there are",
        discussion: [
            "Writes the rules between two marks at the end of the file, in place of those of a preset chosen before, and"
                + " shows what it wrote. All else in the file stays as it is, byte for byte; rules of your own for the"
                + " same application go before. Where that changes what somebody has written, the file as it was is kept"
                + " beside it: as `actions.conf.bak`, or with the next number that is free. No copy is ever overwritten.",
            "`quicklook`: peek previews the selected file, pop opens it. `links`: the same with a link. `lookup`: the"
                + " selected word in a dictionary. `middle-click`, `context-menu`: a button.",
        ], operands: [presetOperand])
    public static let status = Command(
        "status", summary: "tell whether the service runs and what it needs is there",
        discussion: [
            "What the rules in force need: the daemon and a pad, the helper that sends keys and its consent, the session bus,"
                + " the previewer, what reads the selection, programs. The exit status is 1 where something is missing."
        ])

    public static let program = Program(
        "peekpop-actions", section: 1, version: peekPopVersion, date: tablesDate,
        summary: "run commands, keys and previews by force presses",
        discussion: [
            "`peekpop-actions` listens to `peekpopd(8)` as any client does, and does what rules say at the hint, peek, pop and"
                + " end of a press: run a program, send a key or a button, call a method over D-Bus, show a notification or"
                + " a preview. Rules hold for all applications or for one. `peekpop-actions.conf(5)` describes them.",
            "Which application has the focus is told by Sway, i3, Hyprland and niri over their sockets, by KWin over D-Bus, and"
                + " by GNOME where it allows it. Elsewhere the rules for all applications are in force.",
        ],
        options: [config, socket],
        commands: [run, check, preset, status],
        environment: [
            Entry("PEEKPOP_SOCKET", "The daemon's socket where `--socket` is not given."),
            Entry(
                "PEEKPOP_INPUT_SOCKET",
                "The socket of `peekpop-input(8)`, in place of `/run/peekpop-input/socket`."),
            Entry(
                "PEEKPOP_DELEGATED",
                "Set by the systemd unit: the service's cgroup is its own, and programs get some below it."),
            Entry("XDG_CONFIG_HOME", "The folder of `peekpop/actions.conf`, in place of `~/.config`."),
            Entry("XDG_RUNTIME_DIR", "Where the lock is, and where desktops are looked for."),
            Entry("HOME", "The user's folder."),
            Entry("PATH", "Where programs of rules are looked for."),
            Entry("SWAYSOCK", "Sway's socket, where it is not found by itself."),
            Entry("I3SOCK", "i3's socket."),
            Entry("NIRI_SOCKET", "niri's socket."),
            Entry("HYPRLAND_INSTANCE_SIGNATURE", "Which Hyprland to ask first."),
            Entry("WAYLAND_DISPLAY", "Where it is set, `wl-paste` reads the selection."),
            Entry("DISPLAY", "Where it is set, `xclip` reads the selection."),
            Entry("DBUS_SESSION_BUS_ADDRESS", "The session's bus."),
        ],
        files: [
            Entry("~/.config/peekpop/actions.conf", "The rules."),
            Entry(
                "~/.config/peekpop/actions.conf.bak",
                "What `preset` has changed, as it was; further copies end in `.bak.1` and so on."),
            Shared.socketFile,
            Entry("/run/peekpop-input/socket", "Where `peekpop-input(8)` takes keys and buttons."),
        ],
        examples: [
            Entry("peekpop-actions preset quicklook", "Preview files by pressing on them:"),
            Entry("systemctl --user enable --now peekpop-actions", "Run it in every graphical session:"),
            Entry("peekpop-actions check", "See whether the rules are right:"),
            Entry("peekpop-actions run --dry-run", "See what presses would do:"),
        ],
        exitStatus: [Shared.done, Shared.failed, Shared.usage],
        seeAlso: ["peekpopctl(1)", "peekpop-actions.conf(5)", "peekpop-input(8)", "peekpopd(8)"])
}
