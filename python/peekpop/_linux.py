"""Two kernel objects that Python's standard library has only in newer versions, or not at all: timerfd and inotify.

Called through ctypes. Both are file descriptors, so that one epoll set can hold everything a connection waits for.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import struct
import time
from typing import Iterator, Optional

_CLOCK_MONOTONIC = 1
_TFD_TIMER_ABSTIME = 1
_IN_CREATE = 0x100
_IN_MOVED_TO = 0x80
_IN_DELETE_SELF = 0x400
_IN_MOVE_SELF = 0x800
_IN_ONLYDIR = 0x0100_0000
_FLAGS = os.O_NONBLOCK | os.O_CLOEXEC
_libc = ctypes.CDLL(None, use_errno=True)


class _Timespec(ctypes.Structure):
    _fields_ = [("seconds", ctypes.c_long), ("nanoseconds", ctypes.c_long)]


class _TimerSetting(ctypes.Structure):
    _fields_ = [("interval", _Timespec), ("value", _Timespec)]


def monotonic_usec() -> int:
    """CLOCK_MONOTONIC in microseconds."""
    return time.monotonic_ns() // 1000


def _checked(result: int, call: str) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{call}: {os.strerror(number)}")
    return result


class Timer:
    """A timerfd: readable from its deadline on."""

    fd = -1

    def __init__(self) -> None:
        self.fd = _checked(_libc.timerfd_create(_CLOCK_MONOTONIC, _FLAGS), "timerfd_create")

    def arm(self, deadline_usec: Optional[int]) -> None:
        """Fires at a time of CLOCK_MONOTONIC in microseconds, at once where that is past, never for None."""
        setting = _TimerSetting()
        if deadline_usec is not None:
            # All zero would disarm it.
            setting.value.seconds, rest = divmod(max(deadline_usec, 1), 1_000_000)
            setting.value.nanoseconds = rest * 1000
        _checked(
            _libc.timerfd_settime(self.fd, _TFD_TIMER_ABSTIME, ctypes.byref(setting), None), "timerfd_settime"
        )

    def clear(self) -> None:
        """Takes note that it has fired."""
        with contextlib.suppress(BlockingIOError):
            os.read(self.fd, 8)

    def close(self) -> None:
        """Gives the descriptor back."""
        fd, self.fd = self.fd, -1
        if fd >= 0:
            os.close(fd)

    # Also where the program forgot to.
    __del__ = close


class Appearance:
    """Tells when a file appears whose folders may not exist yet either: an inotify watch on the innermost that does."""

    fd = -1

    def __init__(self, path: str) -> None:
        self._path = os.path.abspath(path)
        self._watch: Optional[int] = None
        self._awaited = b""
        self.fd = _checked(_libc.inotify_init1(_FLAGS), "inotify_init1")

    def watch(self) -> None:
        """Watches from now on. What cannot be watched is not: then the next attempt comes by time alone."""
        self.ignore()
        awaited = self._path
        while awaited != os.path.dirname(awaited):
            folder = os.path.dirname(awaited)
            mask = _IN_CREATE | _IN_MOVED_TO | _IN_DELETE_SELF | _IN_MOVE_SELF | _IN_ONLYDIR
            descriptor = _libc.inotify_add_watch(self.fd, os.fsencode(folder), ctypes.c_uint32(mask))
            if descriptor >= 0:
                self._watch, self._awaited = descriptor, os.fsencode(os.path.basename(awaited))
                return
            awaited = folder

    def ignore(self) -> None:
        """Watches no more."""
        if self._watch is not None:
            _libc.inotify_rm_watch(self.fd, self._watch)
            self._watch = None
        for _ in self._names():
            pass

    def has_come(self) -> bool:
        """Reads what has happened; whether the file may be there now."""
        names = list(self._names())
        if not any(name in (self._awaited, b"") for name in names):
            return False
        # A folder on the way to it may have come or gone: from here on, look one deeper or higher.
        self.watch()
        return os.path.exists(self._path)

    def close(self) -> None:
        """Gives the descriptor back."""
        fd, self.fd = self.fd, -1
        if fd >= 0:
            os.close(fd)

    # Also where the program forgot to.
    __del__ = close

    def _names(self) -> Iterator[bytes]:
        """Names in the events that wait; empty for the folder itself."""
        with contextlib.suppress(BlockingIOError):
            while True:
                events = os.read(self.fd, 65536)
                while events:
                    _, mask, _, length = struct.unpack_from("iIII", events)
                    name = events[16 : 16 + length].rstrip(b"\0")
                    events = events[16 + length :]
                    if mask & (_IN_CREATE | _IN_MOVED_TO | _IN_DELETE_SELF | _IN_MOVE_SELF):
                        yield name
