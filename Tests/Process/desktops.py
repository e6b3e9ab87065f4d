"""Desktops that run without a screen, with windows in them, and what stands in for others."""

import contextlib
import os
import shutil
import socket
import subprocess
import threading

from actions_harness import HERE, eventually
from harness import PATIENCE

# In every application another word; where nobody tells, `everywhere`.
RULES = """[app one]
hint = run echo in-one
[app T*]
hint = run echo in-two
[all]
hint = run echo everywhere
"""


def comes_next(actions, word):
    """That presses from now on are in this application."""
    eventually(lambda: actions.lines(": run echo: ") and actions.lines(": run echo: ")[-1].endswith(word),
               lambda: f"{word}: {actions.said[-3000:]}")


class Sway:
    def __init__(self, session):
        self.session = session
        # It refuses to run as root: then it is somebody else, whose folder the session's is.
        self.become = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] if os.getuid() == 0 else []
        if self.become:
            os.chown(session.runtime, 65534, 65534)
        config = session.runtime / "sway.conf"
        config.write_text("xwayland disable\nworkspace 1\n")
        session.variables |= {"WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman"}
        before = self.sockets("sway-ipc.")
        displays = self.sockets("wayland-")
        config.chmod(0o644)
        self.log = open(session.folder / "sway.log", "a")
        self.process = session.popen(*self.become, "sway", "--config", config, stdout=self.log, stderr=self.log)
        what = lambda: f"sway: {(session.folder / 'sway.log').read_text()[-2000:]}"  # noqa: E731
        self.socket = eventually(lambda: self.sockets("sway-ipc.") - before, what).pop()
        self.display = eventually(lambda: self.sockets("wayland-") - displays, what).pop()
        eventually(lambda: self.says("-t", "get_outputs").returncode == 0, what)

    def sockets(self, start):
        return {path for path in self.session.runtime.iterdir()
                if path.name.startswith(start) and path.suffix != ".lock"}

    def says(self, *words):
        return subprocess.run(["swaymsg", "-s", str(self.socket), *words], env=self.session.environment, text=True,
                              capture_output=True)

    def window(self, app):
        environment = {**self.session.environment, "WAYLAND_DISPLAY": self.display.name}
        process = subprocess.Popen([*self.become, "foot", f"--app-id={app}", "--working-directory=/", "sleep", "1000"],
                                   env=environment, cwd="/", stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)
        self.session.running.append(process)
        eventually(lambda: f'"app_id": "{app}"' in self.says("-t", "get_tree", "-r").stdout, f"the window {app}")
        return process

    def end(self):
        self.process.terminate()
        self.process.wait(PATIENCE)


class KWin:
    def __init__(self, session):
        self.session = session
        self.log = session.folder / "kwin.log"
        # Debian's file has a capability, which containers refuse to run it with; a copy has none.
        program = session.folder / "kwin_wayland"
        if not program.exists():
            shutil.copy("/usr/bin/kwin_wayland", program)
        # Started by KWin when both its servers are there.
        started = session.folder / "started"
        started.write_text("#!/bin/sh\necho $WAYLAND_DISPLAY $DISPLAY >$0.new && mv $0.new $0.up\n")
        started.chmod(0o755)
        up = started.with_suffix(".up")
        up.unlink(missing_ok=True)
        with open(self.log, "a") as log:
            self.process = session.popen(
                program, "--virtual", "--xwayland", "--no-lockscreen", "--no-global-shortcuts", "--no-kactivities",
                "--socket", "wayland-kwin", started, stdout=log, stderr=log)
        eventually(up.exists, lambda: f"KWin: {self.log.read_text()[-2000:]}")
        self.wayland, self.x = up.read_text().split()

    def scripting(self, member, *words, kind="org.kde.kwin.Scripting", path="/Scripting"):
        return subprocess.run(
            ["dbus-send", "--session", "--print-reply", "--type=method_call", "--dest=org.kde.KWin", path,
             f"{kind}.{member}", *[f"string:{word}" for word in words]], env=self.session.environment, text=True,
            capture_output=True, check=True).stdout

    def runs(self, javascript):
        """Runs a script in it, as a user's own would."""
        script = self.session.folder / "script.js"
        script.write_text(javascript)
        self.scripting("loadScript", script, "test")
        self.scripting("start")
        self.scripting("unloadScript", "test")

    def has(self, plugin):
        return "true" in self.scripting("isScriptLoaded", plugin)

    def window(self, app, title="a title"):
        environment = {**self.session.environment, "WAYLAND_DISPLAY": self.wayland, "GSK_RENDERER": "cairo",
                       "GDK_BACKEND": "wayland"}
        process = subprocess.Popen(["/usr/bin/python3", str(HERE / "gtk_window.py"), app, title], env=environment,
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.session.running.append(process)
        assert process.stdout.readline() == "shown\n"
        return process

    def x_window(self, name):
        self.session.variables["DISPLAY"] = self.x
        return self.session.popen("xterm", "-class", name, "-e", "sleep", "1000", stderr=subprocess.DEVNULL)


class Speaker:
    """A socket whose clients are told what a test says; what they say is kept."""

    def __init__(self, path, greeting=b""):
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self.greeting = greeting
        self.heard = b""
        self.clients = []
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(path))
        self.listener.listen(4)
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                client.sendall(self.greeting)
                self.clients.append(client)
                threading.Thread(target=self._hear, args=(client,), daemon=True).start()

    def _hear(self, client):
        with contextlib.suppress(OSError):
            while part := client.recv(4096):
                self.heard += part

    def say(self, text):
        eventually(lambda: self.clients, "a client")
        for client in self.clients:
            client.sendall(text.encode())

    def close(self):
        for closing in [*self.clients, self.listener]:
            with contextlib.suppress(OSError):
                closing.shutdown(socket.SHUT_RDWR)
            closing.close()
        self.path.unlink()


NIRI_STATE = ('{"Ok":"Handled"}\n{"WorkspacesChanged":{"workspaces":[]}}\n{"WindowsChanged":{"windows":['
              '{"id":1,"title":"a","app_id":"one","pid":1,"workspace_id":1,"is_focused":true,"is_floating":false},'
              '{"id":2,"title":"b","app_id":"Two","pid":2,"workspace_id":1,"is_focused":false}]}}\n').encode()
