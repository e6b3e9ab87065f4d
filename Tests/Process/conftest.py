import os
import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))

from harness import Daemon  # noqa: E402


@pytest.fixture
def start(tmp_path):
    """Starts daemons, and sees to it that each ends in order: start(source, *options, environment={}, speed=…)."""
    daemons = []

    def start(*arguments, **options):
        daemon = Daemon(tmp_path / f"daemon{len(daemons)}", *arguments, **options)
        daemons.append(daemon)
        return daemon

    yield start
    for daemon in daemons:
        daemon.stop()


@pytest.fixture
def demo(start):
    """A daemon that plays the demo, ten times as fast as it is."""
    return start("demo", "--speed", "10")
