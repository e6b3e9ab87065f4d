"""Other people's Varlink clients."""

import asyncio
import itertools
import json
import subprocess
import sys

import asyncvarlink
import varlink

from harness import GESTURES


def test_python_varlink_introspects_and_subscribes(demo):
    with varlink.Client.new_with_address(f"unix:{demo.socket}") as client:
        with client.open("org.varlink.service") as service:
            info = service.GetInfo()
        assert info["product"] == "peekpopd"
        assert set(info["interfaces"]) >= {"org.varlink.service", GESTURES, "org.peekpop.Calibration"}
        with client.open(GESTURES) as gestures:
            replies = list(itertools.islice(gestures.Subscribe(_more=True), 20))
    assert replies[0]["ready"] is True
    assert replies[1]["press"]["phase"] == "began"


def test_python_varlink_command_line(demo):
    def cli(*arguments):
        return subprocess.run(
            [sys.executable, "-m", "varlink.cli", *arguments], check=True, capture_output=True, text=True).stdout

    help_text = cli("help", f"unix:{demo.socket}/{GESTURES}")
    assert "method Subscribe(" in help_text
    pads = json.loads(cli("call", f"unix:{demo.socket}/{GESTURES}.ListDevices", "{}"))
    assert pads["devices"][0]["name"] == "PeekPop demo pad"


def test_asyncvarlink_subscribes(demo):
    async def talk():
        transport, protocol = await asyncvarlink.connect_unix_varlink(
            asyncvarlink.VarlinkClientProtocol, demo.socket)
        call = asyncvarlink.VarlinkMethodCall(f"{GESTURES}.Subscribe", {}, more=True)
        seen = []
        async for reply, _ in protocol.call_more(call):
            seen.append("ready" if reply.parameters.get("ready") else reply.parameters["press"]["phase"])
            if len(seen) == 20:
                break
        transport.close()
        return seen

    assert asyncio.run(asyncio.wait_for(talk(), 60))[:2] == ["ready", "began"]
