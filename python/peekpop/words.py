"""The words of the interface, as enumerations.

A newer service may know more of them. A word that is not known here is ``UNKNOWN``, and an unknown phase is ``CHANGED``:
something about the press is different, and its progress says what.
"""

from __future__ import annotations

from enum import Enum
from typing import Type, TypeVar

_W = TypeVar("_W", bound="Word")


class Word(str, Enum):
    """A word of the protocol: equal to its own text, and printed as it."""

    def __str__(self) -> str:
        return str(self.value)

    @classmethod
    def parse(cls: Type[_W], text: object) -> _W:
        """The word for ``text``; ``UNKNOWN`` where there is none."""
        try:
            return cls(text)
        except ValueError:
            return cls("unknown")


class Phase(Word):
    """The steps of a press, in their order; any number of ``CHANGED`` lies between the others."""

    BEGAN = "began"
    """The hint level was reached: the preview begins to show."""
    CHANGED = "changed"
    """Force, progress or position are different."""
    PEEKED = "peeked"
    """The peek level was reached: the preview stands."""
    POPPED = "popped"
    """The pop level was reached: it opens."""
    ENDED = "ended"
    """The finger let go after the pop."""
    CANCELLED = "cancelled"
    """It is over without a pop, or was interrupted."""

    @classmethod
    def parse(cls, text: object) -> Phase:
        """The phase for ``text``; ``CHANGED`` where it is not known."""
        try:
            return cls(text)
        except ValueError:
            return cls.CHANGED

    @property
    def is_end(self) -> bool:
        """Whether nothing more comes of this press."""
        return self in (Phase.ENDED, Phase.CANCELLED)


class CancelReason(Word):
    """Why a press was cancelled."""

    RELEASED = "released"
    """The finger let go before the pop."""
    FINGERS = "fingers"
    """A finger more, or one fewer, than the press began with."""
    GESTURE = "gesture"
    """It turned out to be a scroll, swipe or pinch."""
    PALM = "palm"
    MOVED = "moved"
    """The finger moved too far before the peek."""
    DRAG = "drag"
    """The button was held while the finger moved."""
    GONE = "gone"
    """The pad was unplugged or closed."""
    DROPPED = "dropped"
    """The kernel dropped events."""
    SUSPENDED = "suspended"
    """The machine slept."""
    TIMEOUT = "timeout"
    """No report for so long that nobody can be pressing any more."""
    INACTIVE = "inactive"
    """This user's session is no longer the active one on the pad's seat."""
    SHUTDOWN = "shutdown"
    """The service ends."""
    DISCONNECTED = "disconnected"
    """The connection to the service broke in mid-press. Made on this side, never sent."""
    UNKNOWN = "unknown"
    """A reason that only a newer service knows."""


class PadClass(Word):
    """What a pad's pressure is worth."""

    GRAMS = "grams"
    """True force in a known scale."""
    FORCE = "force"
    """True force in an unknown scale: clicks alone."""
    AREA = "area"
    """Contact size; gestures are off until a calibration has shown that it can tell a press from a touch."""
    NONE = "none"
    """No usable pressure."""
    UNKNOWN = "unknown"


class PadKind(Word):
    """What kind of device a pad is."""

    TOUCHPAD = "touchpad"
    TOUCHSCREEN = "touchscreen"
    PEN = "pen"
    OTHER = "other"
    UNKNOWN = "unknown"


class ScaleSource(Word):
    """Where a pad's click level comes from, in falling order of trust."""

    CALIBRATION = "calibration"
    HARDWARE_DATABASE = "hardwareDatabase"
    LEARNED_CLICKS = "learnedClicks"
    CLASS_DEFAULT = "classDefault"
    UNKNOWN = "unknown"


class ToolKind(Word):
    """What kind of tool a pen is."""

    PEN = "pen"
    ERASER = "eraser"
    BRUSH = "brush"
    PENCIL = "pencil"
    AIRBRUSH = "airbrush"
    UNKNOWN = "unknown"


class FeedbackPattern(Word):
    """What a pad's motor can be asked to do."""

    CLICK = "click"
    PEEK = "peek"
    """What the service's configuration plays at a peek."""
    POP = "pop"
    """What the service's configuration plays at a pop."""
    BUZZ = "buzz"
    """A buzz of 200 ms."""


class Capability(Word):
    """Whether there is force touch here, at this moment. It follows pads as they come and go."""

    UNKNOWN = "unknown"
    """Nothing has been heard of the service yet."""
    UNAVAILABLE = "unavailable"
    """No pad with presses, no service, or no permission."""
    AVAILABLE = "available"
    """At least one pad on which presses are recognised."""
