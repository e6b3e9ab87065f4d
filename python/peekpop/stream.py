"""Presses by iteration: ``for press in presses()``, and ``async for`` as well."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from typing import AsyncIterator, Deque, Iterable, Iterator, Mapping, Optional

from .backoff import Backoff
from .connection import Connection
from .errors import ConnectionFailed
from .listener import ConnectionState, StateKind
from .model import Device, Press
from .words import Capability, Phase

log = logging.getLogger("peekpop")


class PressStream:
    """The presses of a connection of its own, as they come. ``for`` waits in the thread, ``async for`` in its loop.

    Between two steps nothing is read: who takes long gets fewer CHANGED steps, never fewer others. It goes on for ever,
    over restarts of the service, until ``close()``, the end of a ``with`` block or of the program; once for each time that
    the service is away, a warning to the logger ``peekpop`` says so. With ``reconnect`` False, what goes wrong is raised
    instead: PermissionDenied, ConnectionFailed or ProtocolError.
    """

    def __init__(
        self,
        path: Optional[str] = None,
        *,
        devices: Optional[Iterable[str]] = None,
        phases: Optional[Iterable[Phase]] = None,
        max_rate_hz: Optional[int] = None,
        reconnect: bool = True,
        backoff: Optional[Backoff] = None,
    ) -> None:
        self._steps: Deque[Press] = deque()
        self._reconnect = reconnect
        self._has_warned = False
        self._failed: Optional[Exception] = None
        self._connection = Connection(
            path,
            devices=devices,
            phases=phases,
            max_rate_hz=max_rate_hz,
            backoff=backoff,
            on_press=self._steps.append,
            on_state=self._follow,
        )

    @property
    def devices(self) -> Mapping[str, Device]:
        """The pads by their ids; empty while not connected."""
        return self._connection.devices

    @property
    def capability(self) -> Capability:
        return self._connection.capability

    @property
    def state(self) -> ConnectionState:
        return self._connection.state

    def close(self) -> None:
        """Ends the iteration."""
        self._connection.close()

    def __enter__(self) -> PressStream:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    async def __aenter__(self) -> PressStream:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()

    def __iter__(self) -> Iterator[Press]:
        return self

    def __next__(self) -> Press:
        while (step := self._next_step()) is None:
            if self._connection.fileno() < 0:
                raise StopIteration
            self._connection.wait()
        return step

    def __aiter__(self) -> AsyncIterator[Press]:
        return self

    async def __anext__(self) -> Press:
        while (step := self._next_step()) is None:
            if self._connection.fileno() < 0:
                raise StopAsyncIteration
            await self._readable()
            self._connection.dispatch()
        return step

    def _next_step(self) -> Optional[Press]:
        if self._steps:
            return self._steps.popleft()
        if self._failed:
            failed, self._failed = self._failed, None
            self.close()
            raise failed
        return None

    async def _readable(self) -> None:
        loop = asyncio.get_running_loop()
        fd = self._connection.fileno()
        readable: asyncio.Future[None] = loop.create_future()
        loop.add_reader(fd, _resolve, readable)
        try:
            await readable
        finally:
            loop.remove_reader(fd)

    def _follow(self, state: ConnectionState) -> None:
        if state.kind is StateKind.CONNECTED:
            self._has_warned = False
        elif self._reconnect and not self._has_warned and state.kind in (StateKind.WAITING, StateKind.DENIED):
            # Who only iterates hears it in no other way, and a program that just waits is no riddle then.
            self._has_warned = True
            log.warning("%s; it is tried again by and by", state.reason)
        if not self._reconnect and state.kind in (StateKind.WAITING, StateKind.DENIED):
            self._failed = self._connection.error or ConnectionFailed(state.reason)


def _resolve(readable: asyncio.Future[None]) -> None:
    if not readable.done():
        readable.set_result(None)


def presses(
    path: Optional[str] = None,
    *,
    devices: Optional[Iterable[str]] = None,
    phases: Optional[Iterable[Phase]] = None,
    max_rate_hz: Optional[int] = None,
    reconnect: bool = True,
) -> PressStream:
    """Presses as they happen, by ``for`` or ``async for``; the parameters are those of ``Connection``."""
    return PressStream(path, devices=devices, phases=phases, max_rate_hz=max_rate_hz, reconnect=reconnect)
