"""The apps of the gallery, as somebody sits before them."""

import contextlib
import json
import os
import pathlib
import signal
import subprocess
import time

from harness import PATIENCE, ROOT, Daemon

PROGRAMS = pathlib.Path(os.environ.get("PEEKPOP_GALLERY", ROOT / ".build/examples/debug"))
PICTURES = pathlib.Path(os.environ.get("PEEKPOP_PICTURES", ROOT / ".build/test-results/gallery"))


class App:
    """One of the apps on a display, with the focus, and what it tells of itself."""

    def __init__(self, display, folder, name, *, socket="/nonexistent/socket", environment=None, is_still=False):
        self.display, self.name = display, name
        folder = pathlib.Path(folder)
        self.state = folder / f"{name}.state"
        self.state.touch()
        self.stderr_path = folder / f"{name}.stderr"
        config = folder / "config/gtk-4.0"
        config.mkdir(parents=True, exist_ok=True)
        (config / "settings.ini").write_text(
            f"[Settings]\ngtk-enable-animations={'false' if is_still else 'true'}\ngtk-cursor-blink=false\n"
            "gtk-font-name=Cantarell 11\n")
        # A frame that only windows without a window manager have.
        (config / "gtk.css").write_text("window.solid-csd { padding: 0; border: none; box-shadow: none; }\n")
        before = display.windows()
        self.process = subprocess.Popen(
            [str(PROGRAMS / name)], stdin=subprocess.DEVNULL, stdout=open(folder / f"{name}.stdout", "w"),
            stderr=open(self.stderr_path, "w"),
            env={**os.environ, "DISPLAY": display.name, "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo",
                 "XDG_CONFIG_HOME": str(folder / "config"), "PEEKPOP_SOCKET": socket,
                 "PEEKPOP_GALLERY_STATE": str(self.state), "SWIFT_BACKTRACE": "enable=no", "NO_AT_BRIDGE": "1",
                 "LANG": "C.UTF-8", "GSETTINGS_BACKEND": "memory", "GTK_A11Y": "none", **(environment or {})})
        self.stdout_path = folder / f"{name}.stdout"
        self.read = 0
        self.window = self._until(lambda: next((w for w in display.windows() if w not in before), None), "a window")
        display.focus(self.window)
        self.wait("focus", active="true")
        self._until(lambda: self.events("drawn"), "frame")

    def _until(self, condition, what):
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            if found := condition():
                return found
            if self.process.poll() is not None:
                raise AssertionError(f"{self.name} ended with {self.process.returncode}: {self.stderr_path.read_text()}")
            time.sleep(0.01)
        raise AssertionError(f"{self.name}: no {what}; it told {self.told()}; {self.stderr_path.read_text()}")

    def told(self):
        """Everything so far."""
        text = self.state.read_text()
        return [json.loads(line) for line in text[:text.rfind("\n") + 1].splitlines()]

    def wait(self, event, **details):
        """The next time it tells this, after what was waited for before."""
        def look():
            for index, line in enumerate(self.told()[self.read:], self.read):
                if line["event"] == event and all(line.get(key) == value for key, value in details.items()):
                    self.read = index + 1
                    return line
        return self._until(look, f"{event} {details}")

    def wait_settled(self, at):
        """Until nothing moves any more at a moment; at the hint, when something is to be seen of it."""
        while True:
            line = self.wait("settled", at=at)
            if at != "hint" or float(line["depth"]) > 0.3:
                return line

    def events(self, *names):
        return [line for line in self.told() if line["event"] in names]

    def picture(self, moment):
        return self.display.picture(PICTURES / f"{self.name.lower()}-{moment}.png", self.window)

    def point(self, x, y):
        """Puts the pointer at a place of the window."""
        self.display.move(x, y)
        self.wait("pointer", x=f"{x}.0", y=f"{y}.0")

    def wait_for_the_end(self):
        """Until the pad has gone, and with it all that it had to tell."""
        self.wait("means", means="force")
        self.wait("means", means="longPress")

    def click(self, x, y):
        self.point(x, y)
        self.display.button(True)
        self.display.button(False)

    def key(self, name, *held):
        self.display.key(name, *held)

    def signal(self, number):
        self.process.send_signal(number)

    def close(self):
        if self.process.poll() is None:
            self.process.terminate()
        status = self.process.wait(PATIENCE)
        text = self.stderr_path.read_text()
        assert "CRITICAL" not in text and "WARNING" not in text, text
        assert status in (0, -signal.SIGTERM), (status, text)


@contextlib.contextmanager
def pad(folder, finger, socket):
    """A daemon that plays a finger, on the socket where an app looks for it."""
    folder = pathlib.Path(folder)
    recording = folder / "finger.yml"
    recording.write_text(finger.text())
    daemon = Daemon(folder / f"daemon{time.monotonic_ns()}", f"recording:{recording}", listen_at=socket)
    try:
        yield daemon
    finally:
        daemon.stop()
