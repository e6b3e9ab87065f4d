import os
import pathlib
import sys

import pytest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "Process"), str(HERE.parents[1] / "Benchmarks")]


def pytest_sessionstart(session):
    if not os.environ.get("GUEST"):
        pytest.exit("the kernel tests need input devices of their own: run them through Tests/Kernel/run", 2)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session, exitstatus):
    session.config.exit_status = exitstatus


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config):
    import sleeping
    sleeping.end(getattr(config, "exit_status", 3))


@pytest.fixture
def start(tmp_path):
    """Starts daemons on the kernel's devices: start(*options, kind=…)"""
    from harness import daemons
    with daemons(tmp_path, "evdev") as start:
        yield start


@pytest.fixture
def daemon(start):
    return start()


@pytest.fixture
def plug():
    """Plugs pads in; takes them out again at the end, those that are still there."""
    import pads
    plugged = []

    def plug(model):
        plugged.append(pads.Pad(model))
        return plugged[-1]

    yield plug
    for pad in plugged:
        pad.unplug()
