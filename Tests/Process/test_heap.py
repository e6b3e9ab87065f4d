"""In steady state the daemon allocates nothing: counted by a library between it and malloc."""

import json

import pytest

import pressing
from heap_counter import HeapCounter

# In presses. The warm-up outlasts what piles up while the client does not read.
WARM_UP, COUNTED = 10, 12
# More than a socket's buffer holds of them.
PILE = 600


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
        # A client that does not read for a while has its queue made, which is then kept: a machine that is busy with
        # something else makes a client slow at any time, and that is no news to the daemon after this.
        while daemon.status()["events"] < PILE:
            pass
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
