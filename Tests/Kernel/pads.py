"""Touchpads out of /dev/uinput, standard library only.

A `Model` says what the kernel is told of a pad; a `Pad` is one plugged in. Positions are in the pad's own units.
"""

import dataclasses
import fcntl
import os
import struct
import time

# linux/input-event-codes.h
EV_SYN, EV_KEY, EV_ABS, EV_MSC, EV_FF = 0, 1, 3, 4, 0x15
SYN_REPORT = 0
BTN_LEFT, BTN_TOOL_FINGER, BTN_TOUCH, BTN_TOOL_DOUBLETAP, BTN_TOOL_TRIPLETAP = 0x110, 0x145, 0x14A, 0x14D, 0x14E
KEY_A, KEY_Z = 30, 44
ABS_X, ABS_Y, ABS_PRESSURE = 0x00, 0x01, 0x18
ABS_MT_SLOT, ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TRACKING_ID, ABS_MT_PRESSURE = 0x2F, 0x35, 0x36, 0x39, 0x3A
PROP_POINTER, PROP_BUTTONPAD, PROP_PRESSUREPAD = 0, 2, 7
BUS_USB, BUS_I8042, BUS_I2C = 0x03, 0x11, 0x18

# linux/uinput.h: _IO and _IOW of type 'U'.
UI_DEV_CREATE, UI_DEV_DESTROY = 0x5501, 0x5502
UI_DEV_SETUP, UI_ABS_SETUP = 0x405C5503, 0x401C5504
UI_SET_EVBIT, UI_SET_KEYBIT, UI_SET_ABSBIT, UI_SET_MSCBIT, UI_SET_PROPBIT = (0x40045564, 0x40045565, 0x40045567,
                                                                           0x40045568, 0x4004556E)
UI_SET_FFBIT, UI_SET_PHYS = 0x4004556B, 0x4008556C
UI_GET_SYSNAME = 0x8040552C  # of 64 bytes

SLOTS = 5


def eventually(get, failure):
    """What get() returns as soon as that is true; fails after 30 s."""
    for _ in range(3000):
        if got := get():
            return got
        time.sleep(0.01)
    raise TimeoutError(failure + " in 30 s")


@dataclasses.dataclass(frozen=True)
class Axis:
    minimum: int
    maximum: int
    resolution: int = 0


@dataclasses.dataclass(frozen=True)
class Model:
    name: str
    vendor: int
    product: int
    bus: int = BUS_I2C
    width: Axis = Axis(0, 3000, 30)  # 100 mm
    height: Axis = Axis(0, 1800, 30)  # 60 mm
    pressure: Axis | None = None
    multitouch: bool = True
    single_pressure: bool = False  # ABS_PRESSURE as well
    properties: tuple = (PROP_POINTER, PROP_BUTTONPAD)
    keyboard: bool = False
    effects: tuple = ()  # FF_*: what its motor can
    phys: str = ""  # where it is attached


# Pads as the field has them, by their ids and ranges.
REDRIX = Model("ELAN2703:00 04F3:323B Touchpad", 0x04F3, 0x323B, pressure=Axis(0, 4095, 4), single_pressure=True,
               properties=(PROP_POINTER, PROP_BUTTONPAD, PROP_PRESSUREPAD))
MAGIC = Model("Apple Inc. Magic Trackpad", 0x05AC, 0x0265, BUS_USB, Axis(-3678, 3934, 47), Axis(-2478, 2587, 44),
              Axis(0, 253), single_pressure=True)
AREA = Model("SYNA7DB5:00 06CB:7DB7 Touchpad", 0x06CB, 0x7DB7, pressure=Axis(0, 255), single_pressure=True)
NO_PRESSURE = Model("MSFT0001:00 04F3:3140 Touchpad", 0x04F3, 0x3140)
SINGLE_TOUCH = Model("Single-touch pressure pad", 0x0001, 0x0001, pressure=Axis(0, 1000, 1), multitouch=False,
                     single_pressure=True, properties=(PROP_POINTER,))
KEYBOARD = Model("Keyboard with an axis", 0x1532, 0x0001, BUS_USB, pressure=Axis(0, 255), keyboard=True, properties=())
NO_RANGE = Model("GXTP5100:00 27C6:01E9 Touchpad", 0x27C6, 0x01E9, pressure=Axis(0, 0), single_pressure=True)

ALL = {name: value for name, value in list(globals().items()) if isinstance(value, Model)}


class Pad:
    """A plugged-in pad. `unplug` takes it away, also with a finger down."""

    def __init__(self, model):
        self.model = model
        self.next_tracking_id = 0
        self.contacts = {}
        self.pending = bytearray()
        self.fd = os.open("/dev/uinput", os.O_RDWR | os.O_CLOEXEC)
        try:
            self.announce()
            fcntl.ioctl(self.fd, UI_DEV_CREATE)
            name = fcntl.ioctl(self.fd, UI_GET_SYSNAME, bytes(64)).rstrip(b"\0").decode()
        except OSError:
            os.close(self.fd)
            raise
        self.sysfs = f"/sys/devices/virtual/input/{name}"
        self.node = self.wait_for_node()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.unplug()

    def announce(self):
        model = self.model
        for event_type in (EV_KEY, EV_ABS):
            fcntl.ioctl(self.fd, UI_SET_EVBIT, event_type)
        for key in self.keys():
            fcntl.ioctl(self.fd, UI_SET_KEYBIT, key)
        for prop in model.properties:
            fcntl.ioctl(self.fd, UI_SET_PROPBIT, prop)
        for code, axis in self.axes():
            fcntl.ioctl(self.fd, UI_SET_ABSBIT, code)
            fcntl.ioctl(self.fd, UI_ABS_SETUP, struct.pack(
                "=HHiiiiii", code, 0, 0, axis.minimum, axis.maximum, 0, 0, axis.resolution))
        if model.effects:
            fcntl.ioctl(self.fd, UI_SET_EVBIT, EV_FF)
        for effect in model.effects:
            fcntl.ioctl(self.fd, UI_SET_FFBIT, effect)
        if model.phys:
            fcntl.ioctl(self.fd, UI_SET_PHYS, model.phys.encode() + b"\0")
        identity = struct.pack("=HHHH80sI", model.bus, model.vendor, model.product, 1, model.name.encode(),
                               16 if model.effects else 0)
        fcntl.ioctl(self.fd, UI_DEV_SETUP, identity)

    def keys(self):
        if self.model.keyboard:
            return range(1, 120)
        return [BTN_LEFT, BTN_TOUCH, BTN_TOOL_FINGER] + (
            [BTN_TOOL_DOUBLETAP, BTN_TOOL_TRIPLETAP] if self.model.multitouch else [])

    def axes(self):
        model = self.model
        if model.keyboard:
            return [(ABS_MT_PRESSURE, model.pressure)]
        axes = [(ABS_X, model.width), (ABS_Y, model.height)]
        if model.single_pressure:
            axes.append((ABS_PRESSURE, model.pressure))
        if model.multitouch:
            axes += [(ABS_MT_SLOT, Axis(0, SLOTS - 1)), (ABS_MT_TRACKING_ID, Axis(0, 65535)),
                     (ABS_MT_POSITION_X, model.width), (ABS_MT_POSITION_Y, model.height)]
            if model.pressure:
                axes.append((ABS_MT_PRESSURE, model.pressure))
        return axes

    def wait_for_node(self):
        """The node of /dev/input, once udev has named it and set its rights: its database entry is whole."""
        events = eventually(lambda: [entry for entry in os.listdir(self.sysfs) if entry.startswith("event")],
                            f"no node for {self.model.name}")
        with open(f"{self.sysfs}/{events[0]}/dev") as file:
            self.entry = f"/run/udev/data/c{file.read().strip()}"
        eventually(self.is_known_to_udev, f"udev did not announce {self.model.name} ({self.sysfs})")
        return f"/dev/input/{events[0]}"

    def is_known_to_udev(self):
        try:
            with open(self.entry) as file:
                # udev 258 and later write a first, half-done entry.
                return "ID_PROCESSING=1" not in file.read()
        except FileNotFoundError:
            return False

    def event(self, event_type, code, value):
        self.pending += struct.pack("qqHHi", 0, 0, event_type, code, value)

    def report(self):
        """Ends the frame and hands it to the kernel."""
        self.event(EV_SYN, SYN_REPORT, 0)
        os.write(self.fd, self.pending)
        self.pending.clear()

    def touch(self, x, y, pressure, slot=0):
        """A finger at fractions 0...1 of the pad, with raw pressure; down if it was not."""
        model = self.model
        at = (round(model.width.minimum + x * (model.width.maximum - model.width.minimum)),
              round(model.height.minimum + y * (model.height.maximum - model.height.minimum)))
        new = slot not in self.contacts
        if model.multitouch:
            self.event(EV_ABS, ABS_MT_SLOT, slot)
            if new:
                self.event(EV_ABS, ABS_MT_TRACKING_ID, self.next_tracking_id)
                self.next_tracking_id = (self.next_tracking_id + 1) % 65536
            self.event(EV_ABS, ABS_MT_POSITION_X, at[0])
            self.event(EV_ABS, ABS_MT_POSITION_Y, at[1])
            if model.pressure:
                self.event(EV_ABS, ABS_MT_PRESSURE, pressure)
        self.contacts[slot] = (*at, pressure)
        self.oldest_as_pointer()

    def lift(self, slot=0):
        """Takes the finger away; as on real pads, the slot keeps its last pressure."""
        del self.contacts[slot]
        if self.model.multitouch:
            self.event(EV_ABS, ABS_MT_SLOT, slot)
            self.event(EV_ABS, ABS_MT_TRACKING_ID, -1)
        self.oldest_as_pointer()

    def oldest_as_pointer(self):
        """The single-touch axes and the finger keys, which drivers derive from the contacts."""
        count = len(self.contacts)
        self.event(EV_KEY, BTN_TOUCH, 1 if count else 0)
        self.event(EV_KEY, BTN_TOOL_FINGER, 1 if count == 1 else 0)
        if self.model.multitouch:
            self.event(EV_KEY, BTN_TOOL_DOUBLETAP, 1 if count == 2 else 0)
            self.event(EV_KEY, BTN_TOOL_TRIPLETAP, 1 if count == 3 else 0)
        if count:
            x, y, pressure = next(iter(self.contacts.values()))
            self.event(EV_ABS, ABS_X, x)
            self.event(EV_ABS, ABS_Y, y)
        if self.model.single_pressure:
            self.event(EV_ABS, ABS_PRESSURE, pressure if count else 0)

    def click(self, down):
        self.event(EV_KEY, BTN_LEFT, 1 if down else 0)

    def key(self, code):
        for value in (1, 0):
            self.event(EV_KEY, code, value)
            self.report()

    def unplug(self):
        if self.fd is not None:
            fcntl.ioctl(self.fd, UI_DEV_DESTROY)
            os.close(self.fd)
            self.fd = None
            # The next pad may get the same number: only then is this one's entry not taken for that one's.
            eventually(lambda: not os.path.exists(self.entry), f"udev did not forget {self.model.name}")


def ramp(begin, end, steps):
    return [round(begin + (end - begin) * step / steps) for step in range(1, steps + 1)]


def press(pad, peak, *, rest, rise=0.5, hold=0.2, fall=0.2, slot=0, x=0.5, y=0.4, release=True, rate=100, click_at=None):
    """One finger lands with pressure `rest`, presses to `peak`, holds and lets go, at `rate` frames a second.

    `click_at` is the raw pressure at which the pad clicks, as pressure pads do by themselves. With release=False the
    finger stays down at the peak. A frame that changes nothing is not sent: the kernel would drop it.
    """
    levels = [rest] * round(0.3 * rate) + ramp(rest, peak, round(rise * rate)) + [peak] * round(hold * rate)
    if release:
        levels += ramp(peak, rest, round(fall * rate))
    clicked = False
    begin = time.monotonic()
    for number, level in enumerate(levels):
        # One unit of jitter keeps the pad talking, as a finger does.
        pad.touch(x, y, level + number % 2 if level < peak else level - number % 2, slot)
        if click_at is not None and clicked != (level >= click_at):
            clicked = not clicked
            pad.click(clicked)
        pad.report()
        time.sleep(max(0.0, begin + (number + 1) / rate - time.monotonic()))
    if release:
        if clicked:
            pad.click(False)
        pad.lift(slot)
        pad.report()


def raise_for_missing_uinput():
    if not os.path.exists("/dev/uinput"):
        raise FileNotFoundError("no /dev/uinput: run the kernel tests through Tests/Kernel/run")
