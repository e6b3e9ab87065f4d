import pathlib
import sys

import pytest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "Benchmarks")]

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
