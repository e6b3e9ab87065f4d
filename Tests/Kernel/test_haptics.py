"""What is felt: effects given to the kernel and answered here, by pads that play, refuse, never answer, or go."""

import errno
import os
import signal
import time

import pytest

import motors
import pads
from harness import CALIBRATION, GESTURES, PATIENCE
from heap_counter import HeapCounter
from motors import FF_HAPTIC, FF_RUMBLE, MotorPad
from precision_pad import GRAMS, PrecisionPad
from test_devices import OrdinaryDaemon, eventually, overflow
from watching import Watcher, open_input_nodes

THROUGH = ["began", "peeked", "popped", "ended"]


@pytest.fixture
def plug_motor():
    """Plugs in pads with motors, and takes them out again: plug_motor(model, answer=…)"""
    plugged = []

    def plug(model, answer=0):
        plugged.append(MotorPad(model, answer))
        return plugged[-1]

    yield plug
    for pad in plugged:
        pad.unplug()


@pytest.fixture
def plug_hid():
    plugged = []
    yield lambda device: plugged.append(device) or device
    for device in plugged:
        device.unplug()


def press_through(watcher, pad, device):
    pads.press(pad, 2400, rest=120)
    watcher.until_over(device["id"])


def problems(daemon):
    return [problem["message"] for problem in daemon.status()["problems"]]


def wait_for_problem(daemon, *words):
    eventually(lambda: any(all(word in message for word in words) for message in problems(daemon)),
               f"a problem with {words}, but {problems(daemon)}")


def device_now(daemon, name):
    with daemon.client() as client:
        found = client.call(f"{GESTURES}.ListDevices")["parameters"]["devices"]
    return next(device for device in found if device["name"] == name)


def test_peek_and_pop_are_felt(daemon, plug_motor):
    pad = plug_motor(motors.RUMBLING)
    with Watcher(daemon.socket) as watcher:
        device = watcher.added(motors.RUMBLING.name)
        assert device["haptics"] and "FF_RUMBLE" in device["hapticsReason"]
        pad.wait("upload", 2)
        press_through(watcher, pad, device)
        pad.wait("play", 2)
        press_through(watcher, pad, device)
        pad.wait("play", 4)
        assert watcher.story() == THROUGH * 2
        # Given once, whatever is pressed.
        assert [(effect["type"], effect["strong"], effect["weak"], effect["length"]) for effect in pad.of("upload")] == [
            (FF_RUMBLE, 39321, 39321, 20), (FF_RUMBLE, 39321, 39321, 200)]
        click = pad.of("upload")[0]["id"]
        assert pad.plays == [click] * 4
    # Nobody is left: the effects go with the open device.
    pad.wait("erase", 2)
    eventually(lambda: not open_input_nodes(daemon.process.pid), "no device is open")
    assert problems(daemon) == []


def test_waveforms(start, plug_motor, record_property):
    daemon = start(config="[haptics]\nintensity = 35\nhint = buzz\n[device 04f3:323c]\nhaptics-pop = none\n")
    pad = plug_motor(motors.CLICKING)
    with Watcher(daemon.socket) as watcher:
        device = watcher.added(motors.CLICKING.name)
        assert device["haptics"] and "FF_HAPTIC" in device["hapticsReason"]
        if motors.KNOWS_HAPTIC:
            pad.wait("upload", 2)
            effects = pad.of("upload")
            assert [(effect["type"], effect["usage"], effect["intensity"]) for effect in effects] == [
                (FF_HAPTIC, motors.BUZZ, 35), (FF_HAPTIC, motors.CLICK, 35)]
        else:
            record_property("unseen", f"Linux {os.uname().release} refuses FF_HAPTIC: no waveform was played")
            wait_for_problem(daemon, "buzz at 35 %", "Invalid argument", "does not know FF_HAPTIC")
            shown = device_now(daemon, motors.CLICKING.name)
            assert not shown["haptics"] and "Invalid argument" in shown["hapticsReason"]
        press_through(watcher, pad, device)
        assert watcher.story() == THROUGH
        if motors.KNOWS_HAPTIC:
            buzz, click = (effect["id"] for effect in pad.of("upload"))
            # What has no end of its own is ended.
            pad.wait("play", 3)
            assert pad.plays == [buzz, click]


def test_feedback_allocates_nothing(start, plug_motor, tmp_path):
    counter = HeapCounter(tmp_path)
    daemon = start(environment=counter.environment)
    pad = plug_motor(motors.RUMBLING)
    with Watcher(daemon.socket) as watcher:
        device = watcher.added(pad.model.name)
        pad.wait("upload", 2)
        # The first presses make what is kept.
        for _ in range(3):
            press_through(watcher, pad, device)
        pad.wait("play", 6)
        before = counter.allocations, counter.frees
        assert before[0] > 100, "the counter counts"
        counter.trace(5)
        for _ in range(3):
            press_through(watcher, pad, device)
        pad.wait("play", 12)
        after = counter.allocations, counter.frees
        counter.trace(0)
        assert after == before, daemon.stderr


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL], ids=["ended", "crashed"])
def test_effects_do_not_outlive_the_daemon(start, plug_motor, how):
    pad = plug_motor(motors.RUMBLING)
    daemon = start()
    with Watcher(daemon.socket) as watcher:
        watcher.added(motors.RUMBLING.name)
        pad.wait("upload", 2)
        assert pad.of("erase") == []
        daemon.signal(how)
        # The kernel asks the device's owner to forget them, whether the daemon could say good-bye or not.
        pad.wait("erase", 2)
        assert {effect["id"] for effect in pad.of("erase")} == {effect["id"] for effect in pad.of("upload")}
        daemon.process.wait(PATIENCE)
    if how == signal.SIGKILL:
        assert daemon.process.returncode == -signal.SIGKILL
        daemon.process.returncode = 0  # as it was wanted


def test_a_pad_that_refuses(daemon, plug_motor):
    full, well = plug_motor(motors.RUMBLING, errno.ENOSPC), plug_motor(
        motors.dataclasses.replace(motors.RUMBLING, name="Pad beside it", product=0x323D))
    with Watcher(daemon.socket) as watcher:
        device, other = watcher.added(full.model.name), watcher.added(well.model.name)
        wait_for_problem(daemon, full.model.name, "rumble for 20 ms", "No space left", "other programs")
        press_through(watcher, full, device)
        press_through(watcher, well, other)
        well.wait("play", 2)
        assert full.plays == []
    assert watcher.story(device["id"]) == watcher.story(other["id"]) == THROUGH


def test_a_pad_that_never_answers(daemon, plug_motor):
    hung, well = plug_motor(motors.RUMBLING, None), plug_motor(
        motors.dataclasses.replace(motors.RUMBLING, name="Pad beside it", product=0x323D))
    with Watcher(daemon.socket) as watcher:
        device, other = watcher.added(hung.model.name), watcher.added(well.model.name)
        eventually(lambda: hung.open_questions, "the kernel asks")
        # Presses on both, and what is felt on the other, while the kernel waits for an answer.
        press_through(watcher, hung, device)
        press_through(watcher, well, other)
        well.wait("play", 2)
        wait_for_problem(daemon, hung.model.name, "has not answered for 1 s", "presses go on")
        with daemon.client() as client:
            answer = client.call(f"{GESTURES}.PlayFeedback", {"device": device["id"], "pattern": "click"})
        assert answer["error"] == f"{GESTURES}.DeviceUnavailable" and "not answered" in answer["parameters"]["reason"]
        # Events that the kernel drops are read back by asking the device: that has to wait, and nothing else.
        overflow(daemon, hung, 120)
        daemon.signal(signal.SIGCONT)
        press_through(watcher, well, other)
        well.wait("play", 4)
        assert hung.of("upload") == []
        hung.answer_at_last()
        hung.wait("upload", 2)
        pads.eventually(lambda: device_now(daemon, hung.model.name)["haptics"], "the motor is not there after all")
        if hung.contacts:
            hung.lift()
            hung.report()
        press_through(watcher, hung, device)
        hung.wait("play", 2)
    assert watcher.story(other["id"]) == THROUGH * 2


def test_nobody_waits_for_a_pad_that_never_answers(daemon, plug_motor):
    """Closed, wanted again, and gone, each while the kernel waits."""
    pad = plug_motor(motors.RUMBLING, None)
    with Watcher(daemon.socket) as watcher:
        watcher.added(pad.model.name)
        eventually(lambda: pad.open_questions, "the kernel asks")
    with Watcher(daemon.socket) as watcher:
        device = watcher.added(pad.model.name)
        assert device_now(daemon, pad.model.name)["open"]
        pad.unplug()
        watcher.until(lambda said: said.get("removed") == device["id"])
    assert daemon.status()["pads"] == 0


def test_a_pad_that_answers_only_after_it_was_closed(daemon, plug_motor):
    pad = plug_motor(motors.RUMBLING, None)
    with Watcher(daemon.socket) as watcher:
        watcher.added(pad.model.name)
        eventually(lambda: pad.open_questions, "the kernel asks")
    with Watcher(daemon.socket) as watcher:
        device = watcher.added(pad.model.name)
        pad.answer_at_last()
        # Those of the first time are gone, those of the second are there.
        pad.wait("erase", 2)
        pad.wait("upload", 4)
        press_through(watcher, pad, device)
        pad.wait("play", 2)
        assert watcher.story() == THROUGH


def test_unplugged_between_press_and_feedback(daemon, plug_motor):
    pad, control = plug_motor(motors.RUMBLING), plug_motor(
        motors.dataclasses.replace(motors.RUMBLING, name="Pad beside it", product=0x323D))
    with Watcher(daemon.socket) as watcher:
        watcher.added(pad.model.name)
        other = watcher.added(control.model.name)
        pad.wait("upload", 2)
        pads.press(pad, 2400, rest=120, release=False)
        pad.unplug()
        watcher.until(lambda said: "removed" in said)
        press_through(watcher, control, other)
        control.wait("play", 2)
    assert problems(daemon) == []


def test_a_node_that_may_only_be_read(start, plug_motor):
    pad = plug_motor(motors.RUMBLING)
    os.chmod(pad.node, 0o644)
    daemon = start(kind=OrdinaryDaemon)
    with Watcher(daemon.socket) as watcher:
        device = watcher.added(pad.model.name)
        wait_for_problem(daemon, f"opening {pad.node} for writing", "Permission denied", "root and group input may")
        press_through(watcher, pad, device)
    assert watcher.story() == THROUGH
    assert pad.log == []


def test_switched_off_and_on(start, plug_motor):
    daemon = start(config="[haptics]\nenabled = no\n")
    pad = plug_motor(motors.RUMBLING)
    with Watcher(daemon.socket) as watcher:
        device = watcher.added(pad.model.name)
        assert (device["haptics"], device["hapticsReason"]) == (False, "switched off in the configuration")
        press_through(watcher, pad, device)
        motors.settled()
        assert pad.log == []
        daemon.config.write_text("[haptics]\nintensity = 100\npeek = none\n")
        daemon.signal(signal.SIGHUP)
        assert watcher.added(pad.model.name)["haptics"] or watcher.until(
            lambda said: said.get("added", {}).get("haptics"))
        pad.wait("upload", 2)
        assert pad.of("upload")[0]["strong"] == 65535
        press_through(watcher, pad, device)
        pad.wait("play", 1)
        motors.settled()
        assert len(pad.plays) == 1


def feedback(daemon, device, pattern):
    with daemon.client() as client:
        return client.call(f"{GESTURES}.PlayFeedback", {"device": device, "pattern": pattern})


def test_feedback_that_a_client_wants(daemon, plug_motor):
    pad = plug_motor(motors.RUMBLING)
    eventually(lambda: daemon.status()["pads"] == 1, "the pad is there")
    device = device_now(daemon, pad.model.name)["id"]
    assert feedback(daemon, device, "click") == {"parameters": {}}
    assert feedback(daemon, device, "buzz") == {"parameters": {}}
    pad.wait("play", 2)
    assert pad.plays == [effect["id"] for effect in pad.of("upload")]
    # It was opened for that alone.
    pad.wait("erase", 2)
    eventually(lambda: not open_input_nodes(daemon.process.pid), "no device is open")
    with daemon.client() as client:
        answers = [client.call(f"{GESTURES}.PlayFeedback", {"device": device, "pattern": "pop"}) for _ in range(40)]
    refused = [answer for answer in answers if "error" in answer]
    assert refused and len(refused) < 40
    assert all(answer["error"] == f"{GESTURES}.TooOften" and answer["parameters"]["retryUsec"] > 0 for answer in refused)


def test_feedback_on_a_pad_without_a_motor(daemon, plug):
    plug(pads.REDRIX)
    eventually(lambda: daemon.status()["pads"] == 1, "the pad is there")
    device = device_now(daemon, pads.REDRIX.name)
    assert not device["haptics"]
    answer = feedback(daemon, device["id"], "click")
    assert answer["error"] == f"{GESTURES}.NotSupported"
    assert answer["parameters"]["reason"] == "the kernel offers no haptic motor of this pad"


def magic_with_motor(plug, plug_hid, **options):
    motor = plug_hid(motors.magic_motor(**options))
    node = "/dev/" + os.path.basename(motor.wait_for("hidraw"))
    eventually(lambda: os.path.exists(node), f"{node} is there")
    return plug(motors.MAGIC_WITH_MOTOR), motor, node


def press_magic(watcher, pad, device):
    pads.press(pad, 250, rest=20)
    watcher.until_over(device["id"])


def press_felt(watcher, pad, device, motor):
    """A press whose peek and pop the motor plays. What would be late by a quarter of a second is left out, which can be
    in a guest that is held up: then once more."""
    for _ in range(3):
        before = len(motor.written)
        press_magic(watcher, pad, device)
        until = time.monotonic() + 5
        while len(motor.written) < before + 2 and time.monotonic() < until:
            time.sleep(0.05)
        if len(motor.written) == before + 2:
            return
    raise AssertionError(f"no press was felt whole: {motor.written}")


def test_a_vendors_report_only_where_it_is_wanted(start, plug, plug_hid):
    pad, motor, _ = magic_with_motor(plug, plug_hid)
    other = plug_hid(motors.magic_motor("usb-guest-2"))
    other.wait_for("hidraw")
    daemon = start(config="")
    with Watcher(daemon.socket) as watcher:
        device = watcher.added(pad.model.name)
        assert not device["haptics"] and "vendor-reports = yes" in device["hapticsReason"]
        press_magic(watcher, pad, device)
        motors.settled()
        assert motor.written == []
        daemon.config.write_text("[device 05ac:0265]\nhaptics-vendor-reports = yes\n")
        daemon.signal(signal.SIGHUP)
        watcher.until(lambda said: said.get("added", {}).get("haptics"))
        # Answered when the motor is ready.
        assert feedback(daemon, device["id"], "click") == {"parameters": {}}
        press_felt(watcher, pad, device, motor)
        assert set(motor.written) == {motors.MAGIC_CLICK}
        # Another pad of the model, somewhere else.
        assert other.written == []


def test_a_vendors_motor_that_may_not_be_written_to(start, plug, plug_hid):
    pad, motor, node = magic_with_motor(plug, plug_hid)
    os.chmod(pad.node, 0o666)
    daemon = start(kind=OrdinaryDaemon, config="[haptics]\nvendor-reports = yes\n")
    with Watcher(daemon.socket) as watcher:
        device = watcher.added(pad.model.name)
        wait_for_problem(daemon, "opening the hidraw node", "Permission denied", "peekpopd.conf(5)")
        press_magic(watcher, pad, device)
        assert watcher.story() == THROUGH and motor.written == []


def test_a_vendors_motor_that_goes(start, plug, plug_hid):
    pad, motor, _ = magic_with_motor(plug, plug_hid)
    daemon = start(config="[haptics]\nvendor-reports = yes\n")
    with Watcher(daemon.socket) as watcher:
        device = watcher.added(pad.model.name)
        assert feedback(daemon, device["id"], "click") == {"parameters": {}}
        press_felt(watcher, pad, device, motor)
        motor.unplug()
        press_magic(watcher, pad, device)
        wait_for_problem(daemon, "interface of its motor is gone", "presses go on")
        press_magic(watcher, pad, device)
    assert watcher.story() == THROUGH * 3


def test_a_precision_touchpad(daemon, plug_hid, record_property):
    """Through the kernel's own driver, with and without its haptics."""
    pad = plug_hid(PrecisionPad())
    with Watcher(daemon.socket) as watcher:
        device = watcher.added(pad.name)
        assert device["pressure"]["maximum"] == 2 * GRAMS
        assert device["haptics"] == pad.has_kernel_haptics
        if pad.has_kernel_haptics:
            pad.press(780)
            watcher.until_over(device["id"])
            assert watcher.story() == THROUGH
            assert feedback(daemon, device["id"], "click") == {"parameters": {}}
            pads.eventually(lambda: len(pad.strength_of_clicks) >= 3, f"three clicks, but {pad.written}")
            assert set(pad.strength_of_clicks) == {60}
            # It still clicks by itself: nothing took that over.
            assert pad.clicks_by_itself
        else:
            record_property("unseen", f"Linux {os.uname().release} gives this pad no FF_HAPTIC: no click reached it")
            answer = feedback(daemon, device["id"], "click")
            assert answer["error"] == f"{GESTURES}.NotSupported"
            assert "the kernel offers no haptic motor" in answer["parameters"]["reason"]
            # And it is read as any other.
            with daemon.client() as client:
                client.send({"method": f"{CALIBRATION}.Observe", "parameters": {"device": device["id"]}, "more": True})
                eventually(lambda: pad.node in open_input_nodes(daemon.process.pid), f"{pad.node} is open")
                pad.press(300)
                raw = 0
                while raw < 550:
                    raw = client.receive()["parameters"]["sample"]["raw"]
        assert pad.written == [] or pad.has_kernel_haptics
    assert problems(daemon) == []
