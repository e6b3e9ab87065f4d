"""A subscriber that remembers everything it was told."""

import os

from harness import Client, story


class Watcher:
    """A subscription to the daemon behind a socket."""

    def __init__(self, path, **parameters):
        self.client = Client(path)
        self.messages = []
        self.devices = self.client.subscribe(**parameters)["devices"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.client.socket.close()

    def until(self, holds):
        """Reads on until a message's parameters satisfy `holds`, and returns those."""
        while (message := self.client.receive()) is not None:
            parameters = message["parameters"]
            self.messages.append(parameters)
            if holds(parameters):
                return parameters
        raise AssertionError(f"the stream ended; presses so far: {self.story()}")

    def until_phase(self, *phases, device=None):
        """The next press event in one of these phases."""
        return self.until(lambda said: (press := said.get("press")) is not None and press["phase"] in phases
                          and device in (None, press["device"]))["press"]

    def until_over(self, device=None):
        return self.until_phase("ended", "cancelled", device=device)

    def added(self, name):
        """The device of this name, from the list at the beginning or when it comes."""
        for device in self.devices:
            if device["name"] == name:
                return device
        return self.until(lambda said: said.get("added", {}).get("name") == name)["added"]

    def story(self, device=None):
        presses = [said["press"] for said in self.messages if "press" in said]
        return story([press for press in presses if device in (None, press["device"])])


def open_input_nodes(pid):
    """The nodes of /dev/input that a process holds open."""
    nodes = set()
    for fd in os.listdir(f"/proc/{pid}/fd"):
        try:
            target = os.readlink(f"/proc/{pid}/fd/{fd}")
        except FileNotFoundError:
            continue
        if target.startswith("/dev/input/"):
            nodes.add(target)
    return nodes


def raw_at(device, clicks):
    """The raw pressure at which a device, as the daemon shows it, is pressed with this many clicks."""
    scale = device["scale"]
    return round(scale["zeroPressure"] + clicks * (scale["clickPressure"] - scale["zeroPressure"]))
