"""Who is told what happens on a connection."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, Optional, Sequence

from .model import Device, Press
from .words import Capability, Word


class StateKind(Word):
    """How a connection stands."""

    CONNECTING = "connecting"
    """The service has been asked, and has not answered yet."""
    CONNECTED = "connected"
    """Presses come as they happen."""
    DENIED = "denied"
    """The service says that this user may not listen. Asked again, slowly: a session may become the active one."""
    WAITING = "waiting"
    """There is nobody to ask; tried again at ``until_usec``, or as soon as the socket appears."""
    CLOSED = "closed"
    """Closed by the program itself: nothing more comes."""


@dataclass(frozen=True)
class ConnectionState:
    """How a connection stands, and why."""

    kind: StateKind
    reason: str = ""
    """What was tried, why it failed and what to do, in words; for ``DENIED`` and ``WAITING``."""
    until_usec: Optional[int] = None
    """When it is tried again, in microseconds of CLOCK_MONOTONIC; for ``WAITING``."""


class ConnectionListener:
    """Told what happens on a connection, from inside its ``dispatch()``. Every method does nothing by itself."""

    def ready(self, devices: Sequence[Device]) -> None:
        """The service has been reached, and these are all pads: they take the place of what was known before."""

    def added(self, device: Device) -> None:
        """A pad came, may be seen now, or is described anew: take it for the pad with its id."""

    def removed(self, device_id: str) -> None:
        """A pad has gone, or may not be seen any more."""

    def press(self, press: Press) -> None:
        """One step of a press. Every press that began ends, also where the connection breaks."""

    def lost(self, count: int) -> None:
        """So many ``CHANGED`` steps were left out because this program read too slowly. No other phase ever is."""

    def state_changed(self, state: ConnectionState) -> None:
        """The connection stands otherwise than before."""

    def capability_changed(self, capability: Capability) -> None:
        """There is force touch now, or there is none any more."""


@dataclass
class Callbacks(ConnectionListener):
    """A listener made of functions."""

    on_ready: Optional[Callable[[Sequence[Device]], None]] = None
    on_added: Optional[Callable[[Device], None]] = None
    on_removed: Optional[Callable[[str], None]] = None
    on_press: Optional[Callable[[Press], None]] = None
    on_lost: Optional[Callable[[int], None]] = None
    on_state: Optional[Callable[[ConnectionState], None]] = None
    on_capability: Optional[Callable[[Capability], None]] = None

    def ready(self, devices: Sequence[Device]) -> None:
        if self.on_ready:
            self.on_ready(devices)

    def added(self, device: Device) -> None:
        if self.on_added:
            self.on_added(device)

    def removed(self, device_id: str) -> None:
        if self.on_removed:
            self.on_removed(device_id)

    def press(self, press: Press) -> None:
        if self.on_press:
            self.on_press(press)

    def lost(self, count: int) -> None:
        if self.on_lost:
            self.on_lost(count)

    def state_changed(self, state: ConnectionState) -> None:
        if self.on_state:
            self.on_state(state)

    def capability_changed(self, capability: Capability) -> None:
        if self.on_capability:
            self.on_capability(capability)
