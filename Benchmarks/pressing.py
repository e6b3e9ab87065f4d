"""Recordings of a finger that presses again and again, as `libinput record` would write them."""

# Levels of the pad below, in raw units: it says 4 units a gram, and clicks at 130 g.
CLICK = 4 * 130
REST = 200

HEADER = """version: 1
ndevices: 1
libinput:
  version: "1.22.0"
devices:
- node: /dev/input/event0
  evdev:
    name: "{name}"
    id: [24, {vendor}, {product}, 256]
    codes:
      0: [0, 1]
      1: [272, 325, 330]
      3: [0, 1, 47, 53, 54, 57, 58]
    absinfo:
      0: [0, {width}, 0, 0, {per_mm}]
      1: [0, {height}, 0, 0, {per_mm}]
      47: [0, 4, 0, 0, 0]
      53: [0, {width}, 0, 0, {per_mm}]
      54: [0, {height}, 0, 0, {per_mm}]
      57: [0, 65535, 0, 0, 0]
      58: [0, {maximum}, 0, 0, {per_gram}]
    properties: [{properties}]
  udev:
    properties:
    - ID_INPUT=1
    - ID_INPUT_TOUCHPAD=1
  quirks:
  events:
"""


def head(name, vendor, product, size_mm=(100, 60), per_mm=10, maximum=4095, per_gram=0, is_pressure_pad=False):
    """What comes before the events: a pad with a button, five slots and pressure; `per_gram` is units a gram, if it tells."""
    width, height = (side * per_mm for side in size_mm)
    return HEADER.format(name=name, vendor=vendor, product=product, width=width, height=height, per_mm=per_mm,
                         maximum=maximum, per_gram=per_gram, properties="0, 2, 7" if is_pressure_pad else "0, 2")


HEAD = head("A pad for measuring", 0x04F3, 0x323B, per_gram=4)


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
