"""How long to wait before the next attempt."""

from __future__ import annotations

import random
from typing import Callable


class Backoff:
    """Delays that double from ``initial`` to ``maximum`` seconds, each shortened by up to a fifth by chance.

    The chance keeps the programs of a desktop from all coming back in the same moment. ``jitter`` gives numbers from 0
    (no shortening) to 1; a test passes its own, or ``random.Random(seed).random``.
    """

    def __init__(
        self, initial: float = 0.1, maximum: float = 5.0, jitter: Callable[[], float] = random.random
    ) -> None:
        if not 0 < initial <= maximum:
            raise ValueError(f"delays have 0 < initial <= maximum: {initial}, {maximum}")
        self.initial = initial
        self.maximum = maximum
        self._jitter = jitter
        self._next = initial

    def delay_usec(self) -> int:
        """The next delay, in microseconds."""
        delay, self._next = self._next, min(self._next * 2, self.maximum)
        return self._shortened(delay)

    def longest_usec(self) -> int:
        """The longest delay, in microseconds: for what time alone hardly cures."""
        return self._shortened(self.maximum)

    def reset(self) -> None:
        """Begins anew with the shortest."""
        self._next = self.initial

    def _shortened(self, seconds: float) -> int:
        return max(1, int(seconds * (1 - 0.2 * min(max(self._jitter(), 0.0), 1.0)) * 1_000_000))
