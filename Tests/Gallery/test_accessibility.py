"""What a screen reader is told of the apps."""

import json
import os
import pathlib
import subprocess

import pytest
from finger import choose, peek_only
from harness import PATIENCE

TREE = pathlib.Path(__file__).with_name("accessible_tree.py")


@pytest.fixture
def bus():
    """The environment of a session bus, which starts the accessibility bus by itself."""
    daemon = subprocess.Popen(
        ["dbus-daemon", "--session", "--nofork", "--nosyslog", "--print-address=1"], stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, text=True)
    address = daemon.stdout.readline().strip()
    yield {"DBUS_SESSION_BUS_ADDRESS": address, "GTK_A11Y": "atspi", "NO_AT_BRIDGE": "0"}
    daemon.terminate()
    daemon.wait()


@pytest.fixture
def read(bus, screen):
    """read(app): names by role."""
    def read(app):
        text = subprocess.run(
            ["/usr/bin/python3", TREE, app.name], env={**os.environ, **bus, "DISPLAY": screen.name}, check=True,
            capture_output=True, text=True, timeout=PATIENCE).stdout
        return [json.loads(line) for line in text.splitlines()]
    return read


def names(tree, role=None):
    return [thing["name"] for thing in tree if thing["name"] and role in (None, thing["role"])]


def test_rows_and_preview_have_names(launch, press, bus, read):
    app = launch("Messages", environment=bus)
    app.point(300, 150)
    assert "Print Shop: Second proofs" in names(read(app), "list item")
    with press(peek_only(6)):
        app.wait_settled("peek")
        assert "Preview: Second proofs" in names(read(app), "dialog")
        app.wait("dismissed")
        app.wait_settled("dismissed")
    assert not [name for name in names(read(app)) if name.startswith("Preview:")]


def test_actions_have_names(launch, press, bus, read):
    app = launch("Previews", environment=bus)
    app.wait("alert")
    assert "No pad that feels force" in names(read(app), "dialog")
    app.point(200, 140)
    # Lets go where none is selected: the actions stay.
    with press(choose(8)):
        app.wait("actions", pinned="true")
        app.wait_settled("actions")
        items = names(read(app), "list item")
    assert {"Keep", "Remove", "Send to…, more actions"} <= set(items), items


def test_pictures_have_names(launch, bus, read):
    tree = read(launch("Sessions", environment=bus))
    assert [thing for thing in tree if thing["name"] == "Claude Chappe" and thing["description"] == "Speaker"]


def test_buttons_and_products_have_names(launch, bus, read):
    found = names(read(launch("Store", environment=bus)))
    assert {"More of Sound", "More of Desk", "Microphone, € 119"} <= set(found), found
