import pathlib
import subprocess
import sys

import pytest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "Process"), str(HERE.parents[1] / "Benchmarks")]

from display import Display  # noqa: E402
from gallery import App, pad  # noqa: E402


@pytest.fixture(scope="session")
def screen():
    """One screen for all: each test leaves it empty."""
    display = Display()
    yield display
    display.close()


@pytest.fixture
def short(tmp_path):
    """A folder for a socket: its path may hold 107 bytes."""
    folder = subprocess.check_output(["mktemp", "-d", "/tmp/pp.XXXXXX"], text=True).strip()
    yield folder
    subprocess.run(["rm", "-rf", folder], check=True)


@pytest.fixture
def launch(screen, tmp_path, short):
    """launch(name, …): an app with the focus, that looks for the service where `press` starts it."""
    running = []

    def launch(name, **options):
        folder = tmp_path / f"app{len(running)}"
        folder.mkdir()
        running.append(App(screen, folder, name, socket=f"{short}/org.peekpop.Gestures", **options))
        return running[-1]

    yield launch
    screen.move(screen.width - 1, screen.height - 1)
    for app in running:
        app.close()


@pytest.fixture
def press(tmp_path, short):
    """press(finger): a daemon that plays it, as a context."""
    return lambda finger: pad(tmp_path, finger, f"{short}/org.peekpop.Gestures")
