"""What a subscriber sees."""

import itertools
import json
import os
import pathlib
import signal
import subprocess
import sys

import pytest

import pressing
from harness import CALIBRATION, GESTURES, STORY, story, take


def one_round(client):
    """The events of the demo's first round."""
    presses = []
    for press in client.events():
        presses.append(press)
        if press["phase"] in ("ended", "cancelled") and len(story(presses)) >= len(STORY):
            return presses


def test_ready_comes_first_with_the_pads(demo):
    with demo.client() as client:
        ready = client.subscribe()
    assert [(pad["name"], pad["padClass"], pad["gestures"]) for pad in ready["devices"]] == [
        ("PeekPop demo pad", "grams", True)]
    assert ready["devices"][0]["levels"] == {"hint": 1.4, "peek": 1.85, "pop": 2.85}


def test_the_demo_tells_its_story(demo):
    with demo.client() as client:
        client.subscribe()
        presses = one_round(client)
    assert story(presses) == STORY
    assert [press["sequence"] for press in presses] == list(range(1, len(presses) + 1))
    for press in presses:
        assert ("reason" in press) == (press["phase"] == "cancelled")
        assert 0 <= press["preview"] <= 1 and 0 <= press["commit"] <= 1
    ids = [press["id"] for press in presses]
    assert ids == sorted(ids)


@pytest.mark.parametrize("speeds", [("5", "40")])
def test_the_same_bytes_at_any_speed(start, speeds):
    rounds = []
    for speed in speeds:
        with start("demo", "--speed", speed).client() as client:
            client.subscribe()
            rounds.append([json.dumps(press) for press in one_round(client)])
    assert rounds[0] == rounds[1]


def test_only_the_phases_asked_for(demo):
    with demo.client() as client:
        client.subscribe(phases=["peeked", "popped"])
        assert [press["phase"] for press in take(client.events(), 4)] == ["peeked", "peeked", "popped", "peeked"]


def test_only_the_devices_asked_for(demo):
    with demo.client() as client:
        client.subscribe(devices=["another"], keepaliveSec=1)
        message = client.receive()
    assert message == {"parameters": {}, "continues": True}, "nothing but a sign of life"


def test_changes_are_thinned(start):
    daemon = start("demo", "--speed", "20")
    with daemon.client() as all_of_them, daemon.client() as few:
        all_of_them.subscribe()
        few.subscribe(maxRateHz=10)
        every, some = one_round(all_of_them), one_round(few)
    assert story(every) == story(some)
    times = [press["timeUsec"] for press in some if press["phase"] == "changed"]
    assert all(later - earlier >= 100_000 for earlier, later in itertools.pairwise(times))
    assert 0 < len(some) < len(every) / 3


@pytest.mark.parametrize("parameters, name", [
    ({"maxRateHz": 0}, "maxRateHz"), ({"maxRateHz": 1001}, "maxRateHz"), ({"keepaliveSec": 0}, "keepaliveSec"),
    ({"phases": ["poked"]}, "phases"), ({"devices": "all"}, "devices"), ({"colour": "red"}, "colour"),
])
def test_wrong_parameters_are_named(demo, parameters, name):
    with demo.client() as client:
        answer = client.call(f"{GESTURES}.Subscribe", parameters, more=True)
    assert answer["error"] == "org.varlink.service.InvalidParameter"
    assert answer["parameters"]["parameter"].startswith(name)


def test_subscribing_needs_more(demo):
    with demo.client() as client:
        assert client.call(f"{GESTURES}.Subscribe")["error"] == "org.varlink.service.ExpectedMore"


def test_the_end_of_the_daemon_cancels_a_press_in_flight(start):
    daemon = start("demo", "--speed", "1")
    with daemon.client() as client:
        client.subscribe()
        events = client.events()
        for press in events:
            if press["phase"] == "peeked":
                break
        daemon.signal(signal.SIGTERM)
        rest = list(events)
    assert rest[-1]["phase"] == "cancelled" and rest[-1]["reason"] == "shutdown"
    assert rest[-1]["id"] == press["id"]
    assert "STOPPING=1" in daemon.hear()


def test_pads_are_open_only_for_subscribers(demo):
    assert demo.status()["openPads"] == 0
    with demo.client() as client:
        client.subscribe()
        assert demo.status()["openPads"] == 1
        assert demo.status()["subscribers"] == 1
    for _ in range(200):
        status = demo.status()
        if status["subscribers"] == 0:
            break
    assert status["subscribers"] == 0 and status["openPads"] == 0


def test_the_end_of_a_recording_ends_the_daemon(start, tmp_path):
    recording = tmp_path / "touch.yml"
    recording.write_text(RECORDING)
    daemon = start(f"recording:{recording}", "--speed", "max")
    with daemon.client() as client:
        client.subscribe()
        assert story(client.events()) == ["began", "peeked", "popped", "cancelled(gone)"]
    assert daemon.process.wait(60) == 0


def pressed_and_held(peak=3000):
    """A finger that lands, rises to `peak` and never lifts."""
    frames = [pressing.frame(0, (3, 57, 1), (3, 53, 500), (3, 54, 300), (3, 58, 200), (1, 330, 1), (1, 325, 1))]
    for step in range(1, 60):
        frames.append(pressing.frame(step * 8_000, (3, 58, 200 + max(0, step - 15) * (peak - 200) // 44)))
    return frames


RECORDING = pressing.HEAD + "".join(pressed_and_held())


def test_socat_line_of_the_documentation(demo):
    shell = subprocess.Popen(
        ["bash", "-c",
         r"""printf '{"method":"%s.Subscribe","more":true}\0' """ + GESTURES
         + f" | socat -t 60 - UNIX:{demo.socket} | tr '\\0' '\\n'"], stdout=subprocess.PIPE, text=True,
        start_new_session=True)
    lines = [json.loads(shell.stdout.readline()) for _ in range(40)]
    # The whole pipeline, not its shell alone.
    os.killpg(shell.pid, signal.SIGKILL)
    shell.wait()
    assert lines[0]["parameters"]["ready"] is True
    assert lines[1]["parameters"]["press"]["phase"] == "began"


def test_calibration_takes_effect_at_once_and_stays(start, tmp_path):
    daemon = start("demo", "--speed", "10")
    with daemon.client() as client:
        pad = client.call(f"{GESTURES}.ListDevices")["parameters"]["devices"][0]
        device = pad["id"]
        missing = client.call(f"{CALIBRATION}.Get", {"device": device})
        assert missing["error"] == f"{CALIBRATION}.NotCalibrated"
        calibration = {"device": device, "clickPressure": 1000.0, "peek": 1.5}
        assert client.call(f"{CALIBRATION}.Set", {"device": device, "calibration": calibration}) == {"parameters": {}}
        assert client.call(f"{CALIBRATION}.Get", {"device": device})["parameters"]["calibration"] == calibration
        pad = client.call(f"{GESTURES}.ListDevices")["parameters"]["devices"][0]
        assert pad["scale"]["clickPressure"] == 1000 and pad["scale"]["source"] == "calibration"
        assert pad["levels"]["peek"] == 1.5
        assert client.call(f"{CALIBRATION}.Reset", {"device": device}) == {"parameters": {}}
        assert client.call(f"{CALIBRATION}.Get", {"device": device})["error"] == f"{CALIBRATION}.NotCalibrated"


def test_a_reset_in_a_press_lets_it_go_on_and_counts_on(start):
    daemon = start("demo", "--speed", "5")
    with daemon.client() as client, daemon.client() as other:
        device = client.subscribe()["devices"][0]["id"]
        presses = []
        for press in client.events():
            presses.append(press)
            if press["phase"] == "peeked" and press["id"] == 2:
                assert other.call(f"{CALIBRATION}.Reset", {"device": device}) == {"parameters": {}}
            if press["id"] == 4:
                break
    assert [press["sequence"] for press in presses] == list(range(1, len(presses) + 1))
    assert story(presses) == STORY[:len(story(presses))]


@pytest.mark.parametrize("calibration, words", [
    ({"device": "other"}, "made for other"), ({"clickPressure": -1.0}, "outside the pad's range"),
    ({"clickPressure": 9999.0}, "outside the pad's range"), ({"hint": 2.0, "peek": 1.5}, "has to lie below"),
    ({"unitsPerGram": 0.0}, "within 0.001 and"), ({"pop": -2.0}, "clicks at least"),
    ({"zeroPressure": 900.0, "clickPressure": 800.0}, "above the zero"),
    ({"clickPressure": 4000.0}, "no press would be recognised"), ({"clickPressure": 4095.0}, "below the end"),
    ({"hint": 2.0}, "not in order"),
])
def test_senseless_calibrations_are_refused_in_words(demo, calibration, words):
    with demo.client() as client:
        device = client.call(f"{GESTURES}.ListDevices")["parameters"]["devices"][0]["id"]
        answer = client.call(
            f"{CALIBRATION}.Set", {"device": device, "calibration": {"device": device, **calibration}})
    assert answer["error"] == f"{CALIBRATION}.Refused"
    assert words in answer["parameters"]["reason"]


PROVENANCE = {"created": "2026-01-31T12:34:56Z", "program": "peekpopctl 0.1.0", "method": "guided"}


@pytest.mark.parametrize("wrong, field", [
    ({"created": "yesterday"}, "created"), ({"program": "x" * 129}, "program"), ({"method": "magic"}, "method"),
    ({"counts": {"clicks": -1}}, "counts.clicks"), ({"counts": {"clicks": 1.5}}, "counts.clicks"),
    ({"figures": {"separation": 1.5}}, "figures.separation"), ({"colour": "red"}, "colour"),
])
def test_a_provenance_that_cannot_be_is_named_by_its_field(demo, wrong, field):
    with demo.client() as client:
        device = client.call(f"{GESTURES}.ListDevices")["parameters"]["devices"][0]["id"]

        def set_with(provenance):
            return client.call(
                f"{CALIBRATION}.Set", {"device": device, "calibration": {"device": device, "provenance": provenance}})

        assert set_with({**PROVENANCE, **wrong}) == {
            "error": "org.varlink.service.InvalidParameter", "parameters": {"parameter": f"calibration.provenance.{field}"}}
        assert client.call(f"{CALIBRATION}.Get", {"device": device})["error"] == f"{CALIBRATION}.NotCalibrated"
        figures = {"falsePeek": 0.0, "separation": 1.0}
        assert set_with({**PROVENANCE, "counts": {"touches": 0}, "figures": figures}) == {"parameters": {}}


def test_observing_shows_every_report(demo):
    with demo.client() as client:
        device = client.call(f"{GESTURES}.ListDevices")["parameters"]["devices"][0]["id"]
        client.send({"method": f"{CALIBRATION}.Observe", "parameters": {"device": device}, "more": True})
        samples = [client.receive()["parameters"]["sample"] for _ in range(300)]
    assert any(sample["touching"] for sample in samples)
    times = [sample["timeUsec"] for sample in samples]
    assert times == sorted(times)
    assert max(sample["clicks"] for sample in samples) > 0.3


def test_unknown_pads_are_named(demo):
    with demo.client() as client:
        for method in (f"{CALIBRATION}.Get", f"{CALIBRATION}.Reset"):
            answer = client.call(method, {"device": "nothing"})
            assert answer == {"error": f"{CALIBRATION}.NoSuchDevice", "parameters": {"device": "nothing"}}
        answer = client.call(f"{GESTURES}.PlayFeedback", {"device": "nothing", "pattern": "peek"})
        assert answer["error"] == f"{GESTURES}.NoSuchDevice"


def test_a_pad_without_a_motor_says_so(demo):
    with demo.client() as client:
        device = client.call(f"{GESTURES}.ListDevices")["parameters"]["devices"][0]["id"]
        answer = client.call(f"{GESTURES}.PlayFeedback", {"device": device, "pattern": "peek"})
    assert answer["error"] == f"{GESTURES}.NotSupported" and "haptic" in answer["parameters"]["reason"]


def test_feedback_is_limited_for_a_user_and_not_for_each_of_their_programs(demo):
    """A loop in a shell is a process for each call; each of these asks no more often than one alone might."""
    program = f"""
import sys
sys.path.insert(0, {str(pathlib.Path(__file__).parent)!r})
from harness import Client
with Client({str(demo.socket)!r}) as client:
    device = client.call("{GESTURES}.ListDevices")["parameters"]["devices"][0]["id"]
    for _ in range(10):
        print(client.call("{GESTURES}.PlayFeedback", {{"device": device, "pattern": "peek"}})["error"])
"""
    processes = [subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) for _ in range(10)]
    answers = [line for process in processes for line in process.communicate()[0].split()]
    assert len(answers) == 100 and set(answers) == {f"{GESTURES}.NotSupported", f"{GESTURES}.TooOften"}


def test_no_sign_of_life_while_there_are_events(demo):
    with demo.client() as client:
        client.subscribe(keepaliveSec=3)
        messages = [client.receive()["parameters"] for _ in range(300)]
    assert {} not in messages, "at this speed the demo never pauses for 3 s"


def test_subscribers_hear_of_changed_levels(start):
    daemon = start("demo", config="[press]\npeek = 1.8\n")
    with daemon.client() as watcher, daemon.client() as client:
        device = watcher.subscribe(phases=["popped"])["devices"][0]["id"]
        calibration = {"device": device, "peek": 1.5, "clickPressure": 1000.0}
        assert "error" not in client.call(f"{CALIBRATION}.Set", {"device": device, "calibration": calibration})
        changed = watcher.receive()["parameters"]["added"]
        assert changed["scale"]["source"] == "calibration"
        daemon.config.write_text("[press]\npeek = 2\n")
        daemon.signal(signal.SIGHUP)
        assert watcher.receive()["parameters"]["added"]["levels"]["peek"] == 2


def test_levels_that_only_the_pad_shows_to_be_out_of_order_are_a_problem(start):
    # 350 g are 1.75 clicks on this pad, and more on others: no mistake that the file alone could show.
    daemon = start("demo", config="[press]\nhint = 350g\npeek = 1.2\n")
    assert "not in order" in daemon.stderr
    assert any("not in order" in problem["message"] for problem in daemon.status()["problems"])
    with daemon.client() as client:
        device = client.subscribe()["devices"][0]
    assert device["gestures"] is False and "not in order" in device["reason"]
