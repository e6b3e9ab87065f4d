"""peekpopctl doctor on libinput's palm trap: whether it sees what libinput does, and what it writes."""

import contextlib
import json
import os
import pathlib
import shutil
import signal
import subprocess

import pytest

import pads
from asked import CTL, Said, written
from screen import Screen
from test_systemd import installed, nothing_runs, offered, systemctl  # noqa: F401

OVERRIDES = pathlib.Path("/etc/libinput/local-overrides.quirks")
DATA = pathlib.Path("/usr/share/libinput")

pytestmark = [
    pytest.mark.systemd,
    pytest.mark.skipif(not any(pathlib.Path("/usr/lib").glob("*/libinput.so.10")), reason="no libinput"),
]


@pytest.fixture(autouse=True)
def no_overrides():
    yield
    for file in OVERRIDES.parent.glob("local-overrides.quirks*") if OVERRIDES.parent.exists() else []:
        file.unlink()


def fix(*arguments):
    return subprocess.run([CTL, "doctor", "--fix-libinput", "--yes", *arguments], capture_output=True, text=True)


def test_the_palm_trap_is_seen_and_mended(plug):
    offered(plug, pads.MAGIC)
    said = Said()
    threshold = 190 if pathlib.Path("/usr/share/libinput").exists() else 130
    said("palm", "note", f"takes {threshold} and more for a palm, and a p", "MatchProduct=0x0265")
    assert said.status == 0
    done = fix()
    assert done.returncode == 0, done
    text = OVERRIDES.read_text()
    for line in text.splitlines():
        assert line in done.stdout
    assert [line for line in said.one("palm")["advice"]][1:] == [
        "  " + line for line in text.splitlines() if not line.startswith("#")]
    assert os.stat(OVERRIDES).st_mode & 0o777 == 0o644
    assert not list(OVERRIDES.parent.glob("*.before-peekpop*"))
    assert Said().one("palm")["verdict"] == "fine"
    # Once more changes nothing.
    assert "says it already" in fix().stdout and OVERRIDES.read_text() == text


@pytest.mark.parametrize("answer, status, says", [
    ("y\n", 0, "Written. Log out and in again"),
    ("YES\n", 0, "Written. Log out and in again"),
    ("\n", 1, "nothing was written"),
    ("no\n", 1, "nothing was written"),
    # The end of input, and the interrupt key.
    ("\x04", 1, "nothing was written"),
    # What stands there and was not entered.
    ("y\x04\x04", 1, "nothing was written"),
    ("\x03", -signal.SIGINT, ""),
])
def test_it_shows_the_text_and_asks(plug, answer, status, says):
    offered(plug, pads.MAGIC)
    screen = Screen([CTL, "doctor", "--fix-libinput"], {})
    screen.shows(f"{OVERRIDES} will be:", "MatchProduct=0x0265", "Write it? [y/N]")
    assert not OVERRIDES.exists()
    screen.press(answer)
    assert screen.end() == status, screen.text
    assert says in screen.text
    assert OVERRIDES.exists() == (status == 0)


def test_the_file_of_others_is_kept_and_copied(plug):
    offered(plug, pads.MAGIC)
    OVERRIDES.parent.mkdir(exist_ok=True)
    others = "# mine\n[My mouse]\nMatchName=Mouse\nAttrResolutionHint=1x1"
    OVERRIDES.write_text(others)
    done = fix()
    copy = OVERRIDES.with_name(OVERRIDES.name + ".before-peekpop")
    assert str(copy) in done.stdout and copy.read_text() == others
    assert OVERRIDES.read_text().startswith(others + "\n\n# By peekpopctl doctor")


def test_nothing_to_mend(plug):
    offered(plug)
    done = fix()
    assert done.returncode == 0 and "nothing to mend" in done.stdout and not OVERRIDES.exists()


def test_what_a_person_made_of_our_section_is_kept(plug):
    offered(plug, pads.MAGIC)
    assert fix().returncode == 0
    ours = OVERRIDES.read_text()
    # It still mends the trap: then it is left alone.
    edited = ours + "AttrPalmSizeThreshold=5\n"
    OVERRIDES.write_text(edited)
    done = fix()
    assert done.returncode == 0 and "nothing to mend" in done.stdout and OVERRIDES.read_text() == edited, done
    # Or not any more: ours comes behind it, and counts.
    edited = ours.replace("AttrPalmPressureThreshold=0", "AttrPalmPressureThreshold=150").replace(
        "AttrInputProp=+INPUT_PROP_PRESSUREPAD", "AttrPalmPressureThreshold=150")
    OVERRIDES.write_text(edited)
    Said()("palm", "note", "takes 150 and more for a palm")
    done = fix()
    assert done.returncode == 0, done
    copy = OVERRIDES.with_name(OVERRIDES.name + ".before-peekpop")
    assert copy.read_text() == edited and OVERRIDES.read_text().startswith(edited)
    assert Said().one("palm")["verdict"] == "fine"


def test_a_file_that_changes_while_it_asks(plug):
    offered(plug, pads.MAGIC)
    screen = Screen([CTL, "doctor", "--fix-libinput"], {}, size=(24, 200))
    screen.shows("Write it? [y/N]")
    OVERRIDES.parent.mkdir(exist_ok=True)
    others = "[Meanwhile]\nMatchName=foo\nAttrResolutionHint=1x1\n"
    OVERRIDES.write_text(others)
    screen.press("y\n")
    assert screen.end() == 1, screen.text
    assert "has changed in the meantime" in screen.text
    assert OVERRIDES.read_text() == others and len(list(OVERRIDES.parent.iterdir())) == 1


def test_with_the_libinput_source_a_trap_is_a_note(plug):
    """What is recognised comes from the kernel, which knows no palms: presses work."""
    with written("/etc/peekpop/peekpopd.conf.d/source.conf", "[daemon]\nsource = libinput\n"):
        systemctl("stop", "peekpopd.service", check=False)
        offered(plug, pads.MAGIC)
        assert Said()("palm", "note", "and more for a palm").status == 0
    systemctl("stop", "peekpopd.service")


@contextlib.contextmanager
def overrides(text):
    OVERRIDES.parent.mkdir(exist_ok=True)
    OVERRIDES.write_bytes(text.encode())
    try:
        yield
    finally:
        OVERRIDES.unlink()


MATCH = "[X]\nMatchVendor=0x05AC\nMatchProduct=0x0265\n"


@pytest.mark.parametrize("text", [
    "[A]\nMatchName=x\nModelPressurePad=1\n",
    MATCH + " AttrPalmPressureThreshold=0\n",
    MATCH + "AttrPalmPressureThreshhold=0\n",
    MATCH + "AttrPalmPressureThreshold = 0\n",
    MATCH + "AttrPalmPressureThreshold=0x0\n",
    MATCH + "AttrPalmPressureThreshold=0 # no palm\n",
    MATCH + "\n[Y]\nMatchProduct=0x0265\nAttrPalmPressureThreshold=0\n",
    MATCH.replace("0x0265", "265") + "AttrPalmPressureThreshold=0\n",
    MATCH.replace("0x0265", "0x0265;0x0324") + "AttrPalmPressureThreshold=0\n",
    MATCH.replace("[X]", "[X") + "AttrPalmPressureThreshold=0\n",
    (MATCH + "AttrPalmPressureThreshold=0\n").replace("\n", "\r\n"),
    "# only words\n",
])
def test_what_libinput_makes_of_its_overrides(plug, text):
    """The doctor says what libinput itself says, and never that a file helps which libinput does not read."""
    offered(plug, pads.MAGIC)
    with overrides(text):
        done = Said()
        isolated = {"PATH": "/nonexistent"}  # without libinput's tools, by its own knowledge
        alone = json.loads(subprocess.run(
            [CTL, "doctor", "--json"], capture_output=True, text=True, env=isolated).stdout)["checks"]
        assert [check for check in done.checks if check["topic"] in ("libinput", "palm")] == [
            check for check in alone if check["topic"] in ("libinput", "palm")]
        is_read = done.one("libinput")["verdict"] == "fine"
        if shutil.which("libinput"):
            validated = subprocess.run(["libinput", "quirks", "validate"], capture_output=True)
            assert is_read == (validated.returncode == 0), (validated, done.checks)
        if is_read:
            done("palm", "fine", "libinput never takes its pressure for a palm")
            return
        done("libinput", "note", "which reads no quirks at all: /etc/libinput/local-overrides.quirks")
        done("palm", "note", "takes 130 and more for a palm, and a p")
        mended = fix()
        if text.startswith("#"):
            # With a section of ours, it is a file that libinput reads.
            assert mended.returncode == 0 and Said().one("palm")["verdict"] == "fine"
        else:
            assert mended.returncode == 1 and "/etc/libinput/local-overrides.quirks:" in mended.stderr, mended
            assert OVERRIDES.read_bytes() == text.encode()


@pytest.mark.skipif(not DATA.exists(), reason="no libinput")
def test_libinput_without_its_own_quirks(plug):
    """Then it reads no overrides either."""
    offered(plug, pads.MAGIC)
    assert fix().returncode == 0
    Said()("palm", "fine", "libinput never takes its pressure for a palm")
    subprocess.run(["mount", "-t", "tmpfs", "none", DATA], check=True)
    try:
        said = Said()
        said("libinput", "note", f"which reads no quirks at all: {DATA} is not there", "libinput-bin")
        said("palm", "note", "takes 130 and more for a palm", "see libinput above")
        done = fix()
        assert done.returncode == 1 and f"{DATA} is not there" in done.stderr
    finally:
        subprocess.run(["umount", DATA], check=True)
    Said()("palm", "fine", "libinput never takes its pressure for a palm")
