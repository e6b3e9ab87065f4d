"""udev's own compiler and look-up of the hardware database agree with what the programs have built in."""

import fnmatch
import pathlib
import re
import shutil
import subprocess

import pytest

HWDB = pathlib.Path(__file__).resolve().parents[2] / "udev/60-peekpop.hwdb"
TAIL = "e0100-e0,1,3,4,k110,145,148,14A,14D,14E,14F,ra0,1,2F,35,36,37,39,3A,m5,lsfw"


def entries():
    """Match lines, each with the properties below it."""
    globs, properties = [], {}
    for line in HWDB.read_text().splitlines() + [""]:
        if line.startswith("#"):
            continue
        if not line:
            yield from ((glob, properties) for glob in globs)
            globs, properties = [], {}
        elif line.startswith(" "):
            key, value = line.strip().split("=")
            properties[key] = value
        else:
            globs.append(line)


def a_modalias(glob):
    """A modalias as a kernel says it, that this match line is for."""
    if ids := re.fullmatch(r"(peekpop:input:)b(....)v(....)p(....)\*", glob):
        bus = ids[2].replace("????", "0005")
        return f"{ids[1]}b{bus}v{ids[3]}p{ids[4]}{TAIL}"
    return glob.replace("*", "x")


@pytest.fixture(scope="module")
def query(tmp_path_factory):
    if not shutil.which("systemd-hwdb"):
        pytest.skip("no systemd-hwdb here")
    root = tmp_path_factory.mktemp("hwdb")
    (root / "etc/udev/hwdb.d").mkdir(parents=True)
    shutil.copy(HWDB, root / "etc/udev/hwdb.d")
    done = subprocess.run(["systemd-hwdb", f"--root={root}", "--strict", "update"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")

    def query(modalias):
        said = subprocess.check_output(["systemd-hwdb", f"--root={root}", "query", modalias], text=True)
        return dict(line.split("=", 1) for line in said.splitlines())

    return query


def test_every_entry_is_found_by_udev(query):
    known = list(entries())
    assert len(known) > 30
    for glob, properties in known:
        modalias = a_modalias(glob)
        assert fnmatch.fnmatchcase(modalias, glob)
        assert query(modalias) == properties, glob


def test_what_is_no_entry_is_not(query):
    assert query("peekpop:input:b0018v06CBpCE38" + TAIL) == {}
