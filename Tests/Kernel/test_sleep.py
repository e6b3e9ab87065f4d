"""The machine sleeps in the middle of a press."""

import pytest

import pads
import sleeping
from harness import Daemon
from watching import Watcher

pytestmark = pytest.mark.sleep

THROUGH = ["began", "peeked", "popped", "ended"]


def test_a_press_does_not_outlive_a_sleep(tmp_path):
    # Neither is ended: the programs that udev would run for the pad lie on the host, and so does the daemon.
    daemon = Daemon(tmp_path / "daemon", "evdev")
    pad = pads.Pad(pads.REDRIX)
    watcher = Watcher(daemon.socket)
    watcher.added(pads.REDRIX.name)
    pads.press(pad, 2400, rest=120)
    watcher.until_over()
    pads.press(pad, 2000, rest=120, release=False)
    watcher.until_phase("peeked")

    sleeping.keep_in_memory(daemon.process.pid)
    # A sleep shorter than a second is none to the daemon; the clock that tells how long it was has whole seconds.
    assert sleeping.sleep(4) > 1
    assert watcher.until_over()["reason"] == "suspended"
    # The finger is still there. Pressing on is no new press; lifting and pressing is.
    pads.press(pad, 2400, rest=2000, rise=0.2)
    pads.press(pad, 2400, rest=120)
    assert watcher.until_over()["phase"] == "ended"
    assert watcher.story() == [*THROUGH, "began", "peeked", "cancelled(suspended)", *THROUGH]
