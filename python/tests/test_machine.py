"""The table of a preview: every state with every input, in code, in docs/clients.md, and as it is carried out."""

import re

import pytest

from conftest import ROOT
from peekpop import PreviewAction
from peekpop.previewing._machine import TABLE, Input, Outcome, State, step
from stage import Theatre

PAIRS = [(state, given) for state in State for given in Input]


def documented():
    """{(state, input): (next state, outcomes)} of the table in docs/clients.md; `–` changes nothing."""
    text = (ROOT / "docs/clients.md").read_text().split("\n## The states of a preview\n")[1].split("\n## ")[0]
    text = text[text.index("| input |"):]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line[:1] == "|"]
    states = [State(name) for name in rows[0][1:]]
    found = {}
    for row in rows[2:]:
        for state, cell in zip(states, row[1:]):
            if cell == "–":
                found[state, Input(row[0])] = (state, ())
            else:
                name, _, outcomes = cell.partition(" / ")
                found[state, Input(row[0])] = (
                    State(name), tuple(Outcome(outcome) for outcome in re.findall(r"\w+", outcomes)))
    return found


def test_the_table_in_the_documentation_is_complete():
    assert set(documented()) == set(PAIRS)


@pytest.mark.parametrize("state, given", PAIRS, ids=lambda value: value.value)
def test_code_and_documentation_say_the_same(state, given):
    assert step(state, given) == documented()[state, given]


@pytest.mark.parametrize("state, given", PAIRS, ids=lambda value: value.value)
def test_a_preview_that_begins_ends_once(state, given):
    """From any state to no preview at all: by a pop or a dismissal, never both, never neither."""
    after, outcomes = step(state, given)
    closing = [outcome for outcome in outcomes if outcome in (Outcome.POP, Outcome.DISMISS)]
    was_shown, is_shown = (one not in (State.IDLE, State.POPPED) for one in (state, after))
    assert len(closing) == (1 if was_shown and not is_shown or (state, after) == (State.IDLE, State.POPPED) else 0)
    assert (Outcome.BEGIN in outcomes) == (state is State.IDLE and is_shown)


def test_no_pair_is_listed_that_changes_nothing():
    assert not [pair for pair, after in TABLE.items() if after == (pair[0], ())]


# How a test brings a preview into a state, and gives it an input.
WAYS = {
    State.IDLE: lambda t: None,
    State.BEGAN: lambda t: t.play("began"),
    State.PEEKED: lambda t: t.play("began", "peeked"),
    State.CHOOSING: lambda t: (t.play("began", "peeked"), t.send("changed", up=12)),
    State.PINNED: lambda t: (t.previewer.preview(t.view), t.previewer.select_next()),
    State.POPPED: lambda t: t.play("began", "peeked", "popped"),
}
GIVEN = {
    Input.BEGIN: lambda t: (setattr(t, "press", 2), t.send("began", device="another")),
    Input.PIN: lambda t: t.previewer.preview(t.view),
    Input.CHANGE: lambda t: t.send("changed", 0.5, 0.25, up=12),
    Input.PEEK: lambda t: t.send("peeked", up=12),
    Input.POP: lambda t: t.send("popped"),
    Input.RELEASE: lambda t: t.send("cancelled(released)"),
    Input.CHOOSE: lambda t: t.previewer.choose(),
    Input.INTERRUPT: lambda t: t.send("cancelled(fingers)"),
    Input.WITHDRAW: lambda t: t.previewer.dismiss(),
    Input.COMMIT: lambda t: t.previewer.commit(),
    Input.SHOW_ACTIONS: lambda t: t.send("changed", 1, 0.25, up=12),
    Input.HIDE_ACTIONS: lambda t: t.send("changed", 1, 0.25, up=4),
}
BEGUN = ["ask it (40, 30)", "begin it (0, 0, 100, 80)"]
POP = ["pop", "committed it"]
CHOSEN = ["choose Mark", "handled", "dismiss action"]
DONE = {
    (State.IDLE, Input.BEGIN): BEGUN,
    (State.IDLE, Input.PIN): ["ask it (50, 40)", "begin it (0, 0, 100, 80)", "preview 1", "peek"],
    (State.BEGAN, Input.CHANGE): ["preview 0.5"],
    (State.BEGAN, Input.SHOW_ACTIONS): ["preview 1"],
    (State.BEGAN, Input.HIDE_ACTIONS): ["preview 1"],
    (State.BEGAN, Input.PEEK): ["preview 1", "peek"],
    (State.BEGAN, Input.POP): ["preview 1", "peek", "commit 1", *POP],
    (State.BEGAN, Input.COMMIT): ["preview 1", "peek", *POP],
    (State.BEGAN, Input.RELEASE): ["dismiss press(released)"],
    (State.BEGAN, Input.INTERRUPT): ["dismiss press(fingers)"],
    (State.BEGAN, Input.WITHDRAW): ["dismiss dismissed"],
    (State.PEEKED, Input.CHANGE): ["commit 0.25", "show Mark", "update [Mark]"],
    (State.PEEKED, Input.SHOW_ACTIONS): ["commit 0.25", "show Mark", "update [Mark]"],
    (State.PEEKED, Input.HIDE_ACTIONS): ["commit 0.25"],
    (State.PEEKED, Input.POP): ["commit 1", *POP],
    (State.PEEKED, Input.COMMIT): POP,
    (State.PEEKED, Input.RELEASE): ["dismiss press(released)"],
    (State.PEEKED, Input.INTERRUPT): ["dismiss press(fingers)"],
    (State.PEEKED, Input.WITHDRAW): ["dismiss dismissed"],
    (State.CHOOSING, Input.RELEASE): CHOSEN,
    (State.CHOOSING, Input.CHOOSE): CHOSEN,
    (State.CHOOSING, Input.HIDE_ACTIONS): ["hide"],
    (State.CHOOSING, Input.COMMIT): POP,
    (State.CHOOSING, Input.INTERRUPT): ["dismiss press(fingers)"],
    (State.CHOOSING, Input.WITHDRAW): ["dismiss dismissed"],
    (State.PINNED, Input.CHOOSE): CHOSEN,
    (State.PINNED, Input.COMMIT): POP,
    (State.PINNED, Input.WITHDRAW): ["dismiss dismissed"],
}


@pytest.mark.parametrize("state, given", PAIRS, ids=lambda value: value.value)
def test_every_state_with_every_input_as_it_is_carried_out(state, given):
    theatre = Theatre()
    theatre.giver.actions = [PreviewAction("Mark", lambda action, preview: theatre.log.append("handled"))]
    WAYS[state](theatre)
    theatre.told()
    GIVEN[given](theatre)
    assert theatre.told() == DONE.get((state, given), [])
    # And whatever it was, it comes to an end.
    theatre.previewer.dismiss()
    theatre.send("ended")
    assert theatre.previewer.current is None
