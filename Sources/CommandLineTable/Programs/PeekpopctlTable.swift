/// What `peekpopctl` understands.
public enum PeekpopctlTable {
    public static let usualSocket = Shared.socketPath
    public static let socket = Option(
        "socket", "PATH", .file, usual: "`PEEKPOP_SOCKET`, else `\(Shared.socketPath)`",
        help: "The daemon's socket.")

    public static let json = Option(
        "json", help: "Write JSON, one object a line, and nothing else to standard output.")
    public static let device = Option(
        "device", "d", "ID", .device, repeatable: true, usual: "all pads",
        help: "Only this pad, by its id as `devices` shows it.")
    public static let oneDevice = Option(
        "device", "d", "ID", .device, usual: "the first pad with presses", help: "The pad to begin with.")
    public static let phase = Option(
        "phase", "p", "PHASE", .choices(["began", "changed", "peeked", "popped", "ended", "cancelled"]),
        repeatable: true, usual: "all phases", help: "Only events of this phase.")
    public static let count = Option(
        "count", "n", "N", .integer(1...1_000_000_000), help: "Stop after this many events.")
    public static let timeout = Option(
        "timeout", "t", "S", .number(0.001...1_000_000_000), help: "Stop after this many seconds.")
    public static let rate = Option(
        "rate", "HZ", .integer(1...1000), usual: "every report of the pad",
        help: "At most this many `changed` events a second for each pad.")
    public static let reconnect = Option(
        "reconnect", help: "When the daemon goes away, wait for it to come back instead of failing.")
    public static let plain = Option(
        "plain", help: "A line for each event and a force bar in the last line, instead of the full screen.")
    public static let duration = Option(
        "duration", "S", .number(0.001...1_000_000_000), help: "Stop after this many seconds.")
    public static let ascii = Option("ascii", help: "Draw with ASCII characters alone.")
    public static let sensitivity = Option(
        "sensitivity", "S", .choices(["light", "medium", "firm"]), usual: "`medium`", help: "How hard one has to press."
    )
    public static let calibration = Option(
        "calibration", "FILE", .file, help: "Use this calibration, a file as in `/var/lib/peekpop`.")
    public static let deviceNumber = Option(
        "device", "d", "N", .integer(0...63), usual: "all devices of the recording",
        help: "Only this device of the recording, counted from 0.")
    public static let recordDevice = Option(
        "device", "d", "ID", .device, usual: "the first pad with pressure",
        help: "The pad to record, a real one: its id, or a node such as `/dev/input/event5`.")
    public static let output = Option(
        "output", "o", "FILE", .file, usual: "standard output", help: "The file to write. It must not exist yet.")

    public static let plotOutput = Option(
        "output", "o", "FILE", .file, usual: "standard output", help: "The SVG file to write; `-` is standard output.")
    public static let plotDevice = Option(
        "device", "d", "N", .integer(0...63), usual: "every pad that was touched",
        help: "Only this device of each recording, counted from 0.")
    public static let from = Option(
        "from", "S", .number(0...1_000_000_000), usual: "the first touch",
        help: "Where to begin, in seconds as the plot's axis shows them.")
    public static let to = Option(
        "to", "S", .number(0...1_000_000_000), usual: "the last touch",
        help: "Where to end, in seconds as the plot's axis shows them.")
    public static let theme = Option(
        "theme", "NAME", .choices(["auto", "light", "dark"]), usual: "`auto`",
        help: "The paper: `auto` is light, and dark where the reader's system asks for it.")
    public static let width = Option(
        "width", "PX", .integer(240...4000), usual: "800", help: "The picture's width in pixels.")
    public static let noFolds = Option("no-folds", help: "Show times without a touch at their full length.")
    public static let calibrateDevice = Option(
        "device", "d", "ID", .device, usual: "the only pad; the guided calibration asks where there are more",
        help: "The pad, by its id as `devices` shows it.")
    public static let show = Option("show", help: "Show the calibrations that are stored, and what they rest on.")
    public static let reset = Option(
        "reset", help: "Remove the pad's calibration, and forget the click level learned from its clicks.")
    public static let yes = Option("yes", "y", help: "With `--reset`: do not ask.")
    public static let export = Option(
        "export", "FILE", .file,
        help: "Write the pad's calibration to a file; `-` is standard output. A file that is there is replaced only if"
            + " it is an exported calibration.")
    public static let importFile = Option(
        "import", "FILE", .file,
        help: "Store a calibration that was exported, for the pad it was made for; `-` is standard input.")
    public static let calibrateJSON = Option(
        "json",
        help: "With `--show`: one calibration a line, as `org.peekpop.Calibration.Get` gives it. With `--from`: the"
            + " calibration as `--import` reads it, or why there is none, in one line.")
    public static let fromFiles = Option(
        "from", nil, "FILE", .file, repeatable: true,
        help: "Calibrate from a recording instead; give it several times for several. `presses=FILE` says that a"
            + " recording is of one stage: `rest`, `touches`, `clicks`, `presses` or `hardest`.")
    public static let dryRun = Option("dry-run", help: "With `--from`: show what was found, and store nothing.")
    public static let report = Option(
        "report", "FILE", .file, help: "Draw how hard each stage was pressed, and the levels found, as SVG.")

    public static let devices = Command(
        "devices", summary: "list the pads, what their pressure is worth, and why",
        discussion: [
            "Classes: `grams` is true force on a known scale, `force` true force without one, `area` contact size"
                + " (presses are off), `none` no usable pressure."
        ], options: [json])
    public static let listen = Command(
        "listen", summary: "show press events as they come",
        discussion: [
            "Each line is an event. On a terminal the `changed` events are a live force bar in the last line instead."
                + " With `--json` each line is the parameters of one reply of `org.peekpop.Gestures.Subscribe`; the"
                + " first is the list of pads, which `--count` does not count.",
            "With `--count` and `--timeout` together, fewer events than wanted in that time are a failure.",
        ], options: [device, phase, json, count, timeout, rate, reconnect])
    public static let monitor = Command(
        "monitor", summary: "watch the force live, full screen",
        discussion: [
            "Shows the force against the three levels, its trace over time, the press in flight and the last events."
                + " Keys: `q` quits, Tab goes to the next pad, the space bar pauses, `+` and `-` change the time"
                + " span. Where standard output is no terminal, `--plain` is in force."
        ], options: [oneDevice, plain, duration, ascii])
    public static let replay = Command(
        "replay", summary: "recognise presses in a recording, without the daemon",
        discussion: [
            "Reads recordings of `libinput record`, evemu and evtest, told apart by their content, as fast as it goes."
                + " With `--json` each line is one press event, with the recording's own time; the same recording"
                + " gives the same bytes every time."
        ],
        options: [json, sensitivity, calibration, deviceNumber],
        operands: [Operand("FILE", .file, help: recordingHelp)], independent: true)
    public static let plot = Command(
        "plot", summary: "draw recordings as SVG: force, levels, presses",
        discussion: [
            "Shows the force in clicks, and at the right in grams or, where the scale is unknown, in the pad's own units;"
                + " the three levels, each with the lower side at which it is left; every press by how far it came"
                + " and, where it was cancelled, why; below them the buttons, the movement since the finger landed, and"
                + " the number of fingers. Each pad that was touched has a picture of its own; all share one scale of"
                + " force. Long times without a touch are folded away.",
            "The same recordings give the same bytes every time. A file is written whole or not at all; one that is"
                + " there already is replaced only if it is an SVG.",
        ],
        options: [plotOutput, plotDevice, from, to, sensitivity, calibration, theme, width, noFolds],
        operands: [Operand("FILE", .file, repeatable: true, help: recordingHelp)], independent: true)
    private static let recordingHelp =
        "The recording; `-` is standard input, and `demo` the one that is built in (`./demo` is a file)."
    public static let calibrate = Command(
        "calibrate", summary: "fit the three levels to a pad and to your finger",
        discussion: [
            "Without one of the options `--from`, `--show`, `--reset`, `--export` and `--import`, guides through it on the whole"
                + " terminal, in about a minute: hands off the pad, light touches, ordinary clicks, firm presses, the"
                + " hardest comfortable presses. What does not count is told with the reason. The levels are then"
                + " chosen by the errors they cause, shown with how often to expect those, and stored if you say so;"
                + " after that you can try them.",
            "Keys: the space bar or `n` goes on when there are enough, Backspace takes the last touch back and, where"
                + " there is none, goes back a step, `r` begins the step anew, `q` and Ctrl-C leave everything as it was.",
            "With `--from` the touches come from recordings (of `record` or `libinput record`), and nothing is asked. Where"
                + " they do not say which stage they are of, they are played one after the other, and the stages are"
                + " found in them: they have to be there in their order, with a pause between two stages. The same rules"
                + " decide what counts.",
            "Where the pad cannot tell a press from a touch, it is said with the figure, nothing is stored, and the exit"
                + " status is 1.",
            "A calibration takes effect at once, also for programs that are listening already. Whoever may listen may"
                + " calibrate; no other rights are needed. An import is refused where it was made for another pad or"
                + " by a newer version, or is damaged. The exit status is 0 only where what was asked for was done: a"
                + " guided calibration that was left is 1.",
        ],
        options: [
            calibrateDevice, fromFiles, dryRun, report, show, calibrateJSON, reset, yes, export, importFile, ascii,
        ])
    public static let record = Command(
        "record", summary: "record a pad as libinput record does",
        discussion: [
            "Opens the pad itself, without the daemon, which takes the right to read `/dev/input`. Ends at Ctrl-C."
                + " The file is what `libinput replay` and `replay` accept; it holds all that the fingers did on"
                + " the pad meanwhile."
        ], options: [recordDevice, output, duration], independent: true)
    public static let status = Command("status", summary: "show how the daemon is", options: [json])
    public static let fixLibinput = Option(
        "fix-libinput",
        help:
            "Where libinput would take a press for a palm: show the section for `/etc/libinput/local-overrides.quirks`"
            + " that mends it, and write it.")
    public static let fixYes = Option("yes", "y", help: "With `--fix-libinput`: do not ask.")
    public static let doctorJSON = Option("json", help: "Write JSON, in one line, and nothing else to standard output.")
    public static let doctor = Command(
        "doctor", summary: "tell whether presses work here, and what to do if not",
        discussion: [
            "Looks at the versions of the kernel, libinput and systemd, at what is installed and runs, at who may do what,"
                + " and at each pad: its class and why, whether the daemon may read it, whether libinput would freeze the"
                + " pointer in a deep press, its motor, its calibration. Each line is fine, or says what to do. Where a"
                + " pad's node may not be read, the daemon's word counts for it: `sudo` sees more when that is not there.",
            "Asking the daemon starts it where its socket is there. Nothing is changed, but by `--fix-libinput`: that"
                + " shows the whole text first, asks, keeps what others wrote in the file, and copies it to a file beside"
                + " it before. Who is logged in has to log in again for it to take effect.",
            "The exit status is 0 only where presses work.",
        ], options: [doctorJSON, fixLibinput, fixYes])
    public static let feedback = Command(
        "feedback", summary: "play haptic feedback on a pad",
        discussion: [
            "For pads with a haptic motor that the kernel lets programs use; `devices` shows which have one, and why"
                + " others have none. `peek` and `pop` play what the configuration gives them. A pad that nobody listens"
                + " to is opened for that, and closed after it."
        ],
        operands: [
            Operand("DEVICE", .device, help: "The pad, by its id as `devices` shows it."),
            Operand("PATTERN", .choices(["click", "peek", "pop", "buzz"]), help: "What to play."),
        ])
    public static let config = Command(
        "config", summary: "show the configuration as the daemon reads it, or check it",
        options: [configFile],
        operands: [
            Operand(
                "ACTION", .choices(["show", "check"]),
                help: "`show` it, as a file that says the same; or `check` it: every mistake is named with its file and"
                    + " line, and the exit status is 1 where there is one.")
        ], independent: true)
    public static let configFile = Option(
        "config", "FILE", .file, usual: "`/etc/peekpop/peekpopd.conf`", help: "The configuration to read.")
    public static let generate = Command(
        "generate", summary: "write the manual pages and completions into a folder",
        operands: [Operand("DIR", .directory, help: "An existing folder.")], hidden: true, independent: true)
    public static let complete = Command(
        "complete", summary: "list words for the shells' completions",
        operands: [Operand("WHAT", .choices(["devices"]), help: "Pads.")], hidden: true)

    public static let program = Program(
        "peekpopctl", section: 1, version: peekPopVersion, date: tablesDate,
        summary: "watch, record and replay force presses of touchpads",
        discussion: [
            "`peekpopctl` talks to `peekpopd(8)`, which recognises presses in three levels: hint, peek and pop."
        ],
        options: [socket],
        commands: [
            devices, doctor, listen, monitor, replay, plot, calibrate, record, status, feedback, config, generate,
            complete,
        ],
        environment: [
            Entry("PEEKPOP_SOCKET", "The daemon's socket where `--socket` is not given."),
            Entry("NO_COLOR", "Where set and not empty, nothing is coloured."),
            Entry(
                "TERM", "The kind of terminal. Where it is not set or `dumb`, there are neither colours nor live bars."),
        ],
        files: [
            Shared.socketFile,
            Entry("/etc/libinput/local-overrides.quirks", "Where `doctor --fix-libinput` tells libinput about a pad."),
        ],
        examples: [
            Entry("peekpopctl doctor", "Does my pad work, and if not, what to do?"),
            Entry("peekpopctl listen --phase popped", "A line each time a press pops:"),
            Entry("peekpopctl calibrate", "Fit the levels to your finger:"),
            Entry("peekpopctl calibrate --from mine.yml --dry-run", "See what a recording of the stages would give:"),
            Entry("peekpopctl record -o press.yml", "Record a pad:"),
            Entry("peekpopctl replay press.yml", "See what PeekPop makes of the recording:"),
            Entry("peekpopctl feedback i2c-04f3-323b click", "Feel whether a pad has a motor:"),
            Entry("peekpopctl plot press.yml -o press.svg", "Draw it:"),
        ],
        exitStatus: [Shared.done, Shared.failed, Shared.usage],
        seeAlso: ["libinput-record(1)", "peekpop-actions(1)", "peekpopd.conf(5)", "peekpopd(8)"])
}
