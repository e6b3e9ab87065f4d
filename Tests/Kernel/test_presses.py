"""Presses from the kernel's events to a real client."""

import threading

import pytest

import pads
from harness import GESTURES
from watching import Watcher, raw_at

THROUGH = ["began", "peeked", "popped", "ended"]


def device_named(daemon, name):
    with daemon.client() as client:
        found = client.call(f"{GESTURES}.ListDevices")["parameters"]["devices"]
    return next((device for device in found if device["name"] == name), None)


@pytest.mark.parametrize(
    "model, peak, rest, pad_class",
    [(pads.REDRIX, 2400, 120, "grams"), (pads.MAGIC, 250, 20, "force"), (pads.SINGLE_TOUCH, 700, 30, "grams")],
    ids=["pressure-pad", "magic-trackpad", "single-touch"])
def test_a_press_goes_through_all_levels(daemon, plug, model, peak, rest, pad_class):
    pad = plug(model)
    with Watcher(daemon.socket) as watcher:
        device = watcher.added(model.name)
        assert (device["padClass"], device["gestures"]) == (pad_class, True)
        pads.press(pad, peak, rest=rest)
        last = watcher.until_over()
    assert watcher.story() == THROUGH
    assert last["device"] == device["id"]


def test_a_light_press_only_begins(daemon, plug):
    pad = plug(pads.REDRIX)
    with Watcher(daemon.socket) as watcher:
        device = watcher.added(pads.REDRIX.name)
        level = raw_at(device, 1.55)
        pads.press(pad, level, rest=120)
        watcher.until_over()
        # The pad's own click on the way changes nothing.
        pads.press(pad, level, rest=120, click_at=raw_at(device, 1))
        watcher.until_over()
    assert watcher.story() == ["began", "cancelled(released)"] * 2


def test_another_finger_cancels(daemon, plug):
    pad = plug(pads.REDRIX)
    with Watcher(daemon.socket) as watcher:
        device = watcher.added(pads.REDRIX.name)
        pads.press(pad, raw_at(device, 2.2), rest=120, release=False)
        watcher.until_phase("peeked")
        pad.touch(0.2, 0.3, 400, slot=1)
        pad.report()
        assert watcher.until_over()["reason"] == "fingers"
        pad.lift(1)
        pad.lift(0)
        pad.report()


def test_two_pads_at_once(daemon, plug):
    models = {pads.REDRIX: 2400, pads.MAGIC: 250}
    plugged = {model: plug(model) for model in models}
    with Watcher(daemon.socket) as watcher:
        ids = {model: watcher.added(model.name)["id"] for model in models}
        pressing = [
            threading.Thread(target=pads.press, args=(plugged[model], peak), kwargs={"rest": peak // 16})
            for model, peak in models.items()]
        for thread in pressing:
            thread.start()
        over = [watcher.until_over()["device"], watcher.until_over()["device"]]
        for thread in pressing:
            thread.join()
    assert set(over) == set(ids.values()) and len(ids) == 2
    for device in ids.values():
        assert watcher.story(device) == THROUGH


@pytest.mark.parametrize(
    "model, pad_class", [(pads.AREA, "area"), (pads.NO_PRESSURE, "none"), (pads.NO_RANGE, "none")],
    ids=["contact-area", "no-pressure", "no-range"])
def test_a_pad_without_force_says_so_and_stays_silent(daemon, plug, model, pad_class):
    pad, control = plug(model), plug(pads.REDRIX)
    with Watcher(daemon.socket) as watcher:
        device = watcher.added(model.name)
        assert (device["padClass"], device["gestures"]) == (pad_class, False)
        assert device["reason"]
        if model.pressure and model.pressure.maximum:
            pads.press(pad, model.pressure.maximum, rest=model.pressure.maximum // 10)
        else:
            pads.press(pad, 0, rest=0)
        # What comes now came after: had the other pad said anything, it would be here before.
        pads.press(control, 2400, rest=120)
        watcher.until_over(device=watcher.added(pads.REDRIX.name)["id"])
    assert watcher.story(device["id"]) == []
    assert watcher.story() == THROUGH


def test_a_keyboard_with_the_axis_is_not_a_pad(daemon, plug):
    keyboard, control = plug(pads.KEYBOARD), plug(pads.REDRIX)
    with Watcher(daemon.socket) as watcher:
        watcher.added(pads.REDRIX.name)
        keyboard.event(pads.EV_ABS, pads.ABS_MT_PRESSURE, 255)
        keyboard.key(pads.KEY_A)
        pads.press(control, 2400, rest=120)
        watcher.until_over()
        assert watcher.story() == THROUGH
        known = device_named(daemon, pads.KEYBOARD.name)
        assert known is None or (known["padClass"], known["gestures"], known["open"]) == ("none", False, False)
