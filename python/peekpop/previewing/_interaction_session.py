"""An interaction's transition: what the machine's answers mean for its delegate."""

from __future__ import annotations

from typing import Callable, Optional

from ..model import Device, Press
from ._machine import Outcome
from ._session import PressKey, Session, guarded, progress
from .geometry import Point
from .interaction import PreviewInteraction
from .view import View


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
