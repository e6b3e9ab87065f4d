"""Registrations of views for previewing."""

from __future__ import annotations

import weakref
from typing import Optional, Protocol

from .failure import FailureRelationship
from .geometry import Point, Rect
from .preview import Preview
from .view import View


class PreviewingDelegate(Protocol):
    """Gives previews for a view. As UIKit's ``UIViewControllerPreviewingDelegate``. Held weakly."""

    def preview_for_location(self, context: PreviewingContext, location: Point) -> Optional[Preview]:
        """A press has begun at ``location``, in the coordinates of ``context.source_view``.

        Set ``context.source_rect`` here to what shall stay sharp while all else blurs; it is the whole view at each
        call. While this runs, events wait; when it returns the preview catches up with the finger. None: this press does
        nothing to its end; an exception counts as None, and is logged.
        """

    def commit_preview(self, context: PreviewingContext, preview: Preview) -> None:
        """The preview popped: open what it stands for."""


class PreviewingContext:
    """A view's registration for previews, as UIKit's ``UIViewControllerPreviewing``. Made by ``Previewer``.

    It ends with ``unregister_for_previewing``, and by itself when its delegate is gone. Until then it keeps the view,
    unless that is the delegate itself.
    """

    def __init__(self, delegate: PreviewingDelegate, source_view: View) -> None:
        try:
            self._delegate = weakref.ref(delegate)
        except TypeError:
            raise TypeError(
                f"a delegate is held weakly, and {type(delegate).__name__} does not allow it: add __weakref__ to its slots"
            ) from None
        # A view that is its own delegate would keep itself alive.
        is_its_own: bool = id(source_view) == id(delegate)
        self._kept_view: Optional[View] = None if is_its_own else source_view
        self._weak_view = weakref.ref(source_view)
        self._narrowed_rect: Optional[Rect] = None
        self.failure_relationship = FailureRelationship()
        """For gestures of the program's own."""

    @property
    def delegate(self) -> Optional[PreviewingDelegate]:
        """None when it is gone."""
        return self._delegate()

    @property
    def source_view(self) -> Optional[View]:
        """Where presses are watched for; None when it is gone."""
        return self._kept_view if self._kept_view is not None else self._weak_view()

    @property
    def source_rect(self) -> Rect:
        """What stays sharp while the rest blurs, in the coordinates of ``source_view``.

        The whole view, unless it is set; what a delegate sets while it is asked for a preview holds for that one alone.
        """
        view = self.source_view
        return self._narrowed_rect or (view.bounds if view is not None else Rect(0, 0, 0, 0))

    @source_rect.setter
    def source_rect(self, rect: Rect) -> None:
        self._narrowed_rect = rect
