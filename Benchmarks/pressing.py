"""Recordings of a finger that presses again and again, as `libinput record` would write them."""

# Levels of the pad below, in raw units: it says 4 units a gram, and clicks at 130 g.
CLICK = 4 * 130
REST = 200

HEAD = """version: 1
ndevices: 1
libinput:
  version: "1.22.0"
devices:
- node: /dev/input/event0
  evdev:
    name: "A pad for measuring"
    id: [24, 1267, 12859, 256]
    codes:
      0: [0, 1]
      1: [272, 325, 330]
      3: [0, 1, 47, 53, 54, 57, 58]
    absinfo:
      0: [0, 1000, 0, 0, 10]
      1: [0, 600, 0, 0, 10]
      47: [0, 4, 0, 0, 0]
      53: [0, 1000, 0, 0, 10]
      54: [0, 600, 0, 0, 10]
      57: [0, 65535, 0, 0, 0]
      58: [0, 4095, 0, 0, 4]
    properties: [0, 2]
  udev:
    properties:
    - ID_INPUT=1
    - ID_INPUT_TOUCHPAD=1
  quirks:
  events:
"""


def ramp(begin, end, steps):
    return [round(begin + (end - begin) * step / steps) for step in range(1, steps + 1)]


def press(rate, peak=2200, rise=0.4, hold=0.4, fall=0.2):
    """Raw pressure, report by report, of one press; no two neighbours are equal, as under a real finger."""
    levels = ([REST] * round(0.3 * rate) + ramp(REST, peak, round(rise * rate)) + [peak] * round(hold * rate)
              + ramp(peak, REST, round(fall * rate)))
    return [level + number % 2 for number, level in enumerate(levels)]


def frame(usec, *events):
    """One report of the kernel: events as (type, code, value), and the SYN_REPORT that ends it."""
    at = f"{usec // 1_000_000}, {usec % 1_000_000}"
    return "  - evdev:\n" + "".join(
        f"    - [{at}, {kind}, {code}, {value}]\n" for kind, code, value in (*events, (0, 0, 0)))


def recording(presses, rate, pause=0.3, clicks=True):
    """The text of a recording: `presses` is a list of pressures by report, `rate` is reports a second.

    With `clicks`, the pad clicks by itself at its own level, as pressure pads do.
    """
    lines = [HEAD]
    report = 0

    def add(*events):
        nonlocal report
        lines.append(frame(report * 1_000_000 // rate, *events))
        report += 1

    for number, levels in enumerate(presses):
        is_clicked = False
        for index, level in enumerate(levels):
            events = [(3, 57, number + 1), (3, 53, 500), (3, 54, 300), (1, 330, 1), (1, 325, 1)] if index == 0 else []
            events.append((3, 58, level))
            if clicks and is_clicked != (level >= CLICK):
                is_clicked = not is_clicked
                events.append((1, 272, int(is_clicked)))
            add(*events)
        add(*([(1, 272, 0)] if is_clicked else []), (3, 57, -1), (1, 330, 0), (1, 325, 0))
        report += round(pause * rate)
    return "".join(lines)
