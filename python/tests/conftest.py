import os
import pathlib
import shutil
import sys
import tempfile

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "python"), str(ROOT / "Tests/Process"), str(ROOT / "Benchmarks"),
                str(pathlib.Path(__file__).parent)]
# Programs that the tests start find the package as well.
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(ROOT / "python"), os.environ.get("PYTHONPATH")]))

from harness import daemons  # noqa: E402


@pytest.fixture
def start(tmp_path):
    """start(source, *options, config=…): daemons that end in order."""
    with daemons(tmp_path) as start:
        yield start


@pytest.fixture
def demo(start):
    """A daemon that plays the demo, ten times as fast as it is."""
    return start("demo", "--speed", "10")


@pytest.fixture
def socket_path(tmp_path_factory):
    """Where a scripted service may listen: a socket's path may hold 107 bytes, and pytest's folders are deep."""
    folder = tempfile.mkdtemp(prefix="pp.", dir="/tmp")
    yield pathlib.Path(folder) / "org.peekpop.Gestures"
    shutil.rmtree(folder, ignore_errors=True)
