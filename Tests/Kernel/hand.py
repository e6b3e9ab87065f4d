"""A hand on a kernel-made pad that makes the touches of a calibration.

It presses more lightly than the usual levels expect: firm presses come to a hint by those, the hardest to a peek.
"""

import pads

# Raw pressure of pads.REDRIX, which tells 4 units a gram; it is taken to click at 200 g until one knows better.
REST = 120
CLICK = 800
FIRM = 1260
HARDEST = 1900


def touching(pad):
    def touch(step, number):
        scatter = number % 5
        if step == "touches":
            pads.press(pad, 200 + scatter * 12, rest=REST, rise=0.05, hold=0.05, fall=0.05)
        elif step == "clicks":
            pads.press(pad, 815 + scatter * 6, rest=REST, rise=0.1, hold=0.05, fall=0.1, click_at=CLICK)
        else:
            peak = FIRM + scatter * 12 if step == "presses" else HARDEST + scatter * 20
            pads.press(pad, peak, rest=REST, rise=0.25, hold=0.2, fall=0.1, click_at=CLICK)
    return touch
