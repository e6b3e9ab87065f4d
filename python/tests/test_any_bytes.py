"""Whatever a service sends: the connection breaks, or passes over it; nothing else happens. By seeds, so the same always."""

import json
import random

import pytest

from peekpop import Connection, ConnectionListener, Phase, ProtocolError, ServiceError
from peekpop._channel import reply_parameters
from scripted_service import PAD, READY, STORY

SEEDS = [json.dumps(reply).encode() for reply in [
    *STORY, {"parameters": {"added": PAD}}, {"parameters": {"removed": "x", "lost": 3}},
    {"error": "org.peekpop.Gestures.TooOften", "parameters": {"retryUsec": 5}}, {}]]
TOKENS = [b"null", b"true", b"-1", b"1e999", b"NaN", b'""', b"[]", b"{}", b'"\\ud800"', b"\xff", b"{", b"9" * 400, b"\x00"]


def mutated(chance):
    """A message with bytes changed, taken out, put in; or a value exchanged for another kind of one."""
    message = bytearray(chance.choice(SEEDS))
    for _ in range(chance.randrange(1, 4)):
        at = chance.randrange(len(message) + 1)
        deed = chance.randrange(4)
        if deed == 0:
            message[at:at + 1] = bytes([chance.randrange(256)])
        elif deed == 1:
            del message[at:at + chance.randrange(20)]
        elif deed == 2:
            message[at:at] = chance.choice(TOKENS)
        else:
            begin = message.find(b":", at) + 1
            end = min((place for place in (message.find(mark, begin) for mark in b",}") if place >= 0), default=at)
            message[begin:end] = chance.choice(TOKENS)
    return bytes(message)


class Strict(ConnectionListener):
    """Takes what it is told at its word."""

    def ready(self, devices):
        assert all(device.id + device.name + device.reason for device in devices)

    def press(self, press):
        assert isinstance(press.phase, Phase) and press.device
        assert 0 <= abs(press.preview + press.commit + press.clicks + press.x + press.raw * 0) < float("inf")
        assert (press.reason is None) == (press.phase is not Phase.CANCELLED)

    def lost(self, count):
        assert count > 0


@pytest.mark.parametrize("seed", range(20))
def test_any_bytes(seed, socket_path):
    chance = random.Random(seed)
    understood = 0
    with Connection(str(socket_path)) as connection:
        connection.add_listener(Strict())
        for _ in range(500):
            try:
                parameters = reply_parameters(mutated(chance))
            except (ProtocolError, ServiceError) as error:
                assert str(error)
                continue
            understood += 1
            raised = []
            connection._handle(parameters, raised)
            assert raised == []
    # Else the test would only be one of the JSON parser.
    assert 50 < understood < 450
    assert READY in STORY
