"""The examples, as somebody at a terminal sees them."""

import os
import re
import subprocess
import sys
import threading

import pytest

from harness import PATIENCE, ROOT
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


# The window in GTK 4, by the interpreter that PyGObject is for.

class Desktop:
    """An X server without a window manager, the example in it over the whole screen, and what it says."""

    def __init__(self, socket):
        reading, writing = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", "480x420x24", "-nolisten", "tcp"], pass_fds=[writing],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(writing)
        with open(reading) as told:
            display = told.readline().strip()
        self.environment = {
            **os.environ, "DISPLAY": f":{display}", "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo", "NO_AT_BRIDGE": "1",
            "PEEKPOP_SOCKET": str(socket), "PYTHONDONTWRITEBYTECODE": "1"}
        self.program = subprocess.Popen(
            ["/usr/bin/python3", EXAMPLES / "gtk_countries.py"], env=self.environment, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)
        self.watchdog = threading.Timer(PATIENCE, self.program.kill)
        self.watchdog.start()

    def until(self, pattern):
        """Waits until it says so; gives all it said."""
        said = []
        for line in self.program.stdout:
            said.append(line.strip())
            if re.fullmatch(pattern, said[-1]):
                return said
        raise AssertionError(f"it ended; {pattern} not said: {said} {self.program.stderr.read()}")

    def do(self, *words):
        subprocess.run(["xdotool", *words], env=self.environment, check=True, timeout=PATIENCE)

    def shows_a_window(self):
        self.do("search", "--sync", "--onlyvisible", "--name", "Countries")

    def close(self):
        self.watchdog.cancel()
        for process in (self.program, self.server):
            process.kill()
            process.wait()


@pytest.fixture
def desktop():
    desktops = []

    def open_one(socket):
        desktops.append(Desktop(socket))
        return desktops[-1]

    yield open_one
    for one in desktops:
        one.close()


def test_the_window_by_force(demo, desktop):
    """The pointer rests in the middle of the screen, and so on a row."""
    said = desktop(demo.socket).until(r"opened \w+")
    assert said[0] == "previews by force" and said[-2] == said[-1].replace("opened", "peek at")


def test_the_window_without_a_force_pad(desktop, socket_path):
    window = desktop(socket_path)
    window.shows_a_window()
    window.do("mousemove", "240", "120")
    window.do("mousedown", "1")
    (peek,) = window.until(r"peek at \w+")
    window.do("mouseup", "1")
    end = window.until(r"gone: .*|opened \w+")[-1]
    # Somebody who is slow to let go has opened it.
    assert end in ("gone: press released", peek.replace("peek at", "opened"))
    window.do("mousemove", "240", "120")
    window.do("mousedown", "1")
    assert window.until(r"opened \w+") == [peek, peek.replace("peek at", "opened")]
    window.do("mouseup", "1")
    window.do("key", "Menu")
    window.until(r"peek at \w+")
    window.do("key", "Escape")
    window.until("gone: dismissed ?")
    window.do("key", "Menu")
    window.until(r"peek at \w+")
    window.do("key", "Return")
    window.until(r"opened \w+")
