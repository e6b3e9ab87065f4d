"""A connection that writes down what it is told, and ways to wait for it."""

import time

from harness import PATIENCE
from peekpop import Backoff, Connection

# So short that a test does not notice, and never 0.
SHORT = (0.001, 0.002)
# So long that a test which needs it to pass fails.
LONG = (10 * PATIENCE, 10 * PATIENCE)


class Ear:
    """A connection and all it has said, in words."""

    def __init__(self, path, delays=SHORT, **options):
        self.log = []
        say = self.log.append
        self.presses = []
        self.states = []
        self.connection = Connection(
            str(path), backoff=Backoff(*delays, jitter=lambda: 0),
            on_ready=lambda devices: say("ready " + " ".join(device.id for device in devices)),
            on_added=lambda device: say(f"added {device.id}"), on_removed=lambda device: say(f"removed {device}"),
            on_press=self.hear, on_lost=lambda count: say(f"lost {count}"),
            on_state=self.follow, on_capability=lambda capability: say(f"capability {capability}"), **options)

    def hear(self, press):
        self.presses.append(press)
        self.log.append(str(press.phase) + (f"({press.reason})" if press.reason else ""))

    def follow(self, state):
        self.states.append(state)
        self.log.append(str(state.kind))

    def until(self, *lines):
        """Dispatches until these have been said one after the other; gives all up to there, and forgets it.

        More may have been said in the same turn: a machine that is slow for a moment attempts to connect again in it.
        """
        self.wait(lambda: self._end(lines))
        end = self._end(lines)
        said, self.log[:end] = self.log[:end], []
        return said

    def _end(self, lines):
        """Where these end in the log, one after the other; 0 where they are not there yet."""
        ends = range(len(lines), len(self.log) + 1)
        return next((end for end in ends if self.log[end - len(lines):end] == list(lines)), 0)

    def wait(self, happens):
        """Dispatches until something happens."""
        deadline = time.monotonic() + PATIENCE
        while not happens():
            assert time.monotonic() < deadline, self.log
            self.connection.wait(0.05)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.connection.close()
