"""The packages as a user has them: installed by apt on a running system, upgraded, removed.

The guest is bare of PeekPop when this begins, and the tests follow each other: each leaves what the next one finds.
"""

import contextlib
import os
import pathlib
import pwd
import re
import shutil
import signal
import subprocess
import threading
import time

import pytest

import hand
import pads
from calibrating import Person
from harness import GESTURES, PATIENCE, Client
from screen import Screen
from seat import Seat
from test_systemd import SOCKET, eventually, main_pid, shown, state_of, systemctl
from transcript import Transcript
from watching import Watcher, open_input_nodes

pytestmark = pytest.mark.packages

ROOT = pathlib.Path(__file__).resolve().parents[2]
# What `apt install ./peekpop*.deb` installs.
PACKAGES = sorted((ROOT / ".build/deb").glob("peekpop*.deb"))
# The same with a higher version, made by Tests/Kernel/run: packing takes long here.
NEXT = sorted((ROOT / ".build/kernel/next").glob("*.deb"))
NAMES = [package.name.partition("_")[0] for package in PACKAGES]
CALIBRATIONS = pathlib.Path("/var/lib/peekpop")


def done(*command):
    """What a command says that installs or removes."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"})
    assert done.returncode == 0, done.stdout
    assert not re.search(r"(?i)^(failed|error|warning)|not running|could not", done.stdout, re.MULTILINE), done.stdout
    return done.stdout


class Listener:
    """`peekpopctl listen`, and what it has said."""

    def __init__(self, *options):
        self.process = subprocess.Popen(["peekpopctl", "listen", "--json", *options], stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.lines = []
        self.thread = threading.Thread(target=self.read)
        self.thread.start()

    def read(self):
        for line in self.process.stdout:
            self.lines.append(line)

    def said(self, pattern, times=1):
        return len(re.findall(pattern, "".join(self.lines))) >= times

    def until(self, pattern, times=1):
        eventually(lambda: self.said(pattern, times), f"listen says {pattern} {times} times: {self.lines}")

    def end(self):
        """Its exit status, and what it said of errors."""
        try:
            self.process.wait(PATIENCE)
        finally:
            self.process.kill()
        self.thread.join()
        return self.process.returncode, self.process.stderr.read()

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        return self.end()


@pytest.fixture(scope="module", autouse=True)
def bare():
    assert PACKAGES and NEXT, "run make deb, and the tests by Tests/Kernel/run"
    assert not pathlib.Path("/usr/bin/peekpopctl").exists()
    # What a container says instead of starting services. And what takes an emulated machine long: package lists, an index
    # of all manual pages, the hardware database of things that are no input devices.
    pathlib.Path("/usr/sbin/policy-rc.d").unlink(missing_ok=True)
    pathlib.Path("/var/lib/man-db/auto-update").unlink(missing_ok=True)
    for other in pathlib.Path("/usr/lib/udev/hwdb.d").glob("20-*"):
        other.unlink()
    pathlib.Path("/etc/apt/apt.conf.d/guest").write_text('Dir::State::Lists "/var/tmp/no-lists";\n')


@pytest.fixture(scope="module")
def pad():
    """One pad from the first test to the last."""
    pad = pads.Pad(pads.REDRIX)
    yield pad
    pad.unplug()


@pytest.fixture(scope="module")
def newcomer():
    """Somebody new at this machine, at the seat, in no group but their own."""
    subprocess.run(["useradd", "--create-home", "--shell", "/bin/bash", "newcomer"], check=True)
    seat = Seat()
    seat.sit_down("newcomer")
    eventually(lambda: seat.session("newcomer"), "newcomer has a session")
    seat.to_front("newcomer")
    user = pwd.getpwnam("newcomer")

    def become():
        os.setgroups([])
        os.setgid(user.pw_gid)
        os.setuid(user.pw_uid)
        os.chdir(user.pw_dir)

    @contextlib.contextmanager
    def typing(command, rows=60):
        words = command.split()
        environment = {"HOME": user.pw_dir, "USER": user.pw_name, "PATH": "/usr/bin:/bin"}
        screen = Screen([shutil.which(words[0]), *words[1:]], environment, size=(rows, 80), become=become)
        try:
            yield screen
        finally:
            screen.close()

    yield typing
    seat.all_leave()


def test_the_first_minute(pad, newcomer):
    """What README.md tells a new user to do, done as they would; docs/first-minute.md is what they saw."""
    page = Transcript("first-minute.md")
    page.text("""# The first minute

What a new user of PeekPop types and sees, from the packages to the first press: an ordinary user, at the machine, in no group
but their own. A test does it for each change (Tests/Kernel/test_packages.py), on a Debian in a virtual machine with a pad made
by the kernel, and wrote this page; only figures may differ from one time to the next.

## Install""")
    began = time.monotonic()
    said = done("apt-get", "--yes", "-o", "Dpkg::Use-Pty=no", "install", *map(str, PACKAGES))
    # The socket is offered when apt has ended; until a client comes nothing runs.
    assert state_of("peekpopd.socket") == "active" and state_of("peekpopd.service") == "inactive"
    assert systemctl("is-enabled", "peekpopd.socket", check=False) == "disabled"
    page.terminal("# apt install ./peekpop*.deb", "…",
                  *[line for line in said.splitlines() if re.match(r"Setting up \S*peekpop|Creating .*peekpop", line)])
    page.text("Only this is done as root. udev has seen the pad, and offers the socket; nothing runs yet.\n\n## Does my pad work?")

    installed = time.monotonic()
    with newcomer("peekpopctl doctor") as screen:
        status = screen.end()
        page.terminal("$ peekpopctl doctor", *screen.lines)
        assert status == 0, screen.text
    page.text("## Fit it to my finger\n\nSome light touches, clicks, and firm presses, as the screen asks for them:")
    page.terminal("$ peekpopctl calibrate")
    with newcomer("peekpopctl calibrate", rows=24) as screen:
        person = Person(screen, hand.touching(pad))
        person.go_to("presses")
        page.screen(screen)
        person.fill("presses")
        screen.press(" ")
        person.fill("hardest")
        screen.press(" ")
        screen.shows("Store this calibration?")
        page.screen(screen)
        screen.press("y")
        screen.shows("It is stored and in force")
        screen.press("q")
        assert screen.end() == 0
    page.text("## Press")
    with newcomer("peekpopctl listen") as screen:
        screen.shows(pads.REDRIX.name)
        pads.press(pad, 2400, rest=120)
        screen.shows("ended")
        screen.press("\x03")
        assert screen.end() == 0
        page.terminal("$ peekpopctl listen", *screen.lines)
    page.text("## Have it do something\n\nReady rules, and what they would do:")
    with newcomer("peekpop-actions preset middle-click") as screen:
        assert screen.end() == 0, screen.text
        page.terminal("$ peekpop-actions preset middle-click", *screen.lines)
    with newcomer("peekpop-actions run --dry-run") as screen:
        eventually(lambda: screen.read(0) and pad.node in open_input_nodes(main_pid()), "it listens")
        pads.press(pad, 2400, rest=120)
        screen.shows("pop: button middle")
        screen.press("\x03")
        assert screen.end() == 0, screen.text
        page.terminal("$ peekpop-actions run --dry-run", *screen.lines)
    ended = time.monotonic()
    page.text(f"It took {ended - installed:.0f} s from the doctor to here, with pauses as people make them, and {installed - began:.0f} s "
              "to install, on an emulated processor.")
    page.finish()


def test_its_own_user_and_nothing_else():
    with Watcher(SOCKET) as watcher:
        watcher.added(pads.REDRIX.name)
        user = pwd.getpwnam("peekpop")
        status = dict(line.split(":\t", 1) for line in pathlib.Path(f"/proc/{main_pid()}/status").read_text().splitlines()
                      if ":\t" in line)
        assert set(status["Uid"].split()) == {str(user.pw_uid)} and set(status["Gid"].split()) == {str(user.pw_gid)}
        own = subprocess.check_output(["getent", "group", "input"], text=True).split(":")[2]
        assert set(status["Groups"].split()) <= {own, str(user.pw_gid)} and own in status["Groups"].split()
        assert {status[name] for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")} == {"0" * 16}
        assert (status["NoNewPrivs"], status["Seccomp"]) == ("1", "2")
        # What systemd thinks of the unit as it runs, in tenths.
        done = subprocess.run(["systemd-analyze", "security", "--no-pager", "--threshold=12", "peekpopd.service"],
                              capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        print(done.stdout.splitlines()[-1])


@pytest.mark.parametrize("number", [signal.SIGSEGV, signal.SIGABRT, signal.SIGKILL], ids=lambda number: number.name)
def test_a_crash_ends_the_stream_and_a_new_one_comes(pad, number):
    """A listener is told; one that waits goes on by itself. The socket stays, so that whoever connects meanwhile waits."""
    systemctl("reset-failed", "peekpopd.service")
    patient, plain = Listener("--reconnect"), Listener()
    for listener in (patient, plain):
        listener.until(pads.REDRIX.name)
    crashed, inode, restarts = main_pid(), os.stat(SOCKET).st_ino, int(shown("peekpopd.service", "NRestarts"))
    systemctl("kill", f"--signal={number.name}", "--kill-whom=main", "peekpopd.service")
    status, why = plain.end()
    assert status == 1 and "the daemon ended the stream" in why, why
    with Client(SOCKET) as early:
        assert early.call(f"{GESTURES}.GetStatus")["parameters"]["status"]["source"] == "evdev"
    assert main_pid() not in (0, crashed) and int(shown("peekpopd.service", "NRestarts")) == restarts + 1
    assert os.stat(SOCKET).st_ino == inode and state_of("peekpopd.socket") == "active"
    patient.until('"ready":true', 2)
    pads.press(pad, 2400, rest=120)
    patient.until('"popped"')
    status, why = patient.stop()
    assert status == 0 and "waiting for it to come back" in why and "connected again" in why, why


def test_an_upgrade_restarts_the_service_and_keeps_the_socket(pad):
    (CALIBRATIONS / "of-before.json").write_text("{}")
    listener = Listener("--reconnect")
    listener.until(pads.REDRIX.name)
    old, inode = main_pid(), os.stat(SOCKET).st_ino
    # What apt calls; by itself it takes half of the time here.
    done("dpkg", "--install", *map(str, NEXT))
    assert main_pid() not in (0, old)
    assert os.stat(SOCKET).st_ino == inode
    listener.until('"ready":true', 2)
    pads.press(pad, 2400, rest=120)
    listener.until('"popped"')
    status, why = listener.stop()
    assert status == 0 and "connected again" in why, why
    assert (CALIBRATIONS / "of-before.json").exists()


def test_an_upgrade_with_nobody_there_starts_nothing():
    systemctl("stop", "peekpopd.service")
    inode = os.stat(SOCKET).st_ino
    done("dpkg", "--install", *map(str, NEXT))
    assert state_of("peekpopd.service") == "inactive"
    assert state_of("peekpopd.socket") == "active" and os.stat(SOCKET).st_ino == inode


def test_removed_while_somebody_listens(pad):
    listener = Listener()
    listener.until(pads.REDRIX.name)
    done("dpkg", "--remove", *NAMES)
    status, why = listener.end()
    assert status == 1 and "the daemon" in why, why
    assert not pathlib.Path("/run/peekpop").exists()
    assert not pathlib.Path("/usr/libexec/peekpopd").exists()
    assert (CALIBRATIONS / "of-before.json").exists()
    for unit in ("peekpopd.socket", "peekpopd.service"):
        assert shown(unit, "LoadState") == "not-found" and state_of(unit) == "inactive"
    # And udev wants nothing of systemd any more.
    subprocess.run(["udevadm", "settle"], check=True)
    assert "peekpop" not in subprocess.check_output(["udevadm", "info", pad.node], text=True)


def test_purged_and_installed_anew(pad):
    done("dpkg", "--purge", *NAMES)
    assert not CALIBRATIONS.exists() and not pathlib.Path("/etc/peekpop").exists()
    done("dpkg", "--install", *map(str, PACKAGES))
    with Watcher(SOCKET) as watcher:
        watcher.added(pads.REDRIX.name)
        pads.press(pad, 2400, rest=120)
        watcher.until_over()
    assert watcher.story() == ["began", "peeked", "popped", "ended"]
    assert shown("peekpopd.service", "Result") == "success"
