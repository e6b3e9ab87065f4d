"""Which application has the focus, asked of real desktops where Debian 12 has them, else of what speaks their language.

Sway and KWin run without a screen, i3 on Xvfb, all with real windows; so do Files and its previewer, which the preset
`quicklook` is for. GNOME's shell wants half a system around it: a service stands in that answers as the shell was seen to.
Hyprland and niri are not in Debian 12: sockets stand in, which say what their documentation says.
"""

import pathlib
import socket
import subprocess
import threading

import pytest

from actions_harness import eventually
from desktops import NIRI_STATE, RULES, KWin, Speaker, Sway, comes_next
from harness import PATIENCE


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
    # A title that is no text.
    focused = subprocess.check_output(["xdotool", "getwindowfocus"], env=session.environment).strip()
    subprocess.run(["xdotool", "set_window", "--name", b"odd \xff\xc3", focused], env=session.environment, check=True)
    before = len(actions.lines("in-two"))
    eventually(lambda: len(actions.lines("in-two")) > before + 4, "presses go on")
    assert not actions.lines("cannot be read")
    i3.terminate()
    i3.wait(PATIENCE)
    actions.says("i3 no longer tells")
    comes_next(actions, "everywhere")
    start_i3()
    # The windows are still there, on the X server.
    comes_next(actions, "in-two")
    # The selection, by xclip.
    subprocess.run(["xclip", "-selection", "primary"], input="chosen", text=True, env=session.environment, check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    session.write(f"[all]\npeek = run touch {tmp_path}/{{word}}\n")
    eventually((tmp_path / "chosen").exists, lambda: f"the selected word: {actions.said[-1000:]}")
    actions.stop()


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
