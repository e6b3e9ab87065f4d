"""What is shown while a press peeks, and what may be done with it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Callable, Optional, Sequence, Union

from .geometry import Size


class PreviewActionStyle(Enum):
    """How an action looks."""

    DEFAULT = "default"
    SELECTED = "selected"
    """With a mark beside it: what is so at the moment."""
    DESTRUCTIVE = "destructive"
    """In the colour of warnings: it cannot be taken back."""


@dataclass(frozen=True, eq=False)
class PreviewAction:
    """An action of a preview."""

    title: str
    handler: Callable[[PreviewAction, Preview], None]
    """Called when it is chosen, before the preview goes away."""
    style: PreviewActionStyle = PreviewActionStyle.DEFAULT


@dataclass(frozen=True, eq=False)
class PreviewActionGroup:
    """Actions behind one title; groups may hold groups."""

    title: str
    actions: Sequence[PreviewActionItem]
    style: PreviewActionStyle = PreviewActionStyle.DEFAULT


PreviewActionItem = Union[PreviewAction, PreviewActionGroup]


@dataclass(frozen=True, eq=False)
class Preview:
    """What is shown while a press peeks."""

    content: object
    """An object of the program's own, which its presenter draws."""
    preferred_content_size: Size = field(default=Size(0, 0))
    """How large it would like to be, in logical pixels; 0 leaves that axis to the presenter, as on iOS."""
    actions: Sequence[PreviewActionItem] = ()
    """What may be done with it without opening it: shown when the finger moves up during the peek."""


@dataclass(frozen=True)
class PreviewActionSheet:
    """The actions that are to be seen: one level of them."""

    title: Optional[str]
    """The group's title; None for the outermost level."""
    items: Sequence[PreviewActionItem]
    selection: Optional[int]
    """The index of the item under the finger, or the keyboard's."""
    depth: int
    """How many groups are open."""
    is_pinned: bool
    """Whether it stays without the finger: then the pointer or the keyboard choose, by ``choose()`` and so on."""

    @property
    def selected(self) -> Optional[PreviewActionItem]:
        """What is selected."""
        return None if self.selection is None else self.items[self.selection]
