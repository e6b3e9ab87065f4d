"""What may go wrong around a preview, and those who have no pad that feels force, no pointer, or no wish for motion."""

import contextlib
import signal
import socket
import threading

import pytest
from finger import HINTING, POPPING, landed, peek_and_pop, peek_only

# A peek that lasts until something ends it.
LONG = 6


@contextlib.contextmanager
def refusing(path):
    """A service that lets nobody in."""
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(path)
    listener.listen(8)

    def refuse():
        with contextlib.suppress(OSError):
            while True:
                connection, _ = listener.accept()
                connection.recv(65536)
                connection.sendall(b'{"error":"org.varlink.service.PermissionDenied","parameters":{}}\0')
                connection.close()

    threading.Thread(target=refuse, daemon=True).start()
    yield
    listener.shutdown(socket.SHUT_RDWR)
    listener.close()


def test_the_window_loses_the_focus_in_mid_peek(launch, press):
    app = launch("Messages")
    app.point(300, 150)
    with press(peek_only(LONG)):
        app.wait_settled("peek")
        app.display.focus(None)
        app.wait("dismissed", reason="focusLost")
    assert not app.events("pop", "shown")


def test_the_row_is_removed_in_mid_peek(launch, press):
    app = launch("Messages")
    app.point(300, 90)
    with press(peek_only(LONG)):
        app.wait("peek", name="The boat on Saturday")
        app.wait_settled("peek")
        app.signal(signal.SIGUSR1)
        app.wait("dismissed", reason="viewRemoved")
        app.wait_settled("dismissed")
    # The window is as if nothing had been, with one row less.
    app.key("Menu")
    assert not app.events("error", "pop")


def test_the_service_goes_in_mid_peek_and_comes_back(launch, press):
    app = launch("Messages")
    app.point(300, 150)
    with press(peek_only(LONG)):
        app.wait("peek")
    reason = app.wait("dismissed")["reason"]
    assert reason in ("press(PeekPop.CancelReason.shutdown)", "press(PeekPop.CancelReason.disconnected)"), reason
    app.wait("means", means="longPress")
    with press(peek_and_pop()):
        app.wait("means", means="force")
        app.wait("shown", title="Second proofs")


def test_without_focus_nothing_begins(launch, press):
    app = launch("Messages")
    app.point(300, 150)
    app.display.focus(None)
    app.wait("focus", active="false")
    with press(peek_only()):
        app.wait_for_the_end()
    assert not app.events("hint")


def test_of_two_windows_the_one_with_the_focus_peeks(launch, press):
    behind = launch("Messages")
    app = launch("WorldFacts")
    behind.wait("focus", active="false")
    app.point(120, 190)
    with press(peek_only()):
        app.wait("peek", name="Egypt")
        app.wait("dismissed")
        behind.wait_for_the_end()
    assert not behind.events("hint")


def test_beside_the_window_nothing_begins(launch, press):
    app = launch("Messages")
    app.point(300, 150)
    app.display.move(900, 700)
    with press(peek_only()):
        app.wait_for_the_end()
    assert not app.events("hint")


def test_over_another_window_nothing_begins(launch, press):
    behind = launch("Messages")
    app = launch("WorldFacts")
    app.point(120, 190)
    app.display.focus(behind.window)
    app.wait("focus", active="false")
    with press(peek_only()):
        app.wait_for_the_end()
        behind.wait_for_the_end()
    assert not app.events("hint") and not behind.events("hint")


def test_let_go_between_hint_and_peek(launch, press):
    app = launch("Messages")
    app.point(300, 150)
    with press(landed().press(HINTING).hold(0.5).lift()):
        app.wait("hint")
        app.wait("dismissed", reason="press(PeekPop.CancelReason.released)")
    assert not app.events("peek")


def test_straight_through(launch, press):
    app = launch("Messages")
    app.point(300, 150)
    with press(landed().press(POPPING, 0.5).hold(0.4).lift()):
        app.wait("pop")
        app.wait("shown", title="Second proofs")
    assert [line["event"] for line in app.events("hint", "peek", "pop")] == ["hint", "peek", "pop"]


# No pad that feels force


def test_the_alert_goes_when_a_pad_comes(launch, press):
    app = launch("Previews")
    app.wait("alert", title="No pad that feels force")
    with press(peek_only()):
        app.wait("alert-closed")


def test_who_may_not_listen_is_told_why(launch, short):
    with refusing(f"{short}/org.peekpop.Gestures"):
        app = launch("Previews")
        assert "usermod -aG peekpop" in app.wait("alert", title="No pad that feels force")["text"]
        app.picture("denied")


def test_the_alert_is_closed_by_key(launch):
    app = launch("Previews")
    app.wait("alert")
    app.key("Escape")
    app.wait("alert-closed")


def test_behind_the_alert_nothing_is_clicked(launch):
    app = launch("Previews")
    app.wait("alert")
    # Outside of the alert, where it lies over the rows.
    app.display.move(40, 140)
    for is_down in (True, False):
        app.display.button(is_down)
    app.key("Tab")
    app.key("Escape")
    app.wait("alert-closed")
    app.click(41, 80)
    app.wait("shown", title="Small")
    assert len(app.events("shown")) == 1


def test_the_button_held_previews_and_opens(launch):
    app = launch("Messages")
    app.point(300, 150)
    app.display.button(True)
    for moment in ("hint", "peek", "pop"):
        app.wait(moment)
    app.wait("shown", title="Second proofs")
    app.display.button(False)
    app.wait_settled("pop")
    # The click that was part of it opens nothing else.
    assert len(app.events("shown")) == 1


def test_the_button_let_go_in_the_peek_opens_nothing(launch):
    app = launch("Messages")
    app.point(300, 150)
    app.display.button(True)
    app.wait("peek")
    app.display.button(False)
    app.wait("dismissed", reason="press(PeekPop.CancelReason.released)")
    app.wait_settled("dismissed")
    assert not app.events("pop", "shown")


def test_a_click_is_still_a_click(launch):
    app = launch("Messages")
    app.click(300, 150)
    app.wait("shown", title="Second proofs")
    assert not app.events("hint")


# No pointer: what comes first has the focus at the start


def test_keys_preview_and_open(launch):
    app = launch("Messages")
    app.key("Down")
    app.key("F10", "Shift_L")
    app.wait("peek", name="Second proofs")
    app.key("Return")
    app.wait("pop")
    app.wait("shown")


def test_keys_take_a_preview_away(launch):
    app = launch("Messages")
    app.key("Menu")
    app.wait("peek")
    app.wait_settled("peek")
    app.key("Escape")
    app.wait("dismissed", reason="dismissed")
    app.wait_settled("dismissed")
    # The focus is where it was: again.
    app.key("Menu")
    app.wait("peek")


def test_keys_choose_in_a_group(launch):
    app = launch("Previews")
    app.wait("alert")
    app.key("Escape")
    app.wait("alert-closed")
    app.key("Menu")
    app.wait("peek", name="Small")
    for _ in range(3):
        app.key("Down")
    app.wait("actions", selected="Send to…", pinned="true")
    app.key("Right")
    app.wait("actions", group="Send to…", selected="Desk")
    app.key("Left")
    app.wait("actions", group="", selected="Send to…")
    app.key("Right")
    app.key("Down")
    app.wait("actions", selected="Phone")
    app.key("Return")
    app.wait("status", text="Phone: Small")
    app.wait("dismissed", reason="action")


def test_keys_turn_the_pages_of_a_department(launch):
    app = launch("Store")
    app.key("Menu")
    app.wait("peek", name="Sound: Headphones, page 1 of 4")
    app.key("Right")
    app.wait("page", name="Sound: Microphone, page 2 of 4")
    app.key("Return")
    app.wait("shown", title="Sound")


@pytest.mark.parametrize("tabs, name", [(1, "Ada Lovelace"), (4, "Claude Garamond")])
def test_keys_reach_each_picture(launch, tabs, name):
    app = launch("Sessions")
    # From a row to each picture in it, and to the next row.
    for _ in range(tabs):
        app.key("Tab")
    app.key("Menu")
    app.wait("peek", name=name)


# No motion


def test_reduced_motion(launch, press):
    app = launch("Messages", is_still=True)
    app.point(300, 150)
    with press(peek_and_pop()):
        app.wait("hint", motion="reduced")
        app.wait_settled("hint")
        app.picture("still-hint")
        app.wait("peek")
        app.wait_settled("peek")
        app.picture("still-peek")
        app.wait("shown", title="Second proofs")
