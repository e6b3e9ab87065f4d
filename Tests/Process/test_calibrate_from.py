"""peekpopctl calibrate --from as people run it: recordings in, a calibration in force, or the reason why there is none."""

import json
import os
import subprocess
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from stage_recording import Hand, calibration

ROOT = Path(__file__).resolve().parents[2]
CTL = Path(os.environ.get("PEEKPOP_DIST", ROOT / ".build/debug")) / "peekpopctl"
LONG = 60
PAD = "i2c-27c6-1234"


def calibrate(*arguments, socket="/nonexistent/socket"):
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "PEEKPOP_SOCKET": str(socket)}
    return subprocess.run(
        [CTL, "calibrate", *arguments],
        env=environment,
        timeout=LONG,
        text=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


@pytest.fixture
def recording(tmp_path):
    """recording(text, name): the text as a file."""

    def write(text, name="stages.yml"):
        path = tmp_path / name
        path.write_text(text)
        return str(path)

    return write


@pytest.fixture
def all_stages(recording):
    return recording(calibration())


def found(result):
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)["calibration"]


def test_what_was_found_is_told_and_not_stored_on_a_dry_run(all_stages):
    result = calibrate("--from", all_stages, "--dry-run")
    assert result.returncode == 0 and result.stderr == ""
    assert result.stdout.startswith(f"{PAD}  Test pressure pad\n")
    for words in ("light touches", "hardest presses", "Your levels: hint", "Expect a false peek", "Of 100 presses"):
        assert words in result.stdout
    assert "█" in result.stdout
    assert "This rests on 8 touches, 8 clicks, 6 firm presses and 5 hard presses; 0 left out." in " ".join(
        result.stdout.split()
    )
    assert result.stdout.endswith("Nothing was stored (--dry-run).\n")
    assert all(len(line) < 80 for line in result.stdout.splitlines())


def test_ascii_is_ascii(all_stages):
    result = calibrate("--from", all_stages, "--dry-run", "--ascii")
    assert result.returncode == 0 and result.stdout.isascii()


def test_levels_lie_between_clicks_and_presses(all_stages):
    values = found(calibrate("--from", all_stages, "--dry-run", "--json"))
    assert values["device"] == PAD
    assert 540 < values["clickPressure"] < 640
    assert 1.15 < values["hint"] < values["peek"] < 1.95 < values["pop"] < 2.9
    provenance = values["provenance"]
    assert provenance["method"] == "recordings"
    assert provenance["counts"] == {"touches": 8, "clicks": 8, "presses": 6, "hardPresses": 5, "discarded": 0}
    assert provenance["program"].startswith("peekpopctl ")
    assert provenance["created"].endswith("Z") and len(provenance["created"]) == 20
    figures = provenance["figures"]
    assert figures["separation"] == 1
    for name in ("falsePeek", "missedPeek", "falsePop", "missedPop"):
        assert 0 <= figures[name] <= figures[name + "High"] <= 1
    assert figures["falsePeeksPerDay"] >= 0


def test_a_file_for_each_stage_is_the_same_calibration(recording, all_stages):
    person = Hand(1)
    head = list(person.lines)
    arguments = []
    for stage, act in (
        ("touches", person.touch_lightly),
        ("clicks", person.click_some),
        ("presses", person.press),
        ("hardest", person.press_hard),
    ):
        person.lines = list(head)
        act()
        arguments += ["--from", f"{stage}=" + recording(person.text(), stage + ".yml")]
    whole = found(calibrate("--from", all_stages, "--dry-run", "--json"))
    parts = found(calibrate(*arguments, "--dry-run", "--json"))
    unnamed = [argument.split("=")[-1] for argument in arguments]
    for same in (parts, found(calibrate(*unnamed, "--dry-run", "--json"))):
        for name in ("clickPressure", "hint", "peek", "pop"):
            assert same[name] == whole[name]


def test_stored_through_the_daemon_and_in_force(start, all_stages):
    daemon = start(f"recording:{all_stages}", "--speed", "1")
    with daemon.client() as listener:
        before = listener.subscribe()["devices"][0]["levels"]
        result = calibrate("--from", all_stages, socket=daemon.socket)
        assert result.returncode == 0, result.stderr
        assert result.stdout.endswith("Stored, and in force.\n")
        with daemon.client() as client:
            kept = client.call("org.peekpop.Calibration.Get", {"device": PAD})["parameters"]["calibration"]
            device = client.call("org.peekpop.Gestures.ListDevices")["parameters"]["devices"][0]
    assert device["scale"]["source"] == "calibration"
    for level in ("hint", "peek", "pop"):
        assert device["levels"][level] == pytest.approx(kept[level])
        assert device["levels"][level] != pytest.approx(before[level])
    assert kept["provenance"]["method"] == "recordings"


def test_without_a_daemon_it_says_what_to_do(all_stages):
    result = calibrate("--from", all_stages)
    assert result.returncode == 1
    assert "nothing was stored. To keep it for later: the same with --dry-run --json > FILE" in result.stderr
    assert "Your levels" in result.stdout


def test_a_daemon_that_does_not_know_the_pad(demo, all_stages):
    result = calibrate("--from", all_stages, socket=demo.socket)
    assert result.returncode == 1
    assert f"{PAD} is not here (virtual-peekpop-demo-pad); nothing was stored" in result.stderr


def test_what_json_prints_can_be_imported(start, tmp_path, all_stages):
    document = tmp_path / "calibration.json"
    document.write_text(calibrate("--from", all_stages, "--dry-run", "--json").stdout)
    daemon = start(f"recording:{all_stages}")
    with daemon.client() as listener:
        listener.subscribe()
        assert calibrate("--import", document, socket=daemon.socket).returncode == 0


def test_presses_no_harder_than_clicks_are_refused_with_the_figure(start, recording):
    person = Hand(2)
    person.touch_lightly()
    person.stage(*[1.3] * 8, rise=60, hold=150, spread=0.12)
    person.press(1.3)
    person.press_hard(1.4)
    file = recording(person.text())
    daemon = start(f"recording:{file}", "--speed", "1")
    with daemon.client() as listener:
        listener.subscribe()
        result = calibrate("--from", file, socket=daemon.socket)
        assert result.returncode == 1
        assert "nothing was stored: this pad cannot tell these presses from" in result.stderr and "%" in result.stderr
        assert "No calibration:" in result.stdout
        with daemon.client() as client:
            reply = client.call("org.peekpop.Calibration.Get", {"device": PAD})
            assert reply["error"] == "org.peekpop.Calibration.NotCalibrated"
    refused = json.loads(calibrate("--from", file, "--json").stdout)
    assert refused["device"] == PAD and refused["counts"]["presses"] == 6
    assert "cannot tell" in refused["refused"] and refused["figures"]["separation"] < 1


def test_contact_size_is_refused(recording):
    person = Hand(3, click=70, maximum=255, pressure_pad=False)
    for peak, count in ((0.9, 16), (1.0, 8), (1.05, 6), (1.1, 6)):
        person.stage(*[peak] * count, rise=80, hold=400, spread=0.25)
    result = calibrate("--from", recording(person.text(), "area.yml"))
    assert result.returncode == 1
    assert "nothing was stored" in result.stderr


def test_the_report_is_a_picture(tmp_path, all_stages):
    picture = tmp_path / "report.svg"
    for _ in range(2):
        result = calibrate("--from", all_stages, "--dry-run", "--report", picture)
        assert result.returncode == 0, result.stderr
    text = picture.read_text()
    assert ElementTree.fromstring(text).tag == "{http://www.w3.org/2000/svg}svg"
    for words in ("Calibration of Test pressure pad", "firm presses", "peek", "Expect a false peek"):
        assert words in text
    result = calibrate("--from", all_stages, "--dry-run", "--report", all_stages)
    assert result.returncode == 1 and "it is not an SVG" in result.stderr
    assert Path(all_stages).read_text() == calibration()


@pytest.mark.parametrize(
    "arguments, status, message",
    [
        (["--from", "/nonexistent"], 1, "opening /nonexistent: No such file or directory"),
        (["--from", "{all}", "--device", "usb-1"], 1, f"there is no device usb-1, only {PAD}"),
        (["--from", "presses={all}", "--from", "{all}"], 1, "name it for all of them"),
        (["--from", "{all}", "--from", "{other}"], 1, "a calibration is of one pad"),
        (["--from", "presses={all}"], 1, "no light touches could be used"),
        (["--from", "demo"], 1, "nothing was stored"),
        (["--dry-run"], 64, "--dry-run belongs to --from"),
        (["--report", "x.svg"], 64, "needs a terminal"),
        (["--from", "{all}", "--show"], 64, "cannot be had together"),
        (["--from"], 64, "usage:"),
    ],
)
def test_what_cannot_be_is_said(recording, all_stages, arguments, status, message):
    other = recording(calibration(product=0x5678), "other.yml")
    result = calibrate(*[argument.format(all=all_stages, other=other) for argument in arguments])
    assert result.returncode == status
    assert message in result.stderr
