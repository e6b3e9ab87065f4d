"""`peekpopctl record` of a real node, played back."""

import json
import shutil
import signal
import subprocess
import time

import pads
from harness import DIST, story

# The guest has it where `make install` puts it.
PEEKPOPCTL = shutil.which("peekpopctl") or DIST / "peekpopctl"


def test_a_touch_under_way_keeps_its_place(plug, tmp_path):
    """A finger that lies still sends no position: what was on the pad before has to be in the recording."""
    pad = plug(pads.REDRIX)
    pad.touch(0.5, 0.4, 120)
    pad.report()
    path = tmp_path / "touch.yml"
    record = subprocess.Popen(
        [PEEKPOPCTL, "record", "--device", pad.node, "-o", path], stderr=subprocess.PIPE, text=True)
    assert "recording" in record.stderr.readline()
    time.sleep(1)
    pads.press(pad, 2400, rest=120)
    time.sleep(1)
    record.send_signal(signal.SIGINT)
    assert record.wait(60) == 0, record.stderr.read()
    played = subprocess.run(
        [PEEKPOPCTL, "replay", "--json", path], check=True, capture_output=True, text=True)
    presses = [json.loads(line) for line in played.stdout.splitlines()]
    assert story(presses) == ["began", "peeked", "popped", "ended"]
    assert abs(presses[0]["x"] - 0.5) < 0.01
