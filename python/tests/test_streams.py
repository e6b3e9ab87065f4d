"""Iteration, by `for` and by `async for`, and the calls with one answer."""

import asyncio
import itertools
import threading

import pytest

from peekpop import (
    Backoff, Capability, ConnectionFailed, NoSuchDevice, NotSupported, PermissionDenied, PressStream, ProtocolError,
    StateKind, list_devices, play_feedback, presses, status,
)
from scripted_service import PAD, READY, STORY, SUBSCRIBE, ScriptedService

PHASES = ["began", "changed", "peeked", "popped", "ended"]
PREFIX = "org.peekpop.Gestures."


@pytest.fixture
def serve(socket_path):
    services = []

    def serve(script, hang_up=False):
        services.append(ScriptedService(socket_path, script, hang_up))
        return services[-1]

    yield serve
    for service in services:
        service.close()


def test_for(serve, socket_path):
    serve({SUBSCRIBE: STORY})
    with presses(str(socket_path)) as stream:
        assert [press.phase for press in itertools.islice(stream, 5)] == PHASES
        assert list(stream.devices) == [PAD["id"]] and stream.capability is Capability.AVAILABLE
        assert stream.state.kind is StateKind.CONNECTED
    assert list(stream) == []


def test_async_for(serve, socket_path):
    serve({SUBSCRIBE: STORY})

    async def listen():
        said = []
        async with presses(str(socket_path)) as stream:
            async for press in stream:
                said.append(press.phase)
                if press.phase.is_end:
                    break
        async for press in stream:
            raise AssertionError("it is closed")
        return said

    assert asyncio.run(asyncio.wait_for(listen(), 60)) == PHASES


def test_async_for_can_be_cancelled_and_gone_on_with(serve, socket_path):
    more = threading.Event()
    serve({SUBSCRIBE: [READY, lambda service: more.wait(60), *STORY[1:]]})

    async def listen():
        stream = presses(str(socket_path))
        iterator = stream.__aiter__()
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(iterator.__anext__(), 0.05)
        more.set()
        first = await asyncio.wait_for(iterator.__anext__(), 60)
        stream.close()
        return first.phase

    assert asyncio.run(listen()) == "began"


def test_two_streams_in_one_loop(serve, socket_path):
    serve({SUBSCRIBE: STORY})

    async def one():
        async with presses(str(socket_path)) as stream:
            return [press.phase async for press in stopping(stream)]

    async def both():
        return await asyncio.gather(one(), one())

    assert asyncio.run(asyncio.wait_for(both(), 60)) == [PHASES, PHASES]


async def stopping(stream):
    async for press in stream:
        yield press
        if press.phase.is_end:
            return


def test_it_goes_on_over_a_restart(serve, socket_path):
    service = serve({SUBSCRIBE: STORY[:3]}, hang_up=True)
    with PressStream(str(socket_path), backoff=Backoff(0.001, 0.002)) as stream:
        assert [press.phase for press in itertools.islice(stream, 3)] == ["began", "changed", "cancelled"]
        service.script = {SUBSCRIBE: STORY}
        said = []
        while said[-5:] != PHASES:
            said.append(next(stream).phase)


def test_a_service_that_is_away_is_warned_of_once(serve, socket_path, caplog):
    with PressStream(str(socket_path), backoff=Backoff(0.001, 0.002)) as stream:
        timer = threading.Timer(0.1, lambda: serve({SUBSCRIBE: STORY[:3]}, hang_up=True))
        timer.start()
        next(stream)
        assert [record.levelname for record in caplog.records] == ["WARNING"]
        assert f"connecting to {socket_path}" in caplog.text
        timer.join()
        # It goes, and comes back, as often as one looks: each time is a new one.
        list(itertools.islice(stream, 6))
        assert len(caplog.records) == 1 + caplog.text.count("hung up") > 1


@pytest.mark.parametrize("replies, error", [
    ([], ConnectionFailed), ([{"error": "org.varlink.service.PermissionDenied"}], PermissionDenied),
    (["nonsense"], ProtocolError)])
def test_without_reconnecting_what_goes_wrong_is_raised(serve, socket_path, replies, error):
    serve({SUBSCRIBE: replies}, hang_up=True)
    stream = presses(str(socket_path), reconnect=False)
    with pytest.raises(error):
        next(stream)
    assert list(stream) == []


def test_no_service_and_no_reconnecting(socket_path):
    with pytest.raises(ConnectionFailed, match=f"connecting to {socket_path}: No such file"):
        next(presses(str(socket_path), reconnect=False))


def test_the_end_of_a_press_comes_before_the_error(serve, socket_path):
    serve({SUBSCRIBE: STORY[:3]}, hang_up=True)
    stream = presses(str(socket_path), reconnect=False)
    assert [press.phase for press in itertools.islice(stream, 3)] == ["began", "changed", "cancelled"]
    with pytest.raises(ConnectionFailed):
        next(stream)


# Calls.

def test_calls(serve, socket_path):
    service = serve({
        PREFIX + "ListDevices": [{"parameters": {"devices": [PAD]}}],
        PREFIX + "GetStatus": [{"parameters": {"status": {
            "version": "9", "uptimeUsec": 5, "configFiles": ["/etc/x"], "moods": ["good"],
            "problems": [{"timeUsec": 7, "message": "dust", "device": PAD["id"]}]}}}],
        PREFIX + "PlayFeedback": [{"parameters": {}}]})
    path = str(socket_path)
    (pad,) = list_devices(path)
    assert pad.id == PAD["id"] and pad.levels.peek == 1.75 and pad.scale.units_per_gram is None
    state = status(path)
    assert (state.version, state.uptime_usec, state.config_files) == ("9", 5, ("/etc/x",))
    assert state.problems[0].message == "dust" and state.wire["moods"] == ["good"]
    play_feedback(PAD["id"], "buzz", path)
    assert service.calls[-1]["parameters"] == {"device": PAD["id"], "pattern": "buzz"}


@pytest.mark.parametrize("replies, hang_up, error, words", [
    ([{"error": PREFIX + "NoSuchDevice", "parameters": {"device": "x"}}], False, NoSuchDevice, "device x"),
    ([{"error": PREFIX + "NotSupported", "parameters": {"device": "x", "reason": "no motor"}}], False, NotSupported,
     "no motor"),
    ([{"error": "org.varlink.service.PermissionDenied"}], False, PermissionDenied, "usermod"),
    ([], True, ConnectionFailed, "hung up on PlayFeedback"),
    ([], False, ConnectionFailed, "did not answer PlayFeedback in 0.2 s"),
    (["nonsense"], False, ProtocolError, "no reply")])
def test_calls_that_go_wrong(serve, socket_path, replies, hang_up, error, words):
    serve({PREFIX + "PlayFeedback": replies}, hang_up)
    with pytest.raises(error, match=words):
        play_feedback("x", "click", str(socket_path), timeout=60 if replies or hang_up else 0.2)


def test_calls_without_a_service(socket_path):
    for call in (list_devices, status):
        with pytest.raises(ConnectionFailed, match="No such file or directory .is PeekPop installed"):
            call(str(socket_path))


def test_a_list_that_is_none(serve, socket_path):
    serve({PREFIX + "ListDevices": [{"parameters": {}}], PREFIX + "GetStatus": [{"parameters": {}}]})
    with pytest.raises(ProtocolError, match="lists no devices"):
        list_devices(str(socket_path))
    with pytest.raises(ProtocolError, match="not a status"):
        status(str(socket_path))
