/// What `peekpopd` understands.
public enum PeekpopdTable {
    public static let source = Option(
        "source", "SOURCE", .choicesOrFile(["evdev", "libinput", "demo"], prefixes: ["libinput:", "recording:"]),
        usual: "what the configuration says, or `evdev`",
        help: "Where the pads come from. `evdev` is the kernel's input devices; `libinput` is the same devices together"
            + " with what libinput makes of their motion (palms, scrolling, swipes, typing), and pens; `libinput:FILE` is"
            + " the one device with that node. `demo` is a built-in recording that needs no hardware and no rights and"
            + " begins again at its end, `recording:FILE` a file of `libinput record`, evemu or evtest.")
    public static let speed = Option(
        "speed", "X", .numberOrWord(0.01...1000, "max"), usual: "1",
        help: "How fast a recording is played: a factor, or `max` for as fast as it goes.")
    public static let socket = Option(
        "socket", "PATH", .file, usual: "`\(Shared.socketPath)`",
        help: "The socket to listen on. A socket passed by the service manager goes before it.")
    public static let config = Option(
        "config", "FILE", .file, usual: "`/etc/peekpop/peekpopd.conf`",
        help: "The configuration to read, together with the files `*.conf` in the folder of the same name with `.d`"
            + " added.")
    public static let checkConfig = Option(
        "check-config", help: "Read the configuration, say what is wrong with it, and exit.")

    public static let program = Program(
        "peekpopd", section: 8, version: peekPopVersion, date: tablesDate,
        summary: "recognise force presses of touchpads and broadcast them",
        discussion: [
            "`peekpopd` reads the pressure of touchpads, turns it into calibrated force, recognises presses in three"
                + " levels (hint, peek and pop), and broadcasts them over a Unix socket in the Varlink protocol"
                + " (interface `org.peekpop.Gestures`). It opens devices only while somebody is subscribed.",
            "Usually the service manager starts it on the first connection. Started by hand it listens on"
                + " `--socket`. `SIGHUP` makes it read its configuration again; a damaged one is reported and the old"
                + " one stays in force. `SIGTERM` and `SIGINT` end it, after every press in flight has been"
                + " cancelled.",
        ],
        options: [source, speed, socket, config, checkConfig],
        environment: [
            Entry("PEEKPOP_SOCKET", "The socket to listen on where `--socket` is not given."),
            Entry(
                "STATE_DIRECTORY",
                "Where calibrations and learned click levels are kept, in place of `/var/lib/peekpop`; systemd sets it. The"
                    + " demo and recordings keep them only where it is set."),
            Entry(
                "NOTIFY_SOCKET", "Where readiness, reloads and the watchdog's signs of life are told; systemd sets it."),
            Entry(
                "LISTEN_FDS",
                "The socket that systemd passes; with it the daemon ends when it has been idle."),
        ],
        files: [
            Entry("/etc/peekpop/peekpopd.conf", "The configuration."),
            Entry("/etc/peekpop/peekpopd.conf.d/*.conf", "Additions to it, read in the order of their names."),
            Shared.socketFile,
            Entry("/var/lib/peekpop/", "Calibrations and learned click levels, a file a pad."),
        ],
        examples: [
            Entry(
                "/usr/libexec/peekpopd --source demo --socket /tmp/org.peekpop.Gestures",
                "Presses without a pad, on a private socket:"
            ),
            Entry("peekpopctl config check", "See whether the configuration is right:"),
        ],
        exitStatus: [Shared.done, Shared.failed, Shared.usage],
        seeAlso: ["peekpopctl(1)", "peekpopd.conf(5)", "systemd.exec(5)", "hwdb(7)", "udev(7)"])
}
