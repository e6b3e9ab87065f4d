"""One preview, from the hint until its press is over: what the machine's answers mean for who draws and who gave it."""

from __future__ import annotations

import logging
from typing import Callable, Optional, Tuple, TypeVar, Union

from ..model import Device, Press
from ._actions import Move, Navigation, Swipe
from ._machine import Input, Outcome, State, step
from .context import PreviewingContext
from .failure import FailureState
from .geometry import Point, Rect
from .interaction import PreviewInteraction
from .presenter import Dismissal, DismissReason, PreviewPresenter
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
        self._swipe = Swipe()
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


class ContextSession(Session):
    """A preview that a delegate gave."""

    def __init__(
        self,
        context: PreviewingContext,
        preview: Preview,
        presenter: PreviewPresenter,
        press: Optional[PressKey],
        device: Optional[Device],
        resting_rect: Optional[Rect],
        play: Callable[[Outcome, Device], None],
    ) -> None:
        super().__init__(context, press, device, play)
        self._context = context
        self._preview = preview
        self._presenter = presenter
        self._resting_rect = resting_rect

    @property
    def preview(self) -> Preview:
        return self._preview

    @property
    def view(self) -> Optional[View]:
        return self._context.source_view

    @property
    def is_alive(self) -> bool:
        return self._context.delegate is not None and self.view is not None

    def close(self) -> None:
        self._context._narrowed_rect = self._resting_rect

    def _tell(self, outcome: Outcome, press: Optional[Press]) -> None:
        presenter, preview, context = self._presenter, self._preview, self._context
        if outcome is Outcome.BEGIN:
            enter(context, FailureState.BEGAN)
            guarded(lambda: presenter.begin(preview, context), None)
        elif outcome is Outcome.PREVIEW_PROGRESS and press:
            guarded(lambda: presenter.preview_progress(progress(press.preview), preview), None)
        elif outcome is Outcome.PREVIEW_WHOLE:
            guarded(lambda: presenter.preview_progress(1.0, preview), None)
        elif outcome is Outcome.PEEK:
            guarded(lambda: presenter.peek(preview), None)
        elif outcome is Outcome.COMMIT_PROGRESS and press:
            guarded(lambda: presenter.commit_progress(progress(press.commit), preview), None)
        elif outcome is Outcome.COMMIT_WHOLE:
            guarded(lambda: presenter.commit_progress(1.0, preview), None)
        elif outcome is Outcome.SWIPE and press:
            self._swipe_to(Point(press.translation_x, press.translation_y))
        elif outcome is Outcome.SHOW_ACTIONS:
            self._show_level()
        elif outcome is Outcome.PIN_ACTIONS:
            self._show_selection()
        elif outcome is Outcome.HIDE_ACTIONS:
            self.navigation = None
            guarded(lambda: presenter.hide_actions(preview), None)
        elif outcome is Outcome.CHOOSE and self.navigation:
            action = self.navigation.selected
            if isinstance(action, PreviewAction):
                chosen = action
                guarded(lambda: presenter.choose_action(chosen, preview), None)
                guarded(lambda: chosen.handler(chosen, preview), None)
        elif outcome is Outcome.POP:
            self.navigation = None
            guarded(lambda: presenter.pop(preview), None)
            delegate = context.delegate
            if delegate is not None:
                committing = delegate
                guarded(lambda: committing.commit_preview(context, preview), None)
            end(context)
        elif outcome is Outcome.DISMISS:
            self.navigation = None
            dismissal = self.dismissal
            guarded(lambda: presenter.dismiss(preview, dismissal), None)
            end(context)

    def _swipe_to(self, place: Point) -> None:
        while move := self._swipe.move(place, self.navigation or Navigation(self._preview.actions)):
            what, index = move
            if what is Move.SHOW:
                self.navigation = Navigation(self._preview.actions)
                self.step(Input.SHOW_ACTIONS)
            elif what is Move.HIDE:
                self.step(Input.HIDE_ACTIONS)
            elif self.navigation is None:
                return
            elif what is Move.SELECT:
                self.navigation.selection = index
                self._show_selection()
            else:
                _ = self.navigation.open() if what is Move.OPEN else self.navigation.leave()
                self._swipe.entered(place, self.navigation.selection)
                self._show_level()

    def _show_level(self) -> None:
        sheet = self.sheet
        if sheet:
            shown = sheet
            guarded(lambda: self._presenter.show_actions(shown, self._preview), None)

    def _show_selection(self) -> None:
        sheet = self.sheet
        if sheet:
            shown = sheet
            guarded(lambda: self._presenter.update_actions(shown, self._preview), None)


class InteractionSession(Session):
    """A transition that an interaction's delegate shows."""

    def __init__(
        self,
        interaction: PreviewInteraction,
        press: Optional[PressKey],
        device: Optional[Device],
        play: Callable[[Outcome, Device], None],
    ) -> None:
        super().__init__(interaction, press, device, play)
        self._interaction = interaction

    @property
    def view(self) -> Optional[View]:
        return self._interaction.view

    @property
    def is_alive(self) -> bool:
        return self._interaction.delegate is not None

    def follow(self, location: Point) -> None:
        self._interaction._window_location = location

    def close(self) -> None:
        self._interaction._window_location = None

    def _tell(self, outcome: Outcome, press: Optional[Press]) -> None:
        interaction, delegate = self._interaction, self._interaction.delegate
        if delegate is None:
            return
        told = delegate
        if outcome is Outcome.PREVIEW_PROGRESS and press:
            guarded(lambda: told.did_update_preview_transition(interaction, progress(press.preview), False), None)
        elif outcome is Outcome.PEEK:
            guarded(lambda: told.did_update_preview_transition(interaction, 1.0, True), None)
        elif outcome is Outcome.COMMIT_PROGRESS and press:
            guarded(lambda: told.did_update_commit_transition(interaction, progress(press.commit), False), None)
        elif outcome is Outcome.POP:
            guarded(lambda: told.did_update_commit_transition(interaction, 1.0, True), None)
        elif outcome is Outcome.DISMISS:
            guarded(lambda: told.did_cancel(interaction), None)


def enter(context: PreviewingContext, state: FailureState) -> None:
    """Changes a context's failure relationship, and tells its observers."""
    for tell in context.failure_relationship._enter(state):
        guarded(tell, None)


def end(context: PreviewingContext) -> None:
    """Its preview has popped or gone."""
    enter(context, FailureState.ENDED)
    enter(context, FailureState.POSSIBLE)


def progress(value: float) -> float:
    """0 to 1, whatever was sent."""
    return min(max(value, 0.0), 1.0)
