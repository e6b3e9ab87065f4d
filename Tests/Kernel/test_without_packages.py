"""`make install` and `make uninstall` on a running system: what they say to systemd, udev and users, and that nothing is left.

In the guest of the packages, after their tests.
"""

import contextlib
import json
import os
import pathlib
import socket
import subprocess

import pytest

import pads
from harness import PATIENCE
from test_packages import NAMES, ROOT, services_of_users
from test_systemd import SOCKET, eventually, main_pid, shown, state_of, systemctl
from watching import Watcher

pytestmark = pytest.mark.packages

DATABASE = pathlib.Path("/etc/udev/hwdb.bin")


def make(target, prefix):
    # What is built is not built anew, whatever the guest thinks of the host's clock.
    done = subprocess.run(["make", "-s", "-o", ".build/dist/built", target, f"PREFIX={prefix}"], cwd=ROOT, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == 0, done.stdout
    return done.stdout


def theirs(*arguments):
    """systemctl for the user's manager."""
    return systemctl("--user", "--machine=someone@", *arguments)


def placed():
    """All folders where something is installed, and all files that systemd and udev read."""
    found = {str(path) for top in ("/etc", "/opt", "/usr/local") for path in pathlib.Path(top).rglob("*")
             if path.is_dir() or "systemd" in path.parts or "udev" in path.parts or "sysusers.d" in path.parts}
    return found - {"/etc/peekpop"}


@pytest.fixture(scope="module", autouse=True)
def bare():
    subprocess.run(["dpkg", "--purge", *NAMES], check=True, stdout=subprocess.DEVNULL)
    assert not pathlib.Path("/usr/bin/peekpopctl").exists()
    # What takes an emulated machine minutes: to compile what is no pad, and to write pages that test_install looks at.
    for other in pathlib.Path("/usr/lib/udev/hwdb.d").glob("*"):
        other.unlink()
    for script in ("install-docs", "install-pages"):
        (ROOT / "scripts" / script).write_text("#!/bin/sh\n")


@pytest.fixture(scope="module")
def pad():
    pad = pads.Pad(pads.REDRIX)
    yield pad
    pad.unplug()


@pytest.fixture(scope="module", autouse=True)
def someone():
    """A user whose manager runs."""
    subprocess.run(["useradd", "--create-home", "someone"], check=True)
    subprocess.run(["loginctl", "enable-linger", "someone"], check=True)
    number = subprocess.check_output(["id", "-u", "someone"], text=True).strip()
    eventually(lambda: state_of(f"user@{number}.service") == "active", "their manager runs")
    yield
    subprocess.run(["loginctl", "disable-linger", "someone"], check=True)


@contextlib.contextmanager
def unwritable(folder):
    subprocess.run(["mount", "--bind", folder, folder], check=True)
    subprocess.run(["mount", "-o", "remount,bind,ro", folder], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


def still_running(numbers):
    return [number for number in numbers if os.path.exists(f"/proc/{number}")]


def install_use_and_uninstall(prefix, pad, has_own_database):
    before = placed()
    said = make("install", prefix)
    # The socket is there when make has ended.
    assert state_of("peekpopd.socket") == "active" and os.path.exists(SOCKET), said
    # Another database in /etc would hide Debian's, for good.
    assert DATABASE.exists() == has_own_database and ("could not be written" in said) == has_own_database, said
    assert "restarted" not in said
    assert "E: PEEKPOP_CLASS=" in subprocess.check_output(["udevadm", "info", pad.node], text=True)
    systemctl("start", "peekpop-input.socket")
    theirs("start", "peekpop-actions.service")
    with Watcher(SOCKET) as watcher, socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as keys:
        watcher.added(pads.REDRIX.name)
        keys.connect("/run/peekpop-input/socket")
        eventually(lambda: state_of("peekpop-input.service") == "active", "it serves")
        done = subprocess.run([f"{prefix}/bin/peekpopctl", "doctor", "--json"], capture_output=True, text=True, timeout=PATIENCE)
        verdicts = {check["topic"]: check["verdict"] for check in json.loads(done.stdout)["checks"]}
        fine = {verdicts[name] for name in ("rule", "hwdb", "socket", "presses")} == {"fine"}
        assert done.returncode == 0 and fine, done.stdout + done.stderr
        old, inode = [main_pid(), int(shown("peekpop-input.service", "MainPID")), *services_of_users()], os.stat(SOCKET).st_ino
        assert len(old) == 3 and 0 not in old
        assert [os.readlink(f"/proc/{number}/exe").startswith(f"{prefix}/") for number in old] == [True] * 3
        said = make("install", prefix)
    assert not still_running(old), said
    (new,) = services_of_users()
    assert os.stat(SOCKET).st_ino == inode
    for what in ("peekpopd.service", "peekpop-input.service", "peekpop-actions.service of someone"):
        assert f"{what} has been restarted" in said, said

    said = make("uninstall", prefix)
    assert not services_of_users() and not still_running([new]), said
    for ask in (systemctl, theirs):
        assert ask("list-units", "--all", "--plain", "--no-legend", "peekpop*") == "", said
    assert "SYSTEMD_WANTS" not in (told := subprocess.check_output(["udevadm", "info", pad.node], text=True)) and "PEEKPOP" not in told, told
    for folder in ("/run/peekpop", "/run/peekpop-input"):
        assert not os.path.exists(folder), said
    assert placed() == before, said
    for kept in ("/etc/peekpop", "/var/lib/peekpop", "peekpop-input"):
        assert kept in said, said


def test_below_usr_local(pad):
    install_use_and_uninstall("/usr/local", pad, has_own_database=False)


def test_elsewhere_where_usr_cannot_be_written(pad):
    with unwritable("/usr/lib/udev"):
        install_use_and_uninstall("/opt/pp", pad, has_own_database=True)
