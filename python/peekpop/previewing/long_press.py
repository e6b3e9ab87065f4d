"""Previews where there is no force pad: by holding the button."""

from __future__ import annotations

from typing import Optional

from ..model import Press
from ..words import CancelReason, Phase
from .geometry import Point
from .previewer import Previewer, PreviewMeans

HINT_USEC = 150_000
"""The button has been held for so long: the preview begins to show."""
PEEK_USEC = 500_000
"""It stands."""
POP_USEC = 1_000_000
"""It opens."""
MOVE_LIMIT = 10.0
"""Farther than so many logical pixels before the peek, and it is a drag."""
FRAME_USEC = 16_667
"""Between two steps of progress: a frame of a usual screen."""
DEVICE = "long-press"
"""The ``device`` of the presses it makes."""

_LEVELS = (
    (None, Phase.BEGAN, HINT_USEC),
    (Phase.BEGAN, Phase.PEEKED, PEEK_USEC),
    (Phase.PEEKED, Phase.POPPED, POP_USEC),
)


class LongPressPreviewing:
    """Makes presses of a button that is held: hint after 0.15 s, peek after 0.5 s, pop after 1 s.

    The toolkit tells the button and the pointer, with its events' times in microseconds of one clock that it chooses, and
    calls ``advance`` when that clock reaches ``deadline_usec``. It works while ``previewer.means`` is LONG_PRESS, so that
    it may be told everything always. No step of it waits, sleeps, or reads a clock.
    """

    def __init__(self, previewer: Previewer, *, pixels_per_mm: float = 96 / 25.4) -> None:
        """``pixels_per_mm`` is the screen's, in logical pixels: actions are chosen by the hand's way after the peek."""
        self._previewer = previewer
        self._pixels_per_mm = pixels_per_mm
        self._count = 0
        self._began_usec: Optional[int] = None
        self._now_usec = 0
        self._start = self._origin = self._place = Point(0, 0)
        self._phase: Optional[Phase] = None
        self._sequence = 0

    @property
    def is_pressed(self) -> bool:
        """Whether a button that may become, or is, a press is held."""
        return self._began_usec is not None

    @property
    def deadline_usec(self) -> Optional[int]:
        """When ``advance`` is wanted next; None while nothing is held, and after the pop."""
        if self._began_usec is None or self._phase is Phase.POPPED:
            return None
        if self._phase is None:
            return self._began_usec + HINT_USEC
        level = PEEK_USEC if self._phase is Phase.BEGAN else POP_USEC
        return min(self._now_usec + FRAME_USEC, self._began_usec + level)

    def pointer_down(self, location: Point, time_usec: int) -> None:
        """The button went down at a place of the window."""
        self._end(CancelReason.DROPPED, time_usec)
        if self._previewer.means is PreviewMeans.LONG_PRESS:
            self._count += 1
            self._began_usec = self._now_usec = time_usec
            self._start = self._place = location
            self._phase = None

    def pointer_moved(self, location: Point, time_usec: int) -> None:
        """The pointer moved, whether or not the button is held."""
        self.advance(time_usec)
        self._place = location
        if self._began_usec is None or self._phase is Phase.POPPED:
            return
        if self._phase is Phase.PEEKED:
            self._tell(Phase.CHANGED, time_usec, self._began_usec, standing=True)
        elif (location.x - self._start.x) ** 2 + (location.y - self._start.y) ** 2 > MOVE_LIMIT**2:
            self._end(CancelReason.MOVED, time_usec)

    def pointer_up(self, time_usec: int) -> None:
        """The button was let go."""
        self.advance(time_usec)
        self._end(CancelReason.RELEASED, time_usec)

    def cancel(self, time_usec: int) -> None:
        """The button turned out to be for something else: a drag of the program's, a popup of the toolkit's."""
        self._end(CancelReason.GESTURE, time_usec)

    def advance(self, to_usec: int) -> None:
        """It is this late now: what is due is told."""
        if self._began_usec is None or to_usec <= self._now_usec:
            return
        self._now_usec = to_usec
        told = False
        for before, phase, due in _LEVELS:
            # What is told may end it.
            if self._began_usec is not None and self._phase is before and to_usec >= self._began_usec + due:
                told = True
                self._phase = phase
                if phase is Phase.PEEKED:
                    self._origin = self._place
                self._tell(phase, to_usec, self._began_usec, standing=phase is not Phase.BEGAN)
        if not told and self._began_usec is not None and self._phase in (Phase.BEGAN, Phase.PEEKED):
            self._tell(Phase.CHANGED, to_usec, self._began_usec, standing=self._phase is Phase.PEEKED)

    def _end(self, reason: CancelReason, time_usec: int) -> None:
        phase, began = self._phase, self._began_usec
        # First, for what is told may end in another pointer_down() or cancel().
        self._phase = self._began_usec = None
        if began is None or phase is None:
            return
        if phase is Phase.POPPED:
            self._tell(Phase.ENDED, time_usec, began, standing=True)
        else:
            self._tell(Phase.CANCELLED, time_usec, began, standing=phase is Phase.PEEKED, reason=reason)

    def _tell(
        self, phase: Phase, time_usec: int, began: int, standing: bool, reason: Optional[CancelReason] = None
    ) -> None:
        self._sequence += 1
        press = Press(
            id=self._count,
            device=DEVICE,
            phase=phase,
            reason=reason,
            preview=_share(time_usec - began, HINT_USEC, PEEK_USEC),
            commit=_share(time_usec - began, PEEK_USEC, POP_USEC),
            translation_x=(self._place.x - self._origin.x) / self._pixels_per_mm if standing else 0.0,
            translation_y=(self._place.y - self._origin.y) / self._pixels_per_mm if standing else 0.0,
            button=True,
            time_usec=time_usec,
            sequence=self._sequence,
        )
        # Meant where the button went down.
        self._previewer.handle(press, location=self._start)


def _share(value: int, low: int, high: int) -> float:
    return min(max((value - low) / (high - low), 0.0), 1.0)
