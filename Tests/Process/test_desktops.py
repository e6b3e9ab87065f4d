"""Which application has the focus, asked of real desktops where Debian 12 has them, else of what speaks their language.

Sway and KWin run without a screen, i3 on Xvfb, all with real windows; so do Files and its previewer, which the preset
`quicklook` is for. GNOME's shell wants half a system around it: a service stands in that answers as the shell was seen to.
Hyprland and niri are not in Debian 12: sockets stand in, which say what their documentation says.
"""

import contextlib
import os
import pathlib
import shutil
import socket
import subprocess
import threading

import pytest

from actions_harness import HERE, Session, eventually
from harness import PATIENCE

# In every application another word; where nobody tells, `everywhere`.
RULES = """[app one]
hint = run echo in-one
[app T*]
hint = run echo in-two
[all]
hint = run echo everywhere
"""


@pytest.fixture
def session(tmp_path):
    session = Session(tmp_path)
    yield session
    session.close()


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


def test_sway(session, demo):
    sway = Sway(session)
    sway.window("one")
    actions = session.start(RULES, daemon=demo)
    assert "Sway tells" in actions.says("Sway tells which window has the focus")[0]
    comes_next(actions, "in-one")
    sway.window("Two")
    comes_next(actions, "in-two")
    sway.says("[app_id=one]", "focus")
    comes_next(actions, "in-one")
    # A workspace without a window.
    sway.says("workspace", "2")
    comes_next(actions, "everywhere")
    sway.says("workspace", "1")
    comes_next(actions, "in-one")
    # The window closes, and the other one gets the focus.
    sway.says("[app_id=one]", "kill")
    comes_next(actions, "in-two")

    # Sway ends, and another one is started: its socket has another name.
    sway.end()
    actions.says("Sway no longer tells")
    comes_next(actions, "everywhere")
    again = Sway(session)
    assert again.socket != sway.socket
    again.window("one")
    comes_next(actions, "in-one")
    assert len(actions.lines("Sway tells")) == 2
    actions.stop()


def test_the_application_is_that_of_the_beginning(session, start, tmp_path):
    """A preview that opens takes the focus; the press stays in the application it began in."""
    sway = Sway(session)
    sway.window("one")
    daemon = start("demo", "--speed", "1")
    actions = session.start(
        "[app one]\npeek = run swaymsg -s {0} focus output left; run echo peek\n".format(sway.socket)
        + "cancel = run echo cancel-{app}\nrelease = run echo cancel-{app}\n"
        + f"peek = run swaymsg -s {sway.socket} workspace 2\nhint-cancel = none\n"
        + "[all]\ncancel = run echo elsewhere\nrelease = run echo elsewhere\n", daemon=daemon)
    actions.says("Sway tells")
    assert actions.says("cancel-one")
    actions.stop()


def test_the_selection_under_sway(session, demo, tmp_path):
    """What is selected, by wl-paste, from a real Wayland."""
    sway = Sway(session)
    session.variables["WAYLAND_DISPLAY"] = sway.display.name
    actions = session.start(f"[all]\npeek = run touch {tmp_path}/{{word}}\n", daemon=demo)
    actions.says("nothing is selected")
    copying = session.popen("wl-copy", "--primary", "--foreground", "«selected» text")
    eventually((tmp_path / "selected").exists, lambda: f"the selected word: {actions.said}")
    copying.terminate()
    actions.stop()


@pytest.fixture
def screen(session):
    read, write = os.pipe()
    session.popen("Xvfb", "-displayfd", str(write), "-screen", "0", "640x480x24", "-nolisten", "tcp", pass_fds=[write],
                  stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as said:
        session.variables["DISPLAY"] = ":" + said.readline().strip()
    return session.variables["DISPLAY"]


def test_i3(session, screen, demo, tmp_path):
    config = session.folder / "i3.conf"
    config.write_text("# i3 config file (v4)\nfont pango:monospace 8\n")

    def start_i3():
        path = session.runtime / "i3"
        before = set(path.iterdir()) if path.exists() else set()
        process = session.popen("i3", "-c", config, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        eventually(lambda: path.exists() and {one for one in path.iterdir() if "socket" in one.name} - before, "i3's socket")
        return process

    def window(name):
        # -class sets the class, by which i3 knows it.
        session.popen("xterm", "-class", name, "-e", "sleep", "1000", stderr=subprocess.DEVNULL)
        eventually(lambda: f'"class":"{name}"' in subprocess.run(
            ["i3-msg", "-t", "get_tree"], env=session.environment, capture_output=True, text=True).stdout, f"window {name}")

    i3 = start_i3()
    window("one")
    actions = session.start(RULES, daemon=demo)
    actions.says("i3 tells which window has the focus")
    comes_next(actions, "in-one")
    window("Two")
    comes_next(actions, "in-two")
    i3.terminate()
    i3.wait(PATIENCE)
    actions.says("i3 no longer tells")
    start_i3()
    # The windows are still there, on the X server.
    eventually(lambda: len(actions.lines("i3 tells")) == 2, "i3 again")
    comes_next(actions, "in-two")
    # The selection, by xclip.
    subprocess.run(["xclip", "-selection", "primary"], input="chosen", text=True, env=session.environment, check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    session.write(f"[all]\npeek = run touch {tmp_path}/{{word}}\n")
    eventually((tmp_path / "chosen").exists, lambda: f"the selected word: {actions.said[-1000:]}")
    actions.stop()


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


def test_niri(session, demo):
    path = session.runtime / "niri.wayland-1.77.sock"
    niri = Speaker(path, NIRI_STATE)
    actions = session.start(RULES, daemon=demo)
    actions.says("niri tells")
    comes_next(actions, "in-one")
    assert niri.heard == b'"EventStream"\n'
    niri.say('{"WindowFocusChanged":{"id":2}}\n')
    comes_next(actions, "in-two")
    niri.say('{"WindowFocusChanged":{"id":null}}\n')
    comes_next(actions, "everywhere")
    niri.close()
    actions.says("niri no longer tells")
    niri = Speaker(session.runtime / "niri.wayland-1.78.sock", NIRI_STATE)
    comes_next(actions, "in-one")
    # What it says is nonsense: no focus, a word, and no end.
    niri.say("{{{\n")
    actions.says("niri says what cannot be read")
    comes_next(actions, "everywhere")
    niri.close()
    actions.stop()


def test_hyprland(session, demo):
    folder = session.runtime / "hypr/v0.41_77"
    answer = Speaker(folder / ".socket.sock", b'{"address":"0x5","class":"one","title":"t","pid":5}')
    # It closes the connection with the answer.
    threading.Thread(target=lambda: (eventually(lambda: answer.heard, "the question"), answer.close()), daemon=True).start()
    hyprland = Speaker(folder / ".socket2.sock")
    actions = session.start(RULES, daemon=demo)
    actions.says("Hyprland tells")
    comes_next(actions, "in-one")
    assert answer.heard == b"j/activewindow"
    hyprland.say("activewindow>>Two,a title, with >> in it\nactivewindowv2>>55d0\n")
    comes_next(actions, "in-two")
    hyprland.say("activewindow>>,\n")
    comes_next(actions, "everywhere")
    hyprland.say("activewindow>>one,\n")
    comes_next(actions, "in-one")
    hyprland.close()
    actions.says("Hyprland no longer tells")
    comes_next(actions, "everywhere")
    again = Speaker(session.runtime / "hypr/v0.41_78/.socket2.sock")
    again.say("activewindow>>one,\n")
    comes_next(actions, "in-one")
    again.close()
    actions.stop()


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


def test_kwin(session, demo):
    session.bus()
    session.variables["XDG_CURRENT_DESKTOP"] = "KDE"
    # A desktop in a window of its own, or of another session: it is not asked.
    nested = Speaker(session.runtime / "niri.wayland-1.77.sock", NIRI_STATE)
    kwin = KWin(session)
    kwin.window("one")
    actions = session.start(RULES, daemon=demo)
    actions.says("KWin tells")
    comes_next(actions, "in-one")
    second = kwin.window("Two")
    comes_next(actions, "in-two")
    # A window of X, whose class KWin tells in lower case.
    other = kwin.x_window("ONE")
    comes_next(actions, "in-one")
    other.terminate()
    comes_next(actions, "in-two")
    # No window has the focus.
    kwin.runs("for (const w of workspace.clientList()) w.minimized = true;")
    comes_next(actions, "everywhere")
    kwin.runs("for (const w of workspace.clientList()) if (w.caption == 'a title') workspace.activeClient = w;")
    eventually(lambda: "everywhere" not in actions.lines(": run echo: ")[-1], "a window again")

    # A title that changes while the window has the focus; and one with signs of other tongues, and none at all.
    session.write("[all]\nhint = run echo {app}/{title}/\n[app nobody]\nhint = none\n")
    second.stdin.write("“naïve”, ∀x\n")
    second.stdin.flush()
    kwin.runs("for (const w of workspace.clientList()) if (w.caption != 'a title') workspace.activeClient = w;")
    comes_next(actions, "Two/“naïve”, ∀x/")
    second.stdin.write("another\n")
    second.stdin.flush()
    comes_next(actions, "Two/another/")
    session.write(RULES)

    # KWin ends, and another one is started.
    assert not nested.heard
    nested.close()
    kwin.process.terminate()
    actions.says("KWin no longer tells")
    comes_next(actions, "everywhere")
    again = KWin(session)
    again.window("one")
    comes_next(actions, "in-one")
    assert again.has("peekpop-actions")
    # Killed, it leaves its script behind; the next one takes its place.
    actions.process.kill()
    actions.process.wait()
    assert again.has("peekpop-actions")
    actions = session.start(daemon=demo)
    actions.says("KWin tells")
    comes_next(actions, "in-one")
    actions.stop()
    # Nothing of ours is left in it, nor on the disk.
    eventually(lambda: not again.has("peekpop-actions"), "the script is unloaded")
    assert not list(session.runtime.glob("*.js"))


def test_kwin_that_is_starting(session, demo):
    """Its name is there, its scripting not yet."""
    session.bus()
    session.variables["FOCUS"] = "one"
    kwin = session.stand_in("kwin")
    actions = session.start(RULES, daemon=demo)
    actions.says("KWin tells")
    comes_next(actions, "in-one")
    assert kwin.calls[:3] == [["unloadScript", "peekpop-actions"], ["loadScript", "peekpop-actions"], ["start"]]
    assert len(actions.lines("KWin")) == 1
    actions.stop()
    eventually(lambda: kwin.calls[-1] == ["unloadScript", "peekpop-actions"], "the script is unloaded")


@pytest.mark.parametrize("kind", ["gnome-unsafe", "gnome-extension"])
def test_gnome_where_it_tells(session, demo, kind):
    session.bus()
    session.variables["FOCUS"] = "one"
    session.stand_in(kind)
    actions = session.start(RULES, daemon=demo)
    actions.says("GNOME tells")
    eventually(lambda: len(actions.lines("in-one")) > 2 or actions.lines("everywhere"), "presses")
    session.write("[app one]\npeek = run echo in-one\n[all]\npeek = run echo everywhere\n")
    comes_next(actions, "in-one")
    actions.stop()


def test_gnome_where_it_does_not(session, demo):
    session.bus()
    shell = session.stand_in("gnome")
    actions = session.start(RULES, daemon=demo)
    actions.says("GNOME does not tell which window has the focus")
    comes_next(actions, "everywhere")
    eventually(lambda: len(actions.lines("everywhere")) > 8, "presses")
    # Twice while it was starting.
    assert len(shell.calls) == 3 and len(actions.lines("GNOME")) == 1, (shell.calls, actions.said)
    actions.stop()


def test_a_desktop_that_does_not_answer(session, demo):
    """The one that is looked for first is stopped, or is none: another one is asked."""
    folder = session.runtime / "hypr/v0.41_77"
    Speaker(folder / ".socket.sock")
    silent = Speaker(folder / ".socket2.sock")
    niri = Speaker(session.runtime / "niri.wayland-1.77.sock", NIRI_STATE)
    actions = session.start(RULES, daemon=demo)
    comes_next(actions, "everywhere")
    actions.says(f"Hyprland does not answer at {silent.path}")
    actions.says("niri tells")
    comes_next(actions, "in-one")
    assert not actions.lines("Hyprland tells")
    actions.stop()
    silent.close()
    niri.close()


def test_no_desktop_at_all(session, demo):
    actions = session.start(RULES, daemon=demo)
    comes_next(actions, "everywhere")
    # Sockets of desktops that are gone.
    for name in ("sway-ipc.0.5.sock", "niri.x.5.sock"):
        left = socket.socket(socket.AF_UNIX)
        left.bind(str(session.runtime / name))
        left.close()
    (session.runtime / "i3").mkdir()
    pathlib.Path(session.runtime / "i3/ipc-socket.5").write_text("")
    before = len(actions.lines("everywhere"))
    eventually(lambda: len(actions.lines("everywhere")) > before + 4, "presses go on")
    assert "tells" not in actions.said
    actions.stop()
