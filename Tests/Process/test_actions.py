"""peekpop-actions: what presses set off, and that nothing of it goes wrong without a word or holds up a press."""

import contextlib
import json
import os
import pathlib
import random
import re
import signal
import socket
import subprocess
import threading
import time

import pytest

from actions_harness import InputStandIn, Session, eventually
from harness import DIST, GESTURES, PATIENCE
from scripted_service import ScriptedService


def files(folder):
    return sorted(path.name for path in folder.iterdir())


# One time through the demo: how many of its presses set each trigger off.
TRIGGERS = {"hint": 6, "peek": 4, "pop": 2, "release": 2, "cancel": 2, "hint-cancel": 2}


def test_every_trigger_runs_its_command_with_the_presss_values(session, demo, tmp_path):
    told = tmp_path / "told"
    told.mkdir()
    rules = "[all]\n" + "".join(
        f"{trigger} = run {tmp_path}/tell {{trigger}} {{device}} {{clicks}} '{{reason}}'\n" for trigger in TRIGGERS)
    tell = tmp_path / "tell"
    tell.write_text(f"#!/bin/sh\n{{ echo \"$@\"; env | grep ^PEEKPOP; }} > {told}/$1.$PEEKPOP_PRESS.new &&"
                    f" mv {told}/$1.$PEEKPOP_PRESS.new {told}/$1.$PEEKPOP_PRESS\n")
    tell.chmod(0o755)
    session.start(rules + "[limits]\nat-once = 64\n", daemon=demo)
    eventually(lambda: len([name for name in files(told) if ".new" not in name]) >= 24, "presses set off commands")
    kinds = {name.split(".")[0] for name in files(told)}
    assert kinds == set(TRIGGERS)
    for path in told.glob("*.[0-9]*"):
        if path.suffix == ".new":
            continue
        first, *rest = path.read_text().splitlines()
        environment = dict(line.split("=", 1) for line in rest)
        trigger = path.name.split(".")[0]
        assert environment["PEEKPOP_TRIGGER"] == trigger
        assert environment["PEEKPOP_PRESS"] == path.suffix[1:]
        words = first.split()
        assert words[0] == trigger and words[1] == environment["PEEKPOP_DEVICE"] == "virtual-peekpop-demo-pad"
        assert float(words[2]) == float(environment["PEEKPOP_CLICKS"])
        assert float(environment["PEEKPOP_GRAMS"]) > 100
        if trigger == "peek":
            assert 1.5 < float(environment["PEEKPOP_CLICKS"]) < 2.9
        if trigger in ("cancel", "hint-cancel"):
            assert environment["PEEKPOP_REASON"] in ("released", "fingers") and words[3] == environment["PEEKPOP_REASON"]
        else:
            assert "PEEKPOP_REASON" not in environment
        # What the service manager told the service is not for its children.
        assert "NOTIFY_SOCKET" not in environment


def test_a_dry_run_shows_and_does_nothing(session, demo, tmp_path):
    actions = session.start(
        f"[all]\npeek = run touch {tmp_path}/done '{{device}} x'\npop = key ctrl+t\npop = notify Hi \"{{clicks}} c\"\n"
        "release = dbus org.example.A /a org.example.A.B su {trigger} 3\ncancel = none\n", "--dry-run", daemon=demo)
    assert actions.shows("peek: ")[0] == f"peek: run touch {tmp_path}/done 'virtual-peekpop-demo-pad x'"
    assert actions.shows("pop: key") and re.fullmatch(r"pop: notify Hi '[0-9.]+ c'", actions.shows("pop: notify")[0])
    assert actions.shows("release: ")[0] == "release: dbus session org.example.A /a org.example.A.B su release 3"
    assert actions.shows("hint-cancel: ")[0] == "hint-cancel: nothing" and actions.shows("hint: ")[0] == "hint: nothing"
    eventually(lambda: "\ncancel: nothing\n" in actions.out.read_text(), "`none` is nothing")
    assert not (tmp_path / "done").exists()
    # A second one may look on.
    assert session.start(None, "--dry-run", daemon=demo).shows("hint: ")
    actions.stop()


def test_check_names_file_and_line(session):
    session.write("[all]\npeek = fly\n\n[app x]\npop = key q\n")
    done = session.command("check")
    assert done.returncode == 1 and done.stdout == ""
    assert f"{session.config}:2: peek: unknown action `fly`" in done.stderr
    assert f"{session.config}:5: pop: `q` goes only together with" in done.stderr
    session.write("[all]\npeek = none\n")
    done = session.command("check")
    assert (done.returncode, done.stderr) == (0, "") and "1 action" in done.stdout
    session.config.unlink()
    assert session.command("check").returncode == 1
    assert session.command("fly").returncode == 64


@pytest.mark.parametrize("make, why", [
    (os.mkfifo, "reading it: it is a FIFO"), (os.mkdir, "reading it: Is a directory"),
    (lambda path: os.symlink("/dev/zero", path), "reading it: it is a device"),
])
def test_what_is_no_file_is_told(session, make, why):
    make(session.config)
    done = session.command("check")
    assert (done.returncode, done.stdout) == (1, "") and f"{session.config}: {why}" in done.stderr
    done = session.command("preset", "links")
    assert done.returncode == 1 and str(session.config) in done.stderr
    assert not [path for path in session.config.parent.iterdir() if path != session.config]


def test_check_warns_of_what_will_hardly_do_what_was_meant(session):
    session.write("[selection]\ncommand = no-such-reader\n[all]\npeek = run no-such-program {link}\npop = run true\n"
                  "hint = shell echo \"{selection}\" ${press} {x}\ncancel = show /etc/passwd\n")
    done = session.command("check")
    assert (done.returncode, done.stdout) == (0, f"no mistakes in {session.config}: 4 actions, 6 warnings\n"), done
    assert done.stderr.splitlines() == [f"peekpop-actions: {session.config}:{line}: warning: {text}" for line, text in [
        (2, "command: there is no program `no-such-reader`"), (4, "peek: there is no program `no-such-program`"),
        (6, "hint: `{selection}` is no value in a shell line; write \"$PEEKPOP_SELECTION\""),
        (6, "hint: `{x}` is no value in a shell line; write \"$PEEKPOP_X\""),
        (7, "cancel: there is no program `/etc/passwd`"),
        (7, "cancel: the press is over by then, so nothing ends what `show` shows; `start` is for what stays")]]


def test_new_rules_are_in_force_at_once_and_broken_ones_never(session, demo, tmp_path):
    one, two, three, four = (tmp_path / name for name in ("one", "two", "three", "four"))
    actions = session.start(f"[all]\nhint = run touch {one}\n", daemon=demo)
    eventually(one.exists, "the first rule")
    session.write(f"[all]\nhint = run touch {two}\nhint = fly\n")
    actions.says(f"{session.config}:3: hint: unknown action `fly`")
    actions.says("the rules from before stay in force")
    one.unlink()
    eventually(one.exists, "the first rule still")
    assert not two.exists()
    # In place, as some editors write.
    session.config.write_text(f"[all]\nhint = run touch {three}\n")
    eventually(three.exists, "the third rule")
    # The whole folder goes and comes.
    folder = session.config.parent
    folder.rename(folder.with_name("away"))
    actions.says("there is no")
    folder.with_name("away").rename(folder)
    three.unlink()
    eventually(three.exists, "the third rule again")
    # A link, as dotfile managers make it; what it leads to changes.
    real = tmp_path / "dotfiles.conf"
    real.write_text("[all]\nhint = none\n")
    session.config.unlink()
    session.config.symlink_to(real)
    eventually(lambda: len(actions.lines("new rules")) >= 3, "the link's rules")
    real.write_text(f"[all]\nhint = run touch {four}\n")
    eventually(four.exists, "the fourth rule")
    actions.stop()


def test_a_start_with_broken_rules_waits_for_better_ones(session, demo, tmp_path):
    actions = session.start("[all]\nhint = fly\n", daemon=demo)
    actions.says("no rules are in force until that is mended")
    session.write(f"[all]\nhint = run touch {tmp_path}/done\n")
    eventually((tmp_path / "done").exists, "the mended rule")


def test_an_action_that_hangs_is_ended_and_holds_nothing_up(session, demo, tmp_path):
    pids = tmp_path / "pids"
    pids.mkdir()
    actions = session.start(
        f"[limits]\ntimeout = 1\nat-once = 2\n[all]\n"
        # One that does not listen to SIGTERM, and has a child.
        f"peek = shell trap '' TERM; sleep 1000 &\n  echo $! > {pids}/$$;\n  while :; do sleep 1; done\n"
        f"hint = start touch {tmp_path}/hint.{{press}}\n", daemon=demo)
    actions.says("took longer than 1 s, and was ended")
    actions.says("not run: 2 programs are still running")
    # In one line each, however often it happened.
    assert len(actions.lines("took longer")) == 1 and len(actions.lines("not run")) == 1, actions.said
    before = len(list(tmp_path.glob("hint.*")))
    eventually(lambda: len(list(tmp_path.glob("hint.*"))) > before + 6, "presses go on")
    first = eventually(lambda: [path for path in pids.iterdir() if path.read_text()], "one began")[0]
    eventually(lambda: gone(first.name) and gone(first.read_text().strip()), "it and its child are gone")
    actions.stop()


def test_no_press_waits_for_an_action(session, tmp_path):
    """A hundred presses at once, each with a program that hangs, writes without end, or asks a bus that is not there:
    all of their triggers have been dealt with before the first program is over."""
    phases = [("began", {}), ("peeked", {}), ("popped", {}), ("ended", {})]
    service = scripted(session, [
        press_event(number, phase, **more) for number in range(1, 101) for phase, more in phases])
    last = tmp_path / "last"
    session.start(
        f"[limits]\ntimeout = 3600\nat-once = 64\n[all]\nhint = run sleep 1000\npeek = shell yes\npop = notify x\n"
        f"release = start mkdir {tmp_path}/{{press}}\n[limits]\nstarted = 256\n")
    eventually((tmp_path / "100").exists, "the last press")
    assert not last.exists()
    service.close()


@pytest.mark.parametrize("kind", ["run", "show"])
def test_an_action_that_floods_is_ended_and_told_in_one_line(session, demo, tmp_path, kind):
    actions = session.start(f"[limits]\noutput-lines = 3\n[all]\npeek = {kind} yes it floods\n", daemon=demo)
    actions.says("wrote more than 1 MiB, and was ended")
    eventually(lambda: len(actions.lines(": it floods")) >= 6, "it was run again")
    assert len(actions.lines("wrote more")) == 1
    assert len(actions.lines(": it floods")) % 3 == 0
    assert len(actions.said) < 20_000
    actions.stop()


def test_what_stays_writes_to_nobody(session, demo, tmp_path):
    """It outlives the service, so it may neither need it as a reader nor fill the log."""
    stays = tmp_path / "stays"
    stays.write_text(f"#!/bin/sh\necho noise; echo noise >&2\nends=$(readlink /proc/$$/fd/1 /proc/$$/fd/2)\n"
                     f"echo $ends > {tmp_path}/$$; mv {tmp_path}/$$ {tmp_path}/ends\n")
    stays.chmod(0o755)
    actions = session.start(f"[all]\nhint = start {stays}\n", daemon=demo)
    eventually((tmp_path / "ends").exists, lambda: actions.said)
    assert (tmp_path / "ends").read_text().split() == ["/dev/null"] * 2
    actions.stop()
    assert "noise" not in actions.said


@pytest.mark.parametrize("make", [os.pipe, lambda: [end.detach() for end in socket.socketpair()]])
def test_a_log_that_nobody_reads_holds_no_press_up(session, demo, tmp_path, make):
    presses = tmp_path / "presses"
    presses.mkdir()
    session.write(f"[limits]\nat-once = 64\n[all]\nhint = run mkdir {presses}/{{press}}\nhint = shell echo a line\n"
                  "hint = run false\n")
    reader, writer = make()
    # Full from the start on.
    os.set_blocking(writer, False)
    with contextlib.suppress(BlockingIOError):
        while True:
            os.write(writer, b"x" * 4096)
    os.set_blocking(writer, True)
    actions = session.popen(DIST / "peekpop-actions", "--socket", demo.socket, "run", stderr=writer)
    eventually(lambda: len(files(presses)) > 8, lambda: f"presses go on: {files(presses)}")
    assert os.get_blocking(writer), "others have it too"
    os.close(writer)
    os.set_blocking(reader, False)
    said = bytearray()

    def read():
        with contextlib.suppress(BlockingIOError):
            said.extend(os.read(reader, 1 << 20))
        return b" messages were left out here: nobody read the log\n" in said
    eventually(read, "it says what was lost")
    actions.terminate()
    assert actions.wait(PATIENCE) == 0
    os.close(reader)


def gone(pid):
    try:
        return "Z" in pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except FileNotFoundError:
        return True


@pytest.mark.parametrize("action", ["peek = shell {}; yes", "hint = show sh -c '{}; while :; do sleep 1; done'"])
def test_what_is_to_end_and_is_deaf_to_it(session, demo, tmp_path, action):
    """A flood, and what is shown: asked, and then not asked any more."""
    pids = tmp_path / "pids"
    pids.mkdir()
    deaf = f'trap "" TERM; echo $$ > {pids}/$$'
    actions = session.start("[limits]\ntimeout = 3600\n[all]\n" + action.format(deaf) + "\n", daemon=demo)
    first = eventually(lambda: [path.name for path in pids.iterdir() if path.read_text()], "one began")[0]
    eventually(lambda: gone(first), "it was ended")
    actions.stop()
    for path in pids.iterdir():
        if not gone(path.name):
            os.kill(int(path.name), signal.SIGKILL)


@pytest.mark.parametrize("action, complaint", [
    ("run false", "ended with status 1"), ("shell exit 3", "ended with status 3"), ("shell kill -9 $$", "ended by signal 9"),
    ("run no-such-program-here", "starting no-such-program-here: No such file or directory"),
    ("run /etc/passwd", "starting /etc/passwd: Permission denied"),
    ("notify x", "connecting to the session bus"), ("dbus org.example.A /a org.example.A.B", "connecting to the session bus"),
    ("preview /etc/passwd", "connecting to the session bus"), ("key ctrl+t", "systemctl enable --now peekpop-input.socket"),
    ("run echo {link}", "not done: nothing is selected"), ("start false", "ended with status 1"),
    ("show false", "ended with status 1"),
])
def test_what_fails_is_told_once_and_the_rest_goes_on(session, demo, tmp_path, action, complaint):
    actions = session.start(f"[all]\nhint = {action}\nhint = run touch {tmp_path}/{{press}}\n[limits]\nat-once = 64\n",
                            daemon=demo)
    assert actions.says(complaint)[0].startswith("hint, line 2: ") or "peekpop-input: " in actions.says(complaint)[0]
    eventually(lambda: len(files(tmp_path)) > 8, "presses go on")
    # That too many are under way is another thing, and the machine's matter.
    assert len([line for line in actions.lines("hint, line 2: ") if "not run: " not in line]) == 1, actions.said
    actions.stop()


def test_output_goes_to_the_log(session, demo):
    actions = session.start("[all]\npeek = shell echo 'one\ttwo'; echo three >&2\n", daemon=demo)
    assert actions.says("peek, line 2: shell echo: one\ttwo") and actions.says("peek, line 2: shell echo: three")


def test_a_second_one_says_so_and_ends(session, demo):
    first = session.start("[all]\nhint = none\n", daemon=demo)
    second = session.command("run")
    assert second.returncode == 1
    assert second.stderr == f"peekpop-actions: another one is running already, as process {first.process.pid}\n"
    # Whoever cleans up in there leaves what is sticky.
    assert (session.runtime / "peekpop-actions.lock").stat().st_mode & 0o7777 == 0o1600
    # One that died leaves no lock.
    first.process.kill()
    first.process.wait()
    session.start(None, daemon=demo).stop()


def test_what_is_shown_ends_with_the_press_and_what_is_started_stays(session, demo, tmp_path):
    actions = session.start(
        f"[all]\nhint = show {tmp_path}/program shown {{press}}\npop = start {tmp_path}/program started {{press}}\n"
        "[limits]\nstarted = 256\n")
    # The daemon comes later: nothing of a press is missed.
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\necho $$ > {tmp_path}/$1.$2.new; mv {tmp_path}/$1.$2.new {tmp_path}/$1.$2;"
                       f" exec sleep 1000\n")
    program.chmod(0o755)
    actions.stop()
    actions = session.start(None, daemon=demo)

    def running(path):
        return pathlib.Path(f"/proc/{path.read_text().strip()}/cmdline").exists()

    def whole(kind):
        return sorted(path for path in tmp_path.glob(f"{kind}.[0-9]*") if path.suffix != ".new")
    started = eventually(lambda: whole("started"), "a press popped")[0]
    shown = whole("shown")[0]
    eventually(lambda: not running(shown), "what is shown ends")
    assert running(started)
    actions.stop()
    assert running(started), "it outlives the service"
    for path in whole("*"):
        if running(path):
            os.kill(int(path.read_text()), signal.SIGKILL)


def test_the_end_in_the_middle_of_a_press(session, tmp_path):
    service = scripted(session, [press_event(1, "began")])
    tell = "sh -c 'echo $$ > {}/{}; exec sleep 1000'"
    actions = session.start(
        "[all]\n" + "".join(f"hint = {kind} {tell.format(tmp_path, kind)}\n" for kind in ("show", "run", "start")))
    pids = {kind: int(eventually(lambda: (tmp_path / kind).exists() and (tmp_path / kind).read_text(), f"{kind} runs"))
            for kind in ("show", "run", "start")}
    actions.stop()
    eventually(lambda: gone(pids["show"]) and gone(pids["run"]), "they have ended with it")
    assert not gone(pids["start"])
    os.kill(pids["start"], signal.SIGKILL)
    service.close()


def test_a_selection_never_becomes_a_command(session, demo, tmp_path):
    selected = "$(touch {0}/a); touch {0}/b 'it''s' \"two\"".format(tmp_path)
    (tmp_path / "selected").write_text(selected)
    actions = session.start(
        f"[selection]\ncommand = cat {tmp_path}/selected\n[all]\npeek = run {tmp_path}/keep {{selection}}\n"
        f"hint = shell printf %s \"$PEEKPOP_SELECTION\" > {tmp_path}/shell.$PEEKPOP_PRESS\n", daemon=demo)
    keep = tmp_path / "keep"
    keep.write_text(f"#!/bin/sh\nprintf %s \"$1\" > {tmp_path}/kept.new; mv {tmp_path}/kept.new {tmp_path}/kept\n")
    keep.chmod(0o755)
    eventually((tmp_path / "kept").exists, "the selection")
    assert (tmp_path / "kept").read_text() == selected
    eventually(lambda: any(path.read_text() == selected for path in tmp_path.glob("shell.*")), "in the environment")
    assert not (tmp_path / "a").exists() and not (tmp_path / "b").exists()
    actions.stop()


def press_event(number, phase, **more):
    return {"parameters": {"press": {
        "id": number, "device": "a", "phase": phase, "preview": 0, "commit": 0, "clicks": 2, "raw": 1, "x": 0, "y": 0,
        "translationX": 0, "translationY": 0, "fingers": 1, "button": False, "timeUsec": number, "sequence": number,
        **more}}, "continues": True}


def scripted(session, events):
    """A daemon that tells just these events."""
    path = session.runtime / GESTURES
    session.variables["PEEKPOP_SOCKET"] = str(path)
    return ScriptedService(path, {f"{GESTURES}.Subscribe": [
        {"parameters": {"ready": True, "devices": []}, "continues": True}, *events]})


def test_only_what_asks_for_the_selection_waits_for_it(session, tmp_path):
    """The selection is read when we say so: until then everything else of two presses goes on."""
    go = tmp_path / "go"
    os.mkfifo(go)
    presses = [press_event(number, phase, **more) for number in (1, 2)
               for phase, more in [("began", {}), ("peeked", {}), ("cancelled", {"reason": "released"})]]
    service = scripted(session, presses)
    done = tmp_path / "done"
    done.mkdir()
    actions = session.start(
        f"[selection]\ncommand = cat {go}\n[limits]\nstarted = 64\n[all]\nhint = start mkdir {done}/hint.{{press}}\n"
        f"peek = start mkdir {done}/{{word}}.{{press}}\npeek = show mkdir {done}/shown.{{press}}\n"
        f"cancel = start mkdir {done}/cancel.{{press}}\n")
    eventually(lambda: files(done) == ["cancel.1", "cancel.2", "hint.1", "hint.2"], lambda: f"the rest: {files(done)}")
    actions.says("not done: the press had gone on before the selection was read")
    readers = [os.open(go, os.O_WRONLY)]
    os.write(readers[0], b"text")
    os.close(readers[0])
    eventually(lambda: any(name.startswith("text") for name in files(done)), "the one that waited")
    assert not [name for name in files(done) if name.startswith("shown")]
    service.close()


def test_of_a_selection_without_end_the_beginning(session, demo, tmp_path):
    actions = session.start(
        f"[selection]\ncommand = yes word\n[all]\npeek = run mkdir {tmp_path}/{{word}}\n"
        f"pop = shell printf %s \"$PEEKPOP_SELECTION\" | wc -c > {tmp_path}/new;\n  mv {tmp_path}/new {tmp_path}/size\n", daemon=demo)
    eventually((tmp_path / "word").exists, lambda: actions.said)
    eventually((tmp_path / "size").exists, lambda: actions.said)
    # The shell's variable ends without the line break.
    assert int((tmp_path / "size").read_text()) in (1 << 16, (1 << 16) - 1)
    actions.stop()


@pytest.mark.parametrize("selected, text", [
    # No UTF-8, and more bytes when it has become text; all of the limit, in its argument and its variable; and a NUL.
    (b"\xff" * 70_000, "\ufffd" * (65_536 // 3)), (b"a" * 70_000, "a" * 65_536), (b"a\0b", "ab"),
], ids=["binary", "long", "nul"])
def test_any_selection_comes_to_programs(session, demo, tmp_path, selected, text):
    (tmp_path / "selected").write_bytes(selected)
    keep = tmp_path / "keep"
    keep.write_text(f"#!/bin/sh\n[ \"$1\" = \"$PEEKPOP_SELECTION\" ] || exit 1\nprintf %s \"$1\" > {tmp_path}/$$;"
                    f" mv {tmp_path}/$$ {tmp_path}/kept\n")
    keep.chmod(0o755)
    actions = session.start(f"[selection]\ncommand = cat {tmp_path}/selected\n[all]\npeek = run {keep} {{selection}}\n",
                            daemon=demo)
    eventually((tmp_path / "kept").exists, lambda: actions.said)
    assert (tmp_path / "kept").read_text() == text
    actions.stop()


def test_a_selection_that_is_never_read_is_told(session, demo, tmp_path):
    actions = session.start(
        f"[selection]\ncommand = sleep 1000\n[all]\npeek = run echo {{word}}\npop = run touch {tmp_path}/done\n", daemon=demo)
    actions.says("running sleep: Connection timed out")
    actions.says("not done: nothing is selected")
    eventually((tmp_path / "done").exists, "what needs no selection")


def test_the_daemon_ends_and_comes_back(session, start, tmp_path):
    daemon = start("demo", "--speed", "3")
    presses = tmp_path / "presses"
    presses.mkdir()
    actions = session.start(f"[all]\nhint = run touch {presses}/{{press}}\n", daemon=daemon)
    eventually(lambda: len(files(presses)) > 5, "presses")
    actions.says("listening to presses at")
    daemon.stop()
    for name in files(presses):
        (presses / name).unlink()
    os.makedirs(daemon.short, exist_ok=True)
    again = subprocess.Popen([str(DIST / "peekpopd"), "--source", "demo", "--speed", "3", "--socket", daemon.socket],
                             stderr=subprocess.DEVNULL)
    try:
        # More than may have been under way when the first one ended.
        eventually(lambda: len(files(presses)) > 5, lambda: f"presses again: {actions.said}")
    finally:
        again.terminate()
        assert again.wait(PATIENCE) == 0
    assert len(actions.lines("listening to presses at")) == 1, "said once a minute"
    actions.stop()


# The session bus.

def test_quicklook_previews_the_selected_file(session, start, tmp_path):
    """The preset as it is, with a service in the previewer's place, and as much time to read the selection as people leave."""
    demo = start("demo", "--speed", "2")
    file = tmp_path / "a b%ä.txt"
    file.write_text("")
    (tmp_path / "selected").write_text(f"{file}\n")
    session.bus()
    previewer = session.stand_in("previewer")
    opened = tmp_path / "opened"
    fake = tmp_path / "bin"
    fake.mkdir()
    (fake / "xdg-open").write_text(f"#!/bin/sh\nprintf %s \"$1\" > {opened}.new; mv {opened}.new {opened}\n")
    (fake / "xdg-open").chmod(0o755)
    session.variables["PATH"] = f"{fake}:{os.environ['PATH']}"
    done = session.command("preset", "quicklook")
    assert done.returncode == 0 and "peek = preview {uri}" in done.stdout
    session.write(f"[selection]\ncommand = cat {tmp_path}/selected\n" + session.config.read_text())
    actions = session.start(None, daemon=demo)
    previewer.asked(8)
    uri = "file://" + str(file).replace(" ", "%20").replace("b%ä", "b%25%C3%A4")
    shows = [call for call in previewer.calls if call[0] == "ShowFile"]
    assert all(call == ["ShowFile", uri, "", False] for call in shows), shows
    # In the order of the presses: never closed before it was shown.
    names = [call[0] for call in previewer.calls]
    assert names[:2] == ["ShowFile", "Close"] and "ShowFileShowFile" not in "".join(names)
    eventually(opened.exists, "a pop opened it")
    assert opened.read_text() == str(file)
    actions.stop()


def test_the_newer_previewer_as_well(session, demo):
    session.bus()
    previewer = session.stand_in("previewer50")
    actions = session.start("[all]\npeek = preview /etc/hostname\ncancel = preview-close\n", daemon=demo)
    calls = previewer.asked(4)
    assert calls
    eventually(lambda: ["ShowFile", "file:///etc/hostname", "", False, ""] in previewer.calls, "the fourth argument")
    assert "InvalidArgs" not in actions.said


def test_what_the_newer_previewer_refuses_while_more_is_under_way(session, demo, tmp_path):
    """Several are asked for before it has said of the first that it wants a fourth argument."""
    session.bus()
    previewer = session.stand_in("previewer50")
    previewer.process.send_signal(signal.SIGSTOP)
    asked = tmp_path / "asked"
    asked.mkdir()
    actions = session.start(f"[limits]\ntimeout = 3600\nstarted = 256\n[all]\npeek = preview /etc/hostname\n"
                            f"peek = start mkdir {asked}/{{press}}\n", daemon=demo)
    eventually(lambda: len(files(asked)) >= 3, "three are under way")
    previewer.process.send_signal(signal.SIGCONT)
    assert previewer.asked(3)[0] == ["ShowFile", "file:///etc/hostname", "", False, ""]
    assert "InvalidArgs" not in actions.said
    actions.stop()


def test_no_previewer_is_told(session, demo):
    session.bus()
    actions = session.start("[all]\npeek = preview /etc/hostname\ncancel = preview-close\nrelease = preview-close\n",
                            daemon=demo)
    assert "ShowFile: " in actions.says("org.gnome.NautilusPreviewer")[0]
    # To close what nobody shows is no fault.
    assert not actions.lines("cancel, line 3") and not actions.lines("release, line 4")


def test_notifications_take_each_others_place(session, demo):
    session.bus()
    server = session.stand_in("notifications")
    session.start("[all]\npeek = notify 'Peek of {device}' \"{clicks} <b>clicks</b>\"\npop = notify Pop\n", daemon=demo)
    server.asked(6)
    peeks = [call for call in server.calls if call[3].startswith("Peek")]
    pops = [call for call in server.calls if call[3] == "Pop"]
    assert peeks[0][1:4] == ["PeekPop", 0, "Peek of virtual-peekpop-demo-pad"]
    assert re.fullmatch(r"[0-9.]+ <b>clicks</b>", peeks[0][4]) and pops[0][4] == ""
    assert {call[2] for call in peeks[1:]} == {101}
    assert pops[0][2] == 0 and len({call[2] for call in pops[1:]}) <= 1


def test_values_in_a_notification_are_no_markup(session, demo, tmp_path):
    (tmp_path / "selected").write_text("<b>Tom</b> & Jerry")
    bus = session.bus()
    first = session.stand_in("notifications")
    actions = session.start(f"[selection]\ncommand = cat {tmp_path}/selected\n[all]\n"
                            "peek = notify {selection} '<i>{selection}</i>'\n", daemon=demo)
    first.asked(4)
    assert [call[0] for call in first.calls].count("GetCapabilities") == 1 and first.calls[0] == ["GetCapabilities"]
    assert {tuple(call[3:]) for call in first.calls[1:]} == {
        ("<b>Tom</b> & Jerry", "<i>&lt;b&gt;Tom&lt;/b&gt; &amp; Jerry</i>")}
    # Another server may be of another kind.
    first.process.terminate()
    first.process.wait()
    second = session.stand_in("notifications-plain")
    second.asked(3)
    assert second.calls[0] == ["GetCapabilities"] and second.calls[1][4] == "<i><b>Tom</b> & Jerry</i>"
    actions.stop()
    assert bus.poll() is None


def test_a_refused_reload_is_in_the_status(session, demo):
    """The service manager calls each reload done."""
    manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    manager.bind(str(session.runtime / "notify"))
    manager.settimeout(PATIENCE)
    session.variables["NOTIFY_SOCKET"] = str(session.runtime / "notify")

    def told(part):
        while part not in (text := manager.recv(4096).decode()):
            pass
        return text
    actions = session.start("[all]\nhint = fly\n", daemon=demo)
    assert f"STATUS=no rules are in force: {session.config}:2: hint: unknown action `fly`" in told("STATUS=")
    session.write("[all]\nhint = none\n")
    assert told("STATUS=").endswith(f"STATUS=1 section in {session.config}")
    actions.says(f"new rules of {session.config}: 1 action")
    session.write("[all]\nhint = sink\n")
    actions.process.send_signal(signal.SIGHUP)
    assert f"; the last reload was refused: {session.config}:2: hint: unknown action `sink`" in told("refused")
    session.write("[all]\nhint = none\n")
    assert told("1 section").endswith(f"STATUS=1 section in {session.config}")
    actions.stop()


def test_a_service_that_never_answers(session, demo):
    session.bus()
    silent = session.stand_in("silent")
    actions = session.start("[limits]\ntimeout = 1\n[all]\nhint = dbus org.example.Silent / org.example.Silent.Ask\n",
                            daemon=demo)
    silent.asked(5)
    actions.says("Ask: ")
    assert len(actions.lines("Ask: ")) == 1, actions.said
    actions.stop()


@pytest.fixture
def deaf_bus(session):
    """A session bus that can be connected to, and says nothing."""
    path = session.runtime / "bus"
    session.variables["DBUS_SESSION_BUS_ADDRESS"] = f"unix:path={path}"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen(64)
        yield listener


def test_a_bus_that_never_answers(session, demo, tmp_path, deaf_bus):
    presses = tmp_path / "presses"
    presses.mkdir()
    actions = session.start(
        f"[limits]\ntimeout = 1\nat-once = 64\n[app x]\npop = none\n[all]\nhint = notify x\nhint = preview /etc/hostname\n"
        f"release = run mkdir {presses}/{{press}}\n", daemon=demo)
    actions.says("Notify: The bus does not answer")
    actions.says("ShowFile: The bus does not answer")
    eventually(lambda: len(files(presses)) > 4, "presses go on")
    assert len(actions.lines("does not answer")) == 2, actions.said
    # Nor does the end wait for it.
    actions.stop()


def test_status_of_a_bus_that_never_answers(session, demo, deaf_bus):
    session.variables["PEEKPOP_SOCKET"] = demo.socket
    session.write("[all]\npeek = notify x\npop = run no-such-program\n")
    process = session.popen(DIST / "peekpop-actions", "status", stdout=subprocess.PIPE, text=True)
    # While the bus is being asked: it gets its connection taken only now.
    lines = [process.stdout.readline().split()[0] for _ in range(3)]
    assert lines == ["service", "rules", "presses"]
    rest = process.stdout.read().splitlines()
    assert process.wait(PATIENCE) == 1
    assert re.match(r"bus +asking the session bus: The bus does not answer .*: notifications", rest[0]), rest
    assert rest[1].split()[0] == "program"


def test_the_session_bus_goes_and_comes(session, demo):
    bus = session.bus()
    first = session.stand_in("notifications")
    actions = session.start("[all]\nhint = notify Hi\n", daemon=demo)
    first.asked(1)
    bus.terminate()
    bus.wait()
    actions.says("hint, line 2: notify Hi: ")
    assert actions.process.poll() is None
    # At the address that the service was told at its start.
    address = session.variables["DBUS_SESSION_BUS_ADDRESS"]
    session.popen("dbus-daemon", "--session", f"--address={address}", "--nofork", stderr=subprocess.DEVNULL)
    eventually(lambda: os.path.exists(address.removeprefix("unix:path=")), "the bus")
    time.sleep(0.2)
    session.stand_in("notifications").asked(1)
    actions.stop()


# Keys and buttons.

def test_keys_go_to_the_helper(session, demo):
    path = session.runtime / "input"
    session.variables["PEEKPOP_INPUT_SOCKET"] = str(path)
    helper = InputStandIn(path)
    actions = session.start("[all]\npeek = key ctrl+shift+t\npop = button middle\n", daemon=demo)
    # From the start on, so that its devices are there when the first press comes.
    eventually(lambda: helper.connections, "it connects")
    eventually(lambda: len(helper.requests) >= 6, "requests")
    assert set(helper.requests) == {"key ctrl+shift+t", "button middle"}
    # It ends, and is there again.
    helper.close()
    actions.says("peekpop-input")
    again = InputStandIn(path, answer="only on Sundays".encode())
    eventually(lambda: again.requests, "requests again")
    actions.says(": only on Sundays")
    # Without a rule for it, it is let go.
    session.write("[all]\npeek = none\n")
    eventually(lambda: all(connection.recv(1) == b"" for connection in again.connections) or True, "it lets go")
    actions.stop()
    again.close()


class ClosingStandIn(InputStandIn):
    def _serve(self, connection):
        connection.close()


class BabblingStandIn(InputStandIn):
    def take(self, request):
        self.answer = bytes(random.choices(b"abcdefgh \xff\n", k=40))


@pytest.mark.parametrize("stand_in", [ClosingStandIn, BabblingStandIn])
def test_a_helper_out_of_order_is_one_line(session, demo, stand_in):
    path = session.runtime / "input"
    session.variables["PEEKPOP_INPUT_SOCKET"] = str(path)
    helper = stand_in(path)
    actions = session.start("[all]\npeek = key ctrl+t\n", daemon=demo)
    actions.says("peek, line 2: ")
    before = len(helper.connections), len(helper.requests)
    eventually(lambda: len(helper.connections) > before[0] + 8 or len(helper.requests) > before[1] + 8, "it is asked again")
    assert len(actions.lines("peek, line 2: ")) == 1, actions.said
    actions.stop()
    helper.close()


def test_the_helper_without_a_device(session):
    """As here: no /dev/uinput, or no right to it. The kernel tests have the rest."""
    if os.path.exists("/dev/uinput") and os.access("/dev/uinput", os.W_OK):
        os.environ.setdefault("PEEKPOP_UINPUT_IS_THERE", "1")
    path = str(session.runtime / "input")
    helper = session.popen(DIST / "peekpop-input", "--socket", path, stderr=subprocess.PIPE, text=True)
    eventually(lambda: os.path.exists(path), "it listens")
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as client:
        client.settimeout(PATIENCE)
        client.connect(path)
        if os.getuid() != 0:
            assert b"session in the foreground" in client.recv(200)
        elif "PEEKPOP_UINPUT_IS_THERE" not in os.environ:
            assert client.recv(200).startswith(b"opening /dev/uinput: ")
            assert client.recv(200) == b""
    helper.terminate()
    assert helper.wait(PATIENCE) == 0
    assert not os.path.exists(path)


@pytest.mark.parametrize("arguments, status, why", [
    ([], 1, "there is no socket"), (["--socket", "/nowhere/at/all"], 1, "listening on /nowhere/at/all: No such file"),
    (["--sock", "x"], 64, "did you mean"), (["x"], 64, "usage: peekpop-input"),
])
def test_the_helpers_command_line(arguments, status, why):
    done = subprocess.run([str(DIST / "peekpop-input"), *arguments], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == status and why in done.stderr, done.stderr


# Presets.

def test_presets_keep_what_is_the_users(session):
    own = "# mine\n[app foot]\npeek = none\n"
    session.write(own)
    session.config.chmod(0o640)
    done = session.command("preset", "middle-click")
    assert done.returncode == 0 and "pop = button middle" in done.stdout and str(session.config) in done.stdout
    text = session.config.read_text()
    assert text.startswith(own) and "button middle" in text
    backup = session.config.with_suffix(".conf.bak")
    assert backup.read_text() == own and f"The file as it was is in {backup}." in done.stdout
    assert backup.stat().st_mode & 0o777 == 0o640
    assert session.config.stat().st_mode & 0o777 == 0o640
    assert session.command("preset", "lookup").returncode == 0
    text = session.config.read_text()
    assert text.startswith(own) and "button middle" not in text and "wiktionary" in text
    assert "* lookup" in session.command("preset").stdout
    assert session.command("check").returncode == 0
    assert session.command("preset", "lookup").stdout.strip().endswith("already.")
    assert session.command("preset", "none").returncode == 0
    assert session.config.read_text() == own
    assert session.command("preset", "unheard-of").returncode == 64
    # Marks that somebody took half away: nothing is touched.
    session.write(own + "# >>> preset links\n[all]\n")
    done = session.command("preset", "quicklook")
    assert done.returncode == 1 and f"{session.config}:4: " in done.stderr
    assert session.config.read_text() == own + "# >>> preset links\n[all]\n"


def test_nothing_that_somebody_wrote_is_lost_and_nothing_else_kept(session):
    folder = session.config.parent

    def preset(name):
        done = session.command("preset", name)
        assert done.returncode == 0, done.stderr
        return done.stdout
    # A file that is only a preset's.
    for name in ("links", "lookup", "none", "links"):
        preset(name)
    assert files(folder) == ["actions.conf"]
    # What somebody changed in it.
    mine = session.config.read_text().replace("epiphany", "my-browser")
    session.write(mine)
    assert "in " + str(folder / "actions.conf.bak") in preset("lookup")
    assert (folder / "actions.conf.bak").read_text() == mine
    for name in ("links", "none", "lookup", "none"):
        preset(name)
    assert files(folder) == ["actions.conf", "actions.conf.bak"]
    # Rules of one's own, the same twice, and others: one copy each, and none over another.
    first, second = b"[all]\r\npeek = none\r\n", b"[all]\npeek = none"
    for own in (first, first, second):
        session.config.write_bytes(own)
        preset("links")
        preset("lookup")
        preset("none")
        assert session.config.read_bytes() == own
    assert files(folder) == ["actions.conf", "actions.conf.bak", "actions.conf.bak.1", "actions.conf.bak.2"]
    assert (folder / "actions.conf.bak").read_text() == mine
    assert [(folder / f"actions.conf.bak.{n}").read_bytes() for n in (1, 2)] == [first, second]
    # Where no copy can be written, nothing is changed.
    (folder / "actions.conf.bak.3").symlink_to("/nowhere/at/all")
    (folder / "actions.conf.bak.4").mkdir()
    session.write("# new\n")
    assert f"in {folder}/actions.conf.bak.5." in preset("links")


def test_a_preset_makes_the_file_and_writes_through_links(session, tmp_path):
    session.config.parent.rmdir()
    session.config.parent.parent.rmdir()
    assert session.command("preset", "context-menu").returncode == 0
    assert "button right" in session.config.read_text()
    real = tmp_path / "dotfiles.conf"
    session.config.rename(real)
    session.config.symlink_to(real)
    assert session.command("preset", "middle-click").returncode == 0
    assert session.config.is_symlink() and "button middle" in real.read_text()
    # The file itself may be missing; a folder is not made where a link leads.
    real.unlink()
    assert session.command("preset", "links").returncode == 0
    assert session.config.is_symlink() and "epiphany" in real.read_text()
    session.config.unlink()
    session.config.symlink_to(tmp_path / "no/such.conf")
    done = session.command("preset", "links")
    assert done.returncode == 1 and f"there is no folder {tmp_path}/no where it leads to" in done.stderr
    assert session.config.is_symlink() and not (tmp_path / "no").exists()
    assert files(session.config.parent) == ["actions.conf"]


def shown(session):
    """Status, by the first word of its lines."""
    done = session.command("status")
    assert done.stderr == ""
    return done.returncode, {line.split()[0]: line.split(None, 1)[1] for line in done.stdout.splitlines()}


def test_status(session, demo):
    session.variables["PEEKPOP_SOCKET"] = demo.socket
    status, lines = shown(session)
    assert status == 1 and set(lines) == {"service", "rules", "presses"}
    assert lines["service"].startswith("does not run (`systemctl --user enable --now peekpop-actions`")
    assert lines["rules"].startswith(f"there is no {session.config} (")
    actions = session.start("[all]\nhint = none\n", daemon=demo)
    status, lines = shown(session)
    assert status == 0, lines
    assert lines == {"service": f"runs, as process {actions.process.pid}", "rules": f"1 action in {session.config}",
                     "presses": f"{demo.socket} answers; 1 pad can be pressed"}
    session.write("[all]\nhint = fly\n")
    assert shown(session)[1]["rules"].startswith(f"1 mistake in {session.config}; ")


def test_status_of_what_rules_need(session, demo, tmp_path):
    session.variables["PEEKPOP_SOCKET"] = demo.socket
    session.start("[all]\nhint = none\n", daemon=demo)
    session.write("[all]\npeek = preview {uri}\npop = run no-such-program\n\nhint = show no-such-program\n")
    status, lines = shown(session)
    assert status == 1 and lines["program"] == "there is no no-such-program (lines 3, 5)"
    assert lines["bus"].startswith("connecting to the session bus: No such file or directory: ")
    assert lines["selection"].startswith("there is neither WAYLAND_DISPLAY nor DISPLAY")
    # A desktop without the programs to ask it.
    session.variables |= {"WAYLAND_DISPLAY": "w", "DISPLAY": ":9", "PATH": str(tmp_path)}
    assert shown(session)[1]["selection"] == (
        "there is no wl-paste (package wl-clipboard), nor xclip (package xclip) to read it")
    (tmp_path / "xclip").write_text("")
    (tmp_path / "xclip").chmod(0o755)
    assert shown(session)[1]["selection"] == "read by xclip"
    del session.variables["PATH"]
    session.lonely_bus()
    assert "(gnome-sushi does)" in shown(session)[1]["previewer"]
    session.stand_in("previewer")
    session.write(f"[selection]\ncommand = {tmp_path}/xclip\n[all]\npeek = preview {{uri}}\n")
    status, lines = shown(session)
    assert lines["previewer"] == "org.gnome.NautilusPreviewer is there" and status == 0, json.dumps(lines)
    assert lines["bus"] == "the session bus answers" and lines["selection"] == f"read by {tmp_path}/xclip"


def test_status_of_those_who_refuse(session, demo):
    session.variables["PEEKPOP_SOCKET"] = str(session.runtime / "nobody")
    path = session.runtime / "input"
    session.variables["PEEKPOP_INPUT_SOCKET"] = str(path)
    session.write("[all]\npeek = key space\n")
    status, lines = shown(session)
    assert status == 1 and lines["presses"].startswith("connecting to ") and "No such file" in lines["presses"]
    assert lines["keys"].endswith("(`sudo systemctl enable --now peekpop-input.socket` offers it)")
    helper = InputStandIn(path, answer=b"only the user of the session in the foreground may send keys")
    assert shown(session)[1]["keys"] == "refused: only the user of the session in the foreground may send keys"
    assert helper.requests == ["ready"]
    helper.close()
    # As the helper itself does it: a word, and away.
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listener:
        listener.bind(str(path))
        listener.listen(4)

        def turn_away():
            connection, _ = listener.accept()
            connection.shutdown(socket.SHUT_RD)
            while connection.recv(100):
                pass
            connection.send(b"not you")
            connection.close()
        threading.Thread(target=turn_away).start()
        assert shown(session)[1]["keys"] == "refused: not you"
    path.unlink()
    helper = InputStandIn(path)
    assert shown(session)[1]["keys"] == f"{path} answers, and serves this user"
    helper.close()
