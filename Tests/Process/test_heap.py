"""In steady state the daemon allocates nothing: counted by a library between it and malloc."""

import array
import fcntl
import json
import termios
import time

import pytest

import pressing
from harness import PATIENCE
from heap_counter import HeapCounter

# In presses.
WARM_UP, COUNTED = 10, 12


def ends(client):
    """The event that ends each press. The many between are read but not parsed: this client has to keep up."""
    while data := client.socket.recv(65536):
        *messages, client.buffer = (client.buffer + data).split(b"\0")
        for message in messages:
            if b'"phase":"ended"' in message or b'"phase":"cancelled"' in message:
                yield json.loads(message)["parameters"]["press"]


@pytest.mark.parametrize("rate, clicks", [(125, False), (125, True), (1000, True)])
def test_not_one_allocation_a_frame(start, tmp_path, rate, clicks):
    presses = WARM_UP + COUNTED + 2
    recording = tmp_path / "presses.yml"
    recording.write_text(pressing.recording([pressing.press(rate)] * presses, rate, clicks=clicks))
    counter = HeapCounter(tmp_path)
    daemon = start(
        f"recording:{recording}", "--speed", str(2500 / rate), environment=counter.environment)
    with daemon.client() as client:
        client.subscribe()
        end = ends(client)
        for _ in range(WARM_UP):
            first = next(end)
        before = counter.allocations, counter.frees
        assert before[0] > 100, "the counter counts"
        # Shown only when the test fails.
        counter.trace(5)
        for _ in range(COUNTED):
            last = next(end)
        allocations, frees = counter.allocations - before[0], counter.frees - before[1]
        counter.trace(0)
    frames = (last["timeUsec"] - first["timeUsec"]) * rate // 1_000_000
    assert last["phase"] == "ended" and frames > COUNTED * rate
    assert (allocations, frees) == (0, 0), f"in {frames} frames; {daemon.stderr}"


def waiting(client):
    """Bytes in the socket's buffer."""
    count = array.array("i", [0])
    fcntl.ioctl(client.socket, termios.FIONREAD, count)
    return count[0]


def test_falling_behind_allocates_nothing(start, tmp_path):
    """The queue is there from the subscription on; nothing but time passes between the two counts."""
    counter = HeapCounter(tmp_path)
    recording = tmp_path / "presses.yml"
    recording.write_text(pressing.recording([pressing.press(125)] * 300, 125, clicks=True))
    daemon = start(f"recording:{recording}", "--speed", "20", environment=counter.environment)
    with daemon.client() as client:
        client.subscribe()
        end = ends(client)
        # Learning the click level costs something.
        for _ in range(WARM_UP):
            next(end)
        before = counter.allocations, counter.frees
        counter.trace(5)
        lost, deadline = 0, time.monotonic() + PATIENCE
        while not lost:
            assert time.monotonic() < deadline, "it never fell behind"
            # Once the buffer takes no more, messages are queued, and replace each other, until somebody reads.
            filled = -1
            while waiting(client) != filled:
                filled = waiting(client)
                time.sleep(0.5)
            while (message := client.receive())["parameters"].get("press", {}).get("phase") != "ended":
                lost += message["parameters"].get("lost", 0)
        counter.trace(0)
        allocations, frees = counter.allocations - before[0], counter.frees - before[1]
    assert (allocations, frees) == (0, 0), daemon.stderr
