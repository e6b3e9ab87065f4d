"""What previewing has to know of a toolkit's views and windows."""

from __future__ import annotations

from typing import Iterator, Optional

from .geometry import Point, Rect


class View:
    """A view, to be derived from by a toolkit's own or by an adapter of it. All but ``frame`` and ``parent`` has a default.

    One object stands for one view for as long as that is on the screen: views are compared by identity. A plain class
    without metaclass, so that it mixes with any toolkit's.
    """

    @property
    def frame(self) -> Rect:
        """Where it lies, in the coordinates of its parent's contents."""
        raise NotImplementedError(f"{type(self).__name__} has no frame")

    @property
    def parent(self) -> Optional[View]:
        """The view around it; None for a window, and for a view that is in none at the moment."""
        raise NotImplementedError(f"{type(self).__name__} has no parent")

    @property
    def content_offset(self) -> Point:
        """How far its own contents are scrolled: what of them lies at its upper left corner. (0, 0) by default."""
        return Point(0, 0)

    def convert_to_parent(self, point: Point) -> Point:
        """From its own coordinates to those of its parent.

        By default, moved by the frame and the scrolling; a toolkit that can turn and scale views gives its own, and
        ``convert_from_parent``.
        """
        frame, offset = self.frame, self.content_offset
        return Point(point.x - offset.x + frame.x, point.y - offset.y + frame.y)

    def convert_from_parent(self, point: Point) -> Point:
        """The inverse of ``convert_to_parent``."""
        frame, offset = self.frame, self.content_offset
        return Point(point.x - frame.x + offset.x, point.y - frame.y + offset.y)

    def contains(self, point: Point) -> bool:
        """Whether a point in its own coordinates belongs to it, as UIKit's ``point(inside:with:)``.

        By default, whether it lies in ``bounds``. What lies outside of a view cannot be pressed on the views within it.
        """
        return self.bounds.contains(point)

    # What follows from these.

    @property
    def bounds(self) -> Rect:
        """What of its contents is visible, in its own coordinates: of the frame's size, at ``content_offset``."""
        frame, offset = self.frame, self.content_offset
        return Rect(offset.x, offset.y, frame.width, frame.height)

    def ancestors(self) -> Iterator[View]:
        """The view itself, its parent, and so on to the outermost."""
        view: Optional[View] = self
        while view is not None:
            yield view
            view = view.parent

    def is_descendant(self, view: View) -> bool:
        """Whether it is ``view`` or lies within it."""
        return any(ancestor is view for ancestor in self.ancestors())

    def convert(self, point: Point, to: View) -> Point:
        """A point of its own in the coordinates of another view of the same window."""
        # A window's place on the screen is no business of its views: the way ends before it.
        for view in self.ancestors():
            if view.parent is not None:
                point = view.convert_to_parent(point)
        for view in reversed(list(to.ancestors())):
            if view.parent is not None:
                point = view.convert_from_parent(point)
        return point

    def convert_rect(self, rect: Rect, to: View) -> Rect:
        """A rectangle of its own in the coordinates of another view of the same window: the one around its corners."""
        corners = [
            self.convert(Point(rect.x + across * rect.width, rect.y + down * rect.height), to)
            for across in (0, 1)
            for down in (0, 1)
        ]
        left, top = min(corner.x for corner in corners), min(corner.y for corner in corners)
        right, bottom = max(corner.x for corner in corners), max(corner.y for corner in corners)
        return Rect(left, top, right - left, bottom - top)


class Window(View):
    """The outermost view. All but ``frame``, ``pointer_location`` and ``is_active`` has a default."""

    @property
    def parent(self) -> Optional[View]:
        return None

    @property
    def pointer_location(self) -> Optional[Point]:
        """Where the pointer is, in the window's coordinates; None while it is not over the window.

        A touchpad only moves the pointer, so that this is where a press on one is meant.
        """
        raise NotImplementedError(f"{type(self).__name__} does not know the pointer")

    @property
    def is_active(self) -> bool:
        """Whether the window has the focus. A press that begins while it has not is not its business."""
        raise NotImplementedError(f"{type(self).__name__} does not know the focus")

    def location_of_absolute(self, position: Point) -> Optional[Point]:
        """Where a touchscreen or pen presses, in the window's coordinates; None where that is outside of it.

        ``position`` is 0 to 1 of the device's width and height, which is that of its screen. By default, where the
        pointer is.
        """
        return self.pointer_location

    def view_at(self, point: Point) -> Optional[View]:
        """The innermost view that is visible at a place, for toolkits that know it better than frames tell.

        By default None: frames decide, which they cannot where views lie over each other.
        """
        return None
