"""The progress of presses on a view, for programs that show something of their own."""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Optional

from .geometry import Point
from .view import View

if TYPE_CHECKING:
    from .previewer import Previewer


class PreviewInteractionDelegate:
    """What a ``PreviewInteraction`` tells, as UIKit's ``UIPreviewInteractionDelegate``. All of it has a default."""

    def should_begin(self, interaction: PreviewInteraction) -> bool:
        """Whether a press that has begun on the view shall count."""
        return True

    def did_update_preview_transition(self, interaction: PreviewInteraction, progress: float, ended: bool) -> None:
        """0 to 1 from hint to peek; ``ended`` with 1, when the peek is reached."""

    def did_update_commit_transition(self, interaction: PreviewInteraction, progress: float, ended: bool) -> None:
        """0 to 1 from peek to pop; ``ended`` with 1, at the pop."""

    def did_cancel(self, interaction: PreviewInteraction) -> None:
        """It is over without a pop: go back to where it began."""


class PreviewInteraction:
    """As UIKit's ``UIPreviewInteraction``. It lives as long as somebody holds it; its delegate is held weakly."""

    def __init__(self, view: View, previewer: Previewer, delegate: PreviewInteractionDelegate) -> None:
        """``previewer`` is that of the view's window."""
        self.view = view
        self._previewer = weakref.ref(previewer)
        self._delegate = weakref.ref(delegate)
        # The place in the window where the press is.
        self._window_location: Optional[Point] = None
        previewer._add_interaction(self)

    @property
    def delegate(self) -> Optional[PreviewInteractionDelegate]:
        """None when it is gone."""
        return self._delegate()

    def location(self, view: View) -> Optional[Point]:
        """Where the press is, in the coordinates of ``view``; None where there is none."""
        previewer = self._previewer()
        if self._window_location is None or previewer is None:
            return None
        return previewer.window.convert(self._window_location, view)

    def cancel(self) -> None:
        """Ends the press that is on its way: ``did_cancel`` is called, and the press does nothing more."""
        previewer = self._previewer()
        if previewer is not None:
            previewer._cancel_interaction(self)
