"""peekpopctl doctor as people and scripts run it. What it makes of a whole system is in Tests/Kernel/test_doctor.py."""

import json
import os
import re
import subprocess

import pytest

from harness import DIST
from screen import Screen

CTL = DIST / "peekpopctl"


def doctor(*arguments, socket="/nonexistent/s", status=None, **environment):
    done = subprocess.run(
        [CTL, "doctor", *arguments], capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL,
        env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "PEEKPOP_SOCKET": str(socket), **environment})
    if status is not None:
        assert done.returncode == status, done
    return done


def topics(checks):
    return {check["topic"]: check for check in checks}


def test_a_daemon_that_works(demo):
    done = doctor(socket=demo.socket, status=0)
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert all(len(line) < 80 for line in lines)
    assert re.search("(?m)^✓ presses +they work on PeekPop demo pad$", done.stdout)
    words = " ".join(done.stdout.split())
    assert "✓ pad PeekPop demo pad: grams, its pressure axis announces 4 units a gram ✓ haptics" in words
    assert re.search("(?m)^! source +this daemon plays demo: ", done.stdout)


def test_nobody_there():
    done = doctor(status=1)
    assert re.search("(?m)^✗ socket +connecting to /nonexistent/s: No such file or directory$", done.stdout)
    # With its whole path: it is in no PATH.
    assert f"→ start a daemon there: {DIST / 'peekpopd'} --socket /nonexistent/s" in " ".join(done.stdout.split())
    assert done.stderr.startswith("peekpopctl: presses do not work here: socket: connecting to ")
    assert done.stderr.count("\n") == 1


def test_json_says_the_same(demo):
    done = doctor("--json", socket=demo.socket, status=0)
    (line,) = done.stdout.splitlines()
    said = json.loads(line)
    assert said["works"] is True and said["overrides"] == [] and said["kernel"] == os.uname().release
    checks = topics(said["checks"])
    assert {check["verdict"] for check in said["checks"]} <= {"fine", "note"}
    assert checks["presses"] == {
        "topic": "presses", "verdict": "fine", "text": "they work on PeekPop demo pad", "advice": []}
    assert checks["pad"]["device"] == "virtual-peekpop-demo-pad"
    said = json.loads(doctor("--json", status=1).stdout)
    assert said["works"] is False
    assert topics(said["checks"])["socket"]["verdict"] == "broken"


@pytest.mark.parametrize("arguments", [
    ["--yes"], ["--json", "--fix-libinput", "--yes"], ["now"],
    # Nobody is there to be asked.
    ["--fix-libinput"],
])
def test_wrong_usage(arguments):
    done = doctor(*arguments, status=64)
    assert done.stdout == "" and "doctor" in done.stderr


@pytest.mark.parametrize("size", [(24, 80), (40, 120), (20, 30)])
@pytest.mark.parametrize("term, coloured", [("xterm-256color", True), ("dumb", False), ("vt100", False)])
def test_on_a_terminal(demo, size, term, coloured):
    """On one screen; coloured where that is understood, and without an escape sequence where none is."""
    screen = Screen([CTL, "doctor"], {"PEEKPOP_SOCKET": demo.socket, "TERM": term}, size=size)
    try:
        assert screen.end() == 0
        assert (b"\x1b[32m" in screen.written) == coloured
        assert (b"\x1b" in screen.written) == coloured
        if size != (20, 30):
            assert len(screen.written.splitlines()) <= size[0]
    finally:
        screen.close()


def test_a_pad_named_to_disturb_a_terminal(tmp_path):
    from scripted_service import PAD, ScriptedService
    status = {"status": {
        "version": "0", "source": "evdev", "uptimeUsec": 1, "connections": 1, "subscribers": 0, "pads": 1,
        "openPads": 0, "frames": 0, "events": 0, "lost": 0, "configFiles": [],
        "problems": [{"timeUsec": 1, "message": "\x1b[2J"}]}}
    pad = {**PAD, "name": "\x1b[31mred\n"}
    answers = {"org.peekpop.Gestures.GetStatus": [{"parameters": status}],
               "org.peekpop.Gestures.ListDevices": [{"parameters": {"devices": [pad]}}]}
    service = ScriptedService(tmp_path / "org.peekpop.Gestures", answers)
    try:
        done = doctor(socket=service.path)
        assert "\x1b" not in done.stdout + done.stderr
        assert "?[31mred?" in done.stdout
    finally:
        service.close()
