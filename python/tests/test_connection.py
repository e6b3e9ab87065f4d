"""The connection against a service that says what a test wrote down."""

import contextlib
import gc
import json
import os
import select
import socket
import threading
import time

import peekpop.connection
import pytest

from harness import PATIENCE
from listening import LONG, Ear
from peekpop import (
    Backoff, CancelReason, Capability, Connection, ConnectionListener, NotSupported, Phase, ProtocolError, StateKind,
    Preview, TooOften,
)
from stage import Theatre
from scripted_service import PAD, READY, STORY, SUBSCRIBE, ScriptedService, press

ID = PAD["id"]
DENIED = {"error": "org.varlink.service.PermissionDenied", "parameters": {}}
CONNECTED = ["connecting", "connected", f"ready {ID}", "capability available"]
FEEDBACK = "org.peekpop.Gestures.PlayFeedback"


def reply(**parameters):
    return {"parameters": parameters, "continues": True}


@pytest.fixture
def serve(socket_path):
    """serve(*replies of Subscribe, hang_up=False, **replies of other methods)"""
    services = []

    def serve(*replies, hang_up=False, script=None):
        socket_path.unlink(missing_ok=True)
        services.append(ScriptedService(socket_path, script or {SUBSCRIBE: replies}, hang_up))
        return services[-1]

    yield serve
    for service in services:
        service.close()


def raw_service(path, *chunks):
    """Sends these bytes to the first that connects, one after the other, and hangs up."""
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(path))
    listener.listen()

    def run():
        connection, _ = listener.accept()
        with connection:
            connection.recv(65536)
            listener.close()
            with contextlib.suppress(BrokenPipeError):
                for chunk in chunks:
                    connection.sendall(chunk)

    threading.Thread(target=run, daemon=True).start()


def test_a_story(serve, socket_path):
    service = serve(*STORY)
    with Ear(socket_path) as ear:
        assert ear.connection.capability is Capability.UNKNOWN and not ear.connection.devices
        assert ear.until("ended") == [*CONNECTED, "began", "changed", "peeked", "popped", "ended"]
        assert list(ear.connection.devices) == [ID] and ear.connection.state.kind is StateKind.CONNECTED
        assert ear.connection.capability is Capability.AVAILABLE and ear.connection.error is None
    assert service.calls == [{"method": SUBSCRIBE, "more": True}]
    assert ear.connection.state.kind is StateKind.CLOSED and ear.connection.fileno() == -1
    ear.connection.close()
    ear.connection.dispatch()
    ear.connection.wait(0)


def test_what_is_asked_for(serve, socket_path):
    service = serve(*STORY)
    with Ear(socket_path, devices=[ID], phases=[Phase.PEEKED, "popped"], max_rate_hz=60) as ear:
        ear.until("ended")
    assert service.calls[0]["parameters"] == {"devices": [ID], "phases": ["peeked", "popped"], "maxRateHz": 60}


@pytest.mark.parametrize("options, words", [
    ({"max_rate_hz": 0}, "1 to 1000"), ({"max_rate_hz": 1001}, "1 to 1000"), ({"phases": ["poked"]}, "poked"),
    ({"phases": "peeked"}, "not one"), ({"devices": "usb-05ac-0265"}, "not one"), ({"path": "/" + "a" * 107}, "107"),
    ({"path": "/tmp/\0"}, "NUL")])
def test_what_cannot_be_asked_for(options, words):
    with pytest.raises(ValueError, match=words):
        Connection(**options)


def test_the_socket_of_the_environment(monkeypatch):
    monkeypatch.setenv("PEEKPOP_SOCKET", "/tmp/elsewhere")
    with Connection() as connection:
        assert connection.path == "/tmp/elsewhere"
    monkeypatch.delenv("PEEKPOP_SOCKET")
    with Connection() as connection:
        assert connection.path == "/run/peekpop/org.peekpop.Gestures"


# No service.

def test_no_service(socket_path, caplog):
    with Ear(socket_path) as ear:
        fd = ear.connection.fileno()
        ear.wait(lambda: len(ear.states) == 8)
        assert ear.log[:3] == ["connecting", "waiting", "capability unavailable"]
        assert set(ear.log[3:]) == {"connecting", "waiting"}
        waiting = ear.connection.state
        assert "No such file or directory" in waiting.reason and "systemctl enable" in waiting.reason
        assert waiting.until_usec > 0 and str(ear.connection.error) == waiting.reason
        assert ear.connection.fileno() == fd
    # Who is told everything does not need it in a log, which may be a terminal it draws on.
    assert not caplog.records


def test_between_two_attempts_nothing_wakes_up(socket_path):
    with Ear(socket_path, LONG) as ear:
        ear.until("connecting", "waiting", "capability unavailable")
        poll = select.poll()
        poll.register(ear.connection.fileno(), select.POLLIN)
        assert poll.poll(200) == []


def test_it_connects_as_soon_as_the_socket_appears(serve, socket_path):
    with Ear(socket_path, LONG) as ear:
        ear.until("connecting", "waiting", "capability unavailable")
        (socket_path.parent / "something-else").touch()
        # Under another name first: between bind() and listen() there is a moment in which it refuses.
        service = ScriptedService(socket_path.with_name("soon"), {SUBSCRIBE: STORY})
        socket_path.with_name("soon").rename(socket_path)
        assert ear.until("ended")[:4] == CONNECTED
        service.close()


def test_also_where_its_folders_are_not_there_yet(socket_path):
    deep = socket_path.parent / "run" / "peekpop"
    with Ear(deep / socket_path.name, LONG) as ear:
        ear.until("connecting", "waiting", "capability unavailable")
        deep.mkdir(parents=True)
        ear.connection.wait(0.1)
        service = ScriptedService(deep / "soon", {SUBSCRIBE: STORY})
        (deep / "soon").rename(deep / socket_path.name)
        ear.until("ended")
        service.close()


def test_a_socket_nobody_listens_on_any_more(socket_path):
    dead = socket.socket(socket.AF_UNIX)
    dead.bind(str(socket_path))
    dead.close()
    with Ear(socket_path) as ear:
        ear.until("waiting", "capability unavailable")
        assert "Connection refused" in ear.connection.state.reason


def test_a_socket_that_may_not_be_opened(socket_path):
    if os.geteuid() == 0:
        # Root may open all: so a child that is nobody looks.
        def child(path):
            os.setgid(65534)
            os.setuid(65534)
            with Ear(path) as ear:
                ear.until("waiting", "capability unavailable")
                return ear.connection.state.reason
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(str(socket_path))
        listener.listen()
        socket_path.parent.chmod(0o755)
        socket_path.chmod(0o600)
        reading, writing = os.pipe()
        pid = os.fork()
        if pid == 0:
            try:
                os.write(writing, child(socket_path).encode())
            finally:
                os._exit(0)
        os.close(writing)
        with open(reading) as said:
            assert "Permission denied" in said.read()
        os.waitpid(pid, 0)
    else:
        socket_path.touch(0o000)
        with Ear(socket_path) as ear:
            ear.until("waiting", "capability unavailable")


def test_delays_double_and_end_at_the_longest():
    backoff = Backoff(jitter=lambda: 0)
    assert [backoff.delay_usec() for _ in range(8)] == [
        100_000, 200_000, 400_000, 800_000, 1_600_000, 3_200_000, 5_000_000, 5_000_000]
    backoff.reset()
    assert backoff.delay_usec() == 100_000
    assert Backoff(jitter=lambda: 1).delay_usec() == 80_000
    assert all(80_000 <= Backoff().delay_usec() <= 100_000 for _ in range(100))
    for bad in [(0, 1), (2, 1), (-1, 1)]:
        with pytest.raises(ValueError):
            Backoff(*bad)


# The connection breaks.

@pytest.mark.parametrize("told, made_up", [
    (STORY[:2], ["cancelled(disconnected)"]), (STORY[:4], ["cancelled(disconnected)"]),
    (STORY[:5], ["cancelled(disconnected)"]), (STORY, []), (STORY[:1], [])])
def test_a_press_ends_where_the_connection_breaks(serve, socket_path, told, made_up):
    service = serve(*told, hang_up=True)
    with Ear(socket_path) as ear:
        said = ear.until("waiting", "capability unavailable")
        phases = [line["parameters"]["press"]["phase"] for line in told[1:]]
        assert said == [*CONNECTED, *phases, *made_up, "waiting", "capability unavailable"]
        assert not ear.connection.devices
        if made_up:
            before, last = ear.presses[-2:]
            assert (last.phase, last.reason, last.id, last.device) == (
                Phase.CANCELLED, CancelReason.DISCONNECTED, before.id, before.device)
            assert (last.sequence, last.time_usec) == (before.sequence + 1, before.time_usec)
        # It comes back, and everything begins anew.
        service.hang_up, service.script = False, {SUBSCRIBE: STORY}
        assert ear.until("ended")[-9:] == [*CONNECTED, "began", "changed", "peeked", "popped", "ended"]


def test_several_pads_end_all_their_presses(serve, socket_path):
    serve(READY, press(1, "began", 1.4), press(1, "began", 1.4, device="other"), hang_up=True)
    with Ear(socket_path) as ear:
        ear.until("cancelled(disconnected)", "cancelled(disconnected)", "waiting", "capability unavailable")
        assert {one.device for one in ear.presses[-2:]} == {ID, "other"}


@pytest.mark.parametrize("phases", [["peeked", "popped"], ["peeked", "cancelled"]])
def test_who_does_not_ask_for_ends_gets_none(serve, socket_path, phases):
    serve(READY, press(1, "peeked", 1.8), hang_up=True)
    with Ear(socket_path, phases=phases) as ear:
        assert "cancelled(disconnected)" not in ear.until("waiting", "capability unavailable")


BAD = {
    "no JSON": b"{\0",
    "no UTF-8": b'{"parameters":{"removed":"\xff"}}\0',
    "no object": b"[1]\0",
    "parameters that are none": b'{"parameters":[]}\0',
    "no number": b'{"parameters":{"lost":NaN}}\0',
    "too deep": b"[" * 200_000 + b"\0",
    "empty": b"\0",
    "too long": b" " * (5 * 1024 * 1024),
    "an error": b'{"error":"org.peekpop.Gestures.Tired"}\0',
}


@pytest.mark.parametrize("chunk", BAD.values(), ids=BAD)
def test_bad_bytes_break_the_connection_and_nothing_else(serve, socket_path, chunk):
    ready = json.dumps(READY).encode() + b"\0"
    began = json.dumps(press(1, "began", 1.4)).encode() + b"\0"
    raw_service(socket_path, ready + began + chunk)
    with Ear(socket_path) as ear:
        ear.until("began", "cancelled(disconnected)", "waiting", "capability unavailable")
        assert not isinstance(ear.connection.error, TooOften)
        serve(*STORY)
        assert ear.until("ended")[-9:] == [*CONNECTED, "began", "changed", "peeked", "popped", "ended"]


def test_bytes_that_come_one_by_one(socket_path):
    whole = b"".join(json.dumps(one).encode() + b"\0" for one in STORY)
    raw_service(socket_path, *[bytes([byte]) for byte in whole])
    with Ear(socket_path) as ear:
        ear.wait(lambda: "ended" in ear.log)


def test_a_service_that_does_not_answer(serve, socket_path, monkeypatch):
    monkeypatch.setattr(peekpop.connection, "_PATIENCE_USEC", 1000)
    service = serve()
    with Ear(socket_path) as ear:
        assert ear.until("waiting", "capability unavailable")
        assert "did not answer" in ear.connection.state.reason
        service.script = {SUBSCRIBE: STORY}
        monkeypatch.setattr(peekpop.connection, "_PATIENCE_USEC", 60_000_000)
        ear.until("ended")


# Permission.

def test_permission_denied_is_told_once_and_asked_again(serve, socket_path):
    service = serve(DENIED, hang_up=True)
    with Ear(socket_path) as ear:
        ear.wait(lambda: len(service.calls) > 5)
        assert ear.log == ["connecting", "denied", "capability unavailable"]
        assert 'usermod -aG peekpop "$USER"' in ear.connection.state.reason
        # The session becomes the active one.
        service.script, service.hang_up = {SUBSCRIBE: STORY}, False
        assert ear.until("ended")[3:] == ["connected", *CONNECTED[2:], "began", "changed", "peeked", "popped", "ended"]


def test_permission_denied_is_asked_for_slowly(serve, socket_path):
    service = serve(DENIED, hang_up=True)
    with Ear(socket_path, (0.001, LONG[1])) as ear:
        ear.until("denied", "capability unavailable")
        assert select.select([ear.connection.fileno()], [], [], 0.2)[0] == []
    assert len(service.calls) == 1


# What happens to pads.

def test_pads_come_and_go(serve, socket_path):
    area = {**PAD, "id": "area", "padClass": "area", "gestures": False}
    serve(reply(ready=True, devices=[area]), reply(added=PAD), reply(added={**PAD, "problem": "no rights"}),
          reply(added=PAD), press(1, "began", 1.4), reply(removed=ID), reply(removed="never seen"), reply())
    with Ear(socket_path) as ear:
        assert ear.until("removed never seen") == [
            "connecting", "connected", "ready area", "capability unavailable", f"added {ID}", "capability available",
            f"added {ID}", "capability unavailable", f"added {ID}", "capability available", "began",
            # A service that forgets to end a press before it takes the pad away.
            "cancelled(gone)", f"removed {ID}", "capability unavailable", "removed never seen"]
        assert list(ear.connection.devices) == ["area"]


def test_what_was_lost_is_told(serve, socket_path):
    late = press(2, "changed", 1.5)
    late["parameters"]["lost"] = 7
    serve(READY, press(1, "began", 1.4), late)
    with Ear(socket_path) as ear:
        assert ear.until("lost 7", "changed")


def test_a_newer_service(serve, socket_path):
    newer = {**PAD, "kind": "trackball", "padClass": "newtons", "tilt": {"x": 1}, "levels": "see elsewhere"}
    serve(reply(ready=True, devices=[newer, {"name": "no id"}, 7]), reply(weather="fine"), reply(added="what?"),
          press(1, "began", 1.4, twist=[1]), press(2, "squeezed", 1.5), reply(press={"id": "x", "device": ID}),
          press(3, "cancelled", 1, reason="bored"), reply(lost="many", removed=5, ready=False), press(4, "ended", 1))
    with Ear(socket_path) as ear:
        assert ear.until("ended")[2:] == [
            f"ready {ID}", "capability available", "began", "changed", "cancelled(unknown)", "ended"]
        (pad,) = ear.connection.devices.values()
        assert (pad.kind, pad.pad_class, pad.levels) == ("unknown", "unknown", None)
        assert [step.reason_name for step in ear.presses] == [None, None, "bored", None]
        assert pad.wire["tilt"] == {"x": 1} and ear.presses[0].wire["twist"] == [1]


# Callbacks that misbehave.

def test_a_callback_that_raises_loses_nothing(serve, socket_path):
    serve(*STORY)
    said = []

    class Other(ConnectionListener):
        def press(self, press):
            said.append(str(press.phase))

    with Connection(str(socket_path), on_press=lambda press: 1 / 0) as connection:
        connection.add_listener(Other())
        raised = 0
        while said[-1:] != ["ended"]:
            assert select.select([connection.fileno()], [], [], PATIENCE)[0], said
            try:
                connection.dispatch()
            except ZeroDivisionError:
                raised += 1
        assert said == ["began", "changed", "peeked", "popped", "ended"] and raised


@pytest.mark.parametrize("at", ["connecting", "connected", f"ready {ID}", "capability available", "began"])
def test_closing_from_within_a_callback(serve, socket_path, at):
    serve(*STORY)
    ear = Ear(socket_path)
    ear.log = Closing(at, ear.connection)
    # The callbacks that write down directly were given the list of before.
    ear.connection._audience._listeners = [Retold(ear.log)]
    while ear.connection.fileno() >= 0:
        ear.connection.wait(PATIENCE)
    ends = ["cancelled"] if at == "began" else []
    assert ear.log[ear.log.index(at) + 1:] == [*ends, "closed", "capability unavailable"]


class Closing(list):
    def __init__(self, at, connection):
        self.at, self.connection = at, connection

    def append(self, line):
        super().append(line)
        if line == self.at:
            self.connection.close()


class Retold(ConnectionListener):
    def __init__(self, log):
        self.log = log

    def ready(self, devices):
        self.log.append(f"ready {devices[0].id}")

    def press(self, press):
        self.log.append(str(press.phase))

    def state_changed(self, state):
        self.log.append(str(state.kind))

    def capability_changed(self, capability):
        self.log.append(f"capability {capability}")


@pytest.mark.parametrize("way", [[], STORY[1:3]], ids=["at rest", "in mid-press"])
def test_closing_when_it_breaks(serve, socket_path, way):
    serve(READY, *way, hang_up=True)
    log = []
    connection = Connection(str(socket_path), on_state=lambda state: (
        log.append(state.kind), connection.close() if state.kind is StateKind.WAITING else None))
    while connection.fileno() >= 0:
        connection.wait(PATIENCE)
    assert log[-2:] == [StateKind.WAITING, StateKind.CLOSED] and connection.state.kind is StateKind.CLOSED


def test_dispatching_from_within_a_callback_keeps_the_order(serve, socket_path):
    serve(*STORY)
    with Ear(socket_path) as ear:
        listener = Retold([])

        def nested(press):
            if press.phase is Phase.BEGAN:
                # A dialog's own loop.
                ear.wait(lambda: "peeked" in ear.log)

        listener.press = nested
        ear.connection.add_listener(listener)
        assert ear.until("ended") == [*CONNECTED, "began", "changed", "peeked", "popped", "ended"]


def test_listeners_can_be_taken_away(serve, socket_path):
    serve(*STORY)
    with Ear(socket_path) as ear:
        one, two = Retold([]), Retold([])
        ear.connection.add_listener(one)
        ear.connection.add_listener(two)
        one.press = lambda press: ear.connection.remove_listener(two)
        ear.until("ended")
        assert "began" not in two.log and "connected" in two.log
        ear.connection.remove_listener(two)


def test_many_at_once_leave_the_loop_its_turn(serve, socket_path):
    serve(READY, press(1, "began", 1.4), *[press(number, "changed", 1.5) for number in range(2, 2000)],
          press(2000, "ended", 1))
    with Ear(socket_path) as ear:
        most = 0
        while ear.log[-1:] != ["ended"]:
            before = len(ear.presses)
            ear.connection.wait(PATIENCE)
            most = max(most, len(ear.presses) - before)
        assert [one.sequence for one in ear.presses] == list(range(1, 2001)) and most <= 256


def test_it_sits_in_any_loop(serve, socket_path):
    serve(*STORY)
    with Ear(socket_path) as ear:
        epoll = select.epoll()
        fd = ear.connection.fileno()
        epoll.register(fd, select.EPOLLIN)
        while ear.log[-1:] != ["ended"]:
            assert epoll.poll(PATIENCE)
            ear.connection.dispatch()
            assert ear.connection.fileno() == fd
        assert select.select([fd], [], [], 0)[0] == []


# Feedback.

@pytest.mark.parametrize("answer, expected", [
    ([{"parameters": {}}], None),
    ([{"error": "org.peekpop.Gestures.NotSupported", "parameters": {"device": ID, "reason": "no motor"}}], NotSupported),
    ([{"error": "org.peekpop.Gestures.TooOften", "parameters": {"device": ID, "retryUsec": 50000}}], TooOften),
    ([{"parameters": 3}], ProtocolError)])
def test_feedback(serve, socket_path, answer, expected):
    service = serve(script={SUBSCRIBE: STORY, FEEDBACK: answer})
    with Ear(socket_path) as ear:
        ear.until("ended")
        told = []
        ear.connection.play_feedback(ID, "click", told.append)
        ear.wait(lambda: told)
        assert told[0] is None if expected is None else type(told[0]) is expected
        if expected is TooOften:
            assert told[0].retry_usec == 50000
        # The next one, without anybody's asking for the answer.
        ear.connection.play_feedback(ID, "pop")
        ear.wait(lambda: len(service.calls) == 3)
    assert service.calls[1:] == [
        {"method": FEEDBACK, "parameters": {"device": ID, "pattern": pattern}} for pattern in ("click", "pop")]


@pytest.mark.parametrize("there", [True, False])
def test_feedback_that_gets_no_answer(serve, socket_path, there):
    if there:
        serve(hang_up=True, script={FEEDBACK: []})
    with Ear(socket_path, LONG) as ear:
        told = []
        ear.connection.play_feedback(ID, "click", told.append)
        ear.connection.play_feedback(ID, "click", told.append)
        ear.wait(lambda: len(told) == 2)
        assert ("hung up" if there else "No such file") in str(told[0])


def test_feedback_of_no_known_pattern(socket_path):
    with Ear(socket_path) as ear:
        with pytest.raises(ValueError, match="thump"):
            ear.connection.play_feedback(ID, "thump")
    with pytest.raises(ValueError, match="closed"):
        ear.connection.play_feedback(ID, "click")


def test_a_connection_that_was_forgotten_gives_its_descriptors_back(socket_path):
    gc.collect()
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(5):
        Connection(str(socket_path)).dispatch()
    gc.collect()
    assert len(os.listdir("/proc/self/fd")) <= before


# Previews over a connection.

def test_a_slow_delegate_misses_the_way_and_not_the_end(serve, socket_path):
    """All of the press is sent while the delegate is busy: its preview comes and goes, and does not commit."""
    over = threading.Event()
    serve(READY, press(1, "began", 1.4), press(2, "changed", 1.6), press(3, "peeked", 1.8),
          press(4, "cancelled", 1.0, reason="released"), lambda service: over.set())

    def slow(context):
        assert over.wait(PATIENCE)
        return Preview("it")

    with Ear(socket_path) as ear:
        theatre = Theatre(connection=ear.connection, gives=slow)
        ear.wait(lambda: "dismiss press(released)" in theatre.log)
        assert theatre.told() == [
            "ask it (40, 30)", "begin it (0, 0, 100, 80)", "preview 0.5", "preview 1", "peek", "dismiss press(released)"]


def test_two_windows_on_one_connection(serve, socket_path):
    serve(*STORY)
    with Ear(socket_path) as ear:
        behind, front = Theatre(connection=ear.connection), Theatre(connection=ear.connection)
        behind.window.active, behind.window.pointer = False, None
        ear.until("ended")
        assert behind.told() == [] and front.told()[-1] == "committed it"
        assert front.previewer.means == behind.previewer.means == "force"
        front.previewer.close()
        assert ear.connection._audience._listeners[1:] == [behind.previewer]


def test_a_preview_closes_when_the_connection_breaks(serve, socket_path):
    serve(*STORY[:4], hang_up=True)
    with Ear(socket_path) as ear:
        theatre = Theatre(connection=ear.connection)
        ear.wait(lambda: "waiting" in ear.log)
        ear.connection.wait(0)
        assert theatre.told()[-2:] == ["peek", "dismiss press(disconnected)"]
        assert theatre.previewer.means == "longPress"


def test_descriptors_are_given_back(socket_path, serve):
    serve(*STORY)
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(3):
        with Ear(socket_path) as ear:
            ear.connection.play_feedback(ID, "click")
            ear.until("ended")
    # The service's side closes when its threads notice.
    deadline = time.monotonic() + PATIENCE
    while len(os.listdir("/proc/self/fd")) > before and time.monotonic() < deadline:
        time.sleep(0.01)
    assert len(os.listdir("/proc/self/fd")) <= before
