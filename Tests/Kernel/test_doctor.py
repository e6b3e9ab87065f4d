"""peekpopctl doctor on a whole system: sound, and with one thing broken at a time."""

import contextlib
import os
import pathlib
import signal
import subprocess
import time

import pytest

import pads
from asked import CTL, Said, eventually_said, written
from harness import CALIBRATION, Client
from test_systemd import SOCKET, eventually, installed, nothing_runs, offered, state_of, systemctl  # noqa: F401

pytestmark = pytest.mark.systemd

RULE = pathlib.Path("/usr/lib/udev/rules.d/60-peekpop.rules")
HWDB = pathlib.Path("/usr/lib/udev/hwdb.d/60-peekpop.hwdb")


@contextlib.contextmanager
def moved(path):
    """A file that is not there for a while."""
    aside = path.with_name(path.name + ".aside")
    path.rename(aside)
    try:
        yield
    finally:
        aside.rename(path)


def test_a_sound_system(plug):
    pad = offered(plug)
    # A client keeps the service: its patience is shorter here than the doctor is slow.
    with Client(SOCKET) as client:
        client.call("org.peekpop.Gestures.GetStatus")
        said = Said()
    assert said.status == 0
    said("kernel", "fine", "Linux " + os.uname().release)
    said("systemd", "fine", "systemd 2")
    said("rule", "fine", str(RULE))
    said("hwdb", "fine", str(HWDB))
    said("socket", "fine", SOCKET)
    said("service", "fine", "peekpopd.service runs")
    said("access", "fine", "root may listen")
    said("pad", "fine", f"{pads.REDRIX.name}: grams, ")
    said("rights", "fine", f"peekpop may open {pad.node}, by group input")
    said("haptics", "fine", "none")
    said("calibration", "fine", "none: the defaults hold")
    said("errors", "fine", "none since the daemon started")
    said("presses", "fine", f"they work on {pads.REDRIX.name}")
    libinput = said.one("libinput")
    if libinput["text"] != "not installed: nothing of it is in the way":
        said("palm", "fine", "libinput knows by its units that it feels force")
    # As people see it.
    shown = subprocess.run([CTL, "doctor"], capture_output=True, text=True, env={"LC_ALL": "C.UTF-8"})
    assert shown.returncode == 0 and "✗" not in shown.stdout and "✓ presses" in shown.stdout
    assert len(shown.stdout.splitlines()) <= 24


def test_no_pad():
    systemctl("start", "peekpopd.socket")
    assert Said()("presses", "broken", "there is no touchpad here", "docs/hardware.md").status == 1


def test_no_socket(plug):
    offered(plug)
    systemctl("stop", "peekpopd.socket")
    said = Said()
    said("socket", "broken", "peekpopd.socket is inactive", "sudo systemctl enable --now peekpopd.socket")
    said("presses", "broken", "no daemon tells of them")
    # What it says to do helps.
    systemctl("start", "peekpopd.socket")
    assert Said().status == 0


def test_a_masked_socket():
    systemctl("mask", "--runtime", "--now", "peekpopd.socket")
    try:
        Said()("socket", "broken", "is masked", "sudo systemctl unmask peekpopd.socket")
    finally:
        systemctl("unmask", "--runtime", "peekpopd.socket")


def test_a_masked_service(plug):
    """Of a masked unit, systemd tells neither user nor groups; and it is unmasked before anything else can help."""
    offered(plug)
    systemctl("mask", "--runtime", "--now", "peekpopd.service")
    try:
        said = Said()
        said("service", "broken", "peekpopd.service is masked", "sudo systemctl unmask peekpopd.service")
        assert not [check for check in said.checks if check["topic"] == "rights"]
        # The question has made systemd try, and give its socket up.
        eventually(lambda: state_of("peekpopd.socket") == "failed", "the socket has failed")
        advice = Said().one("socket")["advice"]
        assert advice[0] == "sudo systemctl unmask peekpopd.service", advice
        # What it says helps, in that order.
        systemctl("unmask", "--runtime", "peekpopd.service")
        for command in advice[1].split("; "):
            subprocess.run(command.removeprefix("sudo ").split(), check=True)
        assert Said().status == 0
    finally:
        systemctl("unmask", "--runtime", "peekpopd.service")


def test_a_configuration_that_is_wrong(plug):
    offered(plug)
    systemctl("stop", "peekpopd.service")
    try:
        with written("/etc/peekpop/peekpopd.conf.d/odd.conf", "[press]\nsensitivity = odd\n"):
            began = time.monotonic()
            said = Said()
            said("service", "broken", "/etc/peekpop/peekpopd.conf.d/odd.conf:2", "peekpopctl config check")
            assert said.one("socket")["advice"][0].endswith("peekpopctl config check")
            # Nobody waits for an answer that cannot come, as long as for one that can.
            assert time.monotonic() - began < 10 or "no reply within 2 s" in said.one("socket")["text"]
    finally:
        systemctl("stop", "peekpopd.socket", "peekpopd.service", check=False)
        systemctl("reset-failed")


def test_a_service_that_fails(plug):
    offered(plug)
    drop_in = "/run/systemd/system/peekpopd.service.d/broken.conf"
    with written(drop_in, "[Service]\nExecStart=\nExecStart=/bin/false\nRestart=no\n", "systemctl daemon-reload"):
        said = Said()
        assert said.status == 1
        said("service", "broken", "peekpopd.service has failed", "journalctl -u peekpopd")
        assert said.one("socket")["verdict"] == "broken"
        systemctl("stop", "peekpopd.socket")
        systemctl("reset-failed")


def test_the_daemon_may_not_open_the_pad(plug):
    pad = offered(plug)
    os.chmod(pad.node, 0o600)

    def refused():
        """The daemon that the doctor's question starts may have to look at the pad first."""
        said = Said()
        assert said.status == 1
        return [check for check in said.checks if check["topic"] == "rights" and check["verdict"] == "broken"]

    eventually(refused, "the pad may not be opened")
    [rights] = refused()
    assert pad.node in rights["text"] and rights["advice"]
    Said()("presses", "broken", f"the daemon may not read {pads.REDRIX.name}", "stands above")
    # Beside one that works.
    plug(pads.MAGIC)
    said = eventually_said(lambda said: said.one("presses")["verdict"] == "fine")
    said("presses", "fine", f"they work on {pads.MAGIC.name}, and not on {pads.REDRIX.name}")
    os.chmod(pad.node, 0o660)
    eventually(lambda: Said().status == 0, "the pad may be opened again")


def test_who_may_not_connect(plug):
    offered(plug)
    said = Said(user="nobody")
    said("access", "broken", "does not serve nobody", "sudo usermod -aG peekpop nobody; then log in again")
    assert said.status == 1


@pytest.mark.parametrize("model, group, verdict, text", [
    # By the daemon's word, whose client may not open the pad.
    (pads.REDRIX, "peekpop", "fine", "libinput knows by its units that it feels force"),
    (pads.MAGIC, "peekpop", "note", "and more for a palm, and a p"),
    (pads.REDRIX, None, "note", "not known: whether libinput takes its pressure for a palm"),
    (pads.MAGIC, None, "note", "not known: whether libinput takes its pressure for a palm"),
])
def test_who_may_not_open_the_pad(plug, model, group, verdict, text):
    offered(plug, model)
    said = Said(user="nobody", group=group)
    assert (said.status == 0) == (group == "peekpop")
    if said.one("libinput")["text"] != "not installed: nothing of it is in the way":
        said("palm", verdict, text)


def test_a_pad_of_contact_size(plug):
    offered(plug, pads.AREA)
    said = Said()
    said("pad", "note", "area, its pressure axis has no force unit", "peekpopctl calibrate --device i2c-06cb-7db7")
    said("presses", "broken", "none of the pads here can tell a press")
    assert said.status == 1


def test_a_range_that_is_none(plug):
    plug(pads.NO_RANGE)
    systemctl("start", "peekpopd.socket")
    Said()("pad", "note", "none, it announces a broken pressure range (0 to 0)", "docs/hardware.md")


def test_a_missing_rule(plug):
    with moved(RULE):
        subprocess.run(["udevadm", "control", "--reload"], check=True)
        plug(pads.REDRIX)
        subprocess.run(["udevadm", "settle"], check=True)
        said = Said()
        said("rule", "broken", "(60-peekpop.rules) is missing", "sudo make install")
        said("socket", "broken", "is inactive")
        # Started by hand, presses work all the same.
        systemctl("start", "peekpopd.socket")
        said = Said()
        said("rule", "note", "is missing")
        said("hwdb", "note", "udev has not told")
        assert said.status == 0
    subprocess.run(["udevadm", "control", "--reload"], check=True)
    # The rule is there, and the pad was plugged in before it.
    said = Said()
    said("rule", "note", "has not been applied to " + pads.REDRIX.name, "udevadm trigger")
    subprocess.run(["udevadm", "trigger", "--subsystem-match=input", "--action=change", "--settle"], check=True)
    Said()("rule", "fine", str(RULE))("hwdb", "fine", str(HWDB))


def test_a_masked_rule(plug):
    offered(plug)
    with written("/etc/udev/rules.d/60-peekpop.rules", ""):
        Said()("rule", "note", "switched off by /etc/udev/rules.d/60-peekpop.rules", "sudo rm")


def test_an_old_rule(plug):
    old = "".join(line for line in RULE.read_text().splitlines(keepends=True) if "IMPORT" not in line)
    with written("/etc/udev/rules.d/60-peekpop.rules", old, "udevadm control --reload"):
        offered(plug)
        said = Said()
        said("rule", "note", "60-peekpop.rules is of an older version: it does not ask udev's hwdb", "control --reload")
        said("hwdb", "fine", str(HWDB))
        assert said.status == 0


def test_a_local_entry_that_was_not_compiled(plug):
    offered(plug)
    entry = "peekpop:input:b0018v04F3p323B*\n PEEKPOP_CLICK_PRESSURE=600\n"
    with written("/etc/udev/hwdb.d/61-mine.hwdb", "# mine\n" + entry):
        said = Said()
        said("hwdb", "note", "/etc/udev/hwdb.d/61-mine.hwdb is newer than /etc/udev/hwdb.bin", "systemd-hwdb update")
        assert said.status == 0


def test_the_hardware_database(plug):
    offered(plug)
    with moved(HWDB):
        assert Said()("hwdb", "note", "60-peekpop.hwdb is not installed", "sudo make install").status == 0
    os.utime("/etc/udev/hwdb.bin", (1, 1))
    Said()("hwdb", "note", "is newer than /etc/udev/hwdb.bin", "systemd-hwdb update")
    os.utime("/etc/udev/hwdb.bin")


def test_a_nonsense_value(plug):
    rule = 'SUBSYSTEM=="input", KERNEL=="event*", ENV{ID_INPUT_TOUCHPAD}=="1", ENV{PEEKPOP_CLICK_PRESSURE}="heavy"\n'
    with written("/run/udev/rules.d/61-nonsense.rules", rule, "udevadm control --reload"):
        offered(plug)
        said = Said()
        said("hwdb", "note", "PEEKPOP_CLICK_PRESSURE=heavy: it has to be a number above 0, a million at most",
             "/etc/udev/hwdb.d")
        # The pad goes on, with the rest of what is known; the daemon says it as well.
        said("pad", "fine", "grams, the hardware database knows this model")
        assert said.status == 0
        journal = subprocess.run(["journalctl", "--no-pager", "-u", "peekpopd"], capture_output=True, text=True).stdout
        assert "PEEKPOP_CLICK_PRESSURE=heavy: it has to be a number above 0, a million at most" in journal
        with Client(SOCKET) as client:
            problems = client.call("org.peekpop.Gestures.GetStatus")["parameters"]["status"]["problems"]
        assert any("PEEKPOP_CLICK_PRESSURE=heavy" in problem["message"] for problem in problems), problems


def test_errors(plug):
    offered(plug)
    # As long as somebody is connected the daemon stays, which would not start with such a file.
    with Client(SOCKET) as client:
        client.call("org.peekpop.Gestures.GetStatus")
        with written("/etc/peekpop/peekpopd.conf.d/odd.conf", "[press]\nsensitivity = odd\n"):
            systemctl("reload", "peekpopd.service", check=False)
            said = eventually_said(lambda said: said.one("errors")["verdict"] == "note")
            said("errors", "note", "odd.conf", "peekpopctl config check")


def test_calibrations(plug):
    offered(plug)
    device = "i2c-04f3-323b"
    calibration = {"device": device, "clickPressure": 520, "provenance": {
        "created": "2019-02-28T10:00:00Z", "program": "peekpopctl 0.1.0", "method": "guided",
        "figures": {"missedPeek": 0.04}}}
    with Client(SOCKET) as client:
        set_to = client.call(f"{CALIBRATION}.Set", {"device": device, "calibration": calibration})
        assert set_to == {"parameters": {}}
        Said()("calibration", "note", "made 2019-02-28", f"peekpopctl calibrate --device {device}")
        calibration["provenance"]["figures"]["missedPeek"] = 0.4
        client.call(f"{CALIBRATION}.Set", {"device": device, "calibration": calibration})
        Said()("calibration", "note", "misses 40 % of presses; that is many")
        client.call(f"{CALIBRATION}.Reset", {"device": device})
        Said()("calibration", "fine", "none")


@pytest.mark.parametrize("text, mode, says", [
    ("garbage", 0o644, "is damaged and was set aside"),
    ("{}", 0o000, "cannot be read"),
    ('{"version": 99, "device": "i2c-04f3-323b"}', 0o644, "was written by a newer PeekPop"),
])
def test_a_calibration_that_is_not_used(plug, text, mode, says):
    offered(plug)
    Said()
    systemctl("stop", "peekpopd.service")
    file = pathlib.Path("/var/lib/peekpop/i2c-04f3-323b.json")
    damaged = file.with_name(file.name + ".damaged")
    file.write_text(text)
    file.chmod(mode)
    try:
        said = Said()
        said("calibration", "note", f"none in use: {file} {says}", "peekpopctl calibrate --device i2c-04f3-323b")
        assert said.status == 0
        # The next daemon, which knows nothing of it.
        systemctl("stop", "peekpopd.service")
        if damaged.exists():
            Said()("calibration", "note", f"none in use: one was damaged, and lies in {damaged}", f"sudo rm {damaged}")
    finally:
        systemctl("stop", "peekpopd.service")
        file.unlink(missing_ok=True)
        damaged.unlink(missing_ok=True)
    Said()("calibration", "fine", "none: the defaults hold")


def test_a_daemon_that_plays_the_demo():
    path = "/run/demo.sock"
    daemon = subprocess.Popen(["/usr/libexec/peekpopd", "--source", "demo", "--socket", path])
    try:
        eventually(lambda: os.path.exists(path), "it listens")
        said = Said("--socket", path)
        assert said("source", "note", "this daemon plays demo").status == 0
    finally:
        daemon.send_signal(signal.SIGTERM)
        daemon.wait()
