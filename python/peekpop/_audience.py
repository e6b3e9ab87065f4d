"""Telling listeners, each of whom may misbehave."""

from __future__ import annotations

from functools import partial
from typing import Callable, List

from .listener import ConnectionListener
from .model import Press


def guarded(call: Callable[[], None], raised: List[Exception]) -> None:
    """Calls the program's code; what it raises is put aside, for when everybody has been told."""
    try:
        call()
    except Exception as error:
        raised.append(error)


class Audience:
    """The listeners of a connection, in the order they came."""

    def __init__(self, first: ConnectionListener) -> None:
        self._listeners: List[ConnectionListener] = [first]

    def add(self, listener: ConnectionListener) -> None:
        self._listeners.append(listener)

    def remove(self, listener: ConnectionListener) -> None:
        self._listeners = [other for other in self._listeners if other is not listener]

    def dismiss(self) -> None:
        """Tells nobody anything any more."""
        self._listeners = []

    def tell(self, say: Callable[[ConnectionListener], None], raised: List[Exception]) -> None:
        """Tells everybody who is still there when the turn comes."""
        for listener in tuple(self._listeners):
            # One of them may have closed the connection, or taken the next away.
            if any(listener is other for other in self._listeners):
                guarded(partial(say, listener), raised)

    def press(self, press: Press, raised: List[Exception]) -> None:
        """Tells a step of a press."""
        self.tell(lambda listener: listener.press(press), raised)
