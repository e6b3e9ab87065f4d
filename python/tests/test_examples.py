"""The examples, as somebody at a terminal sees them."""

import os
import sys

import pytest

from harness import ROOT
from screen import Screen

EXAMPLES = ROOT / "python/examples"


@pytest.fixture
def terminal():
    screens = []

    def run(socket):
        screens.append(Screen(
            [sys.executable, EXAMPLES / "terminal_list.py"],
            {"PEEKPOP_SOCKET": str(socket), "PYTHONPATH": os.environ["PYTHONPATH"], "PYTHONDONTWRITEBYTECODE": "1"}))
        screens[-1].shows("Milk", "Bike")
        return screens[-1]

    yield run
    for screen in screens:
        screen.kill()


def test_the_list_in_the_terminal_by_force(start, terminal):
    screen = terminal(start("demo", "--speed", "3").socket)
    screen.shows("Milk: two litres")
    screen.press("\x1bOB")
    screen.shows("Rent: paid on the third")
    screen.shows("opened: Rent")
    screen.press("q")
    assert screen.end() == 0, screen.text


def test_the_list_in_the_terminal_by_keyboard(terminal, socket_path):
    screen = terminal(socket_path)
    screen.shows("waiting connecting to")
    screen.press(" ")
    screen.shows("Milk: two litres")
    screen.press("\t")
    screen.shows("> Done")
    screen.press("\t")
    screen.shows("> Delete")
    screen.press("\n")
    screen.shows("deleted: Milk")
    screen.press("\x1bOB\x1bOB ")
    screen.shows("Anna: her train")
    screen.press("\n")
    screen.shows("opened: Anna")
    assert "her train" not in screen.text
    screen.press(" ")
    screen.shows("Anna: her train")
    screen.press("\x1b")
    screen.press("q")
    assert screen.end() == 0, screen.text
