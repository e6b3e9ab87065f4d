/// What `peekpop-input` understands.
public enum PeekpopInputTable {
    public static let socket = Option(
        "socket", "PATH", .file, help: "The socket to listen on. One passed by the service manager goes before it.")

    public static let program = Program(
        "peekpop-input", section: 8, version: peekPopVersion, date: tablesDate,
        summary: "send keys and mouse buttons for peekpop-actions",
        discussion: [
            "`peekpop-input` presses keys and buttons through `/dev/uinput` for those who may: root, and the user whose session is"
                + " in the foreground on the first seat, asked anew with each request. It is a program of its own so that"
                + " nothing else needs that right. The service manager starts it on the first connection and it ends when"
                + " nobody is connected any more; its two devices, `PeekPop keys` and `PeekPop buttons`, are there for as"
                + " long as somebody is.",
            "Requests are messages of a `SOCK_SEQPACKET` socket: `key ctrl+t`, `button middle`. Each is answered with `done`, or"
                + " with why not. What can be sent is in a list: letters, digits and signs only together with ctrl, alt or"
                + " super, so that no text is typed; no power key, no SysRq, no switch of the console; at most 10 a second.",
        ],
        options: [socket],
        environment: [
            Entry("LISTEN_FDS", "The socket that systemd passes."),
            Entry("NOTIFY_SOCKET", "Where readiness is told; systemd sets it."),
        ],
        files: [
            Entry("/run/peekpop-input/socket", "Where `peekpop-input.socket` listens."),
            Entry("/dev/uinput", "Given to group `peekpop-input` when the service starts."),
        ],
        examples: [Entry("/usr/libexec/peekpop-input --socket /tmp/input", "Listen on a private socket, as root:")],
        exitStatus: [Shared.done, Shared.failed, Shared.usage],
        seeAlso: ["peekpop-actions(1)", "peekpop-actions.conf(5)", "systemd.socket(5)"])
}
