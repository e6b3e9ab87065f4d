"""Which views are registered, and which of them a press is meant for."""

from __future__ import annotations

import weakref
from typing import List, Optional, Tuple, Union

from ._session import Owner
from .context import PreviewingContext
from .geometry import Point
from .interaction import PreviewInteraction
from .view import View, Window

_Entry = Union[PreviewingContext, "weakref.ref[PreviewInteraction]"]


class Registry:
    """Registrations in their order. Interactions belong to the program, which ends them by letting go of them."""

    def __init__(self) -> None:
        self._entries: List[_Entry] = []

    def add(self, owner: Owner) -> None:
        self._entries.append(owner if isinstance(owner, PreviewingContext) else weakref.ref(owner))

    def remove(self, context: PreviewingContext) -> None:
        self._entries = [other for other in self._entries if other is not context]

    def __contains__(self, owner: Owner) -> bool:
        return any(owner is other for other, _ in self._alive())

    def at(self, place: Point, window: Window) -> Optional[Owner]:
        """Whom a press at a place of the window is meant for: the innermost, and of equals the later one."""
        alive = self._alive()
        index = innermost([view for _, view in alive], place, window)
        return None if index is None else alive[index][0]

    def around(self, view: View) -> Optional[Owner]:
        """The innermost registration of a view or of what is around it; of equals the later one."""
        found: Optional[Tuple[Owner, View]] = None
        for owner, around in self._alive():
            if view.is_descendant(around) and (found is None or around.is_descendant(found[1])):
                found = owner, around
        return found[0] if found else None

    def _alive(self) -> List[Tuple[Owner, View]]:
        """Those there is still somebody to ask for, with their views; forgets the others."""
        entries: List[_Entry] = []
        alive: List[Tuple[Owner, View]] = []
        for entry in self._entries:
            owner = entry() if isinstance(entry, weakref.ref) else entry
            if owner is None or owner.delegate is None:
                continue
            view = owner.source_view if isinstance(owner, PreviewingContext) else owner.view
            if view is not None:
                entries.append(entry)
                alive.append((owner, view))
        self._entries = entries
        return alive


def innermost(views: List[View], point: Point, window: Window) -> Optional[int]:
    """The index of the view that a press at a place of the window is meant for.

    The innermost one, where several contain the place; the later one, where these are equally deep.
    """
    visible = window.view_at(point)
    best: Optional[int] = None
    best_depth = 0
    for index, view in enumerate(views):
        depth = _depth(view, point, window)
        # Where the toolkit knows what is in front, nothing beside it and behind it is meant.
        if depth < max(best_depth, 1) or (visible is not None and not visible.is_descendant(view)):
            continue
        best, best_depth = index, depth
    return best


def _depth(view: View, point: Point, window: Window) -> int:
    """How deep in the window a view is that contains a point, as do all views around it; 0 where it is not so."""
    path = list(view.ancestors())
    if path[-1] is not window:
        return 0
    for step in reversed(path):
        if step is not window:
            point = step.convert_from_parent(point)
        if not step.contains(point):
            return 0
    return len(path)
