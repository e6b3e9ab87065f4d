"""Lets the guest's machine sleep, and wakes it again.

The kernel sleeps by itself for a while and wakes up (`pm_test`, Documentation/power/basic-pm-debugging.rst): tasks are
frozen, devices suspended and resumed, all CPUs but one switched off, and the clocks stand still as in any sleep. Only the
firmware is left out, which could not wake: QEMU has none that resumes a kernel it started itself.

What lies on the host is out of reach afterwards, for the kernel resets virtio devices in waking, and its 9p does not
begin anew. What is needed later has to be in memory before (`keep_in_memory`); nothing can be opened that is not; and no
process can end that has something of the host's open, which all have: so in the end the guest is just switched off.
"""

import ctypes
import linecache
import os
import pathlib
import sys
import time

import pytest

POWER = pathlib.Path("/sys/power")
DELAY = pathlib.Path("/sys/module/suspend/parameters/pm_test_delay")
VIRTIO = pathlib.Path("/sys/bus/virtio/drivers/9pnet_virtio")
SHARE, SHARE_OPTIONS = "/run/guest", "trans=virtio,version=9p2000.L,cache=none"
LIBC = ctypes.CDLL(None, use_errno=True)

_has_slept = False


def keep_in_memory(*pids):
    """Reads the files that this process and those have mapped, and this one's sources, should a failure be shown."""
    for pid in (os.getpid(), *pids):
        for line in pathlib.Path(f"/proc/{pid}/maps").read_text().splitlines():
            path = line.split(maxsplit=5)[5:]
            if path and os.path.isfile(path[0]):
                pathlib.Path(path[0]).read_bytes()
    try:
        raise AssertionError("what pytest needs to show a failure is loaded with the first one")
    except AssertionError:
        str(pytest.ExceptionInfo.from_current().getrepr(style="short"))
    for module in list(sys.modules.values()):
        if path := getattr(module, "__file__", None):
            linecache.getlines(path)


def sleep(seconds):
    """Sleeps once, and gives the seconds slept. The folder of results is let go before, and is there again after."""
    global _has_slept
    device = share_device()
    call(LIBC.umount, SHARE.encode())
    (VIRTIO / "unbind").write_text(device)
    (POWER / "pm_test").write_text("core")
    DELAY.write_text(str(seconds))
    before = slept()
    _has_slept = True
    (POWER / "state").write_text("mem")
    (VIRTIO / "bind").write_text(device)
    call(LIBC.mount, b"share", SHARE.encode(), b"9p", 0, SHARE_OPTIONS.encode())
    return slept() - before


def share_device():
    """The virtio device of the folder of results, by its mount tag."""
    for device in VIRTIO.glob("virtio*"):
        if (device / "mount_tag").read_bytes().rstrip(b"\0\n") == b"share":
            return device.name
    raise FileNotFoundError(f"{VIRTIO} has no device of the tag share")


def slept():
    """Seconds that this machine has slept since it booted."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) - time.monotonic()


def call(function, *arguments):
    """A function of libc: no program can be started after a sleep."""
    if function(*arguments) != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{function.__name__}{arguments}: {os.strerror(number)}")


def end(status):
    """After a sleep, tells the host the exit status in place of this process, which cannot end, and switches off."""
    if not _has_slept:
        return
    sys.stdout.flush()
    new = pathlib.Path(SHARE, "status.new")
    new.write_text(str(int(status)))
    new.rename(pathlib.Path(SHARE, "status"))
    pathlib.Path("/proc/sysrq-trigger").write_text("o")
    time.sleep(60)
