"""What libinput knows beside touchpads: pens, touchscreens, keyboards, mice; and pads that it does not take.

A pen's positions are fractions of the tablet; all else is as in pads.py.
"""

import fcntl

import pads
from pads import Axis, Model

# linux/input-event-codes.h
EV_REL, REL_X, REL_Y = 2, 0, 1
BTN_TOOL_PEN, BTN_TOOL_RUBBER, BTN_STYLUS = 0x140, 0x141, 0x14B
ABS_DISTANCE, ABS_MISC, ABS_MT_ORIENTATION, MSC_SERIAL = 0x19, 0x28, 0x34, 0
PROP_DIRECT = 1
UI_SET_RELBIT = 0x40045566

# A tablet with 200 units a mm; ABS_MISC is where Wacom's driver tells the kind of tool.
TABLET = Model("Wacom Intuos Pro M Pen", 0x056A, 0x0357, pads.BUS_USB, Axis(0, 44704, 200), Axis(0, 27940, 200),
               Axis(0, 8191), multitouch=False, single_pressure=True, properties=(pads.PROP_POINTER,))
# Without a resolution libinput takes no tablet.
UNKNOWN_SIZE = Model("Tablet of unknown size", 0x0001, 0x0002, pads.BUS_USB, Axis(0, 44704), Axis(0, 27940),
                     Axis(0, 8191), multitouch=False, single_pressure=True, properties=(pads.PROP_POINTER,))
SCREEN = Model("Force touchscreen", 0x0001, 0x0003, width=Axis(0, 3000, 10), height=Axis(0, 2000, 10),
               pressure=Axis(0, 4095, 4), properties=(PROP_DIRECT,))
# A laptop's own keyboard: what is typed on it is no reason to touch the pad.
TYPING = Model("AT Translated Set 2 keyboard", 0x0001, 0x0001, pads.BUS_I8042, keyboard=True, properties=())
MOUSE = Model("Mouse", 0x046D, 0x0001, pads.BUS_USB, properties=())
# libinput refuses a device with an axis of no extent, whatever else it can do.
REFUSED = Model("Pad that libinput refuses", 0x0001, 0x0004, pressure=Axis(0, 4095, 4))


class Keyboard(pads.Pad):
    def axes(self):
        return []


class Mouse(pads.Pad):
    def announce(self):
        fcntl.ioctl(self.fd, pads.UI_SET_EVBIT, EV_REL)
        for code in (REL_X, REL_Y):
            fcntl.ioctl(self.fd, UI_SET_RELBIT, code)
        super().announce()

    def keys(self):
        return [pads.BTN_LEFT]

    def axes(self):
        return []


class RefusedPad(pads.Pad):
    def axes(self):
        return [*super().axes(), (ABS_MT_ORIENTATION, Axis(1, 1))]


class Screen(pads.Pad):
    def keys(self):
        return [pads.BTN_TOUCH]


class Tablet(pads.Pad):
    """A tablet with one pen; its other end is an eraser."""

    def announce(self):
        fcntl.ioctl(self.fd, pads.UI_SET_EVBIT, pads.EV_MSC)
        fcntl.ioctl(self.fd, pads.UI_SET_MSCBIT, MSC_SERIAL)
        super().announce()

    def keys(self):
        return [BTN_TOOL_PEN, BTN_TOOL_RUBBER, pads.BTN_TOUCH, BTN_STYLUS]

    def axes(self):
        model = self.model
        return [(pads.ABS_X, model.width), (pads.ABS_Y, model.height), (pads.ABS_PRESSURE, model.pressure),
                (ABS_DISTANCE, Axis(0, 63)), (ABS_MISC, Axis(-(1 << 31), (1 << 31) - 1))]

    def hover(self, x, y, tool=BTN_TOOL_PEN, serial=0x1234, kind=0x802):
        self.event(pads.EV_ABS, ABS_DISTANCE, 20)
        self.event(pads.EV_ABS, ABS_MISC, kind)
        self.event(pads.EV_MSC, MSC_SERIAL, serial)
        self.event(pads.EV_KEY, tool, 1)
        self.at(x, y)
        self.report()
        self.tool, self.serial = tool, serial

    def at(self, x, y):
        self.event(pads.EV_ABS, pads.ABS_X, round(x * self.model.width.maximum))
        self.event(pads.EV_ABS, pads.ABS_Y, round(y * self.model.height.maximum))

    def tip(self, x, y, pressure):
        """With a pressure of 0 the tip is up."""
        self.at(x, y)
        self.event(pads.EV_MSC, MSC_SERIAL, self.serial)
        self.event(pads.EV_ABS, ABS_DISTANCE, 0 if pressure else 20)
        self.event(pads.EV_ABS, pads.ABS_PRESSURE, pressure)
        self.event(pads.EV_KEY, pads.BTN_TOUCH, 1 if pressure else 0)
        self.report()

    def away(self):
        self.event(pads.EV_ABS, ABS_MISC, 0)
        self.event(pads.EV_MSC, MSC_SERIAL, self.serial)
        self.event(pads.EV_KEY, self.tool, 0)
        self.report()


def playing(frames, rate=100):
    """Yields frame after frame at a pace."""
    import time
    begin = time.monotonic()
    for number, frame in enumerate(frames):
        yield frame
        time.sleep(max(0.0, begin + (number + 1) / rate - time.monotonic()))


def play(pad, fingers, rate=100):
    """Plays fingers together: for each a list of (x, y, pressure), all of one length; then all lift."""
    for places in playing(zip(*fingers), rate):
        for slot, (x, y, pressure) in enumerate(places):
            pad.touch(x, y, pressure, slot)
        pad.report()
    for slot in list(pad.contacts):
        pad.lift(slot)
    pad.report()


def stroke(begin, end, forces):
    """A finger from one place to another, with a raw pressure a frame."""
    last = len(forces) - 1
    return [(begin[0] + (end[0] - begin[0]) * number / last, begin[1] + (end[1] - begin[1]) * number / last, force)
            for number, force in enumerate(forces)]


def draw(tablet, places, tool=BTN_TOOL_PEN, rate=100, lift=True, **identity):
    """One stroke of a tool, which comes and goes; without `lift` it stays where it is."""
    tablet.hover(*places[0][:2], tool, **identity)
    for place in playing(places, rate):
        tablet.tip(*place)
    if not lift:
        return
    tablet.tip(*places[-1][:2], 0)
    tablet.away()
