"""Clients that do it wrong, on purpose or not: none of them disturbs the others."""

import json
import resource
import socket
import time

import pytest

from harness import GESTURES, STORY, Client, story, take

INFO = b'{"method":"org.varlink.service.GetInfo"}\0'


@pytest.mark.parametrize("message", [
    b"\0", b"nonsense\0", b"[]\0", b'"text"\0', b"{\0", b'{"method":7}\0', b"{}\0", b'{"method":""}\0',
    b'{"method":"a.b.C","more":"yes"}\0', b'{"method":"a.b.C","colour":"red"}\0', b'{"method":"a.b.C","parameters":[]}\0',
    b'{"method":"\xff\xfe"}\0', b'{"method":"a.b.C","parameters":' + b'{"a":' * 10_000 + b"1" + b"}" * 10_000 + b"}\0",
    b'{"method":"a.b.C","parameters":' + b"[" * 10_000 + b"]" * 10_000 + b"}\0",
    b'{"method":"' + b"x" * 65_536 + b'"}\0', b"x" * 65_537,
], ids=lambda message: f"{message[:24]!r}…{len(message)}")
def test_malformed_input_closes_that_connection_alone(demo, message):
    with demo.client() as other, demo.client() as client:
        other.subscribe()
        client.socket.sendall(message)
        assert client.is_closed()
        assert take(other.events(), 3)[0]["phase"] == "began"


@pytest.mark.parametrize("method, error", [
    ("org.peekpop.Nothing.Call", "org.varlink.service.InterfaceNotFound"),
    ("org.peekpop.Gestures.Nothing", "org.varlink.service.MethodNotFound"),
    ("org.varlink.service.Nothing", "org.varlink.service.MethodNotFound"),
    ("Nothing", "org.varlink.service.MethodNotFound"),
])
def test_what_is_not_there_is_said(demo, method, error):
    with demo.client() as client:
        assert client.call(method)["error"] == error
        assert "error" not in client.call("org.varlink.service.GetInfo"), "the connection goes on"


def test_more_where_there_is_only_one_answer(demo):
    with demo.client() as client:
        answer = client.call(f"{GESTURES}.ListDevices", more=True)
    assert answer["parameters"]["devices"] and not answer.get("continues")


def test_oneway_gets_no_answer_and_the_next_call_does(demo):
    with demo.client() as client:
        client.send({"method": "org.varlink.service.GetInfo", "oneway": True})
        client.send({"method": "org.peekpop.Nothing.Call", "oneway": True})
        assert "devices" in client.call(f"{GESTURES}.ListDevices")["parameters"]


def test_pipelined_and_split_calls(demo):
    with demo.client() as client:
        client.socket.sendall(INFO * 50)
        for _ in range(50):
            assert client.receive()["parameters"]["product"] == "peekpopd"
        for byte in INFO:
            client.socket.sendall(bytes([byte]))
        assert client.receive()["parameters"]["product"] == "peekpopd"


def test_half_a_message_holds_nobody_up(demo):
    with demo.client() as half, demo.client() as other:
        half.socket.sendall(b'{"method":"org.varl')
        other.subscribe()
        assert take(other.events(), 3)
        half.socket.sendall(b'ink.service.GetInfo"}\0')
        assert half.receive()["parameters"]["product"] == "peekpopd"


def test_descriptions_are_complete(demo):
    with demo.client() as client:
        for interface in client.call("org.varlink.service.GetInfo")["parameters"]["interfaces"]:
            answer = client.call("org.varlink.service.GetInterfaceDescription", {"interface": interface})
            assert f"interface {interface}\n" in answer["parameters"]["description"]
        answer = client.call("org.varlink.service.GetInterfaceDescription", {"interface": "a.b"})
        assert answer["error"] == "org.varlink.service.InterfaceNotFound"


def test_connections_are_limited_in_all(start):
    daemon = start("demo", config="[daemon]\nconnections = 128\nconnections-per-user = 4096\n")
    # This user is the daemon's own or root: the reserve is open to him.
    clients = []
    for _ in range(128 + 8):
        clients.append(daemon.client())
        clients[-1].socket.sendall(INFO)
        assert clients[-1].receive()
    late = daemon.client()
    assert late.is_closed()
    clients[0].socket.close()
    for _ in range(100):
        late = daemon.client()
        try:
            late.socket.sendall(INFO)
            if late.receive():
                break
        except (BrokenPipeError, ConnectionResetError):
            pass
        time.sleep(0.05)
    else:
        raise AssertionError("a place that became free is not given away")
    assert "128 connections already" in daemon.stderr


def test_connections_are_limited_for_one_user(demo):
    clients = [demo.client() for _ in range(32)]
    for client in clients:
        client.socket.sendall(INFO)
        assert client.receive()
    assert demo.client().is_closed()
    clients[0].socket.sendall(INFO)
    assert clients[0].receive()


def test_a_client_that_never_reads_disturbs_nobody(start):
    """Real time is left behind: at this speed the demo tells hundreds of thousands of events a minute."""
    daemon = start("demo", "--speed", "1000")
    deaf = Client(daemon.socket)
    deaf.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2_048)
    deaf.send({"method": f"{GESTURES}.Subscribe", "more": True})
    with daemon.client() as other:
        # More `changed` events than Python can read are told of, so this one asks for the others.
        other.subscribe(phases=["began", "peeked", "popped", "ended", "cancelled"])
        presses = take(other.events(), 20 * len(STORY))
        assert story(presses) == 20 * STORY, "nothing is lost for who reads"
        for _ in range(400):
            if daemon.status()["subscribers"] == 1:
                break
            take(other.events(), len(STORY))
    assert "reads too slowly" in daemon.stderr, "what may not be lost overflowed: that client alone is closed"
    # What it was sent before is whole, in order, and says what was left out.
    heard = []
    lost = 0
    try:
        while (message := deaf.receive()) is not None:
            lost += message["parameters"].get("lost", 0)
            if press := message["parameters"].get("press"):
                heard.append(press)
    except (ConnectionResetError, AssertionError):
        pass
    assert heard and [press["sequence"] for press in heard] == sorted(press["sequence"] for press in heard)
    told = story(heard)
    for before, after in zip(told, told[1:]):
        allowed = {"began": ("peeked", "cancelled"), "peeked": ("popped", "cancelled"), "popped": ("ended",)}
        assert after.startswith(allowed.get(before, ("began",))), (before, after)


def test_a_slow_client_loses_changes_only_and_is_told(start):
    daemon = start("demo", "--speed", "30")
    with daemon.client() as slow:
        slow.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2_048)
        slow.subscribe()
        time.sleep(2)
        presses, lost = [], 0
        for _ in range(4_000):
            message = slow.receive()
            if message is None:
                break
            lost += message["parameters"].get("lost", 0)
            if press := message["parameters"].get("press"):
                presses.append(press)
            if lost and len(presses) > 1_500:
                break
    assert daemon.status()["lost"] <= presses[-1]["sequence"], "each is counted once"
    gaps = presses[-1]["sequence"] - presses[0]["sequence"] + 1 - len(presses)
    assert gaps >= 0
    told = story(presses)
    assert told[:2] == ["began", "cancelled(released)"]


def test_running_out_of_descriptors_is_survived(start):
    daemon = start(
        "demo", config="[daemon]\nconnections = 4096\nconnections-per-user = 4096\n",
        preexec=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (40, 40)))
    clients = []
    for _ in range(60):
        client = daemon.client()
        clients.append(client)
    clients[0].socket.sendall(INFO)
    assert clients[0].receive()
    for _ in range(200):
        if "accepting a connection" in daemon.stderr:
            break
        time.sleep(0.05)
    assert "accepting a connection: Too many open files" in daemon.stderr
    for client in clients[:40]:
        client.socket.close()
    clients[59].socket.sendall(INFO)
    assert clients[59].receive()["parameters"]["product"] == "peekpopd"


def test_json_is_written_as_others_read_it(demo):
    with demo.client() as client:
        client.subscribe()
        press = next(client.events())
    assert json.loads(json.dumps(press)) == press
    assert set(press) >= {"id", "device", "phase", "preview", "commit", "clicks", "grams", "raw", "x", "y",
                          "translationX", "translationY", "fingers", "button", "timeUsec", "sequence"}
