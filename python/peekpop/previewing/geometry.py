"""Places, sizes and rectangles, in a toolkit's logical pixels: x to the right, y down."""

from __future__ import annotations

from typing import NamedTuple


class Point(NamedTuple):
    """A place, or a way."""

    x: float
    y: float


class Size(NamedTuple):
    """A width and a height."""

    width: float
    height: float


class Rect(NamedTuple):
    """A rectangle: its upper left corner, its width and its height."""

    x: float
    y: float
    width: float
    height: float

    @property
    def origin(self) -> Point:
        """The upper left corner."""
        return Point(self.x, self.y)

    @property
    def size(self) -> Size:
        return Size(self.width, self.height)

    @property
    def center(self) -> Point:
        return Point(self.x + self.width / 2, self.y + self.height / 2)

    def contains(self, point: Point) -> bool:
        """The left and upper edge belong to it, the right and lower one to its neighbours."""
        return self.x <= point.x < self.x + self.width and self.y <= point.y < self.y + self.height
