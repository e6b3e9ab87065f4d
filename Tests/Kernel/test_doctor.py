"""peekpopctl doctor on a whole system: sound, and with one thing broken at a time."""

import contextlib
import json
import os
import pathlib
import pwd
import signal
import subprocess

import pytest

import pads
from harness import CALIBRATION, Client
from screen import Screen
from test_systemd import SOCKET, eventually, installed, nothing_runs, offered, state_of, systemctl  # noqa: F401

pytestmark = pytest.mark.systemd

CTL = "/usr/bin/peekpopctl"
OVERRIDES = pathlib.Path("/etc/libinput/local-overrides.quirks")
RULE = pathlib.Path("/usr/lib/udev/rules.d/60-peekpop.rules")
HWDB = pathlib.Path("/usr/lib/udev/hwdb.d/60-peekpop.hwdb")


@pytest.fixture(autouse=True)
def no_overrides():
    yield
    for file in OVERRIDES.parent.glob("local-overrides.quirks*") if OVERRIDES.parent.exists() else []:
        file.unlink()


class Said:
    """What the doctor says, by topic."""

    def __init__(self, *arguments, user=None):
        command = [CTL, "doctor", "--json", *arguments]
        if user:
            command = ["setpriv", f"--reuid={user}", f"--regid={pwd.getpwnam(user).pw_gid}", "--clear-groups", *command]
        done = subprocess.run(command, capture_output=True, text=True)
        self.status = done.returncode
        said = json.loads(done.stdout)
        assert (self.status == 0) == said["works"] == (not any(
            check["verdict"] == "broken" for check in said["checks"])), said
        assert (done.stderr == "") == said["works"]
        self.checks = said["checks"]

    def one(self, topic):
        found = [check for check in self.checks if check["topic"] == topic]
        assert len(found) == 1, self.checks
        return found[0]

    def __call__(self, topic, verdict, text, advice=""):
        check = self.one(topic)
        assert check["verdict"] == verdict and text in check["text"], json.dumps(self.checks, indent=1)
        assert advice in "\n".join(check["advice"]), check
        return self


@contextlib.contextmanager
def moved(path):
    """A file that is not there for a while."""
    aside = path.with_name(path.name + ".aside")
    path.rename(aside)
    try:
        yield
    finally:
        aside.rename(path)


@contextlib.contextmanager
def written(path, text, *reload):
    path = pathlib.Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    try:
        for command in reload:
            subprocess.run(command.split(), check=True)
        yield
    finally:
        path.unlink()
        for command in reload:
            subprocess.run(command.split(), check=True)


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
    os.chmod(pad.node, 0o660)
    eventually(lambda: Said().status == 0, "the pad may be opened again")


def test_who_may_not_connect(plug):
    offered(plug)
    said = Said(user="nobody")
    said("access", "broken", "does not serve nobody", "sudo usermod -aG peekpop nobody")
    assert said.status == 1


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
        said("hwdb", "note", "PEEKPOP_CLICK_PRESSURE=heavy: it has to be a number above 0, a million at most", "/etc/udev/hwdb.d")
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
            said("errors", "note", "odd.conf", "peekpopd --check-config")


def eventually_said(holds):
    found = []

    def look():
        found.append(Said())
        return holds(found[-1])

    eventually(look, "the doctor says so")
    return found[-1]


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


# libinput's palm trap

libinput = pytest.mark.skipif(
    not any(pathlib.Path("/usr/lib").glob("*/libinput.so.10")), reason="no libinput")


def fix(*arguments):
    return subprocess.run([CTL, "doctor", "--fix-libinput", "--yes", *arguments], capture_output=True, text=True)


@libinput
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


@libinput
@pytest.mark.parametrize("answer, status, says", [
    ("y\n", 0, "Written. Log out and in again"),
    ("YES\n", 0, "Written. Log out and in again"),
    ("\n", 1, "nothing was written"),
    ("no\n", 1, "nothing was written"),
    # The end of input, and the interrupt key.
    ("\x04", 1, "nothing was written"),
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


@libinput
def test_the_file_of_others_is_kept_and_copied(plug):
    offered(plug, pads.MAGIC)
    OVERRIDES.parent.mkdir(exist_ok=True)
    others = "# mine\n[My mouse]\nMatchName=Mouse\nAttrResolutionHint=1x1"
    OVERRIDES.write_text(others)
    done = fix()
    copy = OVERRIDES.with_name(OVERRIDES.name + ".before-peekpop")
    assert str(copy) in done.stdout and copy.read_text() == others
    assert OVERRIDES.read_text().startswith(others + "\n\n# By peekpopctl doctor")


@libinput
def test_nothing_to_mend(plug):
    offered(plug)
    done = fix()
    assert done.returncode == 0 and "nothing to mend" in done.stdout and not OVERRIDES.exists()


@libinput
def test_overrides_that_libinput_cannot_read(plug):
    offered(plug)
    OVERRIDES.parent.mkdir(exist_ok=True)
    OVERRIDES.write_text("[A]\nMatchName=x\nwhat is this\n")
    Said()("libinput", "note", f"{OVERRIDES}:3: libinput cannot read this line", "libinput quirks validate")
