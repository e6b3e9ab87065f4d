"""Runs the guest's one command and switches the guest off. As process 1, it starts udev before.

The share at /run/guest holds the command; its status goes there too, its output over the virtio port.
Standard library only, and little of it: under emulation every import takes tens of milliseconds.
"""

import os
import time

SHARE = "/run/guest/"
PORT = "peekpop.output"
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


def fields(name):
    """NUL-terminated strings of a file of the share."""
    with open(SHARE + name, encoding="utf-8", errors="surrogateescape") as file:
        return file.read().split("\0")[:-1]


def open_port(name):
    """The virtio port of this name, by sysfs: udev's links may not be there."""
    for _ in range(500):
        for device in os.listdir("/sys/class/virtio-ports"):
            with open(f"/sys/class/virtio-ports/{device}/name") as file:
                if file.read().strip() == name:
                    return os.open("/dev/" + device, os.O_WRONLY | os.O_CLOEXEC)
        time.sleep(0.02)
    raise FileNotFoundError(f"no virtio port {name}")


def run(argv, **attributes):
    """Starts a program and returns its pid."""
    return os.posix_spawn(argv[0], argv, attributes.pop("environment", os.environ), **attributes)


def wait(pid):
    """The exit status of a child, as a shell tells it; reaps the orphans that come to process 1 meanwhile."""
    while True:
        ended, status = os.wait()
        if ended == pid:
            code = os.waitstatus_to_exitcode(status)
            return code if code >= 0 else 128 - code


def start_udev():
    wait(run(["/lib/systemd/systemd-udevd", "--daemon"]))
    wait(run(["/usr/bin/udevadm", "trigger", "--action=add", "--subsystem-match=input", "--subsystem-match=misc"]))
    wait(run(["/usr/bin/udevadm", "settle", "--timeout=60"]))


def session():
    environment = {"PATH": PATH, "HOME": "/root", "USER": "root", "LANG": "C.UTF-8", "TERM": "dumb",
                   "PYTHONDONTWRITEBYTECODE": "1", "GUEST_OUT": SHARE + "out"}
    environment.update(entry.split("=", 1) for entry in fields("environment"))
    os.environ.clear()
    os.environ.update(environment)
    argv = fields("command")
    output = open_port(PORT)
    if os.getpid() == 1:
        start_udev()
    with open(SHARE + "started", "w"):
        pass
    pid = os.fork()
    if pid == 0:
        os.setsid()
        os.dup2(os.open("/dev/null", os.O_RDONLY), 0)
        os.dup2(output, 1)
        os.dup2(output, 2)
        try:
            os.chdir(fields("folder")[0])
            os.execvp(argv[0], argv)
        except OSError as error:
            os.write(2, f"guest: {argv[0]}: {error.strerror}\n".encode())
            os._exit(127)
    return wait(pid)


def power_off():
    os.sync()
    with open("/proc/sysrq-trigger", "w") as trigger:
        trigger.write("o")
    time.sleep(60)


status = 125
try:
    status = session()
finally:
    with open(SHARE + "status.new", "w") as file:
        file.write(str(status))
    os.rename(SHARE + "status.new", SHARE + "status")
    power_off()
