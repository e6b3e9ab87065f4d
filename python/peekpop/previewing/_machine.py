"""A preview's way, as a table: without views, delegates and time.

docs/clients.md shows the same table, and a test holds the two against each other.
"""

from __future__ import annotations

from enum import Enum
from typing import Dict, Tuple


class State(Enum):
    """How far a preview is."""

    IDLE = "idle"
    """There is none."""
    BEGAN = "began"
    """The hint was reached: it begins to show."""
    PEEKED = "peeked"
    """It stands, under a finger."""
    CHOOSING = "choosing"
    """So do its actions."""
    PINNED = "pinned"
    """It stands, or they do, without a finger: the keyboard or the pointer decides."""
    POPPED = "popped"
    """It has been opened; the press is not over yet."""


class Input(Enum):
    """What can happen to a preview."""

    BEGIN = "begin"
    """A press has begun, and the program has given a preview."""
    PIN = "pin"
    """The same by the keyboard, without a press."""
    CHANGE = "change"
    """The press's force or place has changed."""
    PEEK = "peek"
    POP = "pop"
    RELEASE = "release"
    """The finger has let go."""
    CHOOSE = "choose"
    """The same on an action; or an action was chosen in some other way."""
    INTERRUPT = "interrupt"
    """The press was interrupted."""
    WITHDRAW = "withdraw"
    """The program, or what became of the window and its views, takes the preview away."""
    COMMIT = "commit"
    """The program opens it."""
    SHOW_ACTIONS = "showActions"
    """The finger went up, or the keyboard asks."""
    HIDE_ACTIONS = "hideActions"
    """The finger went down again."""


class Outcome(Enum):
    """What a step makes known."""

    BEGIN = "begin"
    PREVIEW_PROGRESS = "previewProgress"
    """The progress from hint to peek that the press reports."""
    PREVIEW_WHOLE = "previewWhole"
    """That it is 1."""
    PEEK = "peek"
    COMMIT_PROGRESS = "commitProgress"
    COMMIT_WHOLE = "commitWhole"
    SWIPE = "swipe"
    """The finger's way, to the actions."""
    SHOW_ACTIONS = "showActions"
    HIDE_ACTIONS = "hideActions"
    PIN_ACTIONS = "pinActions"
    """The actions stay."""
    CHOOSE = "choose"
    POP = "pop"
    DISMISS = "dismiss"


Step = Tuple[State, Tuple[Outcome, ...]]
_DISMISSED: Step = (State.IDLE, (Outcome.DISMISS,))
_CHOSEN: Step = (State.IDLE, (Outcome.CHOOSE, Outcome.DISMISS))

# What is not here changes nothing, and makes nothing known.
TABLE: Dict[Tuple[State, Input], Step] = {
    (State.IDLE, Input.BEGIN): (State.BEGAN, (Outcome.BEGIN,)),
    (State.IDLE, Input.PIN): (State.PINNED, (Outcome.BEGIN, Outcome.PREVIEW_WHOLE, Outcome.PEEK)),
    (State.BEGAN, Input.CHANGE): (State.BEGAN, (Outcome.PREVIEW_PROGRESS,)),
    (State.BEGAN, Input.PEEK): (State.PEEKED, (Outcome.PREVIEW_WHOLE, Outcome.PEEK)),
    # A level may be passed between two reports.
    (State.BEGAN, Input.POP): (
        State.POPPED,
        (Outcome.PREVIEW_WHOLE, Outcome.PEEK, Outcome.COMMIT_WHOLE, Outcome.POP),
    ),
    (State.BEGAN, Input.COMMIT): (State.POPPED, (Outcome.PREVIEW_WHOLE, Outcome.PEEK, Outcome.POP)),
    (State.BEGAN, Input.RELEASE): _DISMISSED,
    (State.BEGAN, Input.INTERRUPT): _DISMISSED,
    (State.BEGAN, Input.WITHDRAW): _DISMISSED,
    (State.PEEKED, Input.CHANGE): (State.PEEKED, (Outcome.COMMIT_PROGRESS, Outcome.SWIPE)),
    (State.PEEKED, Input.POP): (State.POPPED, (Outcome.COMMIT_WHOLE, Outcome.POP)),
    (State.PEEKED, Input.COMMIT): (State.POPPED, (Outcome.POP,)),
    (State.PEEKED, Input.SHOW_ACTIONS): (State.CHOOSING, (Outcome.SHOW_ACTIONS,)),
    (State.PEEKED, Input.RELEASE): _DISMISSED,
    (State.PEEKED, Input.INTERRUPT): _DISMISSED,
    (State.PEEKED, Input.WITHDRAW): _DISMISSED,
    # A pop does nothing here: who chooses an action presses hard without meaning it.
    (State.CHOOSING, Input.CHANGE): (State.CHOOSING, (Outcome.SWIPE,)),
    (State.CHOOSING, Input.HIDE_ACTIONS): (State.PEEKED, (Outcome.HIDE_ACTIONS,)),
    (State.CHOOSING, Input.RELEASE): (State.PINNED, (Outcome.PIN_ACTIONS,)),
    (State.CHOOSING, Input.CHOOSE): _CHOSEN,
    (State.CHOOSING, Input.COMMIT): (State.POPPED, (Outcome.POP,)),
    (State.CHOOSING, Input.INTERRUPT): _DISMISSED,
    (State.CHOOSING, Input.WITHDRAW): _DISMISSED,
    # Its press is over; others do not begin while it stands.
    (State.PINNED, Input.COMMIT): (State.IDLE, (Outcome.POP,)),
    (State.PINNED, Input.CHOOSE): _CHOSEN,
    (State.PINNED, Input.WITHDRAW): _DISMISSED,
    (State.PINNED, Input.SHOW_ACTIONS): (State.PINNED, (Outcome.SHOW_ACTIONS,)),
    (State.PINNED, Input.HIDE_ACTIONS): (State.PINNED, (Outcome.HIDE_ACTIONS,)),
    (State.POPPED, Input.RELEASE): (State.IDLE, ()),
    (State.POPPED, Input.INTERRUPT): (State.IDLE, ()),
}


def step(state: State, given: Input) -> Step:
    """The next state, and what is made known, in this order."""
    return TABLE.get((state, given), (state, ()))
