"""The pads themselves: does the kernel and udev take them for what they play?"""

import os
import struct
import subprocess

import pytest

import pads

EVENT = struct.Struct("qqHHi")


def read_events(fd):
    """What the kernel has for us, as (type, code, value)."""
    events = []
    while True:
        try:
            data = os.read(fd, EVENT.size * 64)
        except BlockingIOError:
            return events
        events += [fields[2:] for fields in EVENT.iter_unpack(data)]


def properties(node):
    said = subprocess.run(["udevadm", "info", "--query=property", node], check=True, capture_output=True, text=True)
    return dict(line.split("=", 1) for line in said.stdout.splitlines())


@pytest.mark.parametrize("name", pads.ALL)
def test_udev_names_it(name):
    with pads.Pad(pads.ALL[name]) as pad:
        known = properties(pad.node)
        if pads.ALL[name].keyboard:
            assert known.get("ID_INPUT_KEYBOARD") == "1"
            assert "ID_INPUT_TOUCHPAD" not in known
        else:
            assert known.get("ID_INPUT_TOUCHPAD") == "1"


def test_a_press_reaches_the_node():
    with pads.Pad(pads.REDRIX) as pad:
        fd = os.open(pad.node, os.O_RDONLY | os.O_NONBLOCK)
        pads.press(pad, 2000, rest=200, rise=0.1, hold=0.1, fall=0.1)
        events = read_events(fd)
        os.close(fd)
    pressures = [value for kind, code, value in events if (kind, code) == (pads.EV_ABS, pads.ABS_MT_PRESSURE)]
    tracking = [value for kind, code, value in events if (kind, code) == (pads.EV_ABS, pads.ABS_MT_TRACKING_ID)]
    assert max(pressures) == 2000
    assert tracking == [0, -1]


def test_the_pressure_axis_keeps_its_resolution_and_property():
    with pads.Pad(pads.REDRIX) as pad:
        node = os.path.basename(pad.node)
        with open(f"/sys/class/input/{node}/device/properties") as file:
            assert int(file.read(), 16) == 0b10000101
