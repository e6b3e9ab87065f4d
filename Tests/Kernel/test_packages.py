"""The packages as a user has them: installed by apt on a running system, upgraded, removed.

The guest is bare of PeekPop when this begins, and the tests follow each other: each leaves what the next one finds.
"""

import contextlib
import json
import os
import pathlib
import platform
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
    # What a container says instead of starting services. And what takes an emulated machine long: package lists and those
    # who look at them after apt, an index of all manual pages, the hardware database of things that are no input devices.
    for name in ("/usr/sbin/policy-rc.d", "/var/lib/man-db/auto-update", "/etc/apt/apt.conf.d/20packagekit",
                 "/etc/apt/apt.conf.d/50appstream"):
        pathlib.Path(name).unlink(missing_ok=True)
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
    runtime = f"/run/user/{user.pw_uid}"
    environment = {"HOME": user.pw_dir, "USER": user.pw_name, "PATH": "/usr/local/bin:/usr/bin:/bin", "XDG_RUNTIME_DIR": runtime,
                   "DBUS_SESSION_BUS_ADDRESS": f"unix:path={runtime}/bus"}
    eventually(lambda: os.path.exists(f"{runtime}/bus"), "newcomer's own systemd and bus run")

    def become():
        os.setgroups([])
        os.setgid(user.pw_gid)
        os.setuid(user.pw_uid)
        os.chdir(user.pw_dir)

    @contextlib.contextmanager
    def typing(command, rows=60):
        words = command.split()
        screen = Screen([shutil.which(words[0]), *words[1:]], environment, size=(rows, 80), become=become)
        try:
            yield screen
        finally:
            screen.close()

    def start(*command, **options):
        """A program of theirs that nobody looks at."""
        return subprocess.Popen(command, preexec_fn=become, env={"LC_ALL": "C.UTF-8", **environment, **options.pop("env", {})},
                                **options)

    typing.environment, typing.start, typing.home = environment, start, pathlib.Path(user.pw_dir)
    yield typing
    seat.all_leave()


def services_of_users():
    """The processes of peekpop-actions."""
    found = []
    for comm in pathlib.Path("/proc").glob("[0-9]*/comm"):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            if comm.read_text() == "peekpop-actions\n":
                found.append(int(comm.parent.name))
    return found


class Desktop:
    """What a graphical session has: a display, a previewer, and what opens files.

    The two latter write down what they are asked, for the real ones draw too slowly on an emulated processor.
    """

    DISPLAY = ":7"

    def __init__(self, newcomer):
        self.newcomer = newcomer
        self.opened = newcomer.home / "opened"
        pathlib.Path("/usr/local/bin/xdg-open").write_text(f'#!/bin/sh\nprintf "%s\\n" "$1" >>{self.opened}\n')
        pathlib.Path("/usr/local/bin/xdg-open").chmod(0o755)
        self.display = newcomer.start("Xvfb", self.DISPLAY, "-screen", "0", "320x200x8", stderr=subprocess.DEVNULL)
        eventually(lambda: os.path.exists("/tmp/.X11-unix/X7"), "the display")
        # As desktops do when a session begins.
        subprocess.run(["runuser", "-u", "newcomer", "--", "env", *[f"{name}={value}" for name, value in newcomer.environment.items()],
                        "systemctl", "--user", "set-environment", f"DISPLAY={self.DISPLAY}"], check=True)
        with open(ROOT / "Tests/Process/bus_service.py") as source:
            # Theirs are not the rights to read it by its path.
            self.previewer = newcomer.start("/usr/bin/python3", "-", "previewer", stdin=source, stdout=subprocess.PIPE, text=True)
        self.calls = []
        self.is_ready = threading.Event()
        threading.Thread(target=self.hear, daemon=True).start()
        assert self.is_ready.wait(PATIENCE), "the previewer's place is taken"

    def hear(self):
        for line in self.previewer.stdout:
            if line == "ready\n":
                self.is_ready.set()
            else:
                name, *arguments = json.loads(line)
                self.calls.append(" ".join([name, *arguments[:1]]))

    def mark(self, text):
        """Selects text, as by the pointer in a terminal."""
        def xclip(*options, **streams):
            return self.newcomer.start("xclip", "-selection", "primary", *options, env={"DISPLAY": self.DISPLAY}, text=True,
                                       **streams)
        xclip("-in", stdin=subprocess.PIPE).communicate(text)
        eventually(lambda: xclip("-out", stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).communicate()[0] == text,
                   "it is selected")

    def asked(self, number):
        """All that was asked, when so many calls have come."""
        def calls():
            return self.calls + [f"xdg-open {path}" for path in
                                 (self.opened.read_text().splitlines() if self.opened.exists() else [])]
        eventually(lambda: len(calls()) >= number, f"{number} calls")
        return calls()

    def close(self):
        for process in (self.previewer, self.display):
            process.terminate()
            process.wait(PATIENCE)


def test_the_first_minute(pad, newcomer):
    """What README.md tells a new user to do, done as they would; docs/first-minute.md is what they saw."""
    page = Transcript("first-minute.md")
    page.text("""# The first minute

What a new user of PeekPop types and sees, from the packages to the first file that a press opens: an ordinary user, at the
machine, in no group but their own. A test does it for each change (Tests/Kernel/test_packages.py), on a Debian in a virtual machine with a pad made
by the kernel, and wrote this page; only figures may differ from one time to the next.

## Install""")
    desktop = Desktop(newcomer)
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
    page.text("## Have it do something")
    with newcomer("peekpop-actions preset quicklook") as screen:
        assert screen.end() == 0, screen.text
        page.terminal("$ peekpop-actions preset quicklook", *screen.lines)
    with newcomer("systemctl --user enable --now peekpop-actions") as screen:
        assert screen.end() == 0, screen.text
        page.terminal("$ systemctl --user enable --now peekpop-actions", *screen.lines)
    letter = newcomer.home / "letter.txt"
    letter.write_text("Dear Ada,\n")
    desktop.mark(str(letter))
    page.text("The path of a file is marked with the pointer, in a terminal say. A press to the peek, and the finger lets go:")
    eventually(lambda: pad.node in open_input_nodes(main_pid()), "it listens")
    # As people do, who look at what shows before they go on; here that takes seconds.
    peeking = round(1.6 * 804)
    pads.press(pad, peeking, rest=120, release=False)
    desktop.asked(1)
    pad.lift(0)
    pad.report()
    peek = desktop.asked(2)
    page.screen_of(*peek)
    assert peek == [f"ShowFile file://{letter}", "Close"]
    page.text("And one to the pop:")
    pads.press(pad, peeking, rest=120, release=False)
    desktop.asked(3)
    pads.press(pad, 2400, rest=peeking)
    pop = desktop.asked(5)[2:]
    page.screen_of(*pop)
    assert pop == [f"ShowFile file://{letter}", "Close", f"xdg-open {letter}"]
    ended = time.monotonic()
    desktop.close()
    page.text("""This is what GNOME's previewer and `xdg-open` were asked: in their places the test has programs that write it down, for
the real ones draw too slowly on an emulated processor.

## How long it takes""")
    commands = len(re.findall(r"^(\$|# apt) ", page.page, re.MULTILINE))
    measured = ROOT / f".build/bare/seconds-to-install-{platform.freedesktop_os_release()['VERSION_CODENAME']}"
    native = int(measured.read_text()) if measured.exists() else None
    page.text(f"""{commands} commands. By the test's clock, on an emulated processor: {installed - began:.0f} s from `apt` to its end, with all
that it needs downloaded already, and {ended - installed:.0f} s from `peekpopctl doctor` to the file that is opened, with pauses as
people make them. Without emulation, on the same machine, `apt` took {native or "?"} s (in Tests/Packages, on a bare Debian without
systemd): with that it is {f"{native + ended - installed:.0f}" if native else "?"} s in all.""")
    page.finish()


def exposure(unit):
    """What systemd thinks of a unit as it runs, at most 1.2: in tenths, which is as exact as it reckons."""
    done = subprocess.run(["systemd-analyze", "security", "--no-pager", "--threshold=12", unit], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return float(re.search(rf"Overall exposure level for {re.escape(unit)}: ([\d.]+)", done.stdout)[1])


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


@pytest.mark.parametrize("unit", ["peekpopd.service", "peekpop-input.service"])
def test_exposure_as_it_runs(unit, record_property, capsys):
    systemctl("start", unit)
    assert state_of(unit) == "active" and int(shown(unit, "MainPID"))
    found = exposure(unit)
    record_property("exposure", found)
    with capsys.disabled():
        print(f"\n{unit}: exposure {found} of 10 as it runs, at most 1.2")
    if unit == "peekpop-input.service":
        systemctl("stop", unit, unit.replace(".service", ".socket"))


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
    (theirs,) = services_of_users()
    # What apt calls; by itself it takes half of the time here.
    done("dpkg", "--install", *map(str, NEXT))
    assert main_pid() not in (0, old)
    assert os.stat(SOCKET).st_ino == inode
    # And what runs for users, by their own managers.
    (new,) = services_of_users()
    assert new != theirs and os.readlink(f"/proc/{new}/exe") == "/usr/bin/peekpop-actions"
    listener.until('"ready":true', 2)
    pads.press(pad, 2400, rest=120)
    listener.until('"popped"')
    status, why = listener.stop()
    assert status == 0 and "connected again" in why, why
    assert (CALIBRATIONS / "of-before.json").exists()


def test_an_upgrade_with_nobody_there_starts_nothing(newcomer):
    with newcomer("systemctl --user stop peekpop-actions") as screen:
        assert screen.end() == 0, screen.text
    systemctl("stop", "peekpopd.service")
    inode = os.stat(SOCKET).st_ino
    done("dpkg", "--install", *map(str, NEXT))
    # Not even what the user has enabled.
    assert not services_of_users()
    assert state_of("peekpopd.service") == "inactive"
    assert state_of("peekpopd.socket") == "active" and os.stat(SOCKET).st_ino == inode


def rights_of_uinput():
    return subprocess.check_output(["getfacl", "--absolute-names", "/dev/uinput"], text=True)


def test_removed_while_somebody_listens(pad, newcomer):
    with newcomer("systemctl --user start peekpop-actions") as screen:
        assert screen.end() == 0, screen.text
    assert len(services_of_users()) == 1
    listener = Listener()
    listener.until(pads.REDRIX.name)
    before = rights_of_uinput()
    systemctl("start", "peekpop-input.service")
    assert "group:peekpop-input:rw-" in rights_of_uinput()
    done("dpkg", "--remove", *NAMES)
    assert rights_of_uinput() == before, "what was lent is given back"
    status, why = listener.end()
    assert status == 1 and "the daemon" in why, why
    assert not services_of_users()
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
