"""Each app with a finger on a pad and a pointer over it: what it shows at hint, peek, actions and pop, with pictures."""

import pytest
from finger import PEEKING, choose, peek_and_pop, peek_only


def see(app, *moments):
    """Waits for the moments in their order, and takes a picture at each."""
    found = {}
    for moment in moments:
        found[moment] = app.wait(moment)
        app.wait_settled(moment)
        app.picture(moment)
    return found


def near(line, **wanted):
    for key, value in wanted.items():
        assert float(line[key]) == pytest.approx(value, abs=1.5), (key, line)


def test_messages(launch, press):
    app = launch("Messages")
    app.point(300, 150)
    with press(peek_and_pop(actions=True)):
        seen = see(app, "hint", "peek")
        actions = app.wait("actions", selected="Archive")
        app.wait_settled("actions")
        app.picture("actions")
        app.wait("actions-hidden")
        seen |= see(app, "pop")
    assert actions["titles"] == "Mark as Read|Archive"
    # The row stays sharp, and no more.
    near(seen["hint"], x=0, width=620)
    assert seen["peek"]["name"] == "Second proofs"
    near(seen["peek"], height=270)
    assert [line["title"] for line in app.events("shown")] == ["Second proofs"]


def test_messages_an_action_says_on_which_message(launch, press):
    app = launch("Messages")
    app.point(300, 90)
    with press(choose(13)):
        app.wait("chosen", title="Mark as Read")
        app.wait("status", text="“The boat on Saturday” is read")
        app.wait("dismissed", reason="action")
    assert not app.events("pop", "shown")


def test_messages_an_archived_message_is_gone(launch, press):
    app = launch("Messages")
    app.point(300, 90)
    finger = choose(18)
    finger.wait(0.5)
    finger.land().press(PEEKING, 0.6).hold(0.5).lift()
    with press(finger):
        app.wait("chosen", title="Archive")
        # Removed by its own action: the next press there is on the next message.
        app.wait("peek", name="Second proofs")


@pytest.mark.parametrize("way", ["cells", "table"])
def test_sessions(launch, press, way):
    app = launch("Sessions")
    if way == "table":
        app.click(140, 22)
        app.wait("registered", what="table")
    app.point(640, 150)
    with press(peek_and_pop()):
        seen = see(app, "hint", "peek", "pop")
    # Only the picture stays as it is.
    near(seen["hint"], x=616, y=125, width=48, height=48)
    assert seen["peek"]["name"] == "Claude Chappe"
    assert app.events("shown")[-1]["title"] == "Claude Chappe"


def test_sessions_beside_the_pictures_nothing_peeks(launch, press):
    app = launch("Sessions")
    app.point(300, 150)
    with press(peek_only()):
        app.wait_for_the_end()
    assert not app.events("hint", "peek")


def test_world_facts(launch, press):
    app = launch("WorldFacts")
    app.point(120, 190)
    with press(peek_and_pop(actions=True)):
        seen = see(app, "hint", "peek")
        app.wait("actions", selected="Print")
        app.wait_settled("actions")
        app.picture("actions")
        seen |= see(app, "pop")
    near(seen["hint"], x=0, width=290)
    assert seen["peek"]["name"] == "Egypt"
    # At the detail side.
    assert [line["title"] for line in app.events("shown")] == ["Brazil", "Egypt"]


def test_world_facts_are_printed(launch, press):
    app = launch("WorldFacts")
    app.point(120, 190)
    with press(choose(13)):
        app.wait("printed", title="Egypt")
        app.wait("dismissed", reason="action")
    app.close()
    assert "Capital: Cairo" in app.stdout_path.read_text()


@pytest.mark.parametrize("y, height, name", [(75, 160, "Small"), (140, 320, "Medium"), (200, None, "Large")])
def test_previews_are_as_high_as_they_want(launch, press, y, height, name):
    app = launch("Previews")
    app.wait("alert")
    app.point(200, y)
    with press(peek_only()):
        peek = app.wait("peek", name=name)
        app.wait("dismissed")
    if height:
        near(peek, height=height)
    else:
        # Left to the window: most of its height.
        assert float(peek["height"]) > 400


def test_previews(launch, press):
    app = launch("Previews")
    app.wait("alert", title="No pad that feels force")
    app.picture("alert")
    app.point(200, 140)
    with press(peek_and_pop(actions=True)):
        app.wait("alert-closed")
        see(app, "hint", "peek")
        actions = app.wait("actions", selected="Remove")
        app.wait_settled("actions")
        app.picture("actions")
        see(app, "pop")
    assert actions["titles"] == "Keep|Remove|Send to…"
    assert [line["title"] for line in app.events("shown")] == ["Medium"]


def test_previews_choose_in_a_group(launch, press):
    app = launch("Previews")
    app.point(200, 140)
    # Up to the group, to the right into it, up to the second in it.
    with press(choose(23, (10, 0), (0, -5))):
        app.wait("actions", selected="Send to…")
        app.wait("actions", group="Send to…", titles="Desk|Phone|Printer", selected="Desk")
        app.wait("actions", selected="Phone")
        app.wait_settled("actions")
        app.picture("group")
        app.wait("status", text="Phone: Medium")


def test_store_product(launch, press):
    app = launch("Store")
    app.point(330, 330)
    with press(peek_and_pop()):
        seen = see(app, "hint", "peek", "pop")
    assert seen["peek"]["name"] == "Microphone"
    assert [line["title"] for line in app.events("shown")] == ["Microphone"]


def test_store_header_shows_its_department(launch, press):
    app = launch("Store")
    app.point(200, 240)
    with press(peek_and_pop()):
        hint = app.wait("hint")
        app.wait_settled("hint")
        app.picture("header-hint")
        peek = app.wait("peek")
        app.wait_settled("peek")
        app.picture("header-peek")
        app.wait("shown", title="Sound")
    # Of the tall header the lower 80 points.
    near(hint, height=80, width=720)
    assert peek["name"].startswith("Sound: Headphones, page 1 of 4")


def test_store_tall_header_does_not_react_above(launch, press):
    app = launch("Store")
    app.point(200, 100)
    with press(peek_only()):
        app.wait_for_the_end()
    assert not app.events("hint", "peek")
