"""Two people at one machine, and logind's word on who of them is in front."""

import os
import pathlib
import pwd
import subprocess

import pytest

import pads
from asked import Said
from harness import CALIBRATION, GESTURES, Client
from seat import Seat, acting
from test_systemd import SOCKET, eventually, installed, nothing_runs, offered  # noqa: F401 (fixtures)
from watching import Watcher

pytestmark = pytest.mark.systemd

DENIED = "org.varlink.service.PermissionDenied"
USERS = ["anna", "ben"]


@pytest.fixture(scope="module")
def seat():
    seat = Seat()
    for user in USERS:
        seat.sit_down(user)
    eventually(lambda: all(seat.session(user) for user in USERS), "both have a session")
    yield seat
    seat.all_leave()


def subscribed(user):
    with acting(user):
        return Watcher(SOCKET)


def observing(user, device):
    with acting(user):
        client = Client(SOCKET)
    client.send({"method": f"{CALIBRATION}.Observe", "parameters": {"device": device}, "more": True})
    return client


def is_denied(user):
    with acting(user), Client(SOCKET) as client:
        return client.call(f"{GESTURES}.ListDevices").get("error") == DENIED


def test_another_session_comes_to_front_in_a_press(plug, seat):
    seat.to_front("anna")
    pad = offered(plug)
    eventually(lambda: not is_denied("anna"), "anna may ask")
    assert is_denied("ben")
    with subscribed("anna") as anna, observing("anna", anna.added(pads.REDRIX.name)["id"]) as samples:
        device = anna.added(pads.REDRIX.name)["id"]
        pads.press(pad, 2000, rest=120, release=False)
        anna.until_phase("peeked")

        seat.to_front("ben")
        assert anna.until_over()["reason"] == "inactive"
        assert anna.until(lambda said: "removed" in said)["removed"] == device
        while (message := samples.receive()) is not None and "error" not in message:
            pass
        assert message["error"] == DENIED
        pad.lift()
        pad.report()

        with subscribed("ben") as ben:
            assert ben.added(pads.REDRIX.name)["id"] == device
            pads.press(pad, 2400, rest=120)
            ben.until_over()
            seat.to_front("anna")
            assert ben.until(lambda said: "removed" in said)["removed"] == device
            assert anna.until(lambda said: "added" in said)["added"]["id"] == device
            pads.press(pad, 2400, rest=120)
            anna.until_over()
    through = ["began", "peeked", "popped", "ended"]
    assert ben.story() == through
    assert anna.story() == ["began", "peeked", "cancelled(inactive)", *through]


def test_the_doctor_knows_who_is_behind(plug, seat):
    seat.to_front("anna")
    offered(plug)
    eventually(lambda: not is_denied("anna"), "anna may ask")
    Said(user="anna")("access", "fine", "anna may listen, as the user at the seat")
    behind = Said(user="ben")("access", "broken", "another user's session is in front", "go back to your session")
    assert "usermod" not in str(behind.checks), "the group would let ben see what anna presses"


def test_who_asks_too_much_waits_and_is_named_once(plug, seat):
    seat.to_front("anna")
    offered(plug)
    eventually(lambda: not is_denied("anna"), "anna may ask")
    with acting("anna"):
        clients = [Client(SOCKET) for _ in range(2)]
    uid = pwd.getpwnam("anna").pw_uid
    for _ in range(2):
        for client in clients:
            for _ in range(150):
                client.send({"method": f"{GESTURES}.ListDevices"})
        for client in clients:
            for _ in range(150):
                assert "devices" in client.receive()["parameters"]
    for client in clients:
        client.socket.close()
    journal = subprocess.run(["journalctl", "--no-pager", "-o", "cat", "-u", "peekpopd"], capture_output=True, text=True).stdout
    program = pathlib.Path("/proc/self/comm").read_text().strip()
    said = f"process {os.getpid()} ({program}) of user {uid}: calls of this user wait, beyond 100 in a second"
    assert journal.count(said) == 1, journal
