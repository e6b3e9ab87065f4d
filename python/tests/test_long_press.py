"""Without a force pad: the button held, by a clock that the test moves."""

import pytest

from peekpop import Capability, LongPressPreviewing, Point, PreviewAction
from stage import Theatre

BEGUN = ["ask it (40, 30)", "begin it (0, 0, 100, 80)"]
MS = 1000


class Held(Theatre):
    """A theatre with a button; times in ms."""

    def __init__(self, **options):
        super().__init__(**options)
        self.long_press = LongPressPreviewing(self.previewer, pixels_per_mm=2)
        # A clock may stand anywhere.
        self.zero = 77_000_000

    def down(self, at=0, place=(50, 50)):
        self.long_press.pointer_down(Point(*place), self.zero + at * MS)

    def move(self, at, place):
        self.long_press.pointer_moved(Point(*place), self.zero + at * MS)

    def up(self, at):
        self.long_press.pointer_up(self.zero + at * MS)

    def run(self, to):
        """Advances by deadlines, as a toolkit's timer does; returns them in ms."""
        deadlines = []
        while (deadline := self.long_press.deadline_usec) is not None and deadline <= self.zero + to * MS:
            deadlines.append((deadline - self.zero) / MS)
            self.long_press.advance(deadline)
        return deadlines


def test_held_to_the_pop():
    held = Held()
    held.down()
    assert held.run(149) == [] and held.told() == []
    assert held.run(150) == [150] and held.told() == BEGUN
    assert held.run(183) == [166.667]
    assert held.told() == [f"preview {16.667 / 350:g}"]
    deadlines = held.run(500)
    assert deadlines[-1] == 500 and held.told()[-2:] == ["preview 1", "peek"]
    held.run(2000)
    told = held.told()
    assert told[0] == f"commit {16.667 / 500:g}" and told[-3:] == ["commit 1", "pop", "committed it"]
    assert held.long_press.deadline_usec is None and held.long_press.is_pressed
    held.up(3000)
    assert held.told() == [] and not held.long_press.is_pressed and held.previewer._session is None


def test_a_late_timer_tells_all_that_was_due():
    held = Held()
    held.down()
    held.long_press.advance(held.zero + 5000 * MS)
    assert held.told() == [*BEGUN, "preview 1", "peek", "commit 1", "pop", "committed it"]
    # A clock that goes back is none.
    held.long_press.advance(held.zero)
    held.up(0)
    assert held.told() == []


@pytest.mark.parametrize("at, told", [
    (100, []), (149, []), (300, ["dismiss press(released)"]), (700, ["dismiss press(released)"])])
def test_let_go_before_the_pop(at, told):
    held = Held()
    held.down()
    held.run(at)
    held.told()
    held.up(at)
    assert held.told()[-1:] == told
    held.run(5000)
    assert held.told() == []


def test_let_go_late_is_seen_first():
    """The release is told after the hint was due, with no timer in between."""
    held = Held()
    held.down()
    held.up(160)
    assert held.told() == [*BEGUN, "dismiss press(released)"]


@pytest.mark.parametrize("at, place, told", [
    (100, (60, 50), BEGUN), (100, (57, 58), []), (100, (60.1, 50), []),
    (300, (60, 50), None), (300, (50, 39), ["dismiss press(moved)"])])
def test_movement_before_the_peek(at, place, told):
    held = Held()
    held.down()
    held.run(at)
    held.told()
    held.move(at, place)
    if at < 150:
        held.run(150)
        assert [line for line in held.told() if "begin" in line] == [line for line in told if "begin" in line]
    else:
        assert [line for line in held.told() if "dismiss" in line] == (told or [])
        assert held.long_press.is_pressed == (told is None)


def test_movement_after_the_peek_shows_actions():
    held = Held()
    held.giver.actions = [PreviewAction("Mark", lambda action, preview: held.log.append("handled"))]
    held.down()
    held.run(500)
    held.told()
    held.move(510, (50, 38.5))
    assert set(held.told()) == {"commit 0.02"}
    held.move(520, (50, 38))
    held.move(530, (50, 28))
    assert [line for line in held.told() if "commit" not in line] == ["show Mark", "update [Mark]"]
    held.run(1500)
    assert held.told() == []
    held.up(1600)
    assert held.told() == ["choose Mark", "handled", "dismiss action"]


def test_something_else_takes_the_button():
    held = Held()
    held.down()
    held.run(400)
    held.told()
    held.long_press.cancel(held.zero + 400 * MS)
    assert held.told() == ["dismiss press(gesture)"]
    held.long_press.cancel(held.zero + 400 * MS)
    held.up(500)
    assert held.told() == [] and held.long_press.deadline_usec is None


def test_a_second_button_down_begins_anew():
    held = Held()
    held.down()
    held.run(400)
    held.told()
    held.down(450)
    assert held.told() == ["dismiss press(dropped)"]
    held.run(599)
    assert held.told() == []
    held.run(600)
    assert held.told() == BEGUN


def test_with_a_force_pad_it_does_nothing():
    held = Held()
    held.previewer.capability_changed(Capability.AVAILABLE)
    held.down()
    assert held.run(5000) == [] and held.told() == []
    held.previewer.capability_changed(Capability.UNAVAILABLE)
    held.down()
    held.run(200)
    held.told()
    # A pad comes in the middle of it: what was begun is brought to its end.
    held.previewer.capability_changed(Capability.AVAILABLE)
    held.run(500)
    assert held.told()[-1] == "peek"
    held.up(600)
    assert held.told()[-1] == "dismiss press(released)"


def test_it_is_where_the_button_went_down_even_without_a_pointer():
    held = Held()
    held.window.pointer = None
    held.down(place=(30, 40))
    held.run(150)
    assert held.told()[0] == "ask it (20, 20)"


def test_cancelling_from_within_is_heard_once():
    held = Held()
    held.giver.gives = lambda context: held.long_press.cancel(held.zero)
    held.down()
    held.run(5000)
    assert held.told() == BEGUN[:1] and not held.long_press.is_pressed
