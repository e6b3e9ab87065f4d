"""peekpop-input on a real /dev/uinput, under real systemd: its keys as libinput sees them, and who gets none."""

import contextlib
import grp
import os
import pathlib
import re
import shutil
import socket
import subprocess
import time

import pytest

import pads
from actions_harness import eventually
from seat import Seat, acting
from test_systemd import installed, nothing_runs, offered, shown, state_of, systemctl  # noqa: F401 (fixtures)

pytestmark = pytest.mark.systemd

SOCKET = "/run/peekpop-input/socket"
USERS = ["carl", "dora"]


@pytest.fixture(scope="module")
def helper(installed):  # noqa: F811
    subprocess.run(["systemd-sysusers", "peekpop-input.conf"], check=True)
    systemctl("start", "peekpop-input.socket")
    yield
    systemctl("stop", "peekpop-input.socket", "peekpop-input.service")


def connected(user=None):
    client = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    client.settimeout(60)
    with acting(user) if user else contextlib.nullcontext():
        client.connect(SOCKET)
    return client


def ask(client, request):
    client.send(request.encode())
    return client.recv(200).decode()


@contextlib.contextmanager
def libinput_sees():
    """Lines of `libinput debug-events`, as they come."""
    if shutil.which("libinput") is None or subprocess.run(["libinput", "debug-events", "--help"],
                                                          capture_output=True).returncode != 0:
        pytest.skip("no libinput debug-events")
    with subprocess.Popen(["stdbuf", "-oL", "libinput", "debug-events", "--show-keycodes"], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True) as process:
        os.set_blocking(process.stdout.fileno(), False)
        seen = []

        def lines():
            with contextlib.suppress(TypeError):
                while line := process.stdout.readline():
                    seen.append(line)
            return "".join(seen)
        try:
            yield lines
        finally:
            process.terminate()


def test_keys_and_buttons_as_libinput_sees_them(helper):
    with connected() as client:
        # Two devices, there as long as somebody is connected.
        eventually(lambda: "PeekPop keys" in devices() and "PeekPop buttons" in devices(), "the devices")
        with libinput_sees() as lines:
            eventually(lambda: "PeekPop keys" in lines() and "PeekPop buttons" in lines(), "libinput has them")
            assert ask(client, "key ctrl+t") == "done"
            assert ask(client, "button middle") == "done"
            assert ask(client, "key space") == "done"
            eventually(lambda: lines().count("KEY_SPACE") == 2 and lines().count("BTN_MIDDLE") == 2,
                       lambda: f"all of them: {lines()}")
            said = lines()
            events = re.findall(r"(KEY_\w+|BTN_\w+) \(\d+\)(?:, seat count: \d+)? ?\s*(pressed|released)", said)
        # Of two devices libinput reads one after the other: each has its own order.
        keys = [event for event in events if event[0].startswith("KEY")]
        assert keys == [
            ("KEY_LEFTCTRL", "pressed"), ("KEY_T", "pressed"), ("KEY_T", "released"), ("KEY_LEFTCTRL", "released"),
            ("KEY_SPACE", "pressed"), ("KEY_SPACE", "released"),
        ], said
        assert [event for event in events if event not in keys] == [
            ("BTN_MIDDLE", "pressed"), ("BTN_MIDDLE", "released")], said
    eventually(lambda: "PeekPop" not in devices(), "they are gone with the connection")


def devices():
    return pathlib.Path("/proc/bus/input/devices").read_text()


def test_what_is_not_in_the_list_is_not_sent(helper):
    with connected() as client:
        for request, why in [("key a", "no text is typed"), ("key power", "no key"), ("key ctrl+alt+f1", "console"),
                             ("type hello", "neither key nor button"), ("x" * 200, "at most 128 bytes")]:
            assert why in ask(client, request), request
        # Ten a second, and twenty at once.
        answers = [ask(client, "key shift+page-down") for _ in range(60)]
        assert answers.count("done") <= 40 and any("10 keys a second" in answer for answer in answers), answers


def test_another_user_gets_nothing(helper):
    before = journal().count("refused a connection")
    with connected("nobody") as client:
        assert "session in the foreground" in client.recv(200).decode()
        assert client.recv(200) == b""
    assert "PeekPop keys" not in devices()
    eventually(lambda: journal().count("refused a connection of user") > before, "it is told")
    for _ in range(30):
        with connected("nobody") as client:
            client.recv(200)
    assert journal().count("refused a connection of user") <= before + 1, "once a minute"
    # Nor by the device itself: it is the helper's.
    status = os.stat("/dev/uinput")
    assert status.st_mode & 0o777 == 0o660
    assert grp.getgrgid(status.st_gid).gr_name == "peekpop-input"


def journal():
    return subprocess.run(["journalctl", "--no-pager", "-u", "peekpop-input.service"], capture_output=True, text=True).stdout


def test_the_user_in_front_and_no_longer_when_behind(helper):
    seat = Seat()
    try:
        for user in USERS:
            seat.sit_down(user)
        eventually(lambda: all(seat.session(user) for user in USERS), "both have a session")
        seat.to_front("carl")
        client = eventually(lambda: allowed("carl"), "carl may")
        assert allowed("dora") is None
        seat.to_front("dora")
        other = eventually(lambda: allowed("dora"), "dora may")
        # The connection was made while carl was in front: that is of no use now.
        assert "foreground" in ask(client, "key space")
        other.close()
        client.close()
    finally:
        seat.all_leave()


def allowed(user):
    client = connected(user)
    client.settimeout(60)
    try:
        if ask(client, "key space") == "done":
            return client
    except (BrokenPipeError, ConnectionResetError):
        pass
    client.close()
    return None


def test_the_service_is_hardened_and_ends_when_nobody_is_there(helper):
    with connected() as client:
        assert ask(client, "key space") == "done"
        assert state_of("peekpop-input.service") == "active"
        said = subprocess.run(["systemd-analyze", "security", "--no-pager", "--threshold=12", "peekpop-input.service"],
                              capture_output=True, text=True)
        assert said.returncode == 0, said.stdout[-300:]
        pid = shown("peekpop-input.service", "MainPID")
        status = pathlib.Path(f"/proc/{pid}/status").read_text()
        assert re.search(r"^CapEff:\s+0+$", status, re.MULTILINE) and re.search(r"^NoNewPrivs:\s+1$", status, re.MULTILINE)
    eventually(lambda: state_of("peekpop-input.service") == "inactive", "it ends")
    assert state_of("peekpop-input.socket") == "active"


def test_a_press_on_a_real_pad_sends_a_key(helper, plug):
    """The whole way: a pad of the kernel, the daemon, the rules, the helper, libinput."""
    pad = offered(plug)
    home = pathlib.Path("/run/actions-home")
    (home / ".config/peekpop").mkdir(parents=True, exist_ok=True)
    (home / ".config/peekpop/actions.conf").write_text("[all]\npeek = key page-down\npop = button middle\n")
    actions = subprocess.Popen(["peekpop-actions", "run"], env={**os.environ, "HOME": str(home), "XDG_RUNTIME_DIR": "/run"},
                               stderr=subprocess.PIPE, text=True)
    try:
        with libinput_sees() as lines:
            eventually(lambda: "PeekPop buttons" in lines(), "the devices")
            time.sleep(1)
            pads.press(pad, 2400, rest=120)
            eventually(lambda: "BTN_MIDDLE" in lines() and lines().count("KEY_PAGEDOWN") == 2, lambda: f"both: {lines()}")
    finally:
        actions.terminate()
        said = actions.communicate()[1]
    assert actions.returncode == 0, said
