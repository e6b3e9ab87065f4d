"""Who draws previews."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from ..words import CancelReason, Word
from .context import PreviewingContext
from .preview import Preview, PreviewAction, PreviewActionSheet


class DismissReason(Word):
    """Why a preview went away without a pop."""

    PRESS = "press"
    """The press ended: the finger let go, or it was interrupted."""
    ACTION = "action"
    """An action was chosen."""
    FOCUS_LOST = "focusLost"
    """The window lost the focus."""
    VIEW_REMOVED = "viewRemoved"
    """The view is no longer in the window, or its registration has ended."""
    CLAIMED = "claimed"
    """A gesture of the program's took the press."""
    DISMISSED = "dismissed"
    """``Previewer.dismiss()`` or ``back()``."""


@dataclass(frozen=True)
class Dismissal:
    """Why a preview went away without a pop; with PRESS, why the press ended."""

    reason: DismissReason
    cancel_reason: Optional[CancelReason] = None


class PreviewPresenter:
    """Draws previews for a toolkit: one for a window, beside its ``Previewer``. Every method does nothing by itself.

    For each preview the calls come in this order: ``begin``; ``preview_progress`` any number of times; ``peek``;
    ``commit_progress`` and those of the actions any number of times; and last, from any of them, either ``pop`` or
    ``dismiss``, with which the actions are gone too.
    """

    def begin(self, preview: Preview, context: PreviewingContext) -> None:
        """The hint: ``context.source_rect`` stays as it is, and everything else begins to step back."""

    def preview_progress(self, progress: float, preview: Preview) -> None:
        """0 to 1 from hint to peek, growing and falling with the force; 1 before every peek."""

    def peek(self, preview: Preview) -> None:
        """The preview stands."""

    def commit_progress(self, progress: float, preview: Preview) -> None:
        """0 to 1 from peek to pop; 1 before every pop that a press makes."""

    def show_actions(self, sheet: PreviewActionSheet, preview: Preview) -> None:
        """Actions are to be seen: the first time, or another level of them."""

    def update_actions(self, sheet: PreviewActionSheet, preview: Preview) -> None:
        """Another one is selected, or none; or the actions have come to stay without the finger."""

    def choose_action(self, action: PreviewAction, preview: Preview) -> None:
        """One was chosen. Its handler is called after this, and then ``dismiss``."""

    def hide_actions(self, preview: Preview) -> None:
        """The actions go; the preview stands."""

    def pop(self, preview: Preview) -> None:
        """It opens. The delegate's ``commit_preview`` is called after this."""

    def dismiss(self, preview: Preview, dismissal: Dismissal) -> None:
        """It goes away."""
