"""Recordings of one finger on a pressure pad, made to measure: how hard, how long, and where it goes."""

import pressing

RATE = 125
# The pad of Benchmarks/pressing.py, as the hardware database knows it: in raw units.
CLICK = 800
# In clicks, well between its three levels: hint 1.40, peek 1.85, pop 2.85.
REST, HINTING, PEEKING, POPPING = 0.4, 1.68, 2.1, 3.3


class Finger:
    """Presses and moves; each step takes some seconds, so that there is time to look."""

    def __init__(self):
        self.lines = [pressing.HEAD]
        self.report = 0
        self.touches = 0
        self.is_clicked = False
        self.clicks, self.x, self.y = 0.0, 50.0, 45.0

    def wait(self, seconds):
        self.report += round(seconds * RATE)

    def _add(self, *events):
        self.lines.append(pressing.frame(self.report * 1_000_000 // RATE, *events))
        self.report += 1

    def _touch(self, *first):
        # No two neighbours are equal, as under a real finger.
        raw = round(self.clicks * CLICK) + self.report % 2
        events = [*first, (3, 53, round(self.x * 10)), (3, 54, round(self.y * 10)), (3, 58, raw)]
        if self.is_clicked != (raw >= CLICK):
            self.is_clicked = not self.is_clicked
            events.append((1, 272, int(self.is_clicked)))
        self._add(*events)

    def land(self):
        self.touches += 1
        self.clicks = REST
        self._touch((3, 57, self.touches), (1, 330, 1), (1, 325, 1))
        return self.hold(0.3)

    def hold(self, seconds):
        for _ in range(round(seconds * RATE)):
            self._touch()
        return self

    def press(self, clicks, seconds=0.35):
        """To a force, evenly."""
        steps = round(seconds * RATE)
        step = (clicks - self.clicks) / steps
        for _ in range(steps):
            self.clicks += step
            self._touch()
        return self

    def move(self, right_mm, down_mm, seconds=0.4):
        steps = round(seconds * RATE)
        for _ in range(steps):
            self.x += right_mm / steps
            self.y += down_mm / steps
            self._touch()
        return self

    def lift(self):
        self.press(REST, 0.2)
        up = [(1, 272, 0)] if self.is_clicked else []
        self.is_clicked = False
        self._add(*up, (3, 57, -1), (1, 330, 0), (1, 325, 0))
        self.wait(0.6)
        return self

    def text(self):
        return "".join(self.lines)


# Long enough to look, on a slow machine; in seconds.
LOOK = 2.0


def landed():
    finger = Finger()
    finger.wait(0.5)
    return finger.land()


def peek_and_pop(actions=False):
    finger = landed().press(HINTING).hold(LOOK).press(PEEKING).hold(LOOK)
    if actions:
        # To the second action and back.
        finger.move(0, -18).hold(LOOK).move(0, 18).hold(0.4)
    return finger.press(POPPING).hold(LOOK).lift()


def peek_only(seconds=0.6):
    return landed().press(HINTING).hold(0.4).press(PEEKING).hold(seconds).lift()


def choose(up_mm, *then):
    """Peeks, goes up so far among the actions, then by (right, down) in mm, and lets go."""
    finger = landed().press(HINTING).hold(0.3).press(PEEKING).hold(0.4).move(0, -up_mm).hold(0.4)
    for right, down in then:
        finger.move(right, down).hold(0.4)
    return finger.lift()
