"""Coordinates, and which view a press is meant for."""

import gc
import weakref

import pytest

from peekpop import Point, Preview, Previewer, PreviewPresenter, Rect, View, Window
from stage import Box, Giver, Scribe, Stage, Theatre


@pytest.fixture
def window():
    return Stage()


def test_points_go_through_frames_and_scrolling(window):
    scroller = Box(window, (100, 50, 200, 200), offset=(0, 1000))
    row = Box(scroller, (0, 1040, 200, 60))
    picture = Box(row, (10, 10, 40, 40))
    assert picture.convert(Point(5, 5), window) == Point(115, 105)
    assert window.convert(Point(115, 105), picture) == Point(5, 5)
    assert picture.convert_rect(picture.bounds, window) == Rect(110, 100, 40, 40)
    sibling = Box(scroller, (0, 1100, 200, 60))
    assert picture.convert(Point(0, 0), sibling) == Point(10, -50)
    # The window's own place on the screen has no part in it.
    assert window.convert(Point(3, 4), window) == Point(3, 4)


def test_a_view_that_turns_its_contents_converts_by_itself(window):
    class Turned(Box):
        """By a quarter, clockwise, around its upper right corner."""

        def convert_to_parent(self, point):
            return Point(self.frame.x + self.frame.width - point.y, self.frame.y + point.x)

        def convert_from_parent(self, point):
            return Point(point.y - self.frame.y, self.frame.x + self.frame.width - point.x)

    turned = Turned(window, (100, 100, 50, 50))
    inner = Box(turned, (10, 20, 5, 5))
    assert inner.convert(Point(0, 0), window) == Point(130, 110)
    assert window.convert(Point(130, 110), inner) == Point(0, 0)
    assert inner.convert_rect(inner.bounds, window) == Rect(125, 110, 5, 5)


@pytest.mark.parametrize("point, inside", [
    ((10, 20), True), ((109.9, 99.9), True), ((110, 50), False), ((50, 100), False), ((9.9, 50), False)])
def test_the_right_and_lower_edge_belong_to_the_neighbours(point, inside):
    assert Rect(10, 20, 100, 80).contains(Point(*point)) == inside


def registered(window, *views):
    """A log, and a previewer with a delegate for each view, which are called 0, 1, …"""
    log = []
    previewer = Previewer(window, Scribe(log))
    givers = [Giver(log, str(index)) for index in range(len(views))]
    for giver, view in zip(givers, views):
        previewer.register_for_previewing(giver, view)
    return log, previewer, givers


def asked(window, point, *views):
    """Who is asked when a press begins at a point."""
    window.pointer = point and Point(*point)
    theatre = Theatre()
    log, theatre.previewer, theatre.givers = registered(window, *views)
    theatre.send("began")
    return [line.split()[1] for line in log if line.startswith("ask")]


def test_the_innermost_view_is_asked(window):
    outer = Box(window, (0, 0, 300, 300))
    cell = Box(outer, (50, 50, 100, 100))
    inner = Box(cell, (10, 10, 20, 20))
    for views in [(outer, cell, inner), (inner, cell, outer)]:
        assert asked(window, (65, 65), *views) == [str(views.index(inner))]
        assert asked(window, (100, 100), *views) == [str(views.index(cell))]
        assert asked(window, (200, 200), *views) == [str(views.index(outer))]
        assert asked(window, (310, 10), *views) == []


def test_of_two_on_one_view_the_later_is_asked(window):
    view = Box(window, (0, 0, 100, 100))
    assert asked(window, (10, 10), view, view) == ["1"]


def test_what_is_scrolled_away_or_clipped_is_not_asked(window):
    scroller = Box(window, (0, 100, 200, 100), offset=(0, 500))
    row = Box(scroller, (0, 560, 200, 80))
    assert asked(window, (10, 170), row) == ["0"]
    # Below the scroller's edge the row goes on, but cannot be seen.
    assert asked(window, (10, 205), row) == []
    scroller.offset = Point(0, 0)
    assert asked(window, (10, 170), row) == []


def test_the_toolkit_may_know_what_is_in_front(window):
    under = Box(window, (0, 0, 100, 100))
    cell = Box(under, (0, 0, 100, 100))
    header = Box(window, (0, 0, 100, 40))
    button = Box(header, (0, 0, 10, 10))
    assert asked(window, (5, 5), cell, header) == ["0"]
    window.front = button
    assert asked(window, (5, 5), cell, header) == ["1"]


def test_a_view_in_no_window_or_another_is_not_asked(window):
    assert asked(window, (10, 10), Box(None, (0, 0, 100, 100)), Box(Stage(), (0, 0, 100, 100))) == []


def test_a_window_that_has_not_the_pointer_or_the_focus_is_not_meant(window):
    view = Box(window, (0, 0, 100, 100))
    assert asked(window, None, view) == []
    window.active = False
    assert asked(window, (10, 10), view) == []


def test_the_whole_window_can_be_registered(window):
    assert asked(window, (399, 299), window) == ["0"]


def test_delegates_are_weak_and_views_are_kept(window):
    previewer = Previewer(window, PreviewPresenter())
    giver = Giver([])
    context = previewer.register_for_previewing(giver, Box(window, (0, 0, 100, 100)))
    gc.collect()
    assert context.source_view is not None
    del giver
    gc.collect()
    assert context.delegate is None
    assert not previewer.preview(context.source_view)


def test_a_view_that_is_its_own_delegate_goes_with_its_holder(window):
    class Both(Box):
        def preview_for_location(self, context, location):
            return Preview(self)

        def commit_preview(self, context, preview):
            pass

    previewer = Previewer(window, PreviewPresenter())
    view = Both(window, (0, 0, 100, 100))
    context = previewer.register_for_previewing(view, view)
    assert previewer.preview(view)
    previewer.dismiss()
    gone = weakref.ref(view)
    del view
    gc.collect()
    assert gone() is None and context.source_view is None and context.source_rect == Rect(0, 0, 0, 0)


def test_a_delegate_that_cannot_be_held_weakly_is_refused(window):
    class Slotted:
        __slots__ = ()

    with pytest.raises(TypeError, match="Slotted does not allow it"):
        Previewer(window, PreviewPresenter()).register_for_previewing(Slotted(), window)


def test_a_view_that_forgot_something_says_what():
    for missing in [lambda: View().frame, lambda: View().parent, lambda: Window().pointer_location,
                    lambda: Window().is_active]:
        with pytest.raises(NotImplementedError, match="^(View|Window) "):
            missing()
