"""What the service says of itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Optional, Tuple

from ._wire import Values, Wire


@dataclass(frozen=True)
class Problem:
    """Something that went wrong, kept by the service for whoever asks."""

    time_usec: int
    """CLOCK_REALTIME, microseconds since 1970."""
    message: str
    """What was tried, with what, why it failed, and what to do."""
    device: Optional[str] = None


@dataclass(frozen=True)
class Status:
    """The state of the service."""

    version: str = ""
    source: str = ""
    """Where frames come from: ``evdev``, ``libinput``, ``demo``, ``recording:FILE``."""
    socket: Optional[str] = None
    uptime_usec: int = 0
    connections: int = 0
    subscribers: int = 0
    pads: int = 0
    open_pads: int = 0
    frames: int = 0
    """Frames read since the start."""
    events: int = 0
    """Events sent since the start."""
    lost: int = 0
    """Events coalesced since the start because a client was slow."""
    config_files: Tuple[str, ...] = ()
    refused_reload: Optional[str] = None
    """The first mistake in the configuration that the last reload refused."""
    problems: Tuple[Problem, ...] = ()
    wire: Wire = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_wire(cls, wire: object) -> Status:
        """Reads a Status of the protocol."""
        values = Values(wire, "a status")
        problems = [Values(problem, "a problem") for problem in values.items("problems")]
        return cls(
            version=values.text("version"),
            source=values.text("source"),
            socket=values.optional_text("socket"),
            uptime_usec=values.integer("uptimeUsec"),
            connections=values.integer("connections"),
            subscribers=values.integer("subscribers"),
            pads=values.integer("pads"),
            open_pads=values.integer("openPads"),
            frames=values.integer("frames"),
            events=values.integer("events"),
            lost=values.integer("lost"),
            config_files=tuple(str(path) for path in values.items("configFiles")),
            refused_reload=values.optional_text("refusedReload"),
            problems=tuple(
                Problem(one.integer("timeUsec"), one.text("message"), one.optional_text("device")) for one in problems
            ),
            wire=values.wire,
        )
