"""A service with pads that a test presses by hand: what peekpopd is to peekpopctl, without device and without clock."""

import copy
import threading
import time

from scripted_service import PAD
from varlink_service import VarlinkService

GESTURES = "org.peekpop.Gestures"
CALIBRATION = "org.peekpop.Calibration"
USUAL = {"hint": 1.35, "peek": 1.75, "pop": 2.75}


def error(interface, name, **parameters):
    return {"error": f"{interface}.{name}", "parameters": parameters}


class PadService(VarlinkService):
    """Answers what peekpopd answers, keeps calibrations, and sends the samples that `report` and its kin are told."""

    def __init__(self, path, *pads):
        self.pads = {pad["id"]: copy.deepcopy(pad) for pad in pads or [PAD]}
        self.calibrations = {}
        # What Set answers instead of storing, where a test wants that.
        self.refusal = None
        # Set is never answered.
        self.is_hanging = False
        # The pads' own clock, in microseconds.
        self.now = 5_000_000_000
        self._sequence = 0
        self._presses = 0
        self._lock = threading.RLock()
        self._streams = {"subscribers": [], "observers": []}
        self._connections = []
        super().__init__(path)

    def accepted(self, connection):
        self._connections.append(connection)

    def close(self):
        """Goes away, as a daemon that ends: every connection closes."""
        super().close()
        for connection in self._connections:
            self._shut(connection)

    def answer(self, connection, call):
        with self._lock:
            self._answer(connection, call)

    def _answer(self, connection, call):
        method = call["method"]
        parameters = call.get("parameters", {})
        device = parameters.get("device")
        if method == f"{GESTURES}.ListDevices":
            reply = {"parameters": {"devices": list(self.pads.values())}}
        elif method == f"{GESTURES}.Subscribe":
            self._streams["subscribers"].append(connection)
            reply = {"parameters": {"ready": True, "devices": list(self.pads.values())}, "continues": True}
        elif device not in self.pads:
            reply = error(CALIBRATION, "NoSuchDevice", device=device)
        elif method == f"{CALIBRATION}.Observe":
            self._streams["observers"].append(connection)
            return
        elif method == f"{CALIBRATION}.Get":
            found = self.calibrations.get(device)
            reply = ({"parameters": {"calibration": found}} if found
                     else error(CALIBRATION, "NotCalibrated", device=device))
        elif method == f"{CALIBRATION}.Set":
            if self.is_hanging:
                return
            if self.refusal:
                reply = error(CALIBRATION, "Refused", device=device, reason=self.refusal)
            else:
                self.calibrations[device] = parameters["calibration"]
                self.pads[device]["levels"] = {level: parameters["calibration"][level] for level in USUAL}
                self.pads[device]["gestures"] = True
                self._tell({"added": self.pads[device]})
                reply = {"parameters": {}}
        elif method == f"{CALIBRATION}.Reset":
            self.calibrations.pop(device, None)
            self.pads[device]["levels"] = dict(USUAL)
            reply = {"parameters": {}}
        else:
            reply = {"error": "org.varlink.service.MethodNotFound"}
        self.send(connection, reply)

    def _tell(self, parameters, streams="subscribers"):
        for connection in self._streams[streams]:
            self.send(connection, {"parameters": parameters, "continues": True})

    # The pads

    def observed(self):
        """Whether somebody has asked for samples."""
        with self._lock:
            return bool(self._streams["observers"])

    def unplug(self, device):
        with self._lock:
            del self.pads[device]
            self._tell({"removed": device})
            for connection in self._streams["observers"]:
                self.send(connection, error(CALIBRATION, "NoSuchDevice", device=device))

    def plug(self, pad):
        with self._lock:
            self.pads[pad["id"]] = copy.deepcopy(pad)
            self._tell({"added": pad})

    def report(self, raw, touching=True, button=False, x=0.5, y=0.5, fingers=1, lost=None, after=10_000):
        """One report of the pad, `after` microseconds after the last."""
        self.now += after
        sample = {"timeUsec": self.now, "touching": touching, "raw": raw, "clicks": raw / 70 if touching else 0.0,
                  "x": x, "y": y, "fingers": fingers if touching else 0, "button": button}
        if lost:
            sample["lost"] = lost
        with self._lock:
            self._tell({"sample": sample}, "observers")

    def rest(self):
        """Four seconds without a finger, by the pad's clock, for whoever observes."""
        while not self.observed():
            time.sleep(0.01)
        self.report(0, touching=False)
        self.report(0, touching=False, after=4_000_000)

    def touch(self, peak, *, rise=12, hold=20, fall=8, click_at=None, move=0.0, fingers=1, lost=None):
        """A finger lands, presses to the raw pressure `peak`, holds and lets go; times in reports of 10 ms."""
        levels = [max(1, peak * step // rise) for step in range(1, rise + 1)] + [peak] * hold
        levels += [max(1, peak * (fall - step) // fall) for step in range(1, fall + 1)]
        for number, raw in enumerate(levels):
            self.report(raw, button=click_at is not None and raw >= click_at, x=0.5 + move * number / len(levels),
                        fingers=fingers, lost=lost if number == 3 else None)
        self.report(0, touching=False)
        # A while without a finger before the next.
        self.now += 300_000

    def tap(self, peak):
        self.touch(peak, rise=2, hold=4, fall=2)

    def click(self, peak, click_at=70):
        self.touch(peak, rise=4, hold=4, fall=4, click_at=click_at)

    def press(self, device, *phases, clicks=2.0):
        """What the daemon tells of a press, at its phases."""
        self._presses += 1
        with self._lock:
            for phase in phases:
                self._sequence += 1
                name, _, reason = phase.partition(":")
                event = {"id": self._presses, "device": device, "phase": name, "preview": 0.5, "commit": 0.0,
                         "clicks": clicks, "raw": int(clicks * 70), "x": 0.5, "y": 0.5, "translationX": 0.0,
                         "translationY": 0.0, "fingers": 1, "button": False, "timeUsec": self.now,
                         "sequence": self._sequence}
                if reason:
                    event["reason"] = reason
                self._tell({"press": event})
