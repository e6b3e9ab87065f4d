"""The connection to the service: one file descriptor, and ``dispatch()`` whenever it is readable."""

from __future__ import annotations

import contextlib
import logging
import os
import select
from functools import partial
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Union

from ._audience import Audience, guarded
from ._calls import Calls, Done
from ._channel import Channel, connecting_failed, reply_parameters, request, socket_path
from ._linux import Appearance, Timer, monotonic_usec
from ._open_presses import OpenPresses
from ._subscription import subscription
from .backoff import Backoff
from .errors import ConnectionFailed, PeekPopError, PermissionDenied, ProtocolError
from .listener import Callbacks, ConnectionListener, ConnectionState, StateKind
from .model import Device, Press
from .words import Capability, CancelReason, FeedbackPattern, Phase

log = logging.getLogger("peekpop")
# Messages handled in one dispatch(): beyond that, the program's loop gets its turn first.
_TURN = 256
# How long the service may take for its first reply; the service manager may have to start it before.
_PATIENCE_USEC = 10_000_000


class Connection:
    """Presses of the pads, from a service that may come, go and come back.

    ``fileno()`` stays the same for life and is readable when ``dispatch()`` has something to do, so that it sits in the
    loop of any toolkit; callbacks come from inside ``dispatch()`` and nowhere else. To be used by one thread. A callback
    that raises keeps nobody else from being told, loses nothing, and what it raised comes out of ``dispatch()``.

    It connects at the first ``dispatch()``, and by itself again whenever the service goes: after 0.1 s, then twice as
    long each time up to 5 s, and at once when the socket appears. Where permission is denied it asks every 5 s.
    """

    def __init__(
        self,
        path: Optional[str] = None,
        *,
        devices: Optional[Iterable[str]] = None,
        phases: Optional[Iterable[Phase]] = None,
        max_rate_hz: Optional[int] = None,
        on_ready: Optional[Callable[[Sequence[Device]], None]] = None,
        on_added: Optional[Callable[[Device], None]] = None,
        on_removed: Optional[Callable[[str], None]] = None,
        on_press: Optional[Callable[[Press], None]] = None,
        on_lost: Optional[Callable[[int], None]] = None,
        on_state: Optional[Callable[[ConnectionState], None]] = None,
        on_capability: Optional[Callable[[Capability], None]] = None,
        backoff: Optional[Backoff] = None,
    ) -> None:
        """``path`` is the socket: else that of PEEKPOP_SOCKET, else ``/run/peekpop/org.peekpop.Gestures``.

        ``devices`` are the ids of the pads wanted (all where None; others stay closed and save power), ``phases`` the
        phases wanted, ``max_rate_hz`` (1 to 1000) at most so many CHANGED steps a second for each pad. Raises ValueError
        for what is out of range, and never because of the service.
        """
        self.path = socket_path(path)
        self._parameters = subscription(devices, phases, max_rate_hz)
        wanted = self._parameters.get("phases")
        # Who does not ask for both kinds of end cannot be told which presses are still open.
        self._sees_ends = wanted is None or {"ended", "cancelled"} <= set(wanted)
        self._backoff = backoff or Backoff()
        self._audience = Audience(
            Callbacks(on_ready, on_added, on_removed, on_press, on_lost, on_state, on_capability)
        )
        self._devices: Dict[str, Device] = {}
        self._open_presses = OpenPresses()
        self._state = ConnectionState(StateKind.CONNECTING)
        self._has_told = False
        self._capability = Capability.UNKNOWN
        self._error: Optional[PeekPopError] = None
        self._stream: Optional[Channel] = None
        self._patience_usec: Optional[int] = None
        self._epoll = select.epoll()
        self._calls = Calls(self.path, self._epoll)
        self._timer = Timer()
        self._appearance = Appearance(self.path)
        for fd in (self._timer.fd, self._appearance.fd):
            self._epoll.register(fd, select.EPOLLIN)
        self._retry_usec: Optional[int] = 1
        self._arm()

    # What there is.

    @property
    def devices(self) -> Mapping[str, Device]:
        """The pads by their ids; empty while not connected."""
        return dict(self._devices)

    @property
    def state(self) -> ConnectionState:
        return self._state

    @property
    def capability(self) -> Capability:
        return self._capability

    @property
    def phases(self) -> Optional[Sequence[Phase]]:
        """The phases that were asked for; all where None."""
        wanted = self._parameters.get("phases")
        return None if wanted is None else [Phase(phase) for phase in wanted]

    @property
    def error(self) -> Optional[PeekPopError]:
        """What went wrong last, while not connected."""
        return self._error

    def add_listener(self, listener: ConnectionListener) -> None:
        """Told from now on, after those that were added before."""
        self._audience.add(listener)

    def remove_listener(self, listener: ConnectionListener) -> None:
        """Told no more; nothing where it was not."""
        self._audience.remove(listener)

    # The program's loop.

    def fileno(self) -> int:
        """The file descriptor: always the same, readable when ``dispatch()`` has something to do. -1 when closed."""
        return -1 if self._epoll.closed else self._epoll.fileno()

    def wait(self, timeout: Optional[float] = None) -> None:
        """Waits until there is something to do, ``timeout`` seconds at most, and does it."""
        if self._epoll.closed:
            return
        self._epoll.poll(timeout, 1)
        self.dispatch()

    def dispatch(self) -> None:
        """Does what there is to do, and never waits."""
        if self._epoll.closed:
            return
        ready = {fd for fd, _ in self._epoll.poll(0)}
        raised: List[Exception] = []
        # First all that is read, then what it means: callbacks may close and open what is polled here.
        come = self._appearance.fd in ready and self._appearance.has_come()
        if self._timer.fd in ready:
            self._timer.clear()
        try:
            for done, error in self._calls.collect(ready):
                guarded(partial(done, error), raised)
            if self._stream and self._stream.fd in ready:
                self._read_stream(self._stream, raised)
            self._handle_messages(raised)
            if self._patience_usec is not None and monotonic_usec() >= self._patience_usec:
                seconds = _PATIENCE_USEC // 1_000_000
                self._fail(ConnectionFailed(f"the service at {self.path} did not answer for {seconds} s"), raised)
            due = self._retry_usec is not None and monotonic_usec() >= self._retry_usec
            if self._stream is None and not self._epoll.closed and (due or come):
                if come:
                    self._backoff.reset()
                self._connect(raised)
        finally:
            self._arm()
        if raised:
            raise raised[0]

    def close(self) -> None:
        """Ends it for good: presses on their way end with ``cancelled(disconnected)``, and the state becomes ``CLOSED``,
        before this returns. Nobody is told anything after that."""
        if self._epoll.closed or self._state.kind is StateKind.CLOSED:
            return
        if self._stream:
            self._stream.close()
            self._stream = None
        self._calls.close()
        self._devices = {}
        raised: List[Exception] = []
        self._end_presses(CancelReason.DISCONNECTED, raised)
        self._set_state(ConnectionState(StateKind.CLOSED), raised)
        self._update_capability(raised)
        self._audience.dismiss()
        self._timer.close()
        self._appearance.close()
        self._epoll.close()
        if raised:
            raise raised[0]

    def __enter__(self) -> Connection:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Feedback.

    def play_feedback(
        self, device: str, pattern: Union[FeedbackPattern, str], done: Optional[Done] = None
    ) -> None:
        """Plays a pattern on a pad's motor. ``done`` is told None, or what went wrong, from inside ``dispatch()``.

        Also without the connection's being ready: it is a call of its own. Feedback at peek and pop is played by the
        service itself; this is for what a program wants felt beside it. 10 at once and 20 a second are allowed.
        """
        if self._epoll.closed:
            raise ValueError("this connection is closed")
        parameters = {"device": device, "pattern": FeedbackPattern(pattern).value}
        self._calls.call(request("PlayFeedback", parameters), done or _feedback_done)
        self._arm()

    # The subscription.

    def _connect(self, raised: List[Exception]) -> None:
        self._retry_usec = None
        if self._state.kind is not StateKind.DENIED:
            self._set_state(ConnectionState(StateKind.CONNECTING), raised)
        if self._epoll.closed:
            return
        try:
            self._stream = Channel(self.path, self._epoll)
        except OSError as error:
            self._fail(connecting_failed(self.path, error), raised, appears=isinstance(error, FileNotFoundError))
            return
        self._stream.send(request("Subscribe", self._parameters, more=True))
        self._patience_usec = monotonic_usec() + _PATIENCE_USEC

    def _read_stream(self, stream: Channel, raised: List[Exception]) -> None:
        try:
            stream.flush()
            stream.read()
        except ProtocolError as error:
            self._fail(error, raised)

    def _handle_messages(self, raised: List[Exception]) -> None:
        for _ in range(_TURN):
            stream = self._stream
            message = stream.next_message() if stream else None
            if message is None:
                break
            try:
                self._handle(reply_parameters(message), raised)
            except PeekPopError as error:
                self._fail(error, raised)
        else:
            return
        if self._stream and not self._stream.is_open and not self._stream.has_message:
            self._fail(ConnectionFailed(f"the service at {self.path} hung up"), raised)

    def _handle(self, reply: Mapping[str, Any], raised: List[Exception]) -> None:
        """One reply of Subscribe. What only a newer service says is passed over."""
        if reply.get("ready") is True:
            listed = reply.get("devices")
            self._devices = {}
            for wire in listed if isinstance(listed, list) else []:
                with _passing_over():
                    device = Device.from_wire(wire)
                    self._devices[device.id] = device
            self._patience_usec = None
            self._backoff.reset()
            self._error = None
            self._appearance.ignore()
            self._set_state(ConnectionState(StateKind.CONNECTED), raised)
            devices = list(self._devices.values())
            self._audience.tell(lambda listener: listener.ready(devices), raised)
            self._update_capability(raised)
        lost = reply.get("lost")
        if type(lost) is int and lost > 0:
            self._audience.tell(lambda listener: listener.lost(lost), raised)
        if (wire := reply.get("added")) is not None:
            with _passing_over():
                added = Device.from_wire(wire)
                self._devices[added.id] = added
                self._audience.tell(lambda listener: listener.added(added), raised)
                self._update_capability(raised)
        if isinstance(removed := reply.get("removed"), str):
            self._devices.pop(removed, None)
            self._end_presses(CancelReason.GONE, raised, removed)
            self._audience.tell(lambda listener: listener.removed(removed), raised)
            self._update_capability(raised)
        if (wire := reply.get("press")) is not None:
            with _passing_over():
                press = Press.from_wire(wire)
                if self._sees_ends:
                    self._open_presses.note(press)
                self._audience.press(press, raised)

    def _fail(self, error: PeekPopError, raised: List[Exception], appears: bool = False) -> None:
        """The service cannot be had now: says so, and sees to the next attempt."""
        if self._stream:
            self._stream.close()
            self._stream = None
        now = monotonic_usec()
        self._patience_usec = None
        self._error = error
        self._devices = {}
        slow = not isinstance(error, (ConnectionFailed, ProtocolError))
        self._retry_usec = now + (self._backoff.longest_usec() if slow else self._backoff.delay_usec())
        self._appearance.watch()
        if appears and os.path.exists(self.path):
            # It came between the attempt and the watch.
            self._retry_usec = now
        self._end_presses(CancelReason.DISCONNECTED, raised)
        if isinstance(error, PermissionDenied):
            self._set_state(ConnectionState(StateKind.DENIED, str(error)), raised)
        else:
            self._set_state(ConnectionState(StateKind.WAITING, str(error), self._retry_usec), raised)
        self._update_capability(raised)

    # Telling.

    def _end_presses(self, reason: CancelReason, raised: List[Exception], device: Optional[str] = None) -> None:
        for step in self._open_presses.end(reason, device):
            self._audience.press(step, raised)

    def _set_state(self, state: ConnectionState, raised: List[Exception]) -> None:
        if not self._epoll.closed and (state != self._state or not self._has_told):
            self._state = state
            self._has_told = True
            self._audience.tell(lambda listener: listener.state_changed(state), raised)

    def _update_capability(self, raised: List[Exception]) -> None:
        usable = any(device.gestures and device.problem is None for device in self._devices.values())
        capability = Capability.AVAILABLE if usable else Capability.UNAVAILABLE
        if capability is not self._capability and not self._epoll.closed:
            self._capability = capability
            self._audience.tell(lambda listener: listener.capability_changed(capability), raised)

    def _arm(self) -> None:
        """Sets the timer to the next attempt, or to at once where something that was read still waits."""
        if self._epoll.closed:
            return
        waits = self._stream is not None and self._stream.has_message
        next_usec = self._retry_usec if self._stream is None else self._patience_usec
        self._timer.arm(1 if waits or self._calls.has_answers else next_usec)


@contextlib.contextmanager
def _passing_over() -> Iterator[None]:
    """What cannot be read is passed over: a newer service may say things that make sense to newer clients."""
    try:
        yield
    except ProtocolError as error:
        log.debug("passed over: %s", error)


def _feedback_done(error: Optional[PeekPopError]) -> None:
    if error:
        log.debug("feedback: %s", error)
