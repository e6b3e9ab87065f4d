"""`peekpopctl record` of a real node, played back."""

import contextlib
import json
import re
import shutil
import signal
import subprocess
import time

import pads
import pytest
from harness import DIST, story

# The guest has it where `make install` puts it.
PEEKPOPCTL = shutil.which("peekpopctl") or DIST / "peekpopctl"


@contextlib.contextmanager
def recording(node, path):
    """Records what happens meanwhile."""
    record = subprocess.Popen([PEEKPOPCTL, "record", "--device", node, "-o", path], stderr=subprocess.PIPE, text=True)
    try:
        assert "recording" in record.stderr.readline()
        time.sleep(1)
        yield
        time.sleep(1)
        record.send_signal(signal.SIGINT)
        assert record.wait(60) == 0, record.stderr.read()
    finally:
        record.kill()


def replayed(path):
    played = subprocess.run([PEEKPOPCTL, "replay", "--json", path], check=True, capture_output=True, text=True)
    return [json.loads(line) for line in played.stdout.splitlines()]


def events(path):
    """Type, code and value of each event, frame by frame."""
    frames = path.read_text().split("- evdev:\n")[1:]
    return [[tuple(map(int, event)) for event in re.findall(r"\[ *\d+, *\d+, *(\d+), *(\d+), *(-?\d+)\]", frame)]
            for frame in frames]


@pytest.mark.skipif(not shutil.which("libinput-replay", path="/usr/libexec/libinput"), reason="no libinput replay")
def test_libinput_replays_what_was_recorded(plug, tmp_path):
    """`libinput replay` makes the same pad of a recording, on which the same happens again."""
    first, second = tmp_path / "first.yml", tmp_path / "second.yml"
    pad = plug(pads.MAGIC)
    with recording(pad.node, first):
        pads.press(pad, 240, rest=20)
    pad.unplug()
    replay = subprocess.Popen(["libinput", "replay", first], text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE)
    try:
        node, name = replay.stdout.readline().strip().split(": ")
        assert name == pads.MAGIC.name
        subprocess.run(["udevadm", "settle", "--timeout=60"], check=True)
        with recording(node, second):
            replay.stdin.write("\n")
            replay.stdin.flush()
            last = events(first)[-1]
            pads.eventually(lambda: last in events(second), "the replay does not come to its end")
        replay.send_signal(signal.SIGINT)
        replay.wait(60)
        # That it gives udev 0.2 s, which an emulated one does not keep to, is told as a "Warning", in mixed case.
        said = replay.stderr.read()
        assert "WARNING" not in said and "Error" not in said, said
    finally:
        replay.kill()
    # The pad: everything of the head but where it hangs.
    heads = [[line for line in path.read_text().split("events:")[0].splitlines() if "node:" not in line]
             for path in (first, second)]
    assert heads[0] == heads[1]
    # The first frame is the state at the start of each.
    assert events(first)[1:] == events(second)[1:]
    assert len(events(first)) > 100 and all(frame[-1] == (pads.EV_SYN, pads.SYN_REPORT, 0) for frame in events(first))
    assert story(replayed(second)) == story(replayed(first)) == ["began", "peeked", "popped", "ended"]


def test_a_touch_under_way_keeps_its_place(plug, tmp_path):
    """A finger that lies still sends no position: what was on the pad before has to be in the recording."""
    pad = plug(pads.REDRIX)
    pad.touch(0.5, 0.4, 120)
    pad.report()
    path = tmp_path / "touch.yml"
    with recording(pad.node, path):
        pads.press(pad, 2400, rest=120)
    presses = replayed(path)
    assert story(presses) == ["began", "peeked", "popped", "ended"]
    assert abs(presses[0]["x"] - 0.5) < 0.01
