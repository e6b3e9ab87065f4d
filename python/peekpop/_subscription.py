"""The parameters of Subscribe."""

from __future__ import annotations

from typing import Any, Dict, Iterable, Optional

from .words import Phase


def subscription(
    devices: Optional[Iterable[str]] = None,
    phases: Optional[Iterable[Phase]] = None,
    max_rate_hz: Optional[int] = None,
) -> Dict[str, Any]:
    """The parameters of Subscribe; raises ValueError for what the service would refuse."""
    parameters: Dict[str, Any] = {}
    if devices is not None:
        if isinstance(devices, str):
            raise ValueError(f"devices is a list of ids, not one: {devices!r}")
        parameters["devices"] = list(devices)
    if phases is not None:
        if isinstance(phases, str):
            raise ValueError(f"phases is a list, not one: {phases!r}")
        parameters["phases"] = [Phase(phase).value for phase in phases]
    if max_rate_hz is not None:
        if not 1 <= max_rate_hz <= 1000:
            raise ValueError(f"max_rate_hz is 1 to 1000: {max_rate_hz}")
        parameters["maxRateHz"] = max_rate_hz
    return parameters
