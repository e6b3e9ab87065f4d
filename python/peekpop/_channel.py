"""A Varlink connection that never waits: JSON objects, each ended by a NUL byte, on a Unix stream socket."""

from __future__ import annotations

import json
import os
import select
import socket
from collections import deque
from typing import Any, Deque, Dict, Mapping, Optional

from .errors import ConnectionFailed, ProtocolError, service_error

GESTURES = "org.peekpop.Gestures"
DEFAULT_PATH = "/run/peekpop/org.peekpop.Gestures"
# Far beyond any list of pads; what is longer has lost its NUL.
MESSAGE_LIMIT = 4 * 1024 * 1024
# sun_path, with its NUL.
_PATH_LIMIT = 107


def socket_path(path: Optional[str]) -> str:
    """The socket to use: the one given, else PEEKPOP_SOCKET, else where the service listens."""
    chosen = path or os.environ.get("PEEKPOP_SOCKET") or DEFAULT_PATH
    if "\0" in chosen or len(os.fsencode(chosen)) > _PATH_LIMIT:
        raise ValueError(f"a socket's path has {_PATH_LIMIT} bytes at most, and no NUL: {chosen!r}")
    return chosen


def request(method: str, parameters: Optional[Mapping[str, Any]] = None, more: bool = False) -> bytes:
    """The bytes of a call of org.peekpop.Gestures."""
    message: Dict[str, Any] = {"method": f"{GESTURES}.{method}"}
    if parameters:
        message["parameters"] = dict(parameters)
    if more:
        message["more"] = True
    return json.dumps(message, separators=(",", ":")).encode() + b"\0"


def reply_parameters(message: bytes) -> Dict[str, Any]:
    """What a reply says. Raises ServiceError for one that says no, ProtocolError for what is no reply."""
    try:
        # A service that sends NaN is not ours.
        reply = json.loads(message, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise ProtocolError(f"the service sent what is no JSON ({error}): {message[:200]!r}") from None
    if not isinstance(reply, dict):
        raise ProtocolError(f"the service sent no reply: {message[:200]!r}")
    parameters = reply.get("parameters")
    if parameters is None:
        parameters = {}
    if not isinstance(parameters, dict):
        raise ProtocolError(f"the service sent parameters that are no object: {message[:200]!r}")
    name = reply.get("error")
    if name is not None:
        raise service_error(str(name), parameters)
    return parameters


def _refuse(name: str) -> Any:
    raise ValueError(f"{name} is no number")


class Channel:
    """One socket, connected without waiting, in an epoll set of its owner's."""

    def __init__(self, path: str, epoll: select.epoll) -> None:
        """Connects. Raises OSError."""
        self._epoll = epoll
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_CLOEXEC)
        try:
            self._socket.setblocking(False)
            self._socket.connect(path)
            epoll.register(self._socket, select.EPOLLIN)
        except OSError:
            self._socket.close()
            raise
        self._unsent = b""
        self._partial = b""
        self._messages: Deque[bytes] = deque()
        self.is_open = True
        """Whether the other side has not hung up. What it sent before that may still wait."""

    @property
    def fd(self) -> int:
        return self._socket.fileno()

    def send(self, message: bytes) -> None:
        """Sends as soon as the socket takes it."""
        self._unsent += message
        self.flush()

    def flush(self) -> None:
        """Sends what waits."""
        try:
            while self._unsent:
                self._unsent = self._unsent[self._socket.send(self._unsent, socket.MSG_NOSIGNAL) :]
        except BlockingIOError:
            pass
        except OSError:
            # Reading says the rest: what the service had to say before it hung up.
            self._unsent = b""
        self._epoll.modify(self._socket, select.EPOLLIN | (select.EPOLLOUT if self._unsent else 0))

    def read(self) -> None:
        """Takes in what has arrived, 64 KiB at most: the rest is there the next time."""
        try:
            received = self._socket.recv(65536)
        except BlockingIOError:
            return
        except OSError:
            received = b""
        if not received:
            self.is_open = False
            return
        *whole, self._partial = (self._partial + received).split(b"\0")
        self._messages.extend(whole)
        if len(self._partial) > MESSAGE_LIMIT:
            raise ProtocolError(f"the service sent a message of more than {MESSAGE_LIMIT} bytes")

    @property
    def has_message(self) -> bool:
        return bool(self._messages)

    def next_message(self) -> Optional[bytes]:
        """The next whole message, in the order they came; None where there is none yet."""
        return self._messages.popleft() if self._messages else None

    def close(self) -> None:
        if self._socket.fileno() >= 0:
            self._epoll.unregister(self._socket)
        self._socket.close()


def connecting_failed(path: str, error: OSError) -> ConnectionFailed:
    """Words for a connect() that failed."""
    hint = {
        "FileNotFoundError": "is PeekPop installed, and its socket on? sudo systemctl enable --now peekpopd.socket",
        "ConnectionRefusedError": "the service that listened there has gone",
        "PermissionError": "the socket or its folder is not yours to open; PEEKPOP_SOCKET names another",
    }.get(type(error).__name__, "PEEKPOP_SOCKET names another socket")
    return ConnectionFailed(f"connecting to {path}: {error.strerror or error} ({hint})")
