/// What `peekpop-input` understands.
public enum PeekpopInputTable {
    public static let socket = Option(
        "socket", "PATH", .file, help: "The socket to listen on. One passed by the service manager goes before it.")

    public static let program = Program(
        "peekpop-input", section: 8, version: peekPopVersion, date: tablesDate,
        summary: "send keys and mouse buttons for peekpop-actions",
        discussion: [
            "`peekpop-input` presses keys and buttons through `/dev/uinput` for those who may: root, and the user whose session is"
                + " in the foreground on the first seat, asked anew with each request, and again when its keys go down: what still"
                + " waits then of somebody who went to the background is dropped. It is a program of its own so that"
                + " nothing else needs that right. The service manager starts it on the first connection and it ends when"
                + " nobody is connected any more; its two devices, `PeekPop keys` and `PeekPop buttons`, are there for as"
                + " long as somebody is.",
            "Requests are messages of a `SOCK_SEQPACKET` socket: `key ctrl+t`, `button middle`. Each is answered with `done`, or"
                + " with why not. What can be sent is in a list: letters, digits and signs only together with ctrl, alt or"
                + " super, so that no text is typed; no power key, no SysRq, no switch of the console. Over all connections it is 10 a"
                + " second, and at most 10 at once. What types nothing, `ready` and what is no request, is counted for itself:"
                + " 10 a second of each user, and at most 10 at once.",
            "What is refused or dropped is logged with process and user, once a minute for each user and reason. The program's"
                + " name is with it only where the helper may see that: its unit hides other users' processes from it.",
        ],
        options: [socket],
        environment: [
            Entry("LISTEN_FDS", "The socket that systemd passes."),
            Entry("NOTIFY_SOCKET", "Where readiness is told; systemd sets it."),
        ],
        files: [
            Entry("/run/peekpop-input/socket", "Where `peekpop-input.socket` listens."),
            Entry(
                "/dev/uinput",
                "Group `peekpop-input` is let in by an access control list while the service runs; owner, group and mode stay."
            ),
        ],
        examples: [Entry("/usr/libexec/peekpop-input --socket /tmp/input", "Listen on a private socket, as root:")],
        exitStatus: [Shared.done, Shared.failed, Shared.usage],
        seeAlso: ["peekpop-actions(1)", "peekpop-actions.conf(5)", "systemd.socket(5)"])
}
