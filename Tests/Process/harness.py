"""Real daemons on real sockets, and the plainest of clients."""

import contextlib
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
DIST = pathlib.Path(os.environ.get("PEEKPOP_DIST", ROOT / ".build/dist"))
GESTURES = "org.peekpop.Gestures"
CALIBRATION = "org.peekpop.Calibration"
# Only a bound on waiting for what has to come: nothing is measured by it.
PATIENCE = 60
# The demo's presses in the order it tells them.
STORY = [
    "began", "cancelled(released)",
    "began", "peeked", "cancelled(released)",
    "began", "peeked", "popped", "ended",
    "began", "peeked", "cancelled(released)",
    "began", "cancelled(fingers)",
    "began", "peeked", "popped", "ended",
]


class Daemon:
    """A peekpopd with a folder of its own, waited for until it says that it is ready."""

    def __init__(self, folder, source, *options, config="", environment=None, preexec=None, inherited=None,
                 listen_at=None):
        self.folder = pathlib.Path(folder)
        (self.folder / "state").mkdir(parents=True)
        self.config = self.folder / "peekpopd.conf"
        self.config.write_text(config)
        # A socket's path may hold 107 bytes; pytest's folders are deep.
        self.short = pathlib.Path(subprocess.check_output(["mktemp", "-d", "/tmp/pp.XXXXXX"], text=True).strip())
        self.socket = listen_at or str(self.short / GESTURES)
        notify = str(self.short / "notify")
        self.notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.notify.bind(notify)
        self.notify.settimeout(PATIENCE)
        self.stderr_path = self.folder / "stderr"
        arguments = [str(DIST / "peekpopd"), "--source", source, "--config", str(self.config), *options]
        if inherited is None:
            arguments += ["--socket", self.socket]
        self.process = subprocess.Popen(
            arguments, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=open(self.stderr_path, "w"),
            env={**os.environ, "NOTIFY_SOCKET": notify, "STATE_DIRECTORY": str(self.folder / "state"),
                 "SWIFT_BACKTRACE": "enable=no", **(environment or {})},
            pass_fds=[inherited] if inherited is not None else [], preexec_fn=preexec)
        self.said = []
        while not any("READY=1" in text for text in self.said):
            if self.process.poll() is not None:
                raise AssertionError(f"peekpopd ended with status {self.process.returncode}: {self.stderr}")
            self.hear()

    def hear(self):
        """The next thing it tells the service manager."""
        self.notify.settimeout(0.2)
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                self.said.append(self.notify.recv(4096).decode())
                return self.said[-1]
            except TimeoutError:
                if self.process.poll() is not None:
                    return ""
        raise AssertionError("peekpopd says nothing to the service manager")

    @property
    def stderr(self):
        return self.stderr_path.read_text()

    def client(self):
        return Client(self.socket)

    def status(self):
        with self.client() as client:
            return client.call(f"{GESTURES}.GetStatus")["parameters"]["status"]

    def signal(self, number):
        self.process.send_signal(number)

    def stop(self):
        """Ends it with SIGTERM; a daemon that has to be asked twice, or dies of it, is a failure."""
        if self.process.poll() is None:
            self.signal(signal.SIGCONT)
            self.signal(signal.SIGTERM)
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
                raise AssertionError(f"peekpopd does not end at SIGTERM: {self.stderr}")
        self.notify.close()
        shutil.rmtree(self.short, ignore_errors=True)
        assert self.process.returncode == 0, self.stderr


@contextlib.contextmanager
def daemons(folder, *source):
    """Gives a function that starts daemons, and sees to it that each ends in order."""
    running = []

    def start(*arguments, kind=Daemon, **options):
        running.append(kind(folder / f"daemon{len(running)}", *source, *arguments, **options))
        return running[-1]

    yield start
    for daemon in running:
        daemon.stop()


class Client:
    """Bytes in, bytes out: Varlink messages without a library in between."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(path)
        self.buffer = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, message):
        self.socket.sendall(json.dumps(message).encode() + b"\0")

    def receive(self):
        """The next message; None at the end."""
        while b"\0" not in self.buffer:
            more = self.socket.recv(65536)
            if not more:
                assert not self.buffer, f"cut off: {self.buffer[:200]}"
                return None
            self.buffer += more
        message, _, self.buffer = self.buffer.partition(b"\0")
        return json.loads(message)

    def call(self, method, parameters=None, **flags):
        self.send({"method": method, **({"parameters": parameters} if parameters is not None else {}), **flags})
        return self.receive()

    def subscribe(self, **parameters):
        """Subscribes; returns the ready message's parameters."""
        first = self.call(f"{GESTURES}.Subscribe", parameters, more=True)
        assert first.get("continues"), first
        assert first["parameters"]["ready"] is True
        return first["parameters"]

    def events(self):
        """Press events, as they come, until the end of the stream."""
        while (message := self.receive()) is not None:
            if press := message["parameters"].get("press"):
                yield press

    def is_closed(self):
        """Whether the other side closes the connection."""
        try:
            while self.socket.recv(65536):
                pass
            return True
        except ConnectionResetError:
            return True
        except TimeoutError:
            return False


def story(presses):
    """Phases in order, changes left out; cancels with their reason."""
    return [
        f"cancelled({press['reason']})" if press["phase"] == "cancelled" else press["phase"]
        for press in presses if press["phase"] != "changed"
    ]


def take(iterator, count):
    return [next(iterator) for _ in range(count)]
