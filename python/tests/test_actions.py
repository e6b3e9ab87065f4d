"""Actions: the finger's way, groups, and those that stay."""

import pytest

from peekpop import PreviewAction, PreviewActionGroup, PreviewActionStyle
from stage import Theatre


def menu(log):
    def act(title, style=PreviewActionStyle.DEFAULT):
        return PreviewAction(title, lambda action, preview: log.append(f"handled {action.title} of {preview.content}"),
                             style)

    return [
        act("Reply"),
        PreviewActionGroup("Mark", [
            act("Read"), PreviewActionGroup("Colour", [act("Red"), act("Blue", PreviewActionStyle.SELECTED)])]),
        act("Delete", PreviewActionStyle.DESTRUCTIVE),
        PreviewActionGroup("Empty", []),
    ]


@pytest.fixture
def theatre():
    theatre = Theatre()
    theatre.giver.actions = menu(theatre.log)
    theatre.play("began", "peeked")
    theatre.told()
    return theatre


def way(theatre, *places):
    """What is told of actions as the finger goes to each place: (up, right) in mm."""
    for up, right in places:
        theatre.send("changed", up=up, right=right)
    return [line for line in theatre.told() if not line.startswith("commit ")]


SHOWN = "show Reply Mark Delete Empty"


@pytest.mark.parametrize("ups, told", [
    ([5.9], []),
    ([6.0], [SHOWN]),
    ([6.0, 10.9], [SHOWN]),
    ([6.0, 11.0], [SHOWN, "update [Reply] Mark Delete Empty"]),
    # Back over the boundary counts 1 mm behind it.
    ([11.0, 10.1], [SHOWN, "update [Reply] Mark Delete Empty"]),
    ([11.0, 9.9], [SHOWN, "update [Reply] Mark Delete Empty", "update Reply Mark Delete Empty"]),
    ([16.0], [SHOWN, "update Reply [Mark] Delete Empty"]),
    # The last one stays, however far the finger goes.
    ([26.0, 300.0], [SHOWN, "update Reply Mark Delete [Empty]"]),
    ([1e308], [SHOWN, "update Reply Mark Delete [Empty]"]),
    # Below the start they hide, 1 mm behind it; and come again.
    ([6.0, 5.1], [SHOWN]),
    ([6.0, 4.9], [SHOWN, "hide"]),
    ([6.0, 4.9, 5.9, 6.0], [SHOWN, "hide", SHOWN]),
    ([11.0, -5.0], [SHOWN, "update [Reply] Mark Delete Empty", "hide"]),
])
def test_up_shows_and_selects(theatre, ups, told):
    assert way(theatre, *[(up, 0) for up in ups]) == told


def test_right_opens_a_group_and_left_leaves_it(theatre):
    way(theatre, (16, 0))
    assert way(theatre, (16, 7.9)) == []
    assert way(theatre, (16, 8)) == ["show Mark: [Read] Colour"]
    # What is selected now lies where the finger is: half a step to either side.
    assert way(theatre, (18.4, 8)) == []
    assert way(theatre, (18.6, 8)) == ["update Mark: Read [Colour]"]
    assert way(theatre, (18.6, 16)) == ["show Colour: [Red] Blue"]
    assert way(theatre, (18.6, 8.1)) == []
    assert way(theatre, (18.6, 8)) == ["show Mark: Read [Colour]"]
    assert way(theatre, (18.6, 0)) == ["show Reply [Mark] Delete Empty"]
    # And not out of the outermost.
    assert way(theatre, (18.6, -50)) == []


def test_an_action_and_an_empty_group_do_not_open(theatre):
    way(theatre, (11, 0))
    assert way(theatre, (11, 50)) == []
    assert way(theatre, (26, 50)) == ["update Reply Mark Delete [Empty]"]
    assert way(theatre, (26, 100)) == []


def test_sideways_counts_from_where_the_item_was_selected(theatre):
    way(theatre, (6, 20), (11, 25))
    assert way(theatre, (16, 30)) == ["update Reply [Mark] Delete Empty"]
    assert way(theatre, (16, 37.9)) == []
    assert way(theatre, (16, 38)) == ["show Mark: [Read] Colour"]


def test_releasing_on_an_action_chooses_it(theatre):
    way(theatre, (11, 0))
    theatre.send("cancelled(released)")
    assert theatre.told() == ["choose Reply", "handled Reply of it", "dismiss action"]
    assert theatre.previewer.actions is None


def test_releasing_on_a_group_opens_it_and_it_stays(theatre):
    way(theatre, (16, 0))
    theatre.send("cancelled(released)")
    assert theatre.told()[-1] == "show Mark: [Read] Colour pinned"
    assert theatre.previewer.is_pinned and theatre.previewer.current.content == "it"
    theatre.previewer.choose()
    assert theatre.told() == ["choose Read", "handled Read of it", "dismiss action"]


def test_releasing_on_nothing_lets_them_stay(theatre):
    way(theatre, (6, 0))
    theatre.send("cancelled(released)")
    assert theatre.told() == ["update Reply Mark Delete Empty pinned"]
    # Another press does not disturb them.
    theatre.press = 2
    theatre.play("began", "peeked", "popped", "ended")
    assert theatre.told() == []
    theatre.previewer.back()
    assert theatre.told() == ["dismiss dismissed"]


def test_a_pop_does_nothing_while_actions_show(theatre):
    way(theatre, (11, 0))
    theatre.send("popped", up=11)
    assert theatre.told() == []
    # Its end is a release then.
    theatre.send("ended", up=11)
    assert theatre.told() == ["choose Reply", "handled Reply of it", "dismiss action"]


def test_an_interruption_chooses_nothing(theatre):
    way(theatre, (11, 0))
    theatre.send("cancelled(fingers)")
    assert theatre.told() == ["dismiss press(fingers)"]


def test_without_actions_the_finger_may_go_anywhere():
    theatre = Theatre()
    theatre.play("began", "peeked")
    theatre.told()
    assert way(theatre, (50, 0), (0, 0)) == []
    theatre.send("popped")
    assert theatre.told() == ["commit 1", "pop", "committed it"]


def test_by_keyboard(theatre):
    previewer = theatre.previewer
    previewer.dismiss()
    assert previewer.preview(theatre.view) and previewer.actions is None
    theatre.told()
    previewer.select_previous()
    assert theatre.told() == ["show [Reply] Mark Delete Empty pinned"]
    previewer.select_previous()
    previewer.select_next()
    assert theatre.told() == ["update [Reply] Mark Delete Empty pinned", "update Reply [Mark] Delete Empty pinned"]
    previewer.choose()
    previewer.select_next()
    previewer.select_next()
    assert theatre.told() == ["show Mark: [Read] Colour pinned", *["update Mark: Read [Colour] pinned"] * 2]
    previewer.back()
    assert theatre.told() == ["show Reply [Mark] Delete Empty pinned"]
    previewer.select(2)
    previewer.select(9)
    previewer.select(-1)
    assert theatre.told() == ["update Reply Mark [Delete] Empty pinned"]
    assert previewer.actions.selected.style is PreviewActionStyle.DESTRUCTIVE
    previewer.choose()
    assert theatre.told() == ["choose Delete", "handled Delete of it", "dismiss action"]
    # Nothing is there any more.
    for deed in (previewer.choose, previewer.back, previewer.select_next, previewer.commit, previewer.dismiss):
        deed()
    assert theatre.told() == []


def test_choosing_an_empty_group_does_nothing(theatre):
    theatre.previewer.dismiss()
    theatre.previewer.preview(theatre.view)
    theatre.previewer.select_next()
    theatre.previewer.select(3)
    theatre.told()
    theatre.previewer.choose()
    assert theatre.told() == [] and theatre.previewer.is_pinned


def test_a_handler_may_show_the_next_preview(theatre):
    def handler(action, preview):
        theatre.log.append(f"shows {theatre.previewer.preview(theatre.view)}")

    theatre.previewer.dismiss()
    theatre.giver.actions = [PreviewAction("Next", handler)]
    theatre.previewer.preview(theatre.view)
    theatre.previewer.select_next()
    theatre.told()
    theatre.previewer.choose()
    # First the one is gone, then the other comes; the handler cannot know it yet.
    assert theatre.told() == [
        "choose Next", "shows False", "dismiss action", "ask it (50, 40)", "begin it (0, 0, 100, 80)", "preview 1",
        "peek"]
