"""peekpop-input on a real /dev/uinput, under real systemd: its keys as libinput sees them, and who gets none."""

import contextlib
import fcntl
import os
import pathlib
import pwd
import re
import shutil
import socket
import struct
import subprocess
import time

import pytest

import pads
from actions_harness import eventually
from seat import Seat, acting, run
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
        # Ten a second, and ten at once; what was refused for being no key has taken none of them.
        start = time.monotonic()
        answers = [ask(client, "key shift+page-down") for _ in range(60)]
        at_most = 10 + 10 * (time.monotonic() - start) + 1
        assert answers[:10] == ["done"] * 10, answers
        assert answers.count("done") <= at_most and any("10 keys a second" in answer for answer in answers), answers


def test_another_user_gets_nothing(helper):
    told = f"of user {pwd.getpwnam('nobody').pw_uid}: only the user of the session in the foreground may send keys"
    before = journal().count(told)
    with connected("nobody") as client:
        assert "session in the foreground" in client.recv(200).decode()
        assert client.recv(200) == b""
    assert "PeekPop keys" not in devices()
    eventually(lambda: journal().count(told) > before, "it is told")
    # By process and user; the unit hides the program's name.
    assert f"refused a connection of process {os.getpid()} {told}" in journal()
    for _ in range(30):
        with connected("nobody") as client:
            client.recv(200)
    assert journal().count(told) <= before + 1, "once a minute"
    # Nor by the device itself: only the helper is let in, while it runs.
    assert "group:peekpop-input:rw-" in rights()
    with acting("nobody"), pytest.raises(PermissionError):
        os.open("/dev/uinput", os.O_WRONLY)


def rights():
    """Owner, group and rights of the device."""
    return run("getfacl", "--absolute-names", "/dev/uinput") + run("stat", "-c", "%a", "/dev/uinput")


# As the kernel makes it; as rules of other programs that send keys do; as logind does with the tag uaccess.
OWNERS = {
    "kernel": ["chown root:root", "chmod 600"],
    "group": ["chown root:games", "chmod 660"],
    "acl": ["chown root:root", "chmod 600", "setfacl -m u:games:rw"],
    "both": ["chown root:games", "chmod 660", "setfacl -m u:games:rw"],
}


@pytest.mark.parametrize("owner", OWNERS)
def test_the_device_is_lent_and_given_back(helper, owner):
    systemctl("stop", "peekpop-input.service")
    try:
        run("setfacl", "-b", "/dev/uinput")
        for command in OWNERS[owner]:
            run(*command.split(), "/dev/uinput")
        before = rights()
        with connected() as client:
            assert ask(client, "key space") == "done"
            lent = rights()
            assert "group:peekpop-input:rw-" in lent
            # All that was there is still there.
            for line in before.splitlines()[:-1]:
                assert line in lent or line.startswith(("mask:", "600")), (line, lent)
            if owner != "kernel":
                with acting("games"):
                    os.close(os.open("/dev/uinput", os.O_WRONLY))
        if owner == "both":
            # By itself, when nobody has been there for a while; else by hand, which is sooner.
            eventually(lambda: state_of("peekpop-input.service") == "inactive", "it ends")
        else:
            systemctl("stop", "peekpop-input.service")
        assert rights() == before
    finally:
        run("setfacl", "-b", "/dev/uinput")
        run("chown", "root:root", "/dev/uinput")
        run("chmod", "600", "/dev/uinput")


def test_without_a_device_it_says_so_to_whoever_asks(helper, tmp_path):
    systemctl("stop", "peekpop-input.service")
    os.rename("/dev/uinput", "/dev/uinput.away")
    try:
        for _ in range(30):
            with connected() as client:
                assert client.recv(200).decode() == "opening /dev/uinput: No such file or directory (modprobe uinput)"
        # A user hears it too, where he looks for what is missing.
        (tmp_path / "actions.conf").write_text("[all]\npeek = key page-down\n")
        said = subprocess.run(["peekpop-actions", "status", "--config", str(tmp_path / "actions.conf")], capture_output=True,
                              text=True, env={**os.environ, "XDG_RUNTIME_DIR": "/run"}).stdout
        assert "refused: opening /dev/uinput: No such file or directory (modprobe uinput)" in said, said
        assert (state_of("peekpop-input.socket"), state_of("peekpop-input.service")) == ("active", "active")
    finally:
        os.rename("/dev/uinput.away", "/dev/uinput")
    # Those who ask in vain do not keep it: started anew, it has the device.

    def works():
        # The old one may close before it is asked.
        with contextlib.suppress(BrokenPipeError, ConnectionResetError), connected() as client:
            return ask(client, "key space") == "done"
        return False
    eventually(works, "it has been started anew")


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


# struct input_event, of a 64-bit system: seconds, microseconds, type, code, value.
EVENT = struct.Struct("qqHHi")
EV_KEY, KEY_SPACE = 1, 57
VT_ACTIVATE = 0x5606


def keyboard():
    """The node of the helper's keyboard."""
    for device in devices().split("\n\n"):
        if "PeekPop keys" in device:
            return "/dev/input/" + re.search(r"event\d+", device)[0]
    return None


def key_events(node):
    """When a key went down or up, in s of CLOCK_REALTIME, and whether it went down; of what has come."""
    with contextlib.suppress(BlockingIOError):
        while data := os.read(node, EVENT.size * 64):
            for seconds, microseconds, kind, code, value in EVENT.iter_unpack(data):
                if (kind, code) == (EV_KEY, KEY_SPACE):
                    yield seconds + microseconds / 1e6, value == 1


def test_what_waits_is_not_typed_into_the_next_session(helper):
    """Keys that were asked for, and answered with `done`, when another session comes to the front."""
    seat = Seat()
    consoles = os.open("/dev/tty0", os.O_RDWR)
    try:
        for user in USERS:
            seat.sit_down(user)
        eventually(lambda: all(seat.session(user) for user in USERS), "both have a session")
        terminal = {user: int(run("loginctl", "show-session", seat.session(user), "-p", "VTNr", "--value")) for user in USERS}
        in_front = pathlib.Path("/run/systemd/seats/seat0")
        uid = {user: pwd.getpwnam(user).pw_uid for user in USERS}
        dropped = False
        for attempt in range(12):
            seat.to_front("carl")
            eventually(lambda: f"ACTIVE_UID={uid['carl']}\n" in in_front.read_text(), "carl is in front")
            # With the connection the devices come, and settle; the strokes wait for that.
            with connected("carl") as client:
                node = os.open(eventually(keyboard, "the keyboard"), os.O_RDONLY | os.O_NONBLOCK)
                # While they settle, while some are typed, and while one is down.
                time.sleep((0, 0.7, 0.75, 0.8)[attempt % 4])
                answers = [ask(client, "key space") for _ in range(10)]
                fcntl.ioctl(consoles, VT_ACTIVATE, terminal["dora"])
                eventually(lambda: f"ACTIVE_UID={uid['dora']}\n" in in_front.read_text(), "dora is in front")
                switched = time.time()
                # Longer than all of them would take.
                time.sleep(1.5)
                events = list(key_events(node))
                os.close(node)
            # Between the question whether it may and the key is the time of a few system calls, for which a guest may be held up.
            late = [when - switched for when, is_down in events if is_down and when > switched + 0.005]
            assert not late, (attempt, late)
            assert len([is_down for _, is_down in events if is_down]) * 2 == len(events), "what is down is let go"
            dropped = dropped or 2 * answers.count("done") > len(events)
            eventually(lambda: "PeekPop" not in devices(), "they are gone with the connection")
            if dropped and attempt >= 3:
                break
        assert dropped, "all were typed before the switch, each time"
        assert f"of user {uid['carl']}: only the user of the session in the foreground" in journal()
        assert re.search(r"dropped (a key|\d+ keys) of process \d+ of user", journal()), journal()
    finally:
        os.close(consoles)
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
