"""The guided calibration on a terminal, with a hand on a pad that the kernel made."""

import shutil
import signal

import pytest

import hand
import pads
from calibrating import Person
from harness import CALIBRATION, DIST
from screen import Screen
from watching import Watcher

# The guest has it where `make install` puts it.
PEEKPOPCTL = shutil.which("peekpopctl") or DIST / "peekpopctl"


@pytest.fixture
def calibrate():
    screens = []

    def start(daemon, *arguments):
        screens.append(Screen([PEEKPOPCTL, "calibrate", *arguments], {"PEEKPOP_SOCKET": daemon.socket}))
        return screens[-1]

    yield start
    for screen in screens:
        screen.close()


def kept(daemon):
    return [path.name for path in (daemon.folder / "state").iterdir()]


def press_is(watcher, pad, peak):
    """How far a press to this raw pressure comes, for somebody who is subscribed."""
    count = len(watcher.story())
    pads.press(pad, peak, rest=hand.REST, rise=0.3, hold=0.3, click_at=hand.CLICK)
    watcher.until_over()
    return watcher.story()[count:]


HINT = ["began", "cancelled(released)"]
PEEK = ["began", "peeked", "cancelled(released)"]
POP = ["began", "peeked", "popped", "ended"]


def test_a_guided_hand_changes_what_a_running_subscriber_hears(start, plug, calibrate):
    daemon = start()
    pad = plug(pads.REDRIX)
    with Watcher(daemon.socket) as watcher:
        device = watcher.added(pads.REDRIX.name)
        assert press_is(watcher, pad, hand.FIRM) == HINT
        assert press_is(watcher, pad, hand.HARDEST) == PEEK
        screen = calibrate(daemon)
        person = Person(screen, hand.touching(pad))
        person.go_to_result()
        screen.press("y")
        screen.shows("It is stored and in force")
        levels = watcher.until(lambda said: said.get("added", {}).get("scale", {}).get("source") == "calibration")
        levels = levels["added"]["levels"]
        assert levels["peek"] < device["levels"]["peek"] and levels["pop"] < device["levels"]["pop"]
        # By the same subscription, and on the screen.
        assert press_is(watcher, pad, hand.FIRM + 24) == PEEK
        screen.shows("That was a peek")
        assert press_is(watcher, pad, hand.HARDEST + 40) == POP
        screen.shows("That was a pop", "Before: peek")
        screen.press("q")
        assert screen.end() == 0 and screen.is_given_back
    with daemon.client() as client:
        stored = client.call(f"{CALIBRATION}.Get", {"device": device["id"]})["parameters"]["calibration"]
    assert stored["provenance"]["method"] == "guided"
    assert stored["provenance"]["counts"]["presses"] == 6
    daemon.stop()

    again = start(environment={"STATE_DIRECTORY": str(daemon.folder / "state")})
    with Watcher(again.socket) as watcher:
        assert watcher.added(pads.REDRIX.name)["levels"] == levels
        assert press_is(watcher, pad, hand.FIRM + 24) == PEEK


@pytest.mark.parametrize("what", ["unplugged", "daemon", "Ctrl-C"])
def test_what_breaks_off_in_the_middle_stores_nothing(daemon, plug, calibrate, what):
    pad = plug(pads.REDRIX)
    with Watcher(daemon.socket) as watcher:
        device = watcher.added(pads.REDRIX.name)
        screen = calibrate(daemon, "--device", device["id"])
        person = Person(screen, hand.touching(pad))
        person.fill("touches")
        pad.touch(0.5, 0.5, 300)
        pad.report()
        if what == "unplugged":
            pad.unplug()
        elif what == "daemon":
            daemon.signal(signal.SIGTERM)
        else:
            screen.press("\x03")
        assert screen.end() == 1 and screen.is_given_back
        assert screen.afterwards.rstrip().endswith("nothing was stored")
        if what == "Ctrl-C":
            pad.lift()
            pad.report()
            assert press_is(watcher, pad, hand.FIRM) == HINT
    assert kept(daemon) == []
