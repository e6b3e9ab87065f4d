"""A delegate's preview: what the machine's answers mean for the presenter and the delegate."""

from __future__ import annotations

from typing import Callable, Optional

from ..model import Device, Press
from ._actions import Move, Navigation, Swipe
from ._machine import Input, Outcome
from ._session import PressKey, Session, guarded, progress
from .context import PreviewingContext
from .failure import FailureState
from .geometry import Point, Rect
from .presenter import PreviewPresenter
from .preview import Preview, PreviewAction
from .view import View


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
        self._swipe = Swipe()
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


def enter(context: PreviewingContext, state: FailureState) -> None:
    """Changes a context's failure relationship, and tells its observers."""
    for tell in context.failure_relationship._enter(state):
        guarded(tell, None)


def end(context: PreviewingContext) -> None:
    """Its preview has popped or gone."""
    enter(context, FailureState.ENDED)
    enter(context, FailureState.POSSIBLE)
