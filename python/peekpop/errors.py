"""What can go wrong, one class each.

Every error says what was tried, with what, and what to do.
"""

from __future__ import annotations

from typing import Any, Dict, Mapping, Type


class PeekPopError(Exception):
    """The root of every error of this package."""


class ConnectionFailed(PeekPopError):
    """There is no service to talk to, or it hung up."""


class ProtocolError(PeekPopError):
    """The other side does not speak the protocol."""


class ServiceError(PeekPopError):
    """The service answered a call with a Varlink error.

    ``name`` is its full name, ``parameters`` what came with it.
    """

    def __init__(self, name: str, parameters: Mapping[str, Any], said: str = "") -> None:
        self.name = name
        self.parameters: Dict[str, Any] = dict(parameters)
        detail = ", ".join(f"{key} {value}" for key, value in self.parameters.items())
        super().__init__(said or f"the service answers {name}" + (f": {detail}" if detail else ""))


class PermissionDenied(ServiceError):
    """This user may not listen: neither at the pad's seat nor in the group ``peekpop``."""


class NoSuchDevice(ServiceError):
    """There is no such pad at the moment, or not for this user."""


class NotSupported(ServiceError):
    """The pad cannot do this; the parameter ``reason`` says why."""


class DeviceUnavailable(ServiceError):
    """The pad is there, but cannot be used now; the parameter ``reason`` says why, and what to do."""


class TooOften(ServiceError):
    """Feedback was asked for faster than one user may (10 at once, 20 a second)."""

    @property
    def retry_usec(self) -> int:
        """After so many microseconds it may be asked for again."""
        value = self.parameters.get("retryUsec")
        return value if isinstance(value, int) else 0


DENIED = "org.varlink.service.PermissionDenied"
DENIED_HELP = (
    "the service answers that you may not listen: be the user at the pad (loginctl shows whether your session is "
    'active), or join the group: sudo usermod -aG peekpop "$USER", then log in again'
)
_CLASSES: Dict[str, Type[ServiceError]] = {
    "org.peekpop.Gestures.NoSuchDevice": NoSuchDevice,
    "org.peekpop.Gestures.NotSupported": NotSupported,
    "org.peekpop.Gestures.DeviceUnavailable": DeviceUnavailable,
    "org.peekpop.Gestures.TooOften": TooOften,
}


def service_error(name: str, parameters: Mapping[str, Any]) -> ServiceError:
    """The exception for a Varlink error; one that is not known here is a plain ``ServiceError``."""
    if name == DENIED:
        return PermissionDenied(name, parameters, DENIED_HELP)
    return _CLASSES.get(name, ServiceError)(name, parameters)
