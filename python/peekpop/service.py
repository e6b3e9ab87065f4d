"""Questions with one answer: each asks the service and waits for it."""

from __future__ import annotations

import socket
import time
from typing import Any, Dict, List, Mapping, Optional, Union

from ._channel import connecting_failed, reply_parameters, request, socket_path
from .errors import ConnectionFailed, ProtocolError
from .model import Device
from .status import Status
from .words import FeedbackPattern


def list_devices(path: Optional[str] = None, *, timeout: float = 5.0) -> List[Device]:
    """All pads and touchscreens that this user may see, usable or not. Waits ``timeout`` seconds at most.

    Raises ConnectionFailed, PermissionDenied, or ProtocolError.
    """
    devices = _call("ListDevices", {}, path, timeout).get("devices")
    if not isinstance(devices, list):
        raise ProtocolError(f"the service lists no devices: {devices!r:.200}")
    return [Device.from_wire(device) for device in devices]


def status(path: Optional[str] = None, *, timeout: float = 5.0) -> Status:
    """The state of the service. Raises as ``list_devices`` does."""
    return Status.from_wire(_call("GetStatus", {}, path, timeout).get("status"))


def play_feedback(
    device: str, pattern: Union[FeedbackPattern, str], path: Optional[str] = None, *, timeout: float = 5.0
) -> None:
    """Plays a pattern on a pad's motor, and returns when it has been given it.

    Raises as ``list_devices`` does, and NoSuchDevice, NotSupported, DeviceUnavailable or TooOften.
    """
    _call("PlayFeedback", {"device": device, "pattern": FeedbackPattern(pattern).value}, path, timeout)


def _call(method: str, parameters: Mapping[str, Any], path: Optional[str], timeout: float) -> Dict[str, Any]:
    chosen = socket_path(path)
    deadline = time.monotonic() + timeout
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_CLOEXEC) as connection:
        connection.settimeout(timeout)
        try:
            connection.connect(chosen)
        except OSError as error:
            raise connecting_failed(chosen, error) from error
        received = b""
        try:
            connection.sendall(request(method, parameters))
            while not received.endswith(b"\0"):
                connection.settimeout(max(deadline - time.monotonic(), 0.001))
                part = connection.recv(65536)
                if not part:
                    raise ConnectionFailed(f"the service at {chosen} hung up on {method}")
                received += part
        except socket.timeout:
            raise ConnectionFailed(f"the service at {chosen} did not answer {method} in {timeout} s") from None
        except OSError as error:
            raise ConnectionFailed(f"{method} at {chosen}: {error.strerror or error}") from error
    return reply_parameters(received[:-1])
