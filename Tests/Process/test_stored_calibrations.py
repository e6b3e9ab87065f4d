"""Calibrations that are stored: shown, removed, exported, imported; and one made by a guided hand on a recording."""

import json
import os
import subprocess

import pytest

from calibrating import Person
from harness import CALIBRATION, DIST, GESTURES, story
from screen import Screen
from stage_recording import CLICK, Hand

CTL = DIST / "peekpopctl"
DEMO = "virtual-peekpop-demo-pad"
FIGURES = {"falsePeek": 0.1 + 0.2, "missedPeek": 1e-9, "separation": 0.999, "falsePeeksPerDay": 2.5}
FULL = {
    "device": DEMO, "zeroPressure": 0.1, "clickPressure": 780.3, "unitsPerGram": 1 / 3, "hint": 1.3, "peek": 1.6,
    "pop": 2.6, "gesturesEnabled": True,
    "provenance": {"created": "2026-01-31T12:34:56Z", "program": "peekpopctl 0.1.0", "method": "guided",
                   "counts": {"touches": 8, "clicks": 8, "presses": 6, "hardPresses": 5, "discarded": 1},
                   "figures": FIGURES},
}


def ctl(daemon, *arguments, **options):
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "PEEKPOP_SOCKET": daemon.socket}
    if "input" not in options:
        options["stdin"] = subprocess.DEVNULL
    return subprocess.run([CTL, "calibrate", *arguments], env=environment, timeout=60, text=True, capture_output=True,
                          **options)


def store(daemon, calibration):
    with daemon.client() as client:
        reply = client.call(f"{CALIBRATION}.Set", {"device": calibration["device"], "calibration": calibration})
    assert "error" not in reply, reply


def device(daemon):
    with daemon.client() as client:
        [pad] = client.call(f"{GESTURES}.ListDevices")["parameters"]["devices"]
    return pad


def levels(daemon):
    return {name: round(level, 3) for name, level in device(daemon)["levels"].items()}


def kept(daemon):
    return sorted(path.name for path in (daemon.folder / "state").iterdir())


# Show


def test_show_tells_what_is_stored(demo):
    none = ctl(demo, "--show")
    assert (none.returncode, none.stdout) == (1, "")
    assert "no pad here is calibrated" in none.stderr
    named = ctl(demo, "--show", "--json", "--device", DEMO)
    assert (named.returncode, named.stdout) == (1, "")
    assert f"{DEMO} is not calibrated" in named.stderr
    store(demo, FULL)
    shown = ctl(demo, "--show")
    assert (shown.returncode, shown.stderr) == (0, "")
    for text in [DEMO, "2026-01-31T12:34:56Z, guided, by peekpopctl 0.1.0", "hint 1.30, peek 1.60, pop 2.60",
                 "clicks at 780", "8 touches, 8 clicks"]:
        assert text in shown.stdout
    as_json = ctl(demo, "--show", "--json")
    assert as_json.stdout.count("\n") == 1
    said = json.loads(as_json.stdout)
    assert said["provenance"] == FULL["provenance"]
    assert {name: said[name] for name in ("hint", "peek", "pop", "device")} == {
        name: FULL[name] for name in ("hint", "peek", "pop", "device")}
    other = ctl(demo, "--show", "--device", "none-such")
    assert other.returncode == 1 and "there is no pad none-such" in other.stderr


# Reset


def test_reset_needs_an_answer_or_yes(demo):
    defaults = levels(demo)
    store(demo, FULL)
    unasked = ctl(demo, "--reset")
    assert unasked.returncode == 64 and "--yes" in unasked.stderr
    assert levels(demo)["peek"] == 1.6
    sure = ctl(demo, "--reset", "--yes")
    assert (sure.returncode, sure.stderr) == (0, "")
    assert levels(demo) == defaults
    assert kept(demo) == []


@pytest.mark.parametrize("answer, is_removed", [("y\n", True), ("yes\n", True), ("n\n", False), ("\n", False),
                                                ("yonder\n", False), ("\x04", False), ("\x03", False),
                                                # What stands there and was not entered.
                                                ("y\x04\x04", False)])
def test_reset_asks_on_a_terminal(demo, answer, is_removed):
    defaults = levels(demo)
    store(demo, FULL)
    screen = Screen([CTL, "calibrate", "--reset"], {"PEEKPOP_SOCKET": demo.socket}, size=(24, 200))
    screen.shows(f"Remove the calibration of PeekPop demo pad ({DEMO})", "[y/N]")
    assert levels(demo)["peek"] == 1.6
    screen.press(answer)
    status = screen.end()
    assert (status == 0) == is_removed
    assert levels(demo)["peek"] == (defaults["peek"] if is_removed else 1.6)
    screen.close()


# Export and import


def test_there_and_back_it_is_the_same_bytes(demo, tmp_path):
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    store(demo, FULL)
    assert ctl(demo, "--export", first).returncode == 0
    assert ctl(demo, "--reset", "--yes").returncode == 0
    taken = ctl(demo, "--import", first)
    assert (taken.returncode, taken.stderr) == (0, "")
    assert levels(demo)["peek"] == 1.6
    assert ctl(demo, "--export", second).returncode == 0
    assert first.read_bytes() == second.read_bytes()
    assert json.loads(first.read_bytes())["calibration"]["provenance"] == FULL["provenance"]
    # Through standard input and output as well.
    assert ctl(demo, "--reset", "--yes").returncode == 0
    assert ctl(demo, "--import", "-", input=first.read_text()).returncode == 0
    assert ctl(demo, "--export", "-").stdout == first.read_text()


def test_the_daemons_own_file_can_be_imported(demo, tmp_path):
    store(demo, FULL)
    [name] = kept(demo)
    own = tmp_path / "own.json"
    own.write_bytes((demo.folder / "state" / name).read_bytes())
    assert ctl(demo, "--reset", "--yes").returncode == 0
    assert ctl(demo, "--import", own).returncode == 0
    assert levels(demo)["peek"] == 1.6


def test_an_import_holds_for_whoever_listens_already(demo, tmp_path):
    file = tmp_path / "c.json"
    file.write_text(json.dumps({"version": 1, "device": DEMO, "calibration": FULL}))
    with demo.client() as client:
        client.subscribe()
        assert ctl(demo, "--import", file).returncode == 0
        while "added" not in (said := client.receive()["parameters"]):
            pass
    assert round(said["added"]["levels"]["peek"], 3) == 1.6
    assert said["added"]["scale"]["source"] == "calibration"


@pytest.mark.parametrize("text, words", [
    ("", "it is empty"),
    ("hello", "it is no JSON"),
    (json.dumps({"version": 1, "device": DEMO, "calibration": FULL})[:-40], "it is no JSON"),
    (json.dumps({"version": 2, "device": DEMO, "calibration": {}}), "written by a newer PeekPop"),
    (json.dumps({"version": 1, "device": DEMO, "calibration": {"device": DEMO, "peek": "x"}}), "'calibration.peek'"),
    (json.dumps({"version": 1, "device": "a", "calibration": FULL}), "it names two pads"),
    (json.dumps({**FULL, "device": "usb-05ac-0265"}), "made for usb-05ac-0265, which is not here"),
    (json.dumps({**FULL, "peak": 1.7}), "a calibration has no 'peak'"),
    (json.dumps({"version": 1, "device": DEMO, "calibration": {**FULL, "click": 7}}), "a calibration has no 'click'"),
    (json.dumps({"device": DEMO}), "it sets no level, and nothing else"),
    # What only the daemon knows.
    (json.dumps({**FULL, "hint": 1e-7}), "has to be 0.1 clicks at least"),
    (json.dumps({**FULL, "unitsPerGram": 1e-30}), "unitsPerGram 1e-30 has to lie within"),
    (json.dumps({**FULL, "peek": 3.0}), "has to lie below"),
    (json.dumps({**FULL, "clickPressure": 1e9}), "outside the pad's range"),
    (json.dumps({**FULL, "provenance": {**FULL["provenance"], "created": "yesterday"}}),
     "does not accept what 'calibration.provenance.created' is"),
])
def test_what_is_no_calibration_for_this_pad_is_refused_in_words(demo, tmp_path, text, words):
    store(demo, {"device": DEMO, "peek": 1.9})
    before = levels(demo)
    file = tmp_path / "c.json"
    file.write_text(text)
    result = ctl(demo, "--import", file)
    assert (result.returncode, result.stdout) == (1, "")
    assert str(file) in result.stderr and words in result.stderr and "{" not in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert levels(demo) == before


def test_a_calibration_of_one_pad_is_not_given_to_another(demo, tmp_path):
    file = tmp_path / "c.json"
    file.write_text(json.dumps(FULL))
    result = ctl(demo, "--import", file, "--device", "usb-05ac-0265")
    assert result.returncode == 1
    assert f"made for {DEMO}, not for usb-05ac-0265" in result.stderr


def test_files_that_cannot_be_are_named(demo, tmp_path):
    missing = ctl(demo, "--import", tmp_path / "none.json")
    assert missing.returncode == 1 and "none.json: No such file or directory" in missing.stderr
    nothing = ctl(demo, "--export", tmp_path / "c.json")
    assert nothing.returncode == 1 and "nothing to export" in nothing.stderr
    assert not (tmp_path / "c.json").exists()
    store(demo, FULL)
    (tmp_path / "there.json").write_text("mine")
    there = ctl(demo, "--export", tmp_path / "there.json")
    assert there.returncode == 1 and "a file is there already" in there.stderr
    assert (tmp_path / "there.json").read_text() == "mine"
    # One of its own is brought up to date.
    assert ctl(demo, "--export", tmp_path / "c.json").returncode == 0
    store(demo, {**FULL, "peek": 1.7})
    assert ctl(demo, "--export", tmp_path / "c.json").returncode == 0
    assert json.loads((tmp_path / "c.json").read_text())["calibration"]["peek"] == 1.7
    full = ctl(demo, "--export", "/dev/full")
    assert full.returncode == 1 and "No space left on device" in full.stderr
    folder = ctl(demo, "--export", tmp_path / "no" / "c.json")
    assert folder.returncode == 1 and "No such file or directory" in folder.stderr


@pytest.mark.parametrize("arguments, words", [
    (["--show", "--reset"], "cannot be had together"), (["--import", "a", "--export", "b"], "cannot be had together"),
    (["--yes"], "--yes belongs to --reset"), (["--json", "--reset"], "--json belongs to"),
])
def test_options_that_do_not_go_together_are_wrong_usage(demo, arguments, words):
    result = ctl(demo, *arguments)
    assert (result.returncode, result.stdout) == (64, "")
    assert words in result.stderr and "usage: peekpopctl calibrate" in result.stderr


# A hand in a recording, whose steps the person at the screen follows.


def hand():
    """All steps with all the touches they want, six seconds before each for whoever reads the screen and presses the
    key, then one firm press. Nothing of ours knows in advance where the pad clicks."""
    person = Hand()
    # A report of nothing: from here the recording plays, and the step of rest goes on by itself.
    person.report((3, 0, 1))
    person.now += 3000
    for step in (person.touch_lightly, person.click_some, person.press, person.press_hard):
        person.now += 3000
        step()
    person.now += 3000
    person.press(count=1)
    # It goes on, so that the daemon does.
    person.now += 60_000
    person.report((3, 0, 2))
    return person.text()


def test_a_guided_hand_changes_what_the_daemon_tells_and_keeps(start, tmp_path):
    (tmp_path / "hand.yml").write_text(hand())
    daemon = start(f"recording:{tmp_path / 'hand.yml'}")
    before = levels(daemon)
    with daemon.client() as listener:
        listener.subscribe()
        screen = Screen([CTL, "calibrate"], {"PEEKPOP_SOCKET": daemon.socket})
        # The recording makes the touches; the person only waits for each to be counted.
        person = Person(screen, lambda step, number: None)
        person.go_to_result()
        assert levels(daemon) == before and kept(daemon) in ([], [device(daemon)["id"] + ".json"])
        screen.press("y")
        screen.shows("It is stored and in force")
        screen.shows("That was a peek")
        screen.press("q")
        assert screen.end() == 0
        screen.close()
        # Whoever listens was told at once, and the press after it went by the new levels.
        while said := listener.receive()["parameters"]:
            if said.get("added", {}).get("scale", {}).get("source") == "calibration":
                break
        presses = []
        for press in listener.events():
            presses.append(press)
            if press["phase"] in ("ended", "cancelled"):
                break
        assert story(presses) == ["began", "peeked", "cancelled(released)"]
    after = levels(daemon)
    assert after != before
    [shown] = [json.loads(line) for line in ctl(daemon, "--show", "--json").stdout.splitlines()]
    assert {name: round(shown[name], 3) for name in after} == after
    assert abs(shown["clickPressure"] - CLICK) < 60
    assert shown["provenance"]["method"] == "guided"
    # A daemon that starts anew has it.
    file = daemon.folder / "state" / (shown["device"] + ".json")
    assert json.loads(file.read_text())["calibration"]["provenance"] == shown["provenance"]
    again = start(f"recording:{tmp_path / 'hand.yml'}", environment={"STATE_DIRECTORY": str(daemon.folder / "state")})
    assert levels(again) == after


def test_leaving_leaves_the_daemon_as_it_was(start, tmp_path):
    (tmp_path / "hand.yml").write_text(hand())
    daemon = start(f"recording:{tmp_path / 'hand.yml'}")
    before = device(daemon)
    screen = Screen([CTL, "calibrate"], {"PEEKPOP_SOCKET": daemon.socket})
    Person(screen, lambda step, number: None).fill("touches")
    screen.press("\x03")
    assert screen.end() == 1
    assert device(daemon) == {**before, "open": device(daemon)["open"]}
    assert kept(daemon) == []
    screen.close()
