"""The real daemon, on its demo and on a recording."""

import itertools
import os
import signal
import subprocess
import sys

import pytest

from harness import PATIENCE, STORY
from listening import Ear
from peekpop import (
    Capability, NotSupported, PermissionDenied, Phase, ServiceError, list_devices, play_feedback, presses, status,
)
from stage import Theatre
from stage_recording import Hand

DEMO_PAD = "virtual-peekpop-demo-pad"


def story(steps):
    return [
        f"cancelled({step.reason})" if step.phase is Phase.CANCELLED else str(step.phase)
        for step in steps if step.phase is not Phase.CHANGED]


def test_the_demos_story(demo):
    told = []
    with presses(demo.socket) as stream:
        # Two rounds, from wherever the first began.
        while len(story(told)) < 2 * len(STORY):
            told.append(next(stream))
    rounds = story(told)
    assert any(rounds[at:at + len(STORY)] == STORY for at in range(len(STORY))), rounds


def test_values_are_those_of_the_wire(demo):
    with presses(demo.socket) as stream:
        for press in itertools.islice(stream, 50):
            wire = press.wire
            for ours, theirs in {
                    "id": "id", "device": "device", "phase": "phase", "preview": "preview", "commit": "commit",
                    "clicks": "clicks", "grams": "grams", "raw": "raw", "x": "x", "y": "y",
                    "translation_x": "translationX", "translation_y": "translationY", "fingers": "fingers",
                    "button": "button", "time_usec": "timeUsec", "sequence": "sequence"}.items():
                assert getattr(press, ours) == wire[theirs], ours
            assert (press.reason is None) == ("reason" not in wire)
            # Nothing is on the wire that has no place here.
            assert set(wire) <= {
                "id", "device", "phase", "preview", "commit", "clicks", "grams", "raw", "x", "y", "translationX",
                "translationY", "fingers", "button", "timeUsec", "sequence", "reason", "tool"}
        (pad,) = stream.devices.values()
    assert (pad.id, pad.kind, pad.pad_class, pad.gestures) == (DEMO_PAD, "touchpad", "grams", True)
    assert (pad.levels.hint, pad.scale.click_pressure, pad.pressure.resolution) == (1.4, 800, 4)


def test_status_devices_and_feedback(demo):
    assert status(demo.socket).source == "demo"
    assert [pad.id for pad in list_devices(demo.socket)] == [DEMO_PAD]
    with pytest.raises(NotSupported, match="no haptic motor"):
        play_feedback(DEMO_PAD, "pop", demo.socket)
    told = []
    with Ear(demo.socket) as ear:
        ear.connection.play_feedback(DEMO_PAD, "pop", told.append)
        ear.wait(lambda: told)
        assert isinstance(told[0], NotSupported)
        # And the stream is none the worse for it.
        ear.wait(lambda: "popped" in ear.log)


def test_fewer_steps_are_asked_for(demo):
    with presses(demo.socket, phases=[Phase.PEEKED, Phase.POPPED], devices=[DEMO_PAD]) as stream:
        assert {press.phase for press in itertools.islice(stream, 4)} == {Phase.PEEKED, Phase.POPPED}


@pytest.mark.parametrize("number, reason", [(signal.SIGTERM, "shutdown"), (signal.SIGKILL, "disconnected")])
def test_the_daemon_restarts_in_mid_peek(start, number, reason):
    """And the preview closes: by the service's word, or by ours where it had none any more."""
    first = start("demo", "--speed", "2")
    theatre = Theatre()
    with Ear(first.socket) as ear:
        ear.connection.add_listener(theatre.previewer)
        # Held still while the preview stands.
        while True:
            ear.wait(lambda: theatre.previewer.current)
            first.signal(signal.SIGSTOP)
            ear.wait(lambda: not ear.connection._epoll.poll(0.2))
            if theatre.previewer.current:
                break
            first.signal(signal.SIGCONT)
        # The one is dealt with when it goes on, the other at once.
        first.signal(number)
        first.signal(signal.SIGCONT)
        ear.wait(lambda: "waiting" in ear.log)
        assert f"cancelled({reason})" in ear.log
        assert theatre.log[-1] == f"dismiss press({reason})"
        assert ear.connection.capability is Capability.UNAVAILABLE
        first.process.wait()
        if number == signal.SIGKILL:
            # So that it counts as ended in order.
            first.process.returncode = 0
        theatre.told()
        # The next one, at the same place.
        second = start("demo", "--speed", "10")
        os.rename(second.socket, first.socket)
        ear.wait(lambda: "committed it" in theatre.log)


DENIED_CHILD = """
import os, sys
from listening import Ear
from peekpop import PermissionDenied, list_devices
os.setgroups([]); os.setgid(65534); os.setuid(65534)
with Ear(sys.argv[1]) as ear:
    ear.until("denied", "capability unavailable")
    print(ear.connection.state.reason)
try:
    list_devices(sys.argv[1])
except PermissionDenied as error:
    print(error.name)
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="not root")
def test_who_may_not_listen_is_told_what_to_do(demo):
    folder = os.path.dirname(demo.socket)
    os.chmod(folder, 0o755)
    done = subprocess.run(
        [sys.executable, "-c", DENIED_CHILD, demo.socket], capture_output=True, text=True, timeout=PATIENCE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
    assert "usermod -aG peekpop" in done.stdout and "service.PermissionDenied" in done.stdout, done.stderr
    assert issubclass(PermissionDenied, ServiceError)


def test_a_recording(start, tmp_path):
    """Presses of another pad than the demo's, as `libinput record` wrote it: they peek for a window as the demo's do."""
    hand = Hand(seed=3)
    hand.stage(3.2, 3.2, 3.2)
    recording = tmp_path / "presses.yml"
    recording.write_text(hand.text())
    daemon = start(f"recording:{recording}", "--speed", "5")
    theatre = Theatre()
    with Ear(daemon.socket) as ear:
        ear.connection.add_listener(theatre.previewer)
        ear.wait(lambda: "committed it" in theatre.log)
        (pad,) = ear.connection.devices.values()
        assert pad.id != DEMO_PAD and pad.gestures
