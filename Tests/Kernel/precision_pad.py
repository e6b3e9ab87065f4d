"""A precision touchpad with a haptic motor, as its HID report descriptor says: what the kernel's own hid-multitouch makes of
it depends on the kernel. Two fingers, tip pressure in grams, a simple haptic controller of HID page 0x0e."""

import glob
import os
import struct
import time

import motors
import pads

# Reports.
TOUCH, CAPABILITIES, MODE, SWITCHES, WAVES, TRIGGER, STRENGTH = 1, 2, 3, 4, 5, 6, 7
WAVEFORMS = (0x1003, 0x1006, 0x1007, 0x1004)
NONE, STOP = 1, 2  # ordinals below those of WAVEFORMS
WIDTH, HEIGHT, GRAMS = 3000, 1800, 800

# Items of a report descriptor, without their length.
PAGE, USAGE, COLLECTION, END, ID = 0x04, 0x08, 0xA0, 0xC0, 0x84
MINIMUM, MAXIMUM, PHYSICAL_MAXIMUM, UNIT, EXPONENT, SIZE, COUNT = 0x14, 0x24, 0x44, 0x64, 0x54, 0x74, 0x94
INPUT, OUTPUT, FEATURE = 0x80, 0x90, 0xB0
VARIABLE, CONSTANT = 2, 3


def item(kind, value=None):
    if value is None:
        return bytes([kind])
    for length, form in ((1, "b"), (2, "h"), (4, "i")):
        try:
            # What is no number with a sign would be read as one where its highest bit is set.
            return bytes([kind | (3 if length == 4 else length)]) + struct.pack("<" + form, value)
        except struct.error:
            continue
    raise ValueError(value)


def items(*pairs):
    return b"".join(item(*pair) if isinstance(pair, tuple) else pair for pair in pairs)


def field(usage, bits, maximum, kind=INPUT, minimum=0):
    return items((USAGE, usage), (MINIMUM, minimum), (MAXIMUM, maximum), (SIZE, bits), (COUNT, 1), (kind, VARIABLE))


def padding(bits, kind=INPUT):
    return items((SIZE, bits), (COUNT, 1), (kind, CONSTANT))


def finger():
    gram_unit, centimetre_unit = 0x0101, 0x11
    position = [items((PAGE, 0x01), (UNIT, centimetre_unit), (EXPONENT, 0xE), (PHYSICAL_MAXIMUM, size // 3),
                      field(usage, 16, size)) for usage, size in ((0x30, WIDTH), (0x31, HEIGHT))]
    return items(
        (PAGE, 0x0D), (USAGE, 0x22), (COLLECTION, 2),
        field(0x47, 1, 1), field(0x42, 1, 1), padding(6), field(0x51, 8, 1), *position,
        (PAGE, 0x0D), (UNIT, gram_unit), (EXPONENT, 0), (PHYSICAL_MAXIMUM, GRAMS), field(0x30, 16, GRAMS * 2),
        (UNIT, 0), (EXPONENT, 0), (PHYSICAL_MAXIMUM, 0), (END,))


def haptics():
    numbers = range(3, 3 + len(WAVEFORMS))

    def ordinals(usage):
        named = b"".join(field(number, 16, 0x7FFF, FEATURE) for number in numbers)
        return items((PAGE, 0x0E), (USAGE, usage), (COLLECTION, 2), (PAGE, 0x0A), named, (END,), (PAGE, 0x0E))

    last = numbers[-1]
    return items(
        (PAGE, 0x0E), (USAGE, 0x01), (COLLECTION, 2),
        (ID, WAVES), ordinals(0x10), ordinals(0x11), field(0x20, 8, last, FEATURE, 1),
        field(0x22, 32, 0x7FFFFFFF, FEATURE), field(0x28, 16, 5000, FEATURE),
        (ID, TRIGGER), field(0x21, 8, last, OUTPUT, 1), field(0x23, 8, 100, OUTPUT), field(0x24, 8, 127, OUTPUT),
        field(0x25, 16, 0x7FFF, OUTPUT),
        (ID, STRENGTH), field(0x23, 8, 100, FEATURE), (END,))


DESCRIPTOR = items(
    (PAGE, 0x0D), (USAGE, 0x05), (COLLECTION, 1), (ID, TOUCH), finger(), finger(),
    (PAGE, 0x0D), field(0x54, 8, 2), field(0x56, 16, 0x7FFF), (PAGE, 0x09), field(1, 1, 1), padding(7),
    (PAGE, 0x0D), (ID, CAPABILITIES), field(0x55, 4, 2, FEATURE), field(0x59, 4, 2, FEATURE),
    haptics(), (END,),
    (PAGE, 0x0D), (USAGE, 0x0E), (COLLECTION, 1), (ID, MODE), (USAGE, 0x22), (COLLECTION, 2),
    field(0x52, 8, 10, FEATURE), (END,),
    (ID, SWITCHES), (USAGE, 0x22), (COLLECTION, 0), field(0x57, 1, 1, FEATURE), field(0x58, 1, 1, FEATURE),
    padding(6, FEATURE), (END,), (END,))

FEATURES = {
    CAPABILITIES: bytes([2 | 1 << 4]),  # two fingers, a pressure pad
    MODE: b"\0", SWITCHES: b"\3", STRENGTH: b"\x32",
    WAVES: struct.pack("<4H4HBIH", *WAVEFORMS, 10, 10, 10, 0, 3, 0x00090001, 5000),
}


class PrecisionPad(motors.HidDevice):
    # The kernel adds its last word where it is not there.
    name = "Precision Touchpad"

    def __init__(self):
        super().__init__(self.name, pads.BUS_I2C, 0xF055, 0x7001, DESCRIPTOR, features=FEATURES)
        self.node = "/dev/input/" + self.event_node()
        self.scan = 0

    def event_node(self):
        def look():
            for path in glob.glob("/sys/class/input/event*/device/uniq"):
                with open(path) as file:
                    if file.read().strip() == self.uniq:
                        return os.path.basename(os.path.dirname(os.path.dirname(path)))
        return pads.eventually(look, "hid-multitouch made no node")

    @property
    def has_kernel_haptics(self):
        """FF_HAPTIC, bit 0x4f of the device's EV_FF bits."""
        with open(f"/sys/class/input/{self.node.rpartition('/')[2]}/device/capabilities/ff") as file:
            words = file.read().split()
        return len(words) >= 2 and int(words[-2], 16) >> (motors.FF_HAPTIC - 64) & 1 == 1

    @property
    def strength_of_clicks(self):
        """In percent, one for each click it was told to make by hand."""
        first = 3
        return [report[2] for report in self.written
                if report[0] == TRIGGER and report[1] == first + WAVEFORMS.index(motors.CLICK)]

    @property
    def clicks_by_itself(self):
        return self.features[WAVES][16] not in (NONE, STOP)

    def frame(self, grams, touching=True):
        self.scan = (self.scan + 80) % 0x8000
        units = round(grams * 2)
        one = struct.pack("<BBHHH", 3 if touching else 2, 0, WIDTH // 2, HEIGHT // 2 + self.scan % 3, units)
        self.report(bytes([TOUCH]) + one + bytes(8) + struct.pack("<BHB", 1, self.scan, 0))

    def press(self, peak, rest=40):
        levels = [rest] * 30 + pads.ramp(rest, peak, 50) + [peak] * 20 + pads.ramp(peak, rest, 20)
        begin = time.monotonic()
        for number, grams in enumerate(levels):
            self.frame(grams + number % 2)
            time.sleep(max(0.0, begin + (number + 1) / 100 - time.monotonic()))
        self.frame(rest, touching=False)
