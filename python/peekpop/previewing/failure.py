"""How the program's own gestures get along with previewing."""

from __future__ import annotations

from typing import Callable, List, Optional

from ..words import Word


class FailureState(Word):
    """How a press on a registered view stands."""

    POSSIBLE = "possible"
    """No press has begun here."""
    BEGAN = "began"
    """A preview shows: other gestures yield."""
    FAILED = "failed"
    """A press began here without a preview: other gestures may go on. POSSIBLE again when it ends."""
    ENDED = "ended"
    """The preview has popped or gone. POSSIBLE again at once, or when its press is over."""


class FailureRelationship:
    """As UIKit's ``previewingGestureRecognizerForFailureRelationship``.

    A long press or drag of the program's own waits while ``state`` is BEGAN, or takes the press with ``claim()``.
    """

    def __init__(self) -> None:
        self.state = FailureState.POSSIBLE
        self._observers: List[Callable[[FailureState], None]] = []
        self._withdraw: Optional[Callable[[], None]] = None

    def observe(self, observer: Callable[[FailureState], None]) -> Callable[[], None]:
        """Tells ``observer`` each change; gives a function that ends this."""
        self._observers.append(observer)

        def stop() -> None:
            if observer in self._observers:
                self._observers.remove(observer)

        return stop

    def claim(self) -> None:
        """The program's own gesture takes the press: its preview is dismissed, and it does nothing more.

        Without effect outside of BEGAN, and after the pop.
        """
        if self._withdraw:
            self._withdraw()

    def _enter(self, state: FailureState) -> List[Callable[[], None]]:
        """Changes, and gives the calls that tell it."""
        if state is self.state:
            return []
        self.state = state
        return [_telling(observer, state) for observer in self._observers]


def _telling(observer: Callable[[FailureState], None], state: FailureState) -> Callable[[], None]:
    return lambda: observer(state)
