"""peekpopctl plot as people run it: what goes where, and what is said when there is nothing to draw."""

import os
import subprocess
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CTL = Path(os.environ.get("PEEKPOP_DIST", ROOT / ".build/debug")) / "peekpopctl"
LONG = 60


def plot(*arguments, **options):
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"}
    options.setdefault("stdin", subprocess.DEVNULL)
    options.setdefault("stdout", subprocess.PIPE)
    return subprocess.run(
        [CTL, "plot", *arguments], env=environment, timeout=LONG, text=True, stderr=subprocess.PIPE, **options
    )


def test_standard_output_is_the_picture_alone():
    result = plot("demo")
    assert result.returncode == 0 and result.stderr == ""
    root = ElementTree.fromstring(result.stdout)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert result.stdout == plot("demo", "-o", "-").stdout
    assert result.stdout == (ROOT / "docs/demo.svg").read_text()


def test_a_file_is_written_whole_and_again(tmp_path):
    picture = tmp_path / "press.svg"
    for _ in range(2):
        result = plot("demo", "-o", picture)
        assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    assert picture.read_text() == plot("demo").stdout
    assert os.listdir(tmp_path) == ["press.svg"]


def test_a_recording_is_not_written_over(tmp_path):
    recording = tmp_path / "press.yml"
    recording.write_text("version: 1\n")
    result = plot("demo", "-o", recording)
    assert result.returncode == 1
    assert "it is not an SVG" in result.stderr
    assert recording.read_text() == "version: 1\n"


def test_side_by_side_and_a_window():
    root = ElementTree.fromstring(plot("demo", "demo", "--from", "9", "--to", "12", "--theme", "dark").stdout)
    assert root.get("width") == "800"
    assert len(root.findall("{http://www.w3.org/2000/svg}g")) == 2


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["/nonexistent.yml"], "opening /nonexistent.yml: No such file or directory"),
        (["demo", "--device", "3"], "demo: there is no device 3, only device 0"),
        (["demo", "--from", "500"], "demo: nothing touches a pad in the time asked for; its touches lie between"),
        (["demo", "-o", "/nonexistent/a.svg"], "writing /nonexistent/a.svg: No such file or directory"),
        (["demo", "-o", "/dev/full"], "writing /dev/full: No space left on device"),
        (["demo", "--calibration", "/nonexistent"], "reading the calibration /nonexistent: No such file or directory"),
        (["/dev/null"], "/dev/null: the file is empty"),
    ],
)
def test_failures_are_one_line(arguments, message):
    result = plot(*arguments)
    assert result.returncode == 1 and result.stdout == ""
    assert result.stderr.startswith("peekpopctl: " + message) and result.stderr.count("\n") == 1


@pytest.mark.parametrize("arguments", [[], ["demo", "--from", "5", "--to", "5"], ["-", "-"], ["demo", "--theme", "blue"]])
def test_wrong_usage(arguments):
    result = plot(*arguments)
    assert result.returncode == 64 and "usage: peekpopctl plot" in result.stderr


def test_a_full_disk_and_a_reader_that_leaves():
    with open("/dev/full", "w") as full:
        result = plot("demo", stdout=full)
    assert result.returncode == 1 and "No space left" in result.stderr
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as closed:
        result = plot("demo", stdout=closed)
    assert result.returncode == 0 and result.stderr == ""


@pytest.mark.parametrize("command", ["plot", "replay"])
def test_a_calibration_of_another_pad_is_told(tmp_path, command):
    other, own = tmp_path / "other.json", tmp_path / "own.json"
    other.write_text('{"device": "usb-05ac-0265", "peek": 1.9}')
    own.write_text('{"device": "virtual-peekpop-demo-pad", "peek": 1.9}')
    told = {}
    for file in (other, own):
        result = subprocess.run([CTL, command, "demo", "--calibration", file], capture_output=True, text=True, timeout=LONG)
        assert result.returncode == 0 and result.stdout
        told[file] = result.stderr
    assert "the calibration was made for usb-05ac-0265, this is of virtual-peekpop-demo-pad" in told[other]
    assert told[own] == ""
