"""Presses and previews: what an iOS developer would expect, when things go right and when they do not."""

import pytest

from peekpop import (
    CancelReason, Capability, Device, FailureState, FeedbackPattern, PadKind, Phase, Point, Preview, Previewer,
    PreviewInteraction, PreviewMeans, Rect,
)
from stage import Box, Follower, Giver, Scribe, Stage, Theatre

BEGUN = ["ask it (40, 30)", "begin it (0, 0, 100, 80)"]


def test_a_whole_press():
    theatre = Theatre()
    theatre.send("began", 0.0)
    assert theatre.previewer.current.content == "it"
    theatre.send("changed", 0.4)
    theatre.send("peeked")
    theatre.send("changed", 1, 0.5)
    theatre.send("popped", 1, 1)
    assert theatre.previewer.current is None
    theatre.send("changed", 1, 1)
    theatre.send("ended", 1, 1)
    assert theatre.told() == [
        *BEGUN, "preview 0.4", "preview 1", "peek", "commit 0.5", "commit 1", "pop", "committed it"]


def test_an_unknown_phase_is_a_change():
    from peekpop import Press
    theatre = Theatre()
    theatre.send("began")
    theatre.told()
    wire = {"id": 1, "device": "usb-05ac-0265", "phase": "squeezed", "preview": 0.25, "squeeze": {"much": 3}}
    theatre.previewer.handle(Press.from_wire(wire))
    assert theatre.told() == ["preview 0.25"]


def test_a_press_that_is_for_nobody_does_nothing_to_its_end():
    theatre = Theatre()
    theatre.window.pointer = Point(300, 200)
    theatre.send("began")
    theatre.window.pointer = Point(50, 50)
    theatre.play("changed", "peeked", "popped", "ended")
    assert theatre.told() == []


def test_steps_of_another_press_are_passed_over():
    theatre = Theatre()
    theatre.send("began")
    theatre.send("popped", device="another")
    theatre.press = 2
    theatre.send("popped")
    assert theatre.told() == BEGUN


def test_who_joins_in_the_middle_of_a_press_waits_for_the_next():
    theatre = Theatre()
    theatre.play("changed", "peeked", "popped", "ended")
    assert theatre.told() == []


def test_a_press_whose_end_was_never_told_makes_way():
    theatre = Theatre()
    theatre.play("began", "peeked")
    theatre.told()
    theatre.press = 2
    theatre.send("began")
    assert theatre.told() == ["dismiss press(dropped)", *BEGUN]


# Bad delegates.

@pytest.mark.parametrize("gives, logged", [
    (lambda context: None, None),
    (lambda context: 1 / 0, "ZeroDivisionError"),
    (lambda context: "a string", "preview_for_location gives a Preview or None, not 'a string'"),
])
def test_a_delegate_that_gives_none_raises_or_gives_nonsense(gives, logged, caplog):
    theatre = Theatre(gives=gives)
    states = []
    theatre.context.failure_relationship.observe(states.append)
    theatre.play("began", "changed", "peeked", "popped")
    assert states == [FailureState.FAILED]
    theatre.play("ended")
    assert states == [FailureState.FAILED, FailureState.POSSIBLE]
    assert theatre.told() == BEGUN[:1]
    assert theatre.previewer.current is None
    assert (logged in caplog.text) if logged else not caplog.text
    # And the next one is asked for again.
    theatre.giver.gives = None
    theatre.press = 2
    theatre.send("began")
    assert theatre.told() == BEGUN


LATE = {
    ("changed",): ["preview 0.5"],
    ("changed", "peeked"): ["preview 0.5", "preview 1", "peek"],
    ("changed", "peeked", "cancelled(released)"): ["preview 0.5", "preview 1", "peek", "dismiss press(released)"],
    ("cancelled(moved)",): ["dismiss press(moved)"],
    ("peeked", "popped", "ended"): ["preview 1", "peek", "commit 1", "pop", "committed it"],
}


@pytest.mark.parametrize("missed", LATE, ids=" ".join)
def test_a_slow_delegate_is_caught_up_with(missed):
    """It runs the program's loop meanwhile, as a dialog would: steps come while it is being asked."""
    theatre = Theatre()

    def slow(context):
        for phase in missed:
            theatre.send(phase, 0.5)
        theatre.log.append("given")
        return Preview("it")

    theatre.giver.gives = slow
    theatre.send("began")
    assert theatre.told() == [BEGUN[0], "given", BEGUN[1], *LATE[missed]]


def test_the_rectangle_holds_for_one_preview():
    theatre = Theatre()

    def narrow(context):
        context.source_rect = Rect(1, 2, 3, 4)
        return Preview("it")

    theatre.giver.gives = narrow
    theatre.play("began")
    assert theatre.told()[-1] == "begin it (1, 2, 3, 4)" and theatre.context.source_rect == Rect(1, 2, 3, 4)
    theatre.play("cancelled(released)")
    assert theatre.context.source_rect == Rect(0, 0, 100, 80)
    # Also where it then gave nothing.
    theatre.giver.gives = lambda context: setattr(context, "source_rect", Rect(1, 2, 3, 4))
    theatre.press = 2
    theatre.play("began")
    assert theatre.context.source_rect == Rect(0, 0, 100, 80)
    # What the program sets by itself, stays.
    theatre.context.source_rect = Rect(9, 9, 9, 9)
    theatre.giver.gives = None
    theatre.press = 3
    theatre.play("began", "cancelled(released)")
    assert "begin it (9, 9, 9, 9)" in theatre.told() and theatre.context.source_rect == Rect(9, 9, 9, 9)


# Views and windows that go.

def removed(theatre):
    theatre.view.around = None
    theatre.previewer.window_did_change()


REMOVALS = {
    "by a look": removed,
    "by the next step": lambda theatre: (setattr(theatre.view, "around", None), theatre.send("changed")),
    "by its end": lambda theatre: theatre.previewer.unregister_for_previewing(theatre.context),
    "with its delegate": lambda theatre: (delattr(theatre, "giver"), theatre.previewer.window_did_change()),
}


@pytest.mark.parametrize("remove", REMOVALS.values(), ids=REMOVALS)
@pytest.mark.parametrize("way", [("began",), ("began", "peeked")], ids=" ".join)
def test_a_view_removed_during_its_peek(remove, way):
    theatre = Theatre()
    theatre.play(*way)
    theatre.told()
    remove(theatre)
    assert theatre.told() == ["dismiss viewRemoved"]
    theatre.play("popped", "ended")
    assert theatre.told() == []


def test_a_view_removed_while_the_preview_is_pinned():
    theatre = Theatre()
    theatre.previewer.preview(theatre.view)
    theatre.told()
    removed(theatre)
    assert theatre.told() == ["dismiss viewRemoved"] and not theatre.previewer.is_pinned


@pytest.mark.parametrize("change", [
    lambda theatre: setattr(theatre.view, "around", None),
    lambda theatre: setattr(theatre.window, "active", False),
    lambda theatre: theatre.previewer.unregister_for_previewing(theatre.context),
])
def test_what_went_while_the_delegate_was_asked(change):
    theatre = Theatre()
    theatre.giver.gives = lambda context: (change(theatre), Preview("it"))[1]
    theatre.play("began", "peeked", "popped", "ended")
    assert theatre.told() == BEGUN[:1]


def test_after_the_pop_nothing_is_taken_back():
    theatre = Theatre()
    theatre.play("began", "peeked", "popped")
    theatre.told()
    theatre.window.active = False
    removed(theatre)
    theatre.previewer.dismiss()
    theatre.context.failure_relationship.claim()
    theatre.send("cancelled(fingers)")
    assert theatre.told() == []
    assert theatre.previewer._session is None


def test_focus_lost_in_mid_press():
    for look in (True, False):
        theatre = Theatre()
        theatre.play("began", "peeked")
        theatre.told()
        theatre.window.active = False
        theatre.previewer.window_did_change() if look else theatre.send("popped")
        assert theatre.told() == ["dismiss focusLost"]
        theatre.window.active = True
        theatre.play("popped", "ended")
        assert theatre.told() == []


def test_a_pinned_preview_goes_with_the_focus():
    theatre = Theatre()
    theatre.previewer.preview(theatre.view)
    theatre.told()
    theatre.window.active = False
    theatre.previewer.window_did_change()
    assert theatre.told() == ["dismiss focusLost"]
    assert theatre.previewer.current is None


def test_two_windows():
    theatre, other = Theatre(), Theatre()
    other.window.pointer, other.window.active = None, False

    def both(*phases):
        for phase in phases:
            theatre.send(phase)
            other.send(phase)

    both("began", "peeked")
    assert theatre.told()[:2] == BEGUN and other.told() == []
    # The pointer goes over to the other one: the press stays whose it was.
    theatre.window.pointer, other.window.pointer = None, Point(50, 50)
    both("popped", "ended")
    assert theatre.told() == ["commit 1", "pop", "committed it"] and other.told() == []


# Where a press is.

def screen(kind):
    return Device("i2c-04f3-0000", kind=kind)


@pytest.mark.parametrize("kind", [PadKind.TOUCHSCREEN, PadKind.PEN])
def test_a_press_on_the_screen_is_where_the_finger_is(kind):
    theatre = Theatre()
    theatre.window.pointer, theatre.window.touch = None, True
    theatre.send("began", on=screen(kind), x=0.125, y=0.25)
    assert theatre.told()[0] == "ask it (40, 55)"


def test_a_press_on_the_screen_outside_of_the_window():
    theatre = Theatre()
    theatre.send("began", on=screen(PadKind.TOUCHSCREEN), x=0.125, y=0.25)
    assert theatre.told() == []


@pytest.mark.parametrize("kind", [PadKind.TOUCHPAD, PadKind.OTHER, PadKind.UNKNOWN])
def test_a_press_on_a_pad_is_where_the_pointer_is(kind):
    theatre = Theatre()
    theatre.send("began", on=screen(kind), x=0.9, y=0.9)
    assert theatre.told() == BEGUN


# The program's own gestures.

def test_the_failure_relationship_tells_each_change_once():
    theatre = Theatre()
    states = []
    stop = theatre.context.failure_relationship.observe(states.append)
    theatre.play("began", "changed", "peeked")
    assert states == ["began"]
    theatre.play("popped", "ended")
    assert states == ["began", "ended", "possible"]
    stop()
    stop()
    theatre.press = 2
    theatre.play("began")
    assert len(states) == 3 and theatre.context.failure_relationship.state is FailureState.BEGAN


def test_a_press_that_failed_ends_while_the_keyboards_preview_stands():
    theatre = Theatre(gives=lambda context: None)
    theatre.play("began")
    theatre.giver.gives = None
    assert theatre.previewer.preview(theatre.view)
    theatre.play("ended")
    assert theatre.context.failure_relationship.state is FailureState.BEGAN


def test_a_gesture_claims_the_press():
    theatre = Theatre()
    relationship = theatre.context.failure_relationship
    relationship.claim()
    theatre.play("began", "peeked")
    theatre.told()
    relationship.claim()
    theatre.play("popped", "ended")
    assert theatre.told() == ["dismiss claimed"] and relationship.state is FailureState.POSSIBLE


def test_a_gesture_claims_only_presses_of_its_own_context():
    theatre = Theatre()
    inner = Giver(theatre.log, "inner")
    theatre.previewer.register_for_previewing(inner, Box(theatre.view, (0, 0, 90, 70)))
    theatre.play("began")
    theatre.context.failure_relationship.claim()
    assert theatre.previewer.current.content == "inner"


def test_whatever_the_programs_code_raises_previews_end(caplog):
    class Broken(Scribe):
        def __getattribute__(self, name):
            if name in ("begin", "preview_progress", "peek", "commit_progress", "pop", "dismiss"):
                super().__getattribute__("log").append(name)
                raise RuntimeError("broken presenter")
            return super().__getattribute__(name)

    theatre = Theatre()
    theatre.previewer.presenter = Broken(theatre.log)
    theatre.context.failure_relationship.observe(lambda state: 1 / 0)
    theatre.play("began", "peeked", "popped", "ended")
    assert theatre.told() == [
        BEGUN[0], "begin", "preview_progress", "peek", "commit_progress", "pop", "committed it"]
    theatre.press = 2
    theatre.play("began", "cancelled(released)")
    assert theatre.told()[-1] == "dismiss" and theatre.previewer.current is None
    assert caplog.text.count("RuntimeError: broken presenter") == 7 and "ZeroDivisionError" in caplog.text


def test_a_view_that_raises_hurts_no_other(caplog):
    theatre = Theatre()

    class Broken(Box):
        frame = property(lambda self: 1 / 0)

    bad = Giver(theatre.log, "bad")
    context = theatre.previewer.register_for_previewing(bad, Broken(theatre.window, (0, 0, 9, 9)))
    theatre.play("began", "changed", "cancelled(released)")
    assert theatre.told() == [] and "ZeroDivisionError" in caplog.text
    theatre.previewer.unregister_for_previewing(context)
    theatre.press = 2
    theatre.play("began")
    assert theatre.told() == BEGUN


# Interactions.

def interaction(theatre, begins=True, view=None):
    follower = Follower(theatre.log, begins)
    made = PreviewInteraction(view or Box(theatre.view, (0, 0, 90, 70)), theatre.previewer, follower)
    return made, follower


def test_an_interaction_follows_the_press():
    theatre = Theatre()
    made, follower = interaction(theatre)
    assert made.location(theatre.window) is None
    theatre.send("began", 0)
    assert made.location(made.view) == Point(40, 30)
    theatre.window.pointer = Point(60, 50)
    theatre.send("changed", 0.5)
    assert made.location(made.view) == Point(50, 30) and made.location(theatre.window) == Point(60, 50)
    theatre.play("peeked")
    theatre.send("changed", 1, 0.5, up=20)
    theatre.play("popped")
    theatre.play("ended")
    assert theatre.told() == [
        "should begin", "preview 0.5", "preview 1 ended", "commit 0.5", "commit 1 ended"]
    assert made.location(theatre.window) is None


@pytest.mark.parametrize("way, told", [
    (["began", "cancelled(released)"], ["cancel"]),
    (["began", "peeked", "cancelled(fingers)"], ["preview 1 ended", "cancel"]),
    (["began", "peeked", "popped", "cancelled(fingers)"], ["preview 1 ended", "commit 1 ended"]),
])
def test_an_interaction_ends_once(way, told):
    theatre = Theatre()
    kept = interaction(theatre)
    theatre.play(*way)
    assert theatre.told() == ["should begin", *told]
    assert kept


def test_an_interaction_that_should_not_begin_or_is_cancelled():
    theatre = Theatre()
    made, follower = interaction(theatre, begins=False)
    theatre.play("began", "peeked", "cancelled(released)")
    assert theatre.told() == ["should begin"]
    follower.begins = True
    theatre.press = 2
    theatre.play("began", "peeked")
    made.cancel()
    theatre.play("popped", "ended")
    assert theatre.told() == ["should begin", "preview 1 ended", "cancel"]


def test_an_interaction_ends_when_it_is_let_go_of():
    theatre = Theatre()
    made, follower = interaction(theatre)
    del made
    theatre.play("began")
    assert theatre.told() == BEGUN


# Feedback, means, and the end.

class FakeConnection:
    def __init__(self, capability=Capability.UNKNOWN):
        self.capability, self.listeners, self.played, self.devices, self.phases = capability, [], [], {}, None

    def add_listener(self, listener):
        self.listeners.append(listener)

    def remove_listener(self, listener):
        self.listeners.remove(listener)

    def play_feedback(self, device, pattern):
        self.played.append((device, pattern))


def test_feedback_is_played_where_there_is_a_motor():
    connection = FakeConnection()
    theatre = Theatre(connection=connection, feedback={
        Phase.BEGAN: FeedbackPattern.CLICK, Phase.POPPED: FeedbackPattern.BUZZ})
    for haptics in (False, True):
        pad = Device("pad", haptics=haptics)
        for phase in ("began", "changed", "peeked", "popped", "ended"):
            theatre.send(phase, device="pad", on=pad)
        theatre.press += 1
    assert connection.played == [("pad", "click"), ("pad", "buzz")]


def test_a_connection_without_all_phases_is_refused():
    connection = FakeConnection()
    connection.phases = [Phase.PEEKED, Phase.POPPED]
    with pytest.raises(ValueError, match="every phase, and this connection asks for peeked, popped"):
        Previewer(Stage(), Scribe([]), connection)
    connection.phases = list(Phase)
    Previewer(Stage(), Scribe([]), connection)


def test_means_follow_the_capability():
    told = []
    connection = FakeConnection()
    previewer = Previewer(Stage(), Scribe([]), connection, on_means=told.append)
    assert previewer.means is PreviewMeans.LONG_PRESS
    for capability in (Capability.UNAVAILABLE, Capability.AVAILABLE, Capability.AVAILABLE, Capability.UNAVAILABLE):
        connection.listeners[0].capability_changed(capability)
    assert told == [PreviewMeans.FORCE, PreviewMeans.LONG_PRESS]
    assert Previewer(Stage(), Scribe([]), FakeConnection(Capability.AVAILABLE)).means is PreviewMeans.FORCE


def test_a_window_that_closes():
    connection = FakeConnection()
    theatre = Theatre(connection=connection)
    theatre.play("began", "peeked")
    theatre.told()
    theatre.previewer.close()
    theatre.play("popped", "ended")
    theatre.press = 2
    theatre.play("began")
    assert theatre.told() == ["dismiss dismissed"] and connection.listeners == []


def test_the_keyboard_previews_views_within_a_registered_one():
    theatre = Theatre()
    within = Box(Box(theatre.view, (10, 10, 50, 50)), (5, 5, 10, 10))
    assert theatre.previewer.preview(within, Point(1, 2))
    assert theatre.told()[0] == "ask it (16, 17)"
    assert not theatre.previewer.preview(theatre.view)
    theatre.previewer.commit()
    assert theatre.told()[-2:] == ["pop", "committed it"] and theatre.previewer.current is None
    assert not theatre.previewer.preview(Box(theatre.window, (0, 0, 9, 9)))
    assert not theatre.previewer.preview(Box(None, (0, 0, 9, 9)))
    theatre.giver.gives = lambda context: None
    assert not theatre.previewer.preview(theatre.view)
    assert theatre.context.failure_relationship.state is FailureState.POSSIBLE


def test_a_reason_only_a_newer_service_knows_interrupts():
    theatre = Theatre()
    theatre.play("began", "cancelled(unknown)")
    assert theatre.told()[-1] == f"dismiss press({CancelReason.UNKNOWN})"
