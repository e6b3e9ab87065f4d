"""peekpopctl as people and scripts run it: exit statuses, what goes to which stream, readers that leave, full disks."""

import fcntl
import json
import os
import pty
import re
import select
import signal
import socket
import struct
import subprocess
import termios
import threading
import time

import pytest
from harness import DIST
from scripted_service import PAD, READY, STORY, SUBSCRIBE, ScriptedService, press

CTL = DIST / "peekpopctl"
# No test waits so long unless something hangs.
LONG = 60


@pytest.fixture
def service(tmp_path):
    services = []

    def start(script, **options):
        made = ScriptedService(tmp_path / "org.peekpop.Gestures", script, **options)
        services.append(made)
        return made

    yield start
    for made in services:
        made.close()


def run(*arguments, socket=None, **options):
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "PEEKPOP_SOCKET": str(socket or "/nonexistent/s")}
    options.setdefault("capture_output", True)
    return subprocess.run(
        [CTL, *arguments], env=environment, timeout=LONG, text=True, stdin=subprocess.DEVNULL, **options
    )


def lines(text):
    return text.splitlines()


# Usage and failures


@pytest.mark.parametrize(
    "arguments",
    [
        [], ["fly"], ["listen", "--count", "0"], ["replay"], ["listen", "--nonsense"], ["config"], ["status", "more"],
        ["help", "fly"],
    ],
)
def test_wrong_usage_is_64_with_the_usage_line(arguments):
    result = run(*arguments)
    assert result.returncode == 64
    assert result.stdout == ""
    what, usage, more = lines(result.stderr)
    assert what.startswith("peekpopctl: ")
    assert usage.startswith("usage: peekpopctl ")
    # What it offers is a command line that works.
    offered = re.fullmatch("Try 'peekpopctl (.*)' for more information.", more)[1].split(" ")
    assert run(*offered).returncode == 0


def test_help_is_a_command_too():
    assert run("help").stdout == run("--help").stdout
    for command in ["listen", "config", "help"]:
        assert run("help", command).stdout == run(command, "--help").stdout != ""


@pytest.mark.parametrize("arguments", [["--help"], ["help"], ["listen", "--help"], ["--version"]])
def test_help_and_version_go_to_standard_output(arguments):
    result = run(*arguments)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.startswith("peekpopctl")


@pytest.mark.parametrize("command", ["devices", "status", "listen", "monitor"])
def test_without_a_daemon_one_line_says_what_to_do(command):
    result = run(command)
    assert (result.returncode, result.stdout) == (1, "")
    assert len(lines(result.stderr)) == 1
    assert "peekpopd.socket" in result.stderr


def test_nobody_listening_is_told_apart(tmp_path):
    path = tmp_path / "org.peekpop.Gestures"
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind(str(path))
    result = run("status", socket=path)
    assert result.returncode == 1
    assert "nobody listens there" in result.stderr


def test_permission_denied_names_the_group(service):
    made = service({SUBSCRIBE: [{"error": "org.varlink.service.PermissionDenied", "parameters": {}}]})
    result = run("listen", "--reconnect", socket=made.path)
    assert result.returncode == 1
    assert "usermod -aG peekpop" in result.stderr


def test_another_service_is_recognised(service):
    result = run("devices", socket=service({"org.peekpop.Gestures.ListDevices": [{"parameters": {"x": 1}}]}).path)
    assert result.returncode == 1
    assert "same version" in result.stderr or "one version" in result.stderr


# JSON


def test_devices_json_is_the_reply(service):
    made = service({"org.peekpop.Gestures.ListDevices": [{"parameters": {"devices": [PAD]}}]})
    result = run("devices", "--json", socket=made.path)
    assert (result.returncode, result.stderr) == (0, "")
    assert json.loads(result.stdout) == {"devices": [PAD]}
    assert result.stdout.count("\n") == 1


def test_listen_json_is_one_reply_a_line_and_nothing_else(service):
    made = service({SUBSCRIBE: STORY})
    result = run("listen", "--json", "--count", "5", socket=made.path)
    assert (result.returncode, result.stderr) == (0, "")
    assert [json.loads(line) for line in lines(result.stdout)] == [reply["parameters"] for reply in STORY]


def test_listen_asks_for_what_was_asked_for(service):
    made = service({SUBSCRIBE: STORY})
    arguments = ["-d", "a", "-d", "b", "--phase", "peeked", "--phase", "popped", "--rate", "25", "--count", "1"]
    assert run("listen", *arguments, socket=made.path).returncode == 0
    (call,) = made.calls
    assert call["more"] is True
    assert call["parameters"] == {"devices": ["a", "b"], "phases": ["peeked", "popped"], "maxRateHz": 25}


def test_each_line_comes_when_its_event_does(service):
    made = service({SUBSCRIBE: STORY[:2]})
    process = subprocess.Popen(
        [CTL, "listen", "--json", "--socket", made.path], stdout=subprocess.PIPE, stdin=subprocess.DEVNULL
    )
    try:
        assert json.loads(process.stdout.readline())["ready"] is True
        assert json.loads(process.stdout.readline())["press"]["phase"] == "began"
        process.send_signal(signal.SIGINT)
        assert process.wait(LONG) == 0
    finally:
        process.kill()


# Ends


def test_count_and_timeout(service):
    made = service({SUBSCRIBE: STORY})
    short = run("listen", "--count", "6", "--timeout", "0.3", socket=made.path)
    assert short.returncode == 1
    assert re.search("[0-5] of 6 events came within 0.300 s", short.stderr)
    assert run("listen", "--timeout", "0.3", socket=made.path).returncode == 0


def test_count_is_exact_however_much_has_come(service):
    """The whole story and the end of the stream lie in the socket before the first line is written."""
    made = service({SUBSCRIBE: STORY}, hang_up=True)
    for count in range(1, 6):
        result = run("listen", "--json", "--count", str(count), socket=made.path)
        assert (result.returncode, result.stderr) == (0, "")
        assert len(lines(result.stdout)) == 1 + count


@pytest.mark.parametrize("command", ["listen", "monitor"])
def test_daemon_that_goes_away_is_a_failure(service, command):
    made = service({SUBSCRIBE: STORY, "org.peekpop.Calibration.Observe": []}, hang_up=True)
    result = run(command, socket=made.path)
    assert result.returncode == 1
    assert result.stderr == "peekpopctl: the daemon ended the stream: journalctl -u peekpopd tells why\n"
    assert "popped" in result.stdout


def test_daemon_that_hangs_up_before_it_answers_is_another(service):
    made = service({SUBSCRIBE: []}, hang_up=True)
    result = run("listen", socket=made.path)
    assert (result.returncode, result.stdout) == (1, "")
    assert "closed the connection before it had answered" in result.stderr and len(lines(result.stderr)) == 1


def test_a_last_reply_ends_the_stream_as_well(service):
    made = service({SUBSCRIBE: [READY, {"parameters": {}}]})
    result = run("listen", socket=made.path)
    assert result.returncode == 1
    assert "the daemon ended the stream" in result.stderr and len(lines(result.stderr)) == 1


COMMANDS_OF_THE_DAEMON = [
    ["status"], ["status", "--json"], ["devices"], ["listen"], ["listen", "--json", "--count", "1"],
    ["monitor", "--plain"], ["monitor", "--duration", "600"],
]


def test_a_frozen_daemon_is_waited_for_no_longer_than_that(start, service):
    """All at once, because each of them takes the ten seconds."""
    daemon = start("demo")
    daemon.signal(signal.SIGSTOP)
    silent = service({SUBSCRIBE: [READY]})

    def begin(*arguments, socket=daemon.socket):
        environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "PEEKPOP_SOCKET": socket}
        return subprocess.Popen([CTL, *arguments], env=environment, text=True, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    commands = [(begin(*arguments), arguments) for arguments in COMMANDS_OF_THE_DAEMON]
    completion = begin("complete", "devices")
    # The limit is for the first reply alone: a stream may then stay silent for as long as it likes.
    listening = begin("listen", "--timeout", "12", socket=silent.path)
    patient = begin("listen", "--reconnect", "--json", "--count", "1")
    hasty = begin("listen", "--timeout", "2")
    try:
        for process, arguments in commands:
            output, said = process.communicate(timeout=LONG)
            assert (process.returncode, output) == (1, ""), arguments
            assert re.fullmatch(
                r"peekpopctl: org\.peekpop\.Gestures\.\w+: no reply within 10 s: its socket is there, and nobody answers; "
                r"see systemctl status peekpopd.service\n", said), (arguments, said)
        assert "no reply within 2 s" in hasty.communicate(timeout=LONG)[1] and hasty.returncode == 1
        assert completion.communicate(timeout=LONG) == ("", "") and completion.returncode == 0
        said = patient.stderr.readline()
        assert "no reply within 10 s" in said and "waiting for it to come back" in said
        daemon.signal(signal.SIGCONT)
        output, _ = patient.communicate(timeout=LONG)
        assert patient.returncode == 0 and len(lines(output)) == 2
        _, said = listening.communicate(timeout=LONG)
        assert (listening.returncode, said) == (0, "")
    finally:
        for process in [*(process for process, _ in commands), completion, listening, patient, hasty]:
            process.kill()


def test_a_reader_that_leaves_ends_it_quietly(service):
    # The service stays silent after the story: only the closed pipe can end this.
    made = service({SUBSCRIBE: STORY})
    script = f'"{CTL}" listen --json --socket "{made.path}" | head -n 1; echo "${{PIPESTATUS[0]}}"'
    result = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=LONG)
    assert result.stderr == ""
    assert lines(result.stdout)[-1] == "0"


@pytest.mark.parametrize("arguments", [["--help"], ["devices", "--json"], ["listen", "--json"]])
def test_full_disk_is_a_failure(service, arguments):
    made = service({SUBSCRIBE: STORY, "org.peekpop.Gestures.ListDevices": [{"parameters": {"devices": [PAD]}}]})
    with open("/dev/full", "w") as full:
        result = run(*arguments, socket=made.path, stdout=full, capture_output=False, stderr=subprocess.PIPE)
    assert result.returncode == 1
    assert result.stderr == "peekpopctl: writing standard output: No space left on device\n"


def test_plain_monitor_ends_after_its_duration(service):
    made = service({SUBSCRIBE: STORY, "org.peekpop.Calibration.Observe": []})
    result = run("monitor", "--plain", "--duration", "2", socket=made.path)
    assert (result.returncode, result.stderr) == (0, "")
    for phase in ["began", "peeked", "popped", "ended"]:
        assert phase in result.stdout
    assert "\x1b" not in result.stdout


def test_monitor_asks_again_for_samples_that_ended(service):
    """A pad that is unplugged ends them; it may come back under the same id."""
    observe = "org.peekpop.Calibration.Observe"
    second = threading.Event()

    def asked(made):
        if sum(call["method"] == observe for call in made.calls) == 2:
            second.set()

    ended = {"error": "org.peekpop.Calibration.NoSuchDevice", "parameters": {"device": PAD["id"]}}
    made = service({SUBSCRIBE: [READY, lambda made: second.wait(LONG)], observe: [asked, ended]}, hang_up=True)
    # The stream, and the monitor with it, ends when it has asked a second time.
    assert "ended the stream" in run("monitor", "--plain", socket=made.path).stderr
    assert second.is_set()


def test_monitor_refuses_a_pad_that_is_not_there(service):
    result = run("monitor", "--device", "none", socket=service({SUBSCRIBE: STORY}).path)
    assert result.returncode == 1
    assert "no pad none" in result.stderr


# Terminals


def on_terminal(arguments, socket, keys=b"", until=None, size=(24, 80), term="xterm-256color", **environment):
    """Runs it on a terminal of its own.

    Returns what it wrote and its status; `keys` are pressed once `until` has been seen.
    """
    process_id, terminal = pty.fork()
    if process_id == 0:
        os.environ.update({"LC_ALL": "C.UTF-8", "PEEKPOP_SOCKET": str(socket), **environment})
        os.environ.pop("TERM", None)
        if term is not None:
            os.environ["TERM"] = term
        os.execv(CTL, [str(CTL), *arguments])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
    written = b""
    deadline = time.monotonic() + LONG
    while time.monotonic() < deadline:
        if not select.select([terminal], [], [], 1)[0]:
            continue
        try:
            part = os.read(terminal, 65536)
        except OSError:
            break
        if not part:
            break
        written += part
        if until and until in written:
            os.write(terminal, keys)
            until = None
    else:
        os.kill(process_id, signal.SIGKILL)
    _, status = os.waitpid(process_id, 0)
    os.close(terminal)
    return written, os.waitstatus_to_exitcode(status)


def test_full_screen_ends_at_q_and_gives_the_terminal_back(service):
    made = service({SUBSCRIBE: STORY[:4], "org.peekpop.Calibration.Observe": []})
    written, status = on_terminal(["monitor"], made.path, keys=b"+- \tq", until=b"peek 1.75")
    assert status == 0
    # The alternate screen: entered, and left at the end.
    assert b"\x1b[?1049h" in written
    assert b"\x1b[?1049l" in written.split(b"peek 1.75")[-1]


@pytest.mark.parametrize("size", [(1, 1), (2, 10), (5, 20), (60, 200)])
def test_full_screen_of_any_size(service, size):
    made = service({SUBSCRIBE: STORY[:4], "org.peekpop.Calibration.Observe": []})
    _, status = on_terminal(["monitor", "--duration", "0.4"], made.path, size=size)
    assert status == 0


def test_full_screen_failure_is_told_on_the_terminal_that_was(service):
    written, status = on_terminal(["monitor"], service({SUBSCRIBE: STORY}, hang_up=True).path)
    assert status == 1
    assert b"ended the stream" in written.split(b"\x1b[?1049l")[-1]


@pytest.mark.parametrize("term", ["dumb", "", None])
@pytest.mark.parametrize("arguments", [
    ["monitor", "--duration", "1"], ["monitor", "--plain", "--duration", "1"], ["listen", "--count", "5"], ["devices"],
    ["replay"],
])
def test_dumb_terminals_get_bare_lines(service, tmp_path, term, arguments):
    made = service({SUBSCRIBE: STORY, "org.peekpop.Calibration.Observe": [],
                    "org.peekpop.Gestures.ListDevices": [{"parameters": {"devices": [PAD]}}]})
    if arguments == ["replay"]:
        (tmp_path / "press.evemu").write_text(recording())
        arguments = ["replay", str(tmp_path / "press.evemu")]
    written, status = on_terminal(arguments, made.path, term=term)
    assert status == 0
    assert b"\x1b" not in written
    # Nor is a line drawn over by a bare carriage return.
    assert b"\r" not in written.replace(b"\r\n", b"\n")
    assert b"popped" in written or arguments == ["devices"]


def test_colours_are_for_terminals_that_want_them(service):
    made = service({SUBSCRIBE: STORY})
    coloured, _ = on_terminal(["listen", "--count", "5"], made.path)
    assert b"\x1b[3" in coloured
    plain, _ = on_terminal(["listen", "--count", "5"], made.path, NO_COLOR="1")
    assert b"\x1b[3" not in plain


# Recordings


SAMPLE = """\
# EVEMU 1.3
N: Sample Pad
I: 0018 04f3 0001 0100
P: 05 00 00 00 00 00 00 00
B: 00 0b 00 00 00 00 00 00 00
B: 03 03 00 00 00 00 80 60 06
A: 00 0 3000 0 0 30
A: 01 0 2000 0 0 30
A: 2f 0 4 0 0 0
A: 35 0 3000 0 0 30
A: 36 0 2000 0 0 30
A: 39 0 65535 0 0 0
A: 3a 0 2000 0 0 1
"""


def recording():
    """A finger that lands, presses to 600 g within half a second, and lifts."""
    text = [SAMPLE]

    def event(usec, kind, code, value):
        text.append(f"E: {usec // 1_000_000}.{usec % 1_000_000:06d} {kind:04x} {code:04x} {value}\n")

    for step in range(120):
        usec = 1_000_000 + step * 10_000
        if step == 0:
            event(usec, 3, 0x2F, 0)
            event(usec, 3, 0x39, 7)
            event(usec, 3, 0x35, 1500)
            event(usec, 3, 0x36, 1000)
        event(usec, 3, 0x3A, 60 + max(0, min(step - 30, 60)) * 10)
        event(usec, 0, 0, 0)
    event(2_300_000, 3, 0x39, -1)
    event(2_300_000, 0, 0, 0)
    return "".join(text)


def test_replay_json_is_the_same_every_time(tmp_path):
    file = tmp_path / "press.evemu"
    file.write_text(recording())
    first = run("replay", "--json", file)
    assert (first.returncode, first.stderr) == (0, "")
    assert first.stdout == run("replay", "--json", file).stdout
    assert first.stdout == run("replay", "--json", "--device", "0", file).stdout
    events = [json.loads(line) for line in lines(first.stdout)]
    phases = [event["phase"] for event in events if event["phase"] != "changed"]
    assert phases == ["began", "peeked", "popped", "ended"]
    # The recording's own time.
    assert all(1_000_000 <= event["timeUsec"] <= 2_300_000 for event in events)


def test_replay_reads_standard_input(tmp_path):
    result = subprocess.run(
        [CTL, "replay", "-"], input=recording(), capture_output=True, text=True, timeout=LONG
    )
    assert result.returncode == 0
    assert "1 press: 1 peeked, 1 popped, 1 ended, 0 cancelled" in result.stdout


@pytest.mark.parametrize("content", [b"", b"\x00\x01\x02" * 100, b"hello\n", b"# EVEMU 1.3\n"])
@pytest.mark.parametrize("arguments", [[], ["--json"]])
def test_what_is_no_recording_is_said_in_a_line(tmp_path, content, arguments):
    file = tmp_path / "file"
    file.write_bytes(content)
    result = run("replay", *arguments, file)
    assert (result.returncode, result.stdout) == (1, "")
    assert len(lines(result.stderr)) == 1 and str(file) in result.stderr


def test_replay_mistakes(tmp_path):
    file = tmp_path / "press.evemu"
    file.write_text(recording())
    assert "only device 0" in run("replay", "--device", "1", file).stderr
    (tmp_path / "c.json").write_text("{}")
    assert "no calibration" in run("replay", "--calibration", tmp_path / "c.json", file).stderr
    assert run("replay", tmp_path / "missing").returncode == 1


def test_replay_takes_a_calibration(tmp_path):
    file = tmp_path / "press.evemu"
    file.write_text(recording())
    (tmp_path / "c.json").write_text(json.dumps({"device": "x", "clickPressure": 600}))
    # 660 units at the most: hardly more than the click.
    assert "no presses" in run("replay", "--calibration", tmp_path / "c.json", file).stdout


def test_record_says_why_it_cannot(tmp_path):
    result = run("record", "--device", "/dev/null", "-o", tmp_path / "r.yml")
    assert result.returncode == 1
    assert "event node" in result.stderr
    assert not (tmp_path / "r.yml").exists()


def test_record_takes_real_pads_alone(start, tmp_path):
    daemon = start("demo")
    pad = json.loads(run("devices", "--json", socket=daemon.socket).stdout)["devices"][0]
    for wanted in [pad["id"], pad["node"]]:
        result = run("record", "--device", wanted, "-o", tmp_path / "r.yml", socket=daemon.socket)
        assert result.returncode == 1
        assert len(lines(result.stderr)) == 1
        assert "only real pads can be recorded, not those of a recording or the demo" in result.stderr
    assert not (tmp_path / "r.yml").exists()


# Installation and completion


def test_generate_writes_every_document(tmp_path):
    assert run("generate", tmp_path).returncode == 0
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {
        f"{prefix}{program}{suffix}"
        for program in ["peekpopctl", "peekpopd", "peekpop-actions", "peekpop-input"]
        for prefix, suffix in [("", ".bash"), ("", ".fish"), ("_", "")]
    } | {"peekpopctl.1", "peekpopd.8", "peekpop-actions.1", "peekpop-input.8"}
    result = run("generate", tmp_path / "missing")
    assert result.returncode == 1 and "No such file" in result.stderr


def test_completion_lists_pads_and_is_silent_without_a_daemon(service):
    made = service({"org.peekpop.Gestures.ListDevices": [{"parameters": {"devices": [PAD]}}]})
    assert run("complete", "devices", socket=made.path).stdout == "usb-05ac-0265\tMagic Trackpad 2\n"
    result = run("complete", "devices")
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


def test_config_show_names_what_is_wrong(tmp_path):
    file = tmp_path / "peekpopd.conf"
    file.write_text("[press]\nsensitivity = hard\nhnt = 3\n")
    result = run("config", "show", "--config", file)
    assert (result.returncode, result.stdout) == (1, "")
    assert f"{file}:2:" in result.stderr and f"{file}:3:" in result.stderr
    file.write_text("[press]\nsensitivity = firm\n")
    result = run("config", "show", "--config", file)
    assert result.returncode == 0 and "sensitivity = firm" in result.stdout
    file.write_text("[access]\ngroup = no-such-group\n")
    result = run("config", "show", "--config", file)
    assert result.returncode == 0 and "group = no-such-group" in result.stdout
    assert f"{file}:2:" in result.stderr, "what is taken with a doubt is said"


def test_config_check_says_what_the_daemon_says(tmp_path):
    """The same words, from a program that is in PATH."""
    file = tmp_path / "peekpopd.conf"
    for text, status in (("[press]\nsensitivity = hard\nhnt = 3\n", 1), ("[press]\nsensitivity = firm\n", 0),
                         ("[access]\ngroup = no-such-group\n", 0)):
        file.write_text(text)
        result = run("config", "check", "--config", file)
        own = subprocess.run([DIST / "peekpopd", "--check-config", "--config", file], capture_output=True, text=True)
        assert (result.returncode, own.returncode) == (status, status), result.stderr + own.stderr
        assert result.stdout == own.stdout and (status == 1 or f"no mistakes in {file}" in result.stdout)
        places = [re.findall(r"peekpopd\.conf:(\d+):", said) for said in (result.stderr, own.stderr)]
        assert places[0] == places[1] and (places[0] or not own.stderr)


def test_pads_that_come_and_go_are_told(service):
    other = PAD | {"id": "usb-05ac-0324", "name": "USB-C"}
    story = [
        READY,
        {"parameters": {"added": other}, "continues": True},
        {"parameters": {"removed": PAD["id"]}, "continues": True},
        {"parameters": {}, "continues": True},
        press(1, "began", 1.4, device=other["id"]),
    ]
    result = run("listen", "--count", "1", socket=service({SUBSCRIBE: story}).path)
    assert result.returncode == 0
    assert "added: usb-05ac-0324" in result.stdout and "removed: usb-05ac-0265" in result.stdout
