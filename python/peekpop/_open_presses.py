"""The presses under way, so that each that began also ends."""

from __future__ import annotations

from dataclasses import replace
from typing import Dict, List, Optional

from .model import Press
from .words import CancelReason, Phase


class OpenPresses:
    """The last step of what has begun on each pad and not ended yet."""

    def __init__(self) -> None:
        self._last: Dict[str, Press] = {}

    def note(self, press: Press) -> None:
        """Takes note of a step. A pad has one press at a time."""
        if press.phase.is_end:
            self._last.pop(press.device, None)
        else:
            self._last[press.device] = press

    def end(self, reason: CancelReason, device: Optional[str] = None) -> List[Press]:
        """The ends of all presses, or those of one pad, made up with this reason."""
        devices = [device] if device is not None else list(self._last)
        return [_cancelled(self._last.pop(one), reason) for one in devices if one in self._last]


def _cancelled(press: Press, reason: CancelReason) -> Press:
    return replace(press, phase=Phase.CANCELLED, reason=reason, sequence=press.sequence + 1, wire={})
