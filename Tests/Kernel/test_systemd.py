"""What `make install` put in place, under the whole systemd: udev offers the socket, the first client starts the
service, and without clients nothing runs."""

import grp
import json
import os
import pathlib
import pwd
import shutil
import subprocess
import sys
import time

import pytest

import hand
import pads
from calibrating import Person
from harness import GESTURES, PATIENCE, Client
from screen import Screen
from watching import Watcher, open_input_nodes

pytestmark = pytest.mark.systemd

SOCKET = f"/run/peekpop/{GESTURES}"


def systemctl(*arguments, check=True):
    return subprocess.run(["systemctl", *arguments], check=check, capture_output=True, text=True).stdout.strip()


def shown(unit, name):
    return systemctl("show", "--value", "-p", name, unit)


def eventually(holds, what):
    deadline = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > deadline:
            journal = subprocess.run(["journalctl", "--no-pager", "-n", "40"], capture_output=True, text=True).stdout
            raise AssertionError(f"not so after {PATIENCE} s: {what}\n{journal}")
        time.sleep(0.1)


def state_of(unit):
    return shown(unit, "ActiveState")


def main_pid():
    return int(shown("peekpopd.service", "MainPID"))


@pytest.fixture(scope="module", autouse=True)
def installed():
    """The user, as systemd-sysusers makes it at boot or installation, and a short patience of the idle daemon."""
    subprocess.run(["systemd-sysusers"], check=True)
    extra = pathlib.Path("/etc/peekpop/peekpopd.conf.d/idle.conf")
    extra.write_text("[daemon]\nidle-exit = 1\n")
    yield
    extra.unlink()


@pytest.fixture(autouse=True)
def nothing_runs(installed):
    yield
    systemctl("stop", "peekpopd.socket", "peekpopd.service")
    systemctl("reset-failed", check=False)


def offered(plug, model=pads.REDRIX):
    pad = plug(model)
    eventually(lambda: state_of("peekpopd.socket") == "active", "udev has made systemd start the socket")
    return pad


def test_without_such_a_pad_there_is_no_socket(plug):
    plug(pads.NO_PRESSURE)
    plug(pads.KEYBOARD)
    subprocess.run(["udevadm", "settle"], check=True)
    # What systemd would start for a device, it has started once it has answered a later question about it.
    systemctl("list-units", "--type=device")
    assert state_of("peekpopd.socket") == "inactive"
    assert not os.path.exists(SOCKET)


def test_from_pad_to_press_to_rest(plug):
    pad = offered(plug)
    assert state_of("peekpopd.service") == "inactive"
    with Watcher(SOCKET) as watcher:
        assert state_of("peekpopd.service") == "active"
        assert shown("peekpopd.service", "Result") == "success"
        pid = main_pid()
        owner = dict(line.split(":\t", 1) for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines()
                     if ":\t" in line)
        assert set(owner["Uid"].split()) == {subprocess.check_output(["id", "-u", "peekpop"], text=True).strip()}
        assert int(owner["CapEff"], 16) == int(owner["CapBnd"], 16) == 0
        watcher.added(pads.REDRIX.name)
        eventually(lambda: pad.node in open_input_nodes(pid), f"{pad.node} is open")
        pads.press(pad, 2400, rest=120)
        watcher.until_over()
    assert watcher.story() == ["began", "peeked", "popped", "ended"]
    eventually(lambda: state_of("peekpopd.service") == "inactive", "the service has ended for want of clients")
    assert shown("peekpopd.service", "Result") == "success"
    assert state_of("peekpopd.socket") == "active" and os.path.exists(SOCKET)
    # And once more.
    with Watcher(SOCKET) as watcher:
        watcher.added(pads.REDRIX.name)
    assert shown("peekpopd.service", "NRestarts") == "0"


def test_the_libinput_source_within_the_units_limits(plug):
    extra = pathlib.Path("/etc/peekpop/peekpopd.conf.d/source.conf")
    extra.write_text("[daemon]\nsource = libinput\n")
    try:
        pad = offered(plug)
        with Watcher(SOCKET) as watcher:
            watcher.added(pads.REDRIX.name)
            pid = main_pid()
            # Its own descriptor and libinput's.
            eventually(lambda: [os.readlink(entry) for entry in pathlib.Path(f"/proc/{pid}/fd").iterdir()
                                if entry.is_symlink()].count(pad.node) == 2, f"libinput reads {pad.node}")
            with Client(SOCKET) as client:
                status = client.call(f"{GESTURES}.GetStatus")["parameters"]["status"]
            assert (status["source"], status["problems"]) == ("libinput", [])
            pads.press(pad, 2400, rest=120)
            watcher.until_over()
        assert watcher.story() == ["began", "peeked", "popped", "ended"]
    finally:
        extra.unlink()


def test_two_pads_one_of_them_plugged_in_later(plug):
    offered(plug)
    with Watcher(SOCKET) as watcher:
        watcher.added(pads.REDRIX.name)
        late = plug(pads.MAGIC)
        device = watcher.added(pads.MAGIC.name)
        pads.press(late, 250, rest=20)
        watcher.until_over()
    assert watcher.story(device["id"]) == ["began", "peeked", "popped", "ended"]


def test_it_comes_back_after_a_crash(plug):
    offered(plug)
    with Watcher(SOCKET) as watcher:
        watcher.added(pads.REDRIX.name)
        killed = main_pid()
        systemctl("kill", "--signal=SEGV", "peekpopd.service")
        with pytest.raises((AssertionError, ConnectionError)):
            watcher.until(lambda said: False)
    eventually(lambda: state_of("peekpopd.service") == "active" and main_pid() not in (0, killed), "it runs again")
    with Watcher(SOCKET) as watcher:
        watcher.added(pads.REDRIX.name)


@pytest.fixture
def watchdog():
    """A short patience of systemd with a service that gives no sign of life."""
    extra = pathlib.Path("/run/systemd/system/peekpopd.service.d/watchdog.conf")
    extra.parent.mkdir(parents=True, exist_ok=True)
    extra.write_text("[Service]\nWatchdogSec=5s\n")
    systemctl("daemon-reload")
    yield
    extra.unlink()
    systemctl("daemon-reload")


def test_a_frozen_service_is_restarted_and_the_socket_kept(watchdog, plug):
    offered(plug)
    with Watcher(SOCKET) as watcher:
        watcher.added(pads.REDRIX.name)
        frozen = main_pid()
        inode = os.stat(SOCKET).st_ino
        systemctl("kill", "--signal=STOP", "peekpopd.service")
        # Comes while nobody answers, waits in the socket, and is answered by the next one.
        with Client(SOCKET) as early:
            early.send({"method": f"{GESTURES}.GetStatus"})
            with pytest.raises((AssertionError, ConnectionError)):
                watcher.until(lambda said: False)
            assert early.receive()["parameters"]["status"]["source"] == "evdev"
    assert main_pid() not in (0, frozen)
    assert shown("peekpopd.service", "NRestarts") == "1"
    assert os.stat(SOCKET).st_ino == inode and state_of("peekpopd.socket") == "active"
    journal = subprocess.run(["journalctl", "--no-pager", "-u", "peekpopd.service"], capture_output=True, text=True)
    assert "Watchdog timeout" in journal.stdout
    with Watcher(SOCKET) as watcher:
        watcher.added(pads.REDRIX.name)


def test_reload_keeps_clients(plug):
    offered(plug)
    extra = pathlib.Path("/etc/peekpop/peekpopd.conf.d/test.conf")
    try:
        with Watcher(SOCKET) as watcher:
            before = watcher.added(pads.REDRIX.name)["levels"]
            extra.write_text("[press]\nsensitivity = firm\n")
            systemctl("reload", "peekpopd.service")

            def levels():
                with Watcher(SOCKET) as other:
                    return other.added(pads.REDRIX.name)["levels"]

            eventually(lambda: levels()["peek"] > before["peek"], "the levels are firmer")
            assert state_of("peekpopd.service") == "active"
    finally:
        extra.unlink()


CALL = """
import grp, json, os, pwd, socket, sys
path, name, *groups = sys.argv[1:]
user = pwd.getpwnam(name)
os.setgroups([grp.getgrnam(group).gr_gid for group in groups]); os.setgid(user.pw_gid); os.setuid(user.pw_uid)
client = socket.socket(socket.AF_UNIX); client.settimeout(60); client.connect(path)
client.sendall(json.dumps({"method": "org.peekpop.Gestures.ListDevices"}).encode() + b"\\0")
data = b""
while b"\\0" not in data:
    more = client.recv(65536)
    if not more: break
    data += more
print(data.partition(b"\\0")[0].decode())
"""


def called_by(user, *groups):
    """What a process of this user gets that is in these groups, whatever /etc/group says."""
    done = subprocess.run([sys.executable, "-IS", "-c", CALL, SOCKET, user, *groups], check=True, capture_output=True,
                          text=True)
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def member(installed):
    subprocess.run(["useradd", "--no-create-home", "--groups", "peekpop", "member"], check=True)


def test_who_may_ask(plug, member):
    offered(plug)
    assert called_by("nobody").get("error") == "org.varlink.service.PermissionDenied"
    assert "error" not in called_by("root")
    assert "error" not in called_by("member", "peekpop")
    assert "error" not in called_by("nobody", "daemon", "peekpop", "bin")
    every = [group.gr_name for group in grp.getgrall()]
    assert len(every) > 32, "more than a daemon may think there are"
    assert "error" not in called_by("nobody", *every)
    # As with files: the groups of a process are those it was given when it began, and may be fewer than its user's.
    assert called_by("member", "daemon").get("error") == "org.varlink.service.PermissionDenied"


HOLD = """
import os, socket, sys
path, user = sys.argv[1:]
os.setgroups([]); os.setgid(int(user)); os.setuid(int(user))
ask = b'{"method":"org.varlink.service.GetInfo"}\\0'
clients = []
for number in range(40):
    client = socket.socket(socket.AF_UNIX); client.settimeout(60); client.connect(path)
    clients.append(client)
    if number < 4:
        client.sendall(ask)
        data = b""
        while part := client.recv(65536): data += part
        assert b"PermissionDenied" in data, data
print("held", flush=True)
sys.stdin.read()
"""


def test_strangers_keep_nobody_out(plug, member):
    """Four users, each with as many connections as one may have, all of them silent; and first some that ask."""
    offered(plug)
    with Watcher(SOCKET) as watcher:
        watcher.added(pads.REDRIX.name)
        holders = [
            subprocess.Popen([sys.executable, "-IS", "-c", HOLD, SOCKET, str(user)], stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE, text=True)
            for user in range(4001, 4005)]
        try:
            for holder in holders:
                assert holder.stdout.readline() == "held\n"
            with Client(SOCKET) as client:
                status = client.call(f"{GESTURES}.GetStatus")["parameters"]["status"]
            # All are still there, but for the one or two who had to make room.
            assert status["connections"] >= 128
            assert "error" not in called_by("root")
            assert "error" not in called_by("member", "peekpop")
        finally:
            for holder in holders:
                holder.communicate()
        assert watcher.client.socket.fileno() >= 0


def test_an_ordinary_user_calibrates(plug, member):
    """Nobody needs more rights for it than for listening; the service keeps it, also over its own end."""
    pad = offered(plug)
    user = pwd.getpwnam("member")

    def become():
        os.setgroups([grp.getgrnam("peekpop").gr_gid])
        os.setgid(user.pw_gid)
        os.setuid(user.pw_uid)

    screen = Screen([shutil.which("peekpopctl"), "calibrate"], {}, become=become)
    try:
        Person(screen, hand.touching(pad)).go_to_result()
        screen.press("y")
        screen.shows("It is stored and in force")
        screen.press("q")
        assert screen.end() == 0
    finally:
        screen.close()
    systemctl("stop", "peekpopd.service")
    with Watcher(SOCKET) as watcher:
        assert watcher.added(pads.REDRIX.name)["scale"]["source"] == "calibration"
    reset = subprocess.run(["peekpopctl", "calibrate", "--reset", "--yes"], capture_output=True, text=True)
    assert reset.returncode == 0, reset.stderr
