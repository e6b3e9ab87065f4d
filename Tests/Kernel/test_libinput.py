"""The libinput source beside the evdev source: the same presses, fewer false ones, and pens."""

import os
import pathlib
import signal
import subprocess

import pytest

import devices
import pads
from devices import play, stroke
from harness import GESTURES, daemons, story
from test_devices import eventually, state
from watching import Watcher, open_input_nodes, raw_at

THROUGH = ["began", "peeked", "popped", "ended"]
REST = 120


@pytest.fixture
def start_libinput(tmp_path):
    """Starts daemons on what libinput sees: start_libinput(*options, source=…)"""
    with daemons(tmp_path / "libinput") as start:
        yield lambda *options, source="libinput", **named: start(source, *options, **named)


@pytest.fixture
def plug_other():
    """Plugs in any kind of device: plug_other(kind, model)"""
    plugged = []

    def plug(kind, model):
        plugged.append(kind(model))
        return plugged[-1]

    yield plug
    for pad in plugged:
        pad.unplug()


def reads(daemon, *plugged):
    """Waits until libinput reads devices: pads have a descriptor of their own beside libinput's."""
    for one in plugged:
        count = 2 if type(one) in (pads.Pad, devices.Screen) else 1
        eventually(lambda: descriptors(daemon, one.node) == count, f"libinput reads {one.model.name}")
    # They are open before libinput is done with them; an answer comes after that.
    daemon.status()


class Both:
    """Both sources on the same pad at the same time, each with a watcher."""

    def __init__(self, start, start_libinput, pad, config=""):
        self.pad = pad
        self.evdev, self.libinput = start(config=config), start_libinput(config=config)
        self.watchers = [Watcher(daemon.socket) for daemon in (self.evdev, self.libinput)]
        self.device = [watcher.added(pad.model.name) for watcher in self.watchers][0]
        eventually(lambda: descriptors(self.evdev, pad.node) == 1, "the evdev source reads the pad")
        reads(self.libinput, pad)

    def raw(self, clicks):
        return raw_at(self.device, clicks)

    def after(self):
        """What each of them told up to now: all that comes before a press of a kind that both tell."""
        place = 0.456
        pads.press(self.pad, self.raw(3.2), rest=REST, x=place)
        told = []
        for watcher in self.watchers:
            watcher.until(lambda said: (press := said.get("press")) is not None and press["phase"] == "ended"
                          and abs(press["x"] - place) < 0.001)
            presses = [said["press"] for said in watcher.messages if "press" in said]
            last = presses[-1]["id"]
            assert story([press for press in presses if press["id"] == last]) == THROUGH
            told.append([press for press in presses if press["id"] != last])
        return told


def descriptors(daemon, node):
    folder = pathlib.Path(f"/proc/{daemon.process.pid}/fd")
    count = 0
    for entry in folder.iterdir():
        try:
            count += os.readlink(entry) == node
        except FileNotFoundError:
            pass
    return count


def same(evdev, libinput):
    """Event by event, to the digit. Nobody read meanwhile: `changed` events may have been left out for that, and the
    numbers of the others tell how many there were."""
    assert [press for press in libinput if press["phase"] != "changed"] == [
        press for press in evdev if press["phase"] != "changed"]
    others = {press["sequence"]: press for press in libinput}
    for press in evdev:
        assert others.get(press["sequence"], press) == press


@pytest.fixture
def both(start, start_libinput, plug):
    return lambda config="", model=pads.REDRIX: Both(start, start_libinput, plug(model), config)


# ---------------------------------------------------------------- the same presses

def test_presses_are_the_same_to_the_report(both):
    """Where libinput has nothing to object, its context changes no event: not its kind, not its time, not a digit."""
    both = both()
    for peak in (1.55, 2.2, 3.2):
        pads.press(both.pad, both.raw(peak), rest=REST, click_at=both.raw(1))
    # A spike of one report, a press too quick to be one, and a drag.
    play(both.pad, [stroke((0.5, 0.4), (0.5, 0.4), [REST] * 30 + [both.raw(2)] + [REST] * 30)])
    play(both.pad, [stroke((0.5, 0.4), (0.5, 0.4), [both.raw(2)] * 5)])
    play(both.pad, [stroke((0.2, 0.4), (0.7, 0.4), pads.ramp(REST, both.raw(1.9), 60))])
    # In the lowest part of the pad too, where libinput sees thumbs.
    pads.press(both.pad, both.raw(3.2), rest=REST, y=0.95)
    evdev, libinput = both.after()
    assert story(evdev)[:9] == ["began", "cancelled(released)", "began", "peeked", "cancelled(released)", *THROUGH]
    same(evdev, libinput)


# ---------------------------------------------------------------- false presses that libinput tells

def pressing(raw, fingers, lying=8):
    """A finger's share of a press beyond the peek, of so many fingers together."""
    top = raw(2.3) // fingers
    return [REST] * lying + pads.ramp(REST, top, 26) + [top] * 46


def scroll(raw):
    """Two fingers that begin to scroll slowly, and press meanwhile."""
    force = pressing(raw, 2)
    return [stroke((x, 0.3), (x, 0.5), force) for x in (0.4, 0.55)]


def pinch(raw):
    """Two fingers that part under force: their middle does not move at all."""
    force = pressing(raw, 2)
    return [stroke((0.45, 0.45), (0.25, 0.25), force), stroke((0.55, 0.45), (0.75, 0.65), force)]


def swipe(raw):
    force = pressing(raw, 3)
    return [stroke((x, 0.4), (x + 0.12, 0.4), force) for x in (0.3, 0.42, 0.54)]


def palm(x, y):
    """A hand that lies still and heavy."""
    return lambda raw: [stroke((x, y), (x, y), pressing(raw, 1, lying=45))]


@pytest.mark.parametrize("fingers, trace", [
    (2, scroll), (2, pinch), (3, swipe), (1, palm(0.065, 0.5)), (1, palm(0.935, 0.3)), (1, palm(0.5, 0.02)),
], ids=["scroll", "pinch", "swipe", "left-edge", "right-edge", "upper-edge"])
def test_context_takes_false_presses_away(both, fingers, trace):
    both = both(f"[press]\nfingers = {fingers}\n")
    # A guest that is held up in the middle shows libinput something else than what is played: then once more.
    for _ in range(3):
        for watcher in both.watchers:
            watcher.messages.clear()
        play(both.pad, trace(both.raw))
        evdev, libinput = both.after()
        if "peeked" not in story(libinput):
            break
    assert "peeked" in story(evdev), story(evdev)
    assert "peeked" not in story(libinput), story(libinput)
    assert story(libinput) in ([], ["began", "cancelled(gesture)"], ["began", "cancelled(palm)"])


@pytest.mark.parametrize("fingers, trace", [(2, scroll), (3, swipe)], ids=["scroll", "swipe"])
def test_as_many_fingers_that_lie_still_still_press(both, fingers, trace):
    both = both(f"[press]\nfingers = {fingers}\n")
    still = [stroke(places[0], places[0], [place[2] for place in places]) for places in trace(both.raw)]
    play(both.pad, still)
    evdev, libinput = both.after()
    assert story(evdev) == ["began", "peeked", "cancelled(released)"]
    same(evdev, libinput)


def test_a_touch_while_somebody_types(both, plug_other):
    keyboard = plug_other(devices.Keyboard, devices.TYPING)
    both = both()
    reads(both.libinput, keyboard)
    assert keyboard.node not in open_input_nodes(both.evdev.process.pid)
    force = [REST] * 45 + pads.ramp(REST, both.raw(2.4), 30) + [both.raw(2.4)] * 30
    for number in range(4):
        keyboard.key(pads.KEY_A + number)
    for number, level in enumerate(devices.playing(force)):
        if number % 10 == 0:
            keyboard.key(pads.KEY_A + number // 10)
        both.pad.touch(0.5 + number % 2 / 3000, 0.5, level)
        both.pad.report()
    both.pad.lift()
    both.pad.report()
    # The next touch is one of nobody who types: libinput waits half a second for that.
    for _ in devices.playing(range(80)):
        pass
    evdev, libinput = both.after()
    assert story(evdev) == ["began", "peeked", "cancelled(released)"]
    assert story(libinput) in ([], ["began", "cancelled(palm)"])


def test_hard_presses_are_no_palms_where_libinput_thinks_so(both):
    """A pad in units of its own: from 130 on libinput takes any press for a palm, and lets the pointer stand."""
    both = both("", pads.MAGIC)
    pads.press(both.pad, 250, rest=40)
    pads.press(both.pad, 250, rest=5)
    play(both.pad, [stroke((0.5, 0.5), (0.5, 0.5), [8] * 60 + pads.ramp(8, both.raw(2.4), 30) + [both.raw(2.4)] * 20)])
    for watcher in both.watchers:
        watcher.until_phase("cancelled")
        assert watcher.story() == [*THROUGH, *THROUGH, "began", "peeked", "cancelled(released)"]


# ---------------------------------------------------------------- what is open, and when

def test_nothing_is_open_and_nothing_wakes_while_nobody_subscribes(start_libinput, plug, plug_other):
    pad, mouse = plug(pads.REDRIX), plug_other(devices.Mouse, devices.MOUSE)
    keyboard = plug_other(devices.Keyboard, devices.TYPING)
    daemon = start_libinput()

    def switches():
        status = pathlib.Path(f"/proc/{daemon.process.pid}/status").read_text()
        return int(status.partition("\nvoluntary_ctxt_switches:")[2].split()[0])

    for _ in range(2):
        assert open_input_nodes(daemon.process.pid) == set()
        eventually(lambda: state(daemon.process.pid) == "S", "it sleeps")
        before = switches()
        pads.press(pad, 2400, rest=REST)
        keyboard.key(pads.KEY_A)
        assert switches() == before
        with Watcher(daemon.socket) as watcher:
            watcher.added(pads.REDRIX.name)
            reads(daemon, pad, keyboard)
            assert mouse.node not in open_input_nodes(daemon.process.pid)
            pads.press(pad, 2400, rest=REST)
            watcher.until_over()
            assert watcher.story() == THROUGH
        eventually(lambda: not open_input_nodes(daemon.process.pid), "no device is open")


def test_only_the_pads_that_are_asked_for(start_libinput, plug):
    one, other = plug(pads.REDRIX), plug(pads.MAGIC)
    daemon = start_libinput()
    with daemon.client() as client:
        found = client.call(f"{GESTURES}.ListDevices")["parameters"]["devices"]
    ids = {device["name"]: device["id"] for device in found}
    with Watcher(daemon.socket, devices=[ids[pads.REDRIX.name]]):
        reads(daemon, one)
        assert descriptors(daemon, other.node) == 0
        with Watcher(daemon.socket, devices=[ids[pads.MAGIC.name]]) as watcher:
            reads(daemon, other)
            pads.press(other, 250, rest=20)
            watcher.until_over()
            assert watcher.story() == THROUGH
        eventually(lambda: descriptors(daemon, other.node) == 0, "nobody reads the other pad any more")
        reads(daemon, one)


def test_one_node_alone(start_libinput, plug, plug_other):
    pad, other = plug(pads.REDRIX), plug(pads.MAGIC)
    keyboard = plug_other(devices.Keyboard, devices.TYPING)
    daemon = start_libinput(source=f"libinput:{pad.node}")
    assert daemon.status()["source"] == f"libinput:{pad.node}"
    with Watcher(daemon.socket) as watcher:
        assert [device["name"] for device in watcher.devices] == [pads.REDRIX.name]
        reads(daemon, pad)
        assert not {other.node, keyboard.node} & open_input_nodes(daemon.process.pid)
        play(pad, palm(0.065, 0.5)(lambda clicks: raw_at(watcher.devices[0], clicks)))
        pads.press(pad, 2600, rest=REST)
        watcher.until_phase("ended")
        assert watcher.story()[-4:] == THROUGH and watcher.story().count("peeked") == 1
    eventually(lambda: not open_input_nodes(daemon.process.pid), "no device is open")


def test_plugged_in_and_out(start_libinput, plug):
    daemon = start_libinput()
    with Watcher(daemon.socket) as watcher:
        for _ in range(2):
            pad = plug(pads.REDRIX)
            device = watcher.added(pads.REDRIX.name)
            reads(daemon, pad)
            pads.press(pad, 2400, rest=REST)
            watcher.until_over()
            pads.press(pad, 2400, rest=REST, release=False)
            watcher.until_phase("popped")
            pad.unplug()
            assert watcher.until_over()["reason"] == "gone"
            assert watcher.until(lambda said: "removed" in said)["removed"] == device["id"]
    assert watcher.story() == [*THROUGH, "began", "peeked", "popped", "cancelled(gone)"] * 2


# ---------------------------------------------------------------- pens and touchscreens

@pytest.mark.parametrize("tool, kind, number", [
    (devices.BTN_TOOL_PEN, "pen", 0x802), (devices.BTN_TOOL_RUBBER, "eraser", 0x80A)], ids=["pen", "eraser"])
def test_a_pen_presses_with_its_tip(start_libinput, plug_other, tool, kind, number):
    tablet = plug_other(devices.Tablet, devices.TABLET)
    daemon = start_libinput()
    with Watcher(daemon.socket) as watcher:
        device = watcher.added(devices.TABLET.name)
        assert (device["kind"], device["padClass"], device["gestures"]) == ("pen", "force", True)
        assert device["pressure"] == {"minimum": 0, "maximum": 65535, "resolution": 0}
        reads(daemon, tablet)
        force = [1600] * 40 + pads.ramp(1600, 8191, 40) + [8190, 8191] * 10 + pads.ramp(8191, 800, 20)
        devices.draw(tablet, stroke((0.25, 0.75), (0.25, 0.75), force), tool, kind=number, serial=0x1A7B0001)
        watcher.until_over()
        presses = [said["press"] for said in watcher.messages if "press" in said]
        assert story(presses) == THROUGH
        for press in presses:
            assert press["tool"] == {"kind": kind, "serial": 0x1A7B0001, "id": number}
            assert abs(press["x"] - 0.25) < 0.001 and abs(press["y"] - 0.75) < 0.001
            assert press["fingers"] == 1 and "grams" not in press
        assert max(press["raw"] for press in presses) == 65535
    assert f"{kind}" in daemon.stderr and str(0x1A7B0001) in daemon.stderr
    eventually(lambda: not open_input_nodes(daemon.process.pid), "no device is open")


def test_writing_is_no_press(start_libinput, plug_other):
    tablet = plug_other(devices.Tablet, devices.TABLET)
    daemon = start_libinput()
    with Watcher(daemon.socket) as watcher:
        watcher.added(devices.TABLET.name)
        reads(daemon, tablet)
        # Heavy handwriting: strokes of 2 to 3 mm, up to half the tip's range, and a dot.
        for number in range(8):
            at = (0.3 + number * 0.012, 0.5)
            devices.draw(tablet, stroke(at, (at[0] + 0.002, 0.52), pads.ramp(1000, 5000, 12)))
        devices.draw(tablet, stroke((0.5, 0.5), (0.5, 0.5), pads.ramp(3000, 6500, 10)))
        # One that lifts off in the middle of a press, and what comes after.
        devices.draw(tablet, stroke((0.6, 0.5), (0.6, 0.5), [1600] * 40 + pads.ramp(1600, 5500, 40)))
        watcher.until_over()
    assert watcher.story() == ["began", "peeked", "cancelled(released)"]


def test_the_evdev_source_says_who_has_pens(daemon, plug_other):
    plug_other(devices.Tablet, devices.TABLET)
    with Watcher(daemon.socket) as watcher:
        device = watcher.added(devices.TABLET.name)
    assert (device["padClass"], device["gestures"]) == ("none", False)
    assert "libinput source" in device["reason"]


RULE = pathlib.Path("/run/udev/rules.d/99-screen.rules")


@pytest.mark.parametrize("matrix, x, y", [(None, 0.2, 0.3), ("0 -1 1 1 0 0", 0.7, 0.2)], ids=["plain", "on-its-side"])
def test_a_touchscreen_presses_where_it_is_touched(start_libinput, plug_other, matrix, x, y):
    if matrix:
        RULE.parent.mkdir(parents=True, exist_ok=True)
        RULE.write_text(f'ATTRS{{name}}=="{devices.SCREEN.name}", ENV{{LIBINPUT_CALIBRATION_MATRIX}}="{matrix}"\n')
        subprocess.run(["udevadm", "control", "--reload"], check=True)
    try:
        screen = plug_other(devices.Screen, devices.SCREEN)
        daemon = start_libinput()
        with Watcher(daemon.socket) as watcher:
            device = watcher.added(devices.SCREEN.name)
            assert (device["kind"], device["padClass"]) == ("touchscreen", "grams")
            reads(daemon, screen)
            pads.press(screen, 2400, rest=REST, x=0.2, y=0.3)
            watcher.until_over()
            presses = [said["press"] for said in watcher.messages if "press" in said]
        assert story(presses) == THROUGH
        assert all(abs(press["x"] - x) < 0.01 and abs(press["y"] - y) < 0.01 for press in presses), presses[0]
    finally:
        RULE.unlink(missing_ok=True)
        subprocess.run(["udevadm", "control", "--reload"], check=True)


@pytest.mark.parametrize("level, through", [(1900, ["began", "peeked"]), (2600, ["began", "peeked", "popped"])])
def test_a_touchscreen_that_goes_in_mid_press(start_libinput, plug_other, level, through):
    screen = plug_other(devices.Screen, devices.SCREEN)
    daemon = start_libinput()
    with Watcher(daemon.socket) as watcher:
        device = watcher.added(devices.SCREEN.name)
        reads(daemon, screen)
        pads.press(screen, level, rest=REST, release=False)
        watcher.until_phase(through[-1])
        screen.unplug()
        # libinput cancels its touches before it says so: no palm has come.
        assert watcher.until_over()["reason"] == "gone"
        assert watcher.until(lambda said: "removed" in said)["removed"] == device["id"]
    assert watcher.story() == [*through, "cancelled(gone)"]


def test_a_tablet_that_goes_in_mid_press(start_libinput, plug_other):
    tablet = plug_other(devices.Tablet, devices.TABLET)
    daemon = start_libinput()
    with Watcher(daemon.socket) as watcher:
        device = watcher.added(devices.TABLET.name)
        reads(daemon, tablet)
        force = [1600] * 40 + pads.ramp(1600, 5500, 40)
        devices.draw(tablet, stroke((0.25, 0.75), (0.25, 0.75), force), lift=False)
        watcher.until_phase("peeked")
        tablet.unplug()
        # The kernel releases the keys of a device that goes, BTN_TOUCH among them: that is a tip that rises.
        assert watcher.until_over()["reason"] in ("released", "gone")
        assert watcher.until(lambda said: "removed" in said)["removed"] == device["id"]


def test_another_pad_that_is_opened_ends_no_stroke_as_if_it_were_let_go(start_libinput, plug_other, plug):
    """libinput lets go of the whole seat for that, and takes it up again."""
    tablet = plug_other(devices.Tablet, devices.TABLET)
    daemon = start_libinput()
    with Watcher(daemon.socket) as watcher:
        watcher.added(devices.TABLET.name)
        reads(daemon, tablet)
        force = [1600] * 40 + pads.ramp(1600, 5500, 40)
        devices.draw(tablet, stroke((0.25, 0.75), (0.25, 0.75), force), lift=False)
        watcher.until_phase("peeked")
        pad = plug(pads.REDRIX)
        watcher.added(pads.REDRIX.name)
        reads(daemon, pad)
        assert watcher.until_over()["reason"] == "dropped"


# ---------------------------------------------------------------- what goes wrong

def problems(daemon):
    return [problem["message"] for problem in daemon.status()["problems"]]


def test_a_pad_that_libinput_refuses_goes_on_without_it(start_libinput, plug, plug_other):
    refused, other = plug_other(devices.RefusedPad, devices.REFUSED), plug(pads.REDRIX)
    daemon = start_libinput()
    with Watcher(daemon.socket) as watcher:
        for pad in (refused, other):
            device = watcher.added(pad.model.name)
            eventually(lambda: pad.node in open_input_nodes(daemon.process.pid), f"{pad.model.name} is open")
            daemon.status()
            pads.press(pad, 2400, rest=REST)
            watcher.until_over(device["id"])
            assert watcher.story(device["id"]) == THROUGH
        eventually(lambda: any(f"libinput does not take {refused.node}: " in said and "ABS_MT_ORIENTATION" in said
                               for said in problems(daemon)), "the reason is told")
        assert not any(other.node in said for said in problems(daemon))


def test_a_tablet_that_libinput_refuses(start_libinput, plug, plug_other):
    refused, other = plug_other(devices.Tablet, devices.UNKNOWN_SIZE), plug(pads.REDRIX)
    daemon = start_libinput()
    with Watcher(daemon.socket) as watcher:
        watcher.added(devices.UNKNOWN_SIZE.name)
        told = watcher.until(lambda said: "problem" in said.get("added", {}))["added"]
        assert told["name"] == devices.UNKNOWN_SIZE.name
        assert f"libinput does not take {refused.node}: " in told["problem"] and "resolution" in told["problem"]
        pads.press(other, 2400, rest=REST)
        watcher.until_over()
        assert watcher.story() == THROUGH


@pytest.mark.parametrize("kind, model", [(pads.Pad, pads.MAGIC), (devices.Tablet, devices.TABLET)], ids=["pad", "tablet"])
def test_a_node_that_is_gone_before_it_is_opened(start_libinput, plug, plug_other, kind, model):
    pad = plug(pads.REDRIX)
    daemon = start_libinput()
    with Watcher(daemon.socket) as watcher:
        watcher.added(pads.REDRIX.name)
        reads(daemon, pad)
        daemon.signal(signal.SIGSTOP)
        eventually(lambda: state(daemon.process.pid) == "T", "peekpopd is stopped")
        # udev's word of it waits for the daemon, and the node does not.
        plug_other(kind, model).unplug()
        daemon.signal(signal.SIGCONT)
        eventually(lambda: "it is gone again" in daemon.stderr, "it is told")
        # Another one comes, under the same node most likely.
        again = plug_other(kind, model)
        watcher.added(model.name)
        reads(daemon, again)
        pads.press(pad, 2400, rest=REST)
        watcher.until_over()
        assert watcher.story() == THROUGH


def test_without_quirks(start_libinput, plug):
    pad = plug(pads.REDRIX)
    daemon = start_libinput(environment={"LIBINPUT_QUIRKS_DIR": "/no/such/folder"})
    with Watcher(daemon.socket) as watcher:
        watcher.added(pads.REDRIX.name)
        reads(daemon, pad)
        assert any("quirks" in said and "/no/such/folder" in said for said in problems(daemon)), problems(daemon)
        pads.press(pad, 2400, rest=REST)
        watcher.until_over()
        assert watcher.story() == THROUGH


def test_a_seat_of_its_own(start_libinput, plug):
    """A pad on another seat has a context of that seat."""
    rule = pathlib.Path("/run/udev/rules.d/99-seat.rules")
    rule.parent.mkdir(parents=True, exist_ok=True)
    rule.write_text(f'ATTRS{{name}}=="{pads.MAGIC.name}", ENV{{ID_SEAT}}="seat-other"\n')
    subprocess.run(["udevadm", "control", "--reload"], check=True)
    try:
        one, other = plug(pads.REDRIX), plug(pads.MAGIC)
        daemon = start_libinput()
        with Watcher(daemon.socket) as watcher:
            assert watcher.added(pads.MAGIC.name)["seat"] == "seat-other"
            reads(daemon, one)
            reads(daemon, other)
        eventually(lambda: not open_input_nodes(daemon.process.pid), "no device is open")
    finally:
        rule.unlink()
        subprocess.run(["udevadm", "control", "--reload"], check=True)
