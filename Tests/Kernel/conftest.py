import os
import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))


def pytest_sessionstart(session):
    if not os.environ.get("GUEST"):
        pytest.exit("the kernel tests need input devices of their own: run them through Tests/Kernel/run", 2)
