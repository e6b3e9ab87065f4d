"""Somebody who goes through the guided calibration: reads the screen, touches the pad, presses keys."""

STEPS = ["rest", "touches", "clicks", "presses", "hardest"]
WANTED = {"touches": 8, "clicks": 8, "presses": 6, "hardest": 5}


class Person:
    """`touch(step, number)` makes one touch of the kind that the step asks for.

    `rest()` makes the time of rest pass, where the test need not wait for it.
    """

    def __init__(self, screen, touch, rest=None):
        self.screen = screen
        self.touch = touch
        self.rest = rest

    def is_at(self, step):
        if step != "rest" and self.rest:
            self.screen.shows("step 1 of 5")
            self.rest()
            self.rest = None
        self.screen.shows(f"step {STEPS.index(step) + 1} of 5")

    def fill(self, step):
        """Makes all touches of a step, waiting for each to be counted."""
        self.is_at(step)
        for number in range(WANTED[step]):
            self.touch(step, number)
            left = WANTED[step] - number - 1
            self.screen.shows(f"{left} more " if left else "Space goes on")

    def go_to(self, step):
        for before in STEPS[1:STEPS.index(step)]:
            self.fill(before)
            self.screen.press(" ")
        self.is_at(step)

    def go_to_result(self):
        self.go_to("hardest")
        self.fill("hardest")
        self.screen.press(" ")
        self.screen.shows("Store this calibration?")
