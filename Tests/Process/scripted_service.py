"""A service on a Unix socket that answers Varlink calls with what a test wrote down: no device, no clock."""

from varlink_service import VarlinkService


class ScriptedService(VarlinkService):
    """Answers each call with the replies listed for its method, then stays silent, or hangs up.

    A function among the replies is called in its place, with the service: it may wait for something.
    """

    def __init__(self, path, script, hang_up=False):
        self.script = script
        self.hang_up = hang_up
        super().__init__(path)

    def answer(self, connection, call):
        for reply in self.script.get(call["method"], [{"error": "org.varlink.service.MethodNotFound"}]):
            if callable(reply):
                reply(self)
            else:
                self.send(connection, reply)
        if self.hang_up:
            self._shut(connection)


PAD = {
    "id": "usb-05ac-0265",
    "name": "Magic Trackpad 2",
    "node": "/dev/input/event5",
    "seat": "seat0",
    "kind": "touchpad",
    "bus": 3,
    "vendor": 0x05AC,
    "product": 0x0265,
    "widthMm": 160.0,
    "heightMm": 115.0,
    "padClass": "force",
    "reason": "the hardware database knows this model",
    "gestures": True,
    "pressure": {"minimum": 0, "maximum": 253, "resolution": 0},
    "scale": {"source": "hardwareDatabase", "zeroPressure": 0.0, "clickPressure": 70.0, "topClicks": 3.6},
    "levels": {"hint": 1.35, "peek": 1.75, "pop": 2.75},
    "haptics": False,
    "open": True,
}


def press(sequence, phase, clicks, **more):
    """A reply of Subscribe with one press event."""
    event = {
        "id": 1,
        "device": PAD["id"],
        "phase": phase,
        "preview": 0.5,
        "commit": 0.0,
        "clicks": clicks,
        "raw": int(clicks * 70),
        "x": 0.5,
        "y": 0.5,
        "translationX": 0.0,
        "translationY": 0.0,
        "fingers": 1,
        "button": False,
        "timeUsec": 1_000_000 + sequence * 10_000,
        "sequence": sequence,
    }
    return {"parameters": {"press": event | more}, "continues": True}


READY = {"parameters": {"ready": True, "devices": [PAD]}, "continues": True}
STORY = [
    READY,
    press(1, "began", 1.4),
    press(2, "changed", 1.6),
    press(3, "peeked", 1.8),
    press(4, "popped", 2.8),
    press(5, "ended", 1.0),
]
SUBSCRIBE = "org.peekpop.Gestures.Subscribe"
