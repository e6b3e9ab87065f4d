"""Devices that come, go, stay closed, or may not be opened; and events the kernel had to drop."""

import ctypes
import os
import pathlib
import signal
import subprocess
import tempfile
import time

import pads
from harness import GESTURES, PATIENCE, Daemon
from watching import Watcher, open_input_nodes, raw_at

NOBODY = 65534


def eventually(holds, what):
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, f"not so after {PATIENCE} s: {what}"
        time.sleep(0.05)


def test_plugged_in_and_out_while_watched(daemon, plug):
    with Watcher(daemon.socket) as watcher:
        assert pads.REDRIX.name not in [device["name"] for device in watcher.devices]
        for _ in range(2):
            pad = plug(pads.REDRIX)
            device = watcher.added(pads.REDRIX.name)
            pads.press(pad, 2400, rest=120)
            watcher.until_over()
            pad.unplug()
            assert watcher.until(lambda said: "removed" in said)["removed"] == device["id"]
    assert watcher.story() == ["began", "peeked", "popped", "ended"] * 2


def test_unplugged_in_a_press(daemon, plug):
    pad = plug(pads.REDRIX)
    with Watcher(daemon.socket) as watcher:
        watcher.added(pads.REDRIX.name)
        pads.press(pad, 2400, rest=120, release=False)
        watcher.until_phase("popped")
        pad.unplug()
        assert watcher.until_over()["reason"] == "gone"
        watcher.until(lambda said: "removed" in said)


def overflow(daemon, pad, level):
    """More than the kernel keeps for a reader, while the daemon cannot read."""
    daemon.signal(signal.SIGSTOP)
    eventually(lambda: state(daemon.process.pid) == "T", "peekpopd is stopped")
    for number in range(2000):
        pad.touch(0.5 + (number % 2) / 1000, 0.4, level + number % 3)
        pad.report()


def state(pid):
    return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


def test_dropped_events_and_another_finger(daemon, plug):
    pad = plug(pads.REDRIX)
    with Watcher(daemon.socket) as watcher:
        peek = raw_at(watcher.added(pads.REDRIX.name), 2.2)
        pads.press(pad, peek, rest=120, release=False)
        watcher.until_phase("peeked")
        overflow(daemon, pad, peek)
        pad.lift()
        pad.report()
        pad.touch(0.8, 0.8, 200)
        pad.report()
        daemon.signal(signal.SIGCONT)
        assert watcher.until_over()["reason"] == "dropped"
        pad.lift()
        pad.report()
        # And it goes on reading.
        pads.press(pad, 2400, rest=120)
        assert watcher.until_over()["phase"] == "ended"


def test_dropped_events_and_the_same_finger(daemon, plug):
    pad = plug(pads.REDRIX)
    with Watcher(daemon.socket) as watcher:
        peek = raw_at(watcher.added(pads.REDRIX.name), 2.2)
        pads.press(pad, peek, rest=120, release=False)
        begun = watcher.until_phase("peeked")["id"]
        overflow(daemon, pad, peek)
        daemon.signal(signal.SIGCONT)
        for level in pads.ramp(peek, 2400, 40):
            pad.touch(0.5, 0.4, level)
            pad.report()
            time.sleep(0.01)
        popped = watcher.until_phase("popped", "cancelled")
        assert (popped["phase"], popped["id"]) == ("popped", begun)
        pad.lift()
        pad.report()
        assert watcher.until_over()["phase"] == "ended"


def test_open_only_while_somebody_subscribes(daemon, plug):
    pad = plug(pads.REDRIX)
    with daemon.client() as client:
        client.call(f"{GESTURES}.ListDevices")
        assert open_input_nodes(daemon.process.pid) == set()
    with Watcher(daemon.socket) as watcher:
        watcher.added(pads.REDRIX.name)
        eventually(lambda: pad.node in open_input_nodes(daemon.process.pid), f"{pad.node} is open")
    eventually(lambda: not open_input_nodes(daemon.process.pid), "no device is open")


def test_a_finger_on_the_pad_when_the_first_subscriber_comes(daemon, plug):
    pad = plug(pads.REDRIX)
    pads.press(pad, 2400, rest=120, release=False)
    with Watcher(daemon.socket) as watcher:
        watcher.added(pads.REDRIX.name)
        eventually(lambda: pad.node in open_input_nodes(daemon.process.pid), f"{pad.node} is open")
        pad.lift()
        pad.report()
        pads.press(pad, 2400, rest=120)
        watcher.until_phase("popped")
        assert watcher.until_over()["phase"] == "ended"


class OrdinaryDaemon(Daemon):
    """A peekpopd without the rights of root or of group input."""

    def __init__(self, folder, source, *options, **named):
        outside = pathlib.Path(tempfile.mkdtemp(prefix="ordinary."))
        outside.chmod(0o755)
        super().__init__(outside / "daemon", source, *options, preexec=self.become_ordinary, **named)

    def become_ordinary(self):
        for path in (self.folder, self.folder / "state", self.short, self.short / "notify"):
            os.chown(path, NOBODY, NOBODY)
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)


class BareDaemon(Daemon):
    """A peekpopd in a file system of its own, where there is no udev and no /dev/input."""

    def __init__(self, folder, source, *options, **named):
        super().__init__(folder, source, *options, preexec=self.hide, **named)

    @staticmethod
    def hide():
        libc = ctypes.CDLL(None, use_errno=True)
        new_namespace, private, recursive = 0x20000, 1 << 18, 1 << 14
        done = libc.unshare(new_namespace) | libc.mount(b"none", b"/", None, private | recursive, None)
        for path in (b"/dev", b"/run/udev"):
            done |= libc.mount(b"tmpfs", path, b"tmpfs", 0, None)
        assert done == 0, os.strerror(ctypes.get_errno())

    def inside(self, *command):
        subprocess.run(["nsenter", f"--mount=/proc/{self.process.pid}/ns/mnt", *command], check=True)


def test_the_folder_of_devices_comes_later(start, plug):
    pad = plug(pads.REDRIX)
    daemon = start(kind=BareDaemon)
    assert daemon.stderr.count("there is no /dev/input yet: waiting for the first device") == 1
    with Watcher(daemon.socket) as watcher:
        assert watcher.devices == []
        minor = os.minor(os.stat(pad.node).st_rdev)
        daemon.inside("mkdir", "/dev/input")
        daemon.inside("mknod", "-m", "600", pad.node, "c", "13", str(minor))
        watcher.added(pads.REDRIX.name)
        # As the daemon's file system names it.
        eventually(lambda: pad.node in open_input_nodes(daemon.process.pid), f"{pad.node} is open")
        pads.press(pad, 2400, rest=120)
        watcher.until_over()
    assert watcher.story() == ["began", "peeked", "popped", "ended"]


def test_permission_denied_until_udev_grants_it(start, plug):
    pad = plug(pads.REDRIX)
    daemon = start(kind=OrdinaryDaemon)
    with Watcher(daemon.socket) as watcher:
        assert watcher.devices == []
        assert pad.node in daemon.stderr
        told = [problem["message"] for problem in daemon.status()["problems"]]
        assert any(pad.node in message and "ermission denied" in message for message in told), told
        os.chmod(pad.node, 0o666)
        subprocess.run(["udevadm", "trigger", "--action=change", pad.node], check=True)
        watcher.added(pads.REDRIX.name)
        eventually(lambda: pad.node in open_input_nodes(daemon.process.pid), f"{pad.node} is open")
        pads.press(pad, 2400, rest=120)
        watcher.until_over()
    assert watcher.story() == ["began", "peeked", "popped", "ended"]
