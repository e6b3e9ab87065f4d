"""A program on a pseudo-terminal, and what its screen shows: by pyte, a terminal in memory."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time

import pyte

# Only a bound on waiting for what has to come: nothing is measured by it.
PATIENCE = 60


class Screen:
    """Runs a program on a terminal of its own. `shows` waits for what people would see."""

    # A kind of terminal whose every sequence pyte knows.
    TERM = "screen-256color"

    def __init__(self, arguments, environment, size=(24, 80), term=TERM, become=lambda: None):
        """`become` runs in the program's process before it: to be another user."""
        self.screen = pyte.Screen(size[1], size[0])
        self.stream = pyte.ByteStream(self.screen)
        self.written = b""
        self.status = None
        waits, goes = os.pipe()
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            # Until the terminal's modes have been read: the program changes them.
            os.close(goes)
            os.read(waits, 1)
            # The size has to be there before the program asks for it.
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
            # Where the tests run in the background it is ignored, and whoever it is for would inherit that.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            become()
            words = [str(word) for word in arguments]
            os.execve(words[0], words, {"TERM": term, "LC_ALL": "C.UTF-8", **environment})
        os.close(waits)
        self.modes = termios.tcgetattr(self.fd)
        os.close(goes)

    @property
    def lines(self):
        return [line.rstrip() for line in self.screen.display]

    @property
    def text(self):
        return "\n".join(self.lines)

    def read(self, seconds):
        """Takes in what the program writes within so long; False at its end."""
        if not select.select([self.fd], [], [], seconds)[0]:
            return True
        try:
            part = os.read(self.fd, 65536)
        except OSError:
            part = b""
        self.written += part
        self.stream.feed(part)
        return bool(part)

    def shows(self, *texts):
        """Waits until all of the texts stand on the screen."""
        deadline = time.monotonic() + PATIENCE
        while not all(text in self.text for text in texts):
            if not self.read(0.2):
                raise AssertionError(f"it ended; {texts} not seen in\n{self.text}")
            if time.monotonic() > deadline:
                raise AssertionError(f"{texts} not seen in\n{self.text}")

    def press(self, keys):
        os.write(self.fd, keys.encode())

    def resize(self, rows, columns):
        self.screen.resize(rows, columns)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def signal(self, number):
        os.kill(self.pid, number)

    def hang_up(self):
        """The terminal goes away."""
        os.close(self.fd)
        self.fd = None

    def end(self):
        """Waits for the end; returns the exit status. What the program wrote is all in `written` then."""
        deadline = time.monotonic() + PATIENCE
        while self.status is None:
            if self.fd is not None:
                while self.read(0.05) and time.monotonic() < deadline and not self.is_over():
                    pass
            if self.is_over():
                break
            if time.monotonic() > deadline:
                self.kill()
                raise AssertionError(f"it does not end:\n{self.text}")
            time.sleep(0.01)
        # What it wrote last may still be on its way through the kernel, which then says that this was all; but for what
        # another process, that has the terminal as well, keeps open.
        deadline = time.monotonic() + 5
        while self.fd is not None and self.read(0.1) and time.monotonic() < deadline:
            pass
        return self.status

    def is_over(self):
        if self.status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
        return self.status is not None

    def kill(self):
        if not self.is_over():
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
            self.status = -signal.SIGKILL

    def close(self):
        self.kill()
        if self.fd is not None:
            os.close(self.fd)
            self.fd = None

    @property
    def afterwards(self):
        """What it wrote once the terminal was given back."""
        text = self.written.rpartition(b"\x1b[?1049l")[2].decode()
        return re.sub(r"\x1b(\[[?0-9;]*[a-z]|>)|\r", "", text)

    @property
    def is_given_back(self):
        """Whether the terminal is as it was: the usual screen, its cursor shown, its modes."""
        after = self.written.rpartition(b"\x1b[?1049h")[2]
        return b"\x1b[?1049l" in after and self.modes == termios.tcgetattr(self.fd)
