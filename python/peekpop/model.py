"""What the service tells, as typed values.

Forces are in clicks (1.0 is the force at which the pad clicks) and, where the pad's scale is known, in grams. Times are
microseconds of CLOCK_MONOTONIC, the clock of the kernel's input events. Values are read leniently: fields that only a
newer service knows are left alone (``wire`` has them), one that is missing has its default.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Optional

from ._wire import Values, Wire
from .errors import ProtocolError
from .words import CancelReason, PadClass, PadKind, Phase, ScaleSource, ToolKind


@dataclass(frozen=True)
class PressureAxis:
    """The pressure axis as the kernel announces it."""

    minimum: int
    maximum: int
    resolution: int
    """Units per gram; 0 where the pad does not tell."""


@dataclass(frozen=True)
class Scale:
    """From raw pressure to force: clicks = (raw - zero_pressure) / (click_pressure - zero_pressure)."""

    source: ScaleSource
    zero_pressure: float
    """Raw pressure without a touch."""
    click_pressure: float
    """Raw pressure at which the pad clicks."""
    top_clicks: float
    """Where the pad's range ends, in clicks."""
    units_per_gram: Optional[float] = None
    """None where the scale is unknown."""


@dataclass(frozen=True)
class Levels:
    """The three levels in force, in clicks."""

    hint: float
    peek: float
    pop: float


@dataclass(frozen=True)
class Device:
    """One pad."""

    id: str
    """Stable across reboots and unplugging: ``i2c-04f3-323b``."""
    name: str = ""
    """The name the kernel gives it."""
    node: str = ""
    """The device node, or the name of the recording that is played."""
    seat: str = ""
    kind: PadKind = PadKind.UNKNOWN
    bus: int = 0
    vendor: int = 0
    product: int = 0
    width_mm: float = 0.0
    height_mm: float = 0.0
    pad_class: PadClass = PadClass.UNKNOWN
    reason: str = ""
    """Why it is of this class, in words."""
    gestures: bool = False
    """Whether presses are recognised on it."""
    pressure: Optional[PressureAxis] = None
    scale: Optional[Scale] = None
    levels: Optional[Levels] = None
    haptics: bool = False
    """Whether feedback can be played on it."""
    haptics_reason: Optional[str] = None
    open: bool = False
    """Whether it is being read at the moment."""
    problem: Optional[str] = None
    """What is wrong with it, in words: what was tried, and what to do."""
    wire: Wire = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_wire(cls, wire: object) -> Device:
        """Reads a Device of the protocol; raises ProtocolError where it has no id."""
        values = Values(wire, "a device")
        pressure, scale, levels = values.inner("pressure"), values.inner("scale"), values.inner("levels")
        return cls(
            id=values.required("id"),
            name=values.text("name"),
            node=values.text("node"),
            seat=values.text("seat"),
            kind=PadKind.parse(values.get("kind")),
            bus=values.integer("bus"),
            vendor=values.integer("vendor"),
            product=values.integer("product"),
            width_mm=values.number("widthMm"),
            height_mm=values.number("heightMm"),
            pad_class=PadClass.parse(values.get("padClass")),
            reason=values.text("reason"),
            gestures=values.flag("gestures"),
            pressure=PressureAxis(*map(pressure.integer, ("minimum", "maximum", "resolution"))) if pressure else None,
            scale=Scale(
                ScaleSource.parse(scale.get("source")),
                scale.number("zeroPressure"),
                scale.number("clickPressure"),
                scale.number("topClicks"),
                scale.optional_number("unitsPerGram"),
            )
            if scale
            else None,
            levels=Levels(*map(levels.number, ("hint", "peek", "pop"))) if levels else None,
            haptics=values.flag("haptics"),
            haptics_reason=values.optional_text("hapticsReason"),
            open=values.flag("open"),
            problem=values.optional_text("problem"),
            wire=values.wire,
        )


@dataclass(frozen=True)
class Tool:
    """The pen that presses. Both numbers are 0 where it does not tell them."""

    kind: ToolKind
    serial: int = 0
    """Tells this one pen from all others of its maker; its eraser has the same."""
    id: int = 0
    """The maker's number of this kind of tool."""


@dataclass(frozen=True)
class Press:
    """One step of a press."""

    id: int
    """The press's number on its pad, from 1."""
    device: str
    """The pad's id."""
    phase: Phase
    reason: Optional[CancelReason] = None
    """Why it was cancelled; None in every other phase."""
    preview: float = 0.0
    """0 to 1 from hint to peek."""
    commit: float = 0.0
    """0 to 1 from peek to pop."""
    clicks: float = 0.0
    """Force in clicks."""
    grams: Optional[float] = None
    """Force in grams, where the pad's scale is known."""
    raw: int = 0
    """The pad's own number; for a pen, 0 to 65535 of its tip's range."""
    x: float = 0.0
    """0 to 1 of the pad's width, from the left; a finger may lie a little outside."""
    y: float = 0.0
    """0 to 1 of the pad's height, from the top."""
    translation_x: float = 0.0
    """Movement since the peek, in mm to the right; 0 before it."""
    translation_y: float = 0.0
    """Movement since the peek, in mm down; 0 before it."""
    fingers: int = 1
    button: bool = False
    """Whether the pad's own left button is down."""
    tool: Optional[Tool] = None
    """The pen, where one presses."""
    time_usec: int = 0
    """The time of the kernel's report that made it."""
    sequence: int = 0
    """Counts this pad's events from 1; a gap shows what was filtered out or lost."""
    wire: Wire = field(default_factory=dict, repr=False, compare=False)

    @property
    def reason_name(self) -> Optional[str]:
        """The reason in the service's own word, also where ``reason`` is ``UNKNOWN``; None in every other phase."""
        told = self.wire.get("reason") if self.reason is CancelReason.UNKNOWN else None
        return told if isinstance(told, str) else self.reason and str(self.reason)

    @classmethod
    def from_wire(cls, wire: object) -> Press:
        """Reads a Press of the protocol; raises ProtocolError where it has no id, device or phase."""
        values = Values(wire, "a press")
        phase = Phase.parse(values.required("phase"))
        tool = values.inner("tool")
        number = values.get("id")
        if type(number) is not int:
            raise ProtocolError(f"a press has no number: {wire!r:.200}")
        return cls(
            id=number,
            device=values.required("device"),
            phase=phase,
            reason=CancelReason.parse(values.get("reason")) if phase is Phase.CANCELLED else None,
            preview=values.number("preview"),
            commit=values.number("commit"),
            clicks=values.number("clicks"),
            grams=values.optional_number("grams"),
            raw=values.integer("raw"),
            x=values.number("x"),
            y=values.number("y"),
            translation_x=values.number("translationX"),
            translation_y=values.number("translationY"),
            fingers=values.integer("fingers"),
            button=values.flag("button"),
            tool=Tool(ToolKind.parse(tool.get("kind")), tool.integer("serial"), tool.integer("id")) if tool else None,
            time_usec=values.integer("timeUsec"),
            sequence=values.integer("sequence"),
            wire=values.wire,
        )
