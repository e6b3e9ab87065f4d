"""One preview, from the hint until its press is over."""

from __future__ import annotations

import logging
from typing import Callable, Optional, Tuple, TypeVar, Union

from ..model import Device, Press
from ._actions import Navigation
from ._machine import Input, Outcome, State, step
from .context import PreviewingContext
from .geometry import Point
from .interaction import PreviewInteraction
from .presenter import Dismissal, DismissReason
from .preview import Preview, PreviewAction, PreviewActionSheet
from .view import View

log = logging.getLogger("peekpop")
Owner = Union[PreviewingContext, PreviewInteraction]
PressKey = Tuple[str, int]
_T = TypeVar("_T")


def guarded(call: Callable[[], _T], otherwise: _T) -> _T:
    """Calls the program's code. What it raises is logged: half a preview must not stay on the screen because of it."""
    try:
        return call()
    except Exception:
        log.exception("previewing: the program's code raised")
        return otherwise


class Session:
    """A preview of a context's, or an interaction's transition."""

    def __init__(
        self,
        owner: Owner,
        press: Optional[PressKey],
        device: Optional[Device],
        play: Callable[[Outcome, Device], None],
    ) -> None:
        self.owner = owner
        self.press = press
        """Which press it is of; None where the keyboard asked, and after the press is over."""
        self.device = device
        self.state = State.IDLE
        self.navigation: Optional[Navigation] = None
        self.dismissal = Dismissal(DismissReason.DISMISSED)
        self._play = play

    # To be had.

    @property
    def preview(self) -> Optional[Preview]:
        return None

    @property
    def view(self) -> Optional[View]:
        raise NotImplementedError

    @property
    def is_alive(self) -> bool:
        """Whether there is still somebody to tell."""
        raise NotImplementedError

    @property
    def is_shown(self) -> bool:
        """Whether there is something to be seen of it."""
        return self.state not in (State.IDLE, State.POPPED)

    @property
    def sheet(self) -> Optional[PreviewActionSheet]:
        """The actions that are to be seen."""
        return self.navigation.sheet(self.state is State.PINNED) if self.navigation else None

    # To be told.

    def step(self, given: Input, press: Optional[Press] = None) -> None:
        """Makes a step of the machine, and tells what follows."""
        self.state, outcomes = step(self.state, given)
        for outcome in outcomes:
            self._tell(outcome, press)
            if self.device:
                self._play(outcome, self.device)

    def withdraw(self, reason: DismissReason) -> None:
        """Takes it away, unless it has popped."""
        self.dismissal = Dismissal(reason)
        self.step(Input.WITHDRAW)

    def finish(self, press: Press, given: Input, dismissal: Dismissal) -> None:
        """Its press is over."""
        self.dismissal = dismissal
        self.press = None
        opened = False
        if self.state is State.CHOOSING and given is Input.RELEASE and self.navigation:
            if isinstance(self.navigation.selected, PreviewAction):
                self.choose()
                return
            opened = self.navigation.open()
        self.step(given, press)
        if opened:
            self._show_level()

    def follow(self, location: Point) -> None:
        """The press is at this place of the window now."""

    # Actions without a finger.

    def choose(self) -> None:
        """Chooses the selected action, or opens the selected group."""
        if self.state not in (State.PINNED, State.CHOOSING) or not self.navigation:
            return
        if isinstance(self.navigation.selected, PreviewAction):
            self.dismissal = Dismissal(DismissReason.ACTION)
            self.step(Input.CHOOSE)
        elif self.navigation.open():
            self._show_level()

    def select(self, by: int = 0, at: Optional[int] = None) -> None:
        """Selects the action ``by`` steps further, or that with an index; shows them where they are not to be seen."""
        if self.state not in (State.PINNED, State.CHOOSING):
            return
        if self.navigation is None:
            if not self.preview or not self.preview.actions or at is not None:
                return
            self.navigation = Navigation(self.preview.actions)
            self.navigation.move(1)
            self.step(Input.SHOW_ACTIONS)
            return
        if at is None:
            self.navigation.move(by)
        elif 0 <= at < len(self.navigation.items):
            self.navigation.selection = at
        else:
            return
        self._show_selection()

    def back(self) -> None:
        """Leaves the group that is open; without one, goes away."""
        if self.state not in (State.PINNED, State.CHOOSING):
            return
        if self.navigation and self.navigation.leave():
            self._show_level()
        else:
            self.withdraw(DismissReason.DISMISSED)

    def close(self) -> None:
        """It is over: puts back what it changed."""

    def _tell(self, outcome: Outcome, press: Optional[Press]) -> None:
        raise NotImplementedError

    def _show_level(self) -> None:
        """Another level of actions is to be seen."""

    def _show_selection(self) -> None:
        """Another action is selected."""


def progress(value: float) -> float:
    """0 to 1, whatever was sent."""
    return min(max(value, 0.0), 1.0)
