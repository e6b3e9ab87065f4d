"""Reading the objects of the wire leniently."""

from __future__ import annotations

from typing import Any, List, Mapping, Optional

from .errors import ProtocolError

Wire = Mapping[str, Any]
# Beyond it lies what a float cannot hold.
_MOST = 1e300


class Values:
    """An object of the wire; a value that is missing or of another type reads as its default."""

    def __init__(self, wire: object, what: str) -> None:
        if not isinstance(wire, dict):
            raise ProtocolError(f"not {what}, which is an object: {wire!r:.200}")
        self.wire: Wire = wire
        self.get = wire.get
        self.what = what

    def required(self, key: str) -> str:
        value = self.get(key)
        if not isinstance(value, str) or not value:
            raise ProtocolError(f"{self.what} without {key}: {self.wire!r:.200}")
        return value

    def text(self, key: str) -> str:
        return self.optional_text(key) or ""

    def optional_text(self, key: str) -> Optional[str]:
        value = self.get(key)
        return value if isinstance(value, str) else None

    def number(self, key: str) -> float:
        return self.optional_number(key) or 0.0

    def optional_number(self, key: str) -> Optional[float]:
        value = self.get(key)
        # True is an int to Python, but no number to us.
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not -_MOST < value < _MOST:
            return None
        return float(value)

    def integer(self, key: str) -> int:
        value = self.get(key)
        return value if type(value) is int else 0

    def flag(self, key: str) -> bool:
        return self.get(key) is True

    def items(self, key: str) -> List[Any]:
        value = self.get(key)
        return value if isinstance(value, list) else []

    def inner(self, key: str) -> Optional[Values]:
        value = self.get(key)
        return Values(value, key) if isinstance(value, dict) else None
