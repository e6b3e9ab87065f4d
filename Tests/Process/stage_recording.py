"""Recordings of somebody who goes through a calibration: `libinput record` YAML of a pressure pad, forces made to measure."""

import random

import pressing

CLICK = 600
BTN_LEFT, BTN_TOUCH, BTN_TOOL_FINGER = 0x110, 0x14A, 0x145
ABS_X, ABS_Y, ABS_SLOT, ABS_MT_X, ABS_MT_Y, ABS_ID, ABS_PRESSURE = 0x00, 0x01, 0x2F, 0x35, 0x36, 0x39, 0x3A


class Hand:
    """Touches one after the other; all that it does is by its seed."""

    def __init__(self, seed=1, click=CLICK, maximum=2000, pressure_pad=True, product=0x1234):
        self.random = random.Random(seed)
        self.click = click
        self.lines = [pressing.head("Test pressure pad", 0x27C6, product, per_mm=30, maximum=maximum,
                                    is_pressure_pad=pressure_pad)]
        self.maximum = maximum
        self.now = 1000
        self.touches = 0

    def report(self, *events):
        self.lines.append(pressing.frame(self.now * 1000, *events))

    def touch(self, peak, rise=250, hold=350, fall=100, spread=0.06):
        """Up to about `peak` clicks and down again; the button as the force says."""
        peak *= self.random.lognormvariate(0, spread)
        self.touches += 1
        is_down = False
        begin = self.now
        while self.now < begin + rise + hold + fall:
            at = self.now - begin
            share = min(at / rise, 1, (rise + hold + fall - at) / fall)
            raw = min(round(max(share, 0.05) * peak * self.click), self.maximum)
            events = [(3, ABS_PRESSURE, raw)]
            if self.now == begin:
                events = [(3, ABS_SLOT, 0), (3, ABS_ID, self.touches), (3, ABS_MT_X, 1500), (3, ABS_MT_Y, 900)] + events
                events += [(1, BTN_TOUCH, 1), (1, BTN_TOOL_FINGER, 1)]
            if (raw >= self.click) != is_down:
                is_down = not is_down
                events.append((1, BTN_LEFT, int(is_down)))
            self.report(*events)
            self.now += 8
        up = [(1, BTN_LEFT, 0)] if is_down else []
        self.report((3, ABS_ID, -1), (1, BTN_TOUCH, 0), (1, BTN_TOOL_FINGER, 0), *up)
        self.now += 700

    def stage(self, *peaks, **how):
        for peak in peaks:
            self.touch(peak, **how)
        self.now += 3000

    def text(self):
        return "".join(self.lines)

    def touch_lightly(self):
        self.stage(*[0.3] * 8, rise=50, hold=250, fall=60, spread=0.2)

    def click_some(self):
        self.stage(*[1.15] * 8, rise=60, hold=120, fall=60, spread=0.04)

    def press(self, peak=2.0, count=6):
        self.stage(*[peak] * count)

    def press_hard(self, peak=2.9, count=5):
        self.stage(*[peak] * count)


def calibration(seed=1, **hand):
    """All stages in one recording."""
    person = Hand(seed, **hand)
    person.touch_lightly()
    person.click_some()
    person.press()
    person.press_hard()
    return person.text()
