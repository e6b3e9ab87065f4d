"""peekpop-actions with a home, a session bus and desktops of its own."""

import contextlib
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import threading
import time

from harness import DIST, PATIENCE

HERE = pathlib.Path(__file__).resolve().parent
# What a session would say of itself: nothing of the machine's own may reach a test.
SESSION = ["DISPLAY", "WAYLAND_DISPLAY", "SWAYSOCK", "I3SOCK", "NIRI_SOCKET", "HYPRLAND_INSTANCE_SIGNATURE",
           "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "PEEKPOP_SOCKET", "PEEKPOP_INPUT_SOCKET"]


def eventually(condition, what, patience=PATIENCE):
    """Waits for what has to come; nothing is measured by it."""
    deadline = time.monotonic() + patience
    while time.monotonic() < deadline:
        if result := condition():
            return result
        time.sleep(0.02)
    raise AssertionError(f"never: {what() if callable(what) else what}")


class Session:
    """A user's session: folders, and the programs that run in it."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.home = self.folder / "home"
        self.config = self.home / ".config/peekpop/actions.conf"
        self.config.parent.mkdir(parents=True)
        self.runtime = pathlib.Path(subprocess.check_output(["mktemp", "-d", "/tmp/pa.XXXXXX"], text=True).strip())
        self.variables = {"XDG_RUNTIME_DIR": str(self.runtime), "HOME": str(self.home)}
        self.running = []

    @property
    def environment(self):
        plain = {name: value for name, value in os.environ.items() if name not in SESSION}
        return {**plain, "SWIFT_BACKTRACE": "enable=no", **self.variables}

    def write(self, text):
        """Replaces the rules, as an editor does."""
        beside = self.config.with_suffix(".new")
        beside.write_text(text)
        beside.rename(self.config)

    def popen(self, *arguments, **options):
        process = subprocess.Popen([str(word) for word in arguments], env=self.environment, stdin=subprocess.DEVNULL,
                                   **options)
        self.running.append(process)
        return process

    def command(self, *arguments):
        return subprocess.run([str(DIST / "peekpop-actions"), *arguments], env=self.environment, text=True,
                              capture_output=True, stdin=subprocess.DEVNULL, timeout=PATIENCE)

    def start(self, rules=None, *options, daemon=None):
        """peekpop-actions, waited for until it has read its rules."""
        if rules is not None:
            self.write(rules)
        return Actions(self, daemon, options)

    def bus(self, config="--session"):
        """A session bus."""
        process = self.popen("dbus-daemon", config, "--print-address", "--nofork", stdout=subprocess.PIPE, text=True,
                             stderr=subprocess.DEVNULL)
        # Without the GUID, as a real session has it: a bus that is started anew has another one.
        self.variables["DBUS_SESSION_BUS_ADDRESS"] = process.stdout.readline().strip().split(",")[0]
        assert "unix:" in self.variables["DBUS_SESSION_BUS_ADDRESS"]
        return process

    def lonely_bus(self):
        """A session bus that starts nothing of what this machine has."""
        config = self.folder / "bus.conf"
        config.write_text(f"""<busconfig><type>session</type><listen>unix:path={self.runtime}/bus</listen>
            <policy context="default"><allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/><allow user="*"/></policy></busconfig>""")
        return self.bus(f"--config-file={config}")

    def stand_in(self, kind):
        return StandIn(self, kind)

    def close(self):
        for process in reversed(self.running):
            if process.poll() is None:
                process.send_signal(signal.SIGCONT)
                process.terminate()
                try:
                    process.wait(10)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()
        shutil.rmtree(self.runtime, ignore_errors=True)


class Actions:
    """The service under way."""

    def __init__(self, session, daemon, options):
        self.session = session
        self.log = session.folder / f"actions{len(session.running)}.log"
        self.out = session.folder / f"actions{len(session.running)}.out"
        where = ["--socket", daemon.socket] if daemon else []
        self.process = session.popen(DIST / "peekpop-actions", *where, "run", *options, stdout=open(self.out, "w"),
                                     stderr=open(self.log, "w"))
        eventually(lambda: self.process.poll() is not None or "rules" in self.said or "there is no" in self.said,
                   lambda: f"the rules are read: {self.said}")

    @property
    def said(self):
        return self.log.read_text()

    def lines(self, part):
        return [line for line in self.said.splitlines() if part in line]

    def says(self, part):
        return eventually(lambda: self.lines(part), lambda: f"it says {part!r}: {self.said}")

    def shows(self, part):
        return eventually(lambda: [line for line in self.out.read_text().splitlines() if part in line],
                          lambda: f"it shows {part!r}: {self.out.read_text()} {self.said}")

    def stop(self):
        self.process.terminate()
        assert self.process.wait(PATIENCE) == 0, self.said


class StandIn:
    """A service of the session bus that is not ours: see bus_service.py. What it is asked, it tells."""

    def __init__(self, session, kind):
        self.process = session.popen("/usr/bin/python3", HERE / "bus_service.py", kind, stdout=subprocess.PIPE, text=True)
        self.calls = []
        self.ready = threading.Event()
        threading.Thread(target=self._read, daemon=True).start()
        assert self.ready.wait(PATIENCE), f"no {kind}"

    def _read(self):
        with contextlib.suppress(ValueError):
            for line in self.process.stdout:
                if line == "ready\n":
                    self.ready.set()
                else:
                    self.calls.append(json.loads(line))

    def asked(self, count):
        return eventually(lambda: len(self.calls) >= count and self.calls, lambda: f"{count} calls: {self.calls}")


class InputStandIn:
    """peekpop-input's socket: keeps the requests, and answers as told."""

    def __init__(self, path, answer=b"done"):
        self.path = str(path)
        self.answer = answer
        self.requests = []
        self.connections = []
        self.listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.listener.bind(self.path)
        self.listener.listen(4)
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self.listener.accept()
                self.connections.append(connection)
                threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection):
        with contextlib.suppress(OSError):
            while message := connection.recv(4096):
                self.requests.append(message.decode())
                self.take(message.decode())
                connection.send(self.answer)

    def take(self, request):
        """For those who do as asked."""

    def close(self):
        for closing in [*self.connections, self.listener]:
            with contextlib.suppress(OSError):
                closing.shutdown(socket.SHUT_RDWR)
            closing.close()
        os.unlink(self.path)
