"""peekpop-input as a process: other users, logind's files, no device. The kernel tests have the real /dev/uinput."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import textwrap

import pytest

from actions_harness import eventually
from harness import DIST, PATIENCE

NOBODY = 65534
RULE = b"only the user of the session in the foreground may send keys"
# Without CAP_SYS_ADMIN nobody can put files in the place of logind's and of /dev/uinput.
mounts = pytest.mark.skipif(
    subprocess.run(["unshare", "--mount", "true"], capture_output=True).returncode != 0, reason="no mount namespaces")


class Helper:
    """The helper under way, where logind says `seat`, and /dev/uinput is `device`."""

    def __init__(self, folder, seat=None, device=None):
        folder.chmod(0o755)
        self.path = f"/tmp/pi.{os.getpid()}.{abs(hash(str(folder))) % 100_000}"
        self.log = folder / "log"
        script = ["set -e"]
        if seat is not None:
            login = folder / "login"
            (login / "seats").mkdir(parents=True)
            if seat:
                (login / "seats/seat0").write_text(seat)
            script += ["mount -t tmpfs none /run", "mkdir -p /run/systemd", f"cp -r {login}/seats /run/systemd/"]
        if device is not None:
            script += ["mount -t tmpfs none /dev", device]
        script += [f"exec {DIST}/peekpop-input --socket {self.path}"]
        isolate = ["unshare", "--mount"] if len(script) > 2 else []
        self.process = subprocess.Popen(
            [*isolate, "sh", "-c", "\n".join(script)], stdin=subprocess.DEVNULL, stderr=open(self.log, "w"),
            env={**os.environ, "SWIFT_BACKTRACE": "enable=no"})
        eventually(lambda: os.path.exists(self.path) or self.process.poll() is not None, "it listens")
        assert self.process.poll() is None, self.said
        os.chmod(self.path, 0o666)

    @property
    def said(self):
        return self.log.read_text()

    def ask(self, request=None):
        """The first answer this process gets."""
        with self.connected() as client:
            if request is not None:
                client.send(request)
            return client.recv(200)

    def connected(self):
        client = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        client.settimeout(PATIENCE)
        client.connect(self.path)
        return client

    def ask_as(self, uid, request="key space"):
        """The first answer another user's process gets."""
        program = textwrap.dedent(f"""
            import socket
            client = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            client.settimeout({PATIENCE})
            client.connect({self.path!r})
            try:
                client.send({request.encode()!r})
            except BrokenPipeError:
                pass
            print(client.recv(200).decode(), end="")
        """)
        return subprocess.run(
            ["setpriv", f"--reuid={uid}", f"--regid={uid}", "--clear-groups", sys.executable, "-S", "-c", program],
            capture_output=True, check=True, timeout=PATIENCE).stdout

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(PATIENCE)
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self.path)
        return status


@pytest.fixture
def helper(tmp_path):
    started = []

    def start(**options):
        started.append(Helper(tmp_path, **options))
        return started[-1]
    yield start
    for one in started:
        one.stop()


@pytest.mark.skipif(os.getuid() != 0, reason="not root")
def test_another_user_gets_nothing(helper):
    one = helper()
    for _ in range(20):
        assert one.ask_as(NOBODY) == RULE
    assert one.said.count("refused") == 1 and f"user {NOBODY}" in one.said, one.said
    assert one.process.poll() is None


# A seat as logind's file tells of it, and what the user gets to hear. Who may, learns that there is no device.
@pytest.mark.parametrize("seat, may", [
    ("", False),
    ("IS_SEAT0=1\nCAN_MULTI_SESSION=1\n", False),
    (f"ACTIVE=c1\nACTIVE_UID={NOBODY}\nSESSIONS=c1\nUIDS={NOBODY}\n", True),
    (f"ACTIVE=c2\nACTIVE_UID=1000\nSESSIONS=c1 c2\nUIDS={NOBODY} 1000\n", False),
    ("ACTIVE=c2\nACTIVE_UID=1000\nSESSIONS=c2\nUIDS=1000\n", False),
    ("ACTIVE=c2\nACTIVE_UID=nobody\nUIDS=nobody\n", False),
], ids=["no seat", "nobody there", "in front", "behind", "another", "damaged"])
@mounts
def test_whom_logind_names(helper, seat, may):
    one = helper(seat=seat, device="true")
    answer = one.ask_as(NOBODY)
    assert answer == b"opening /dev/uinput: No such file or directory (modprobe uinput)" if may else answer.startswith(RULE), answer
    assert b"opening /dev/uinput" in one.ask(), "root may in any case"


@pytest.mark.parametrize("device, why", [
    ("true", b"opening /dev/uinput: No such file or directory (modprobe uinput)"),
    ("mkdir /dev/uinput", b"opening /dev/uinput: Is a directory"),
    ("touch /dev/uinput", b"making a device of /dev/uinput: Inappropriate ioctl for device"),
    ("mkfifo /dev/uinput", b"opening /dev/uinput: No such device or address"),
    ("ln -s uinput /dev/uinput", b"opening /dev/uinput: Too many levels of symbolic links"),
], ids=["missing", "folder", "file", "fifo", "loop"])
@mounts
def test_a_device_that_is_none(helper, device, why):
    one = helper(seat="", device=device)
    for _ in range(50):
        with one.connected() as client:
            assert client.recv(200) == why
            assert client.recv(200) == b""
    assert one.said == why.decode() + "\n", "once a minute"
    assert one.stop() == 0 and not os.path.exists(one.path)
