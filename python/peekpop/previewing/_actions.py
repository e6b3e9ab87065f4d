"""Choosing among actions: where one is among them, and what a finger's way means. Without toolkit and time."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import List, Optional, Sequence, Tuple

from .geometry import Point
from .preview import PreviewActionGroup, PreviewActionItem, PreviewActionSheet


@dataclass
class _Level:
    title: Optional[str]
    items: Sequence[PreviewActionItem]
    selection: Optional[int] = None


class Navigation:
    """Which groups are open, and what is selected; nothing at first."""

    def __init__(self, items: Sequence[PreviewActionItem]) -> None:
        self._levels: List[_Level] = [_Level(None, tuple(items))]

    @property
    def items(self) -> Sequence[PreviewActionItem]:
        return self._levels[-1].items

    @property
    def depth(self) -> int:
        """How many groups are open."""
        return len(self._levels) - 1

    @property
    def selection(self) -> Optional[int]:
        return self._levels[-1].selection

    @selection.setter
    def selection(self, index: Optional[int]) -> None:
        self._levels[-1].selection = index

    @property
    def selected(self) -> Optional[PreviewActionItem]:
        return None if self.selection is None else self.items[self.selection]

    @property
    def can_open(self) -> bool:
        """Whether a group is selected. An empty one is none."""
        return isinstance(self.selected, PreviewActionGroup) and bool(self.selected.actions)

    def open(self) -> bool:
        """Opens the selected group and selects the first action in it; whether there was one."""
        group = self.selected
        if not isinstance(group, PreviewActionGroup) or not group.actions:
            return False
        self._levels.append(_Level(group.title, tuple(group.actions), 0))
        return True

    def leave(self) -> bool:
        """Leaves the group that was opened last, which is selected then; whether one was open."""
        if self.depth == 0:
            return False
        self._levels.pop()
        return True

    def move(self, step: int) -> None:
        """To the next or previous item; the first and the last stay. From none, to the first."""
        if self.items:
            here = self.selection
            self.selection = 0 if here is None else min(max(here + step, 0), len(self.items) - 1)

    def sheet(self, is_pinned: bool) -> PreviewActionSheet:
        level = self._levels[-1]
        return PreviewActionSheet(level.title, level.items, level.selection, self.depth, is_pinned)


class Move(enum.Enum):
    """What a finger's way can mean."""

    SHOW = "show"
    HIDE = "hide"
    SELECT = "select"
    OPEN = "open"
    LEAVE = "leave"


SHOW_MM = 6.0
"""How far up the finger goes before actions show: more than it drifts while it presses, less than a thumb's joint."""
STEP_MM = 5.0
"""From one action to the next."""
HYSTERESIS_MM = 1.0
"""How far behind a boundary the finger goes back before it counts."""
SIDEWAYS_MM = 8.0
"""To the right to open a group, to the left to leave it."""


class Swipe:
    """Reads a finger's way since the peek, in mm: the same way makes the same choice."""

    def __init__(self) -> None:
        # The height at which the present level's way begins: SHOW_MM above it nothing is selected yet.
        self._origin = 0.0
        # Where sideways movement counts from.
        self._anchor = 0.0
        self.is_shown = False

    def move(self, to: Point, navigation: Navigation) -> Optional[Tuple[Move, Optional[int]]]:
        """What the finger means at a place (mm since the peek, right and down), if anything, with the item to select.

        Of several things at once the first: to be asked again until it is nothing.
        """
        up = -to.y - self._origin
        if not self.is_shown:
            if up < SHOW_MM or not navigation.items:
                return None
            self.is_shown = True
            self._anchor = to.x
            return Move.SHOW, None
        if up < SHOW_MM - HYSTERESIS_MM:
            self.is_shown = False
            return Move.HIDE, None
        present = 0 if navigation.selection is None else navigation.selection + 1
        step = _steps(up, present, len(navigation.items))
        if step != present:
            self._anchor = to.x
            return Move.SELECT, step - 1 if step else None
        sideways = to.x - self._anchor
        if sideways >= SIDEWAYS_MM and navigation.can_open:
            return Move.OPEN, None
        if sideways <= -SIDEWAYS_MM and navigation.depth > 0:
            return Move.LEAVE, None
        return None

    def entered(self, at: Point, selection: Optional[int]) -> None:
        """A group was opened or left under the finger: what is selected now lies where the finger is."""
        self._anchor = at.x
        step = 0 if selection is None else selection + 1
        # In the middle of the selected item's way.
        self._origin = -at.y - (SHOW_MM + (step + 0.5) * STEP_MM)


def _steps(up: float, present: int, count: int) -> int:
    """The boundaries passed, where ``present`` were before."""

    def reached(distance: float) -> int:
        return int(min(max(distance - SHOW_MM, 0.0) / STEP_MM, float(count)))

    return max(reached(up), min(present, reached(up + HYSTERESIS_MM)))
