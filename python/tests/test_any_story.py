"""Whatever happens in whatever order: each preview's calls come as `PreviewPresenter` promises. By seeds, so the same always."""

import random
import re

import pytest

from peekpop import PreviewAction, PreviewActionGroup
from stage import PAD, Theatre

# A letter each, and the order that is promised.
LETTERS = {
    "begin": "b", "preview": "p", "peek": "k", "commit": "c", "show": "a", "update": "a", "hide": "a", "choose": "x",
    "handled": "h", "pop": "o", "committed": "m", "dismiss": "d"}
ONE = re.compile(r"bp*(om|d|k[ca]*(om|d|xhd))")


def menu(log):
    action = PreviewAction("One", lambda action, preview: log.append("handled"))
    return [action, PreviewActionGroup("More", [action, PreviewActionGroup("Yet more", [action])]), action]


def anything(theatre, chance):
    """One deed of the finger's, the keyboard's, the window's or the program's."""
    previewer, relationship = theatre.previewer, theatre.context.failure_relationship
    ways = {"up": chance.uniform(-5, 40), "right": chance.uniform(-25, 25)}
    progress = chance.uniform(-0.5, 1.5), chance.uniform(-0.5, 1.5)
    device = chance.choice([PAD, PAD, PAD, "another"])
    deeds = [
        lambda: theatre.send("began", *progress, device=device),
        lambda: theatre.send("began", *progress, device=device),
        *[lambda: theatre.send("changed", *progress, **ways, device=device)] * 6,
        *[lambda: theatre.send("peeked", *progress, device=device)] * 3,
        lambda: theatre.send("popped", *progress, **ways, device=device),
        lambda: theatre.send("ended", **ways, device=device),
        lambda: theatre.send("cancelled(released)", **ways, device=device),
        lambda: theatre.send("cancelled(fingers)", device=device),
        lambda: setattr(theatre, "press", theatre.press + 1),
        lambda: previewer.preview(theatre.view), previewer.commit, previewer.dismiss, previewer.choose, previewer.back,
        previewer.select_next, previewer.select_previous, lambda: previewer.select(chance.randrange(-1, 4)),
        relationship.claim,
        lambda: (setattr(theatre.window, "active", False), previewer.window_did_change(),
                 setattr(theatre.window, "active", True)),
        lambda: (setattr(theatre.view, "around", None), previewer.window_did_change(),
                 setattr(theatre.view, "around", theatre.window)),
        lambda: setattr(theatre.giver, "gives", chance.choice([None, None, None, lambda context: None])),
    ]
    chance.choice(deeds)()


@pytest.mark.parametrize("seed", range(300))
def test_the_calls_come_in_the_promised_order(seed):
    chance = random.Random(seed)
    theatre = Theatre()
    theatre.giver.actions = menu(theatre.log)
    states = []
    theatre.context.failure_relationship.observe(lambda state: states.append(str(state)))
    for _ in range(60):
        anything(theatre, chance)
        shown = theatre.previewer.actions
        assert shown is None or shown.selection is None or 0 <= shown.selection < len(shown.items)
    theatre.previewer.dismiss()
    for line in theatre.log:
        name, _, value = line.partition(" ")
        if name in ("preview", "commit"):
            assert 0 <= float(value) <= 1, line
    calls = "".join(LETTERS[line.split()[0]] for line in theatre.log if not line.startswith("ask"))
    told = [match.group() for match in ONE.finditer(calls)]
    assert "".join(told) == calls, theatre.log
    # As many as began, and each of them was told to the program's own gestures.
    assert states.count("began") == calls.count("b") == states.count("ended")
    assert re.fullmatch("(began ended possible |failed possible |failed began ended possible )*(failed )?",
                        "".join(state + " " for state in states)), states


def test_the_stories_go_everywhere():
    """Or the test above would not be worth much."""
    calls = set()
    for seed in range(300):
        chance = random.Random(seed)
        theatre = Theatre()
        theatre.giver.actions = menu(theatre.log)
        for _ in range(60):
            anything(theatre, chance)
        calls |= {line.split()[0] for line in theatre.log}
    assert calls == {*LETTERS, "ask"}
