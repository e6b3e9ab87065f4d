import os
import pathlib
import subprocess
import sys

import pytest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "Benchmarks")]

from actions_harness import Session  # noqa: E402
from harness import daemons  # noqa: E402


@pytest.fixture
def start(tmp_path):
    """start(source, *options, config=…, environment=…)"""
    with daemons(tmp_path) as start:
        yield start


@pytest.fixture
def demo(start):
    """A daemon that plays the demo, ten times as fast as it is."""
    return start("demo", "--speed", "10")


@pytest.fixture
def session(tmp_path):
    """A user's session: folders, and what runs in it."""
    session = Session(tmp_path)
    yield session
    session.close()


@pytest.fixture
def screen(session):
    """An X server of the session's; its name."""
    read, write = os.pipe()
    session.popen("Xvfb", "-displayfd", str(write), "-screen", "0", "640x480x24", "-nolisten", "tcp", pass_fds=[write],
                  stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as said:
        session.variables["DISPLAY"] = ":" + said.readline().strip()
    return session.variables["DISPLAY"]
