"""Calls with one answer, beside a subscription, without waiting."""

from __future__ import annotations

import select
from collections import deque
from typing import Callable, Deque, List, Optional, Set, Tuple

from ._channel import Channel, connecting_failed, reply_parameters
from .errors import ConnectionFailed, PeekPopError, ProtocolError

Done = Callable[[Optional[PeekPopError]], None]


class Calls:
    """Calls under way on a socket of their own, which is open only while an answer is awaited.

    (A connection that has subscribed reads no further calls, and places for connections are few.)
    """

    def __init__(self, path: str, epoll: select.epoll) -> None:
        self._path = path
        self._epoll = epoll
        self._channel: Optional[Channel] = None
        self._awaiting: Deque[Done] = deque()
        self._answered: List[Tuple[Done, Optional[PeekPopError]]] = []

    def call(self, message: bytes, done: Done) -> None:
        """Sends a call; ``collect`` gives ``done`` back with the answer."""
        if self._channel is None:
            try:
                self._channel = Channel(self._path, self._epoll)
            except OSError as error:
                self._answered.append((done, connecting_failed(self._path, error)))
                return
        self._awaiting.append(done)
        self._channel.send(message)

    @property
    def has_answers(self) -> bool:
        """Whether ``collect`` has something to give without anything's being read."""
        return bool(self._answered)

    def collect(self, ready: Set[int]) -> List[Tuple[Done, Optional[PeekPopError]]]:
        """What has been answered, with None or the error, given the descriptors that are ready."""
        channel = self._channel
        if channel and channel.fd in ready:
            failed: Optional[PeekPopError] = None
            try:
                channel.flush()
                channel.read()
                while self._awaiting and (message := channel.next_message()) is not None:
                    self._answered.append((self._awaiting[0], self._refusal(message)))
                    self._awaiting.popleft()
                if not channel.is_open:
                    failed = ConnectionFailed(f"the service at {self._path} hung up before it answered a call")
            except ProtocolError as error:
                failed = error
            if failed:
                self._answered += [(done, failed) for done in self._awaiting]
                self._awaiting.clear()
            if not self._awaiting:
                self._hang_up()
        answered, self._answered = self._answered, []
        return answered

    def close(self) -> None:
        """Forgets all calls under way."""
        self._awaiting.clear()
        self._answered = []
        self._hang_up()

    def _hang_up(self) -> None:
        if self._channel:
            self._channel.close()
            self._channel = None

    @staticmethod
    def _refusal(message: bytes) -> Optional[PeekPopError]:
        try:
            reply_parameters(message)
        except ProtocolError:
            raise
        except PeekPopError as error:
            return error
        return None
