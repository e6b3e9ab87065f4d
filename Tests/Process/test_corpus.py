"""Every recording of real devices that is at hand, through `peekpopctl replay`.

They are other people's and no part of PeekPop: PEEKPOP_CORPUS, or ../shared/recordings beside the project.
"""

import collections
import concurrent.futures
import json
import os
import pathlib
import subprocess

import pytest

from harness import DIST, ROOT

CORPUS = pathlib.Path(os.environ.get("PEEKPOP_CORPUS", ROOT / "../shared/recordings"))


def replay(path):
    return path, subprocess.run(
        [DIST / "peekpopctl", "replay", "--json", path], capture_output=True, text=True, timeout=120,
        stdin=subprocess.DEVNULL)


@pytest.mark.skipif(not CORPUS.is_dir(), reason="no corpus")
def test_no_file_crashes_and_nothing_presses_by_itself():
    files = sorted(path for path in CORPUS.rglob("*") if path.is_file())
    assert files
    counts = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for path, ended in pool.map(replay, files):
            assert ended.returncode in (0, 1), f"{path}: status {ended.returncode}: {ended.stderr}"
            counts[ended.returncode] += 1
            if ended.returncode == 1:
                assert ended.stdout == "", path
                assert ended.stderr.startswith("peekpopctl: ") and ended.stderr.count("\n") == 1, ended.stderr
            # All long recordings that are public are of pads whose pressure is contact size.
            phases = [json.loads(line)["phase"] for line in ended.stdout.splitlines()]
            assert "peeked" not in phases, path
    print(dict(counts))
    assert counts[0] > counts[1] > 0
