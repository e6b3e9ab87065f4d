"""The preset `quicklook` with the programs it is for: GNOME's previewer (gnome-sushi) and Files (Nautilus), on Xvfb under i3."""

import os
import subprocess

import pytest

from actions_harness import InputStandIn, eventually
from harness import PATIENCE

PREVIEWER = "org.gnome.NautilusPreviewer"


@pytest.fixture
def desktop(session, screen, tmp_path):
    """A session bus and a window manager; what `start xdg-open` and a double click open is noted in `opened`."""
    session.bus()
    (session.folder / "i3.conf").write_text("# i3 config file (v4)\nfont pango:monospace 8\n")
    session.popen("i3", "-c", session.folder / "i3.conf", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    programs = session.folder / "bin"
    programs.mkdir()
    (programs / "xdg-open").write_text(f'#!/bin/sh\necho "$1" >>{tmp_path}/opened\n')
    (programs / "xdg-open").chmod(0o755)
    entries = session.home / ".local/share/applications"
    entries.mkdir(parents=True)
    (entries / "note.desktop").write_text(
        f"[Desktop Entry]\nType=Application\nName=Note\nExec={programs}/xdg-open %f\nMimeType=text/plain;\n")
    (session.home / ".config/mimeapps.list").write_text("[Default Applications]\ntext/plain=note.desktop\n")
    session.variables |= {
        "PATH": f"{programs}:{os.environ['PATH']}", "XDG_DATA_HOME": str(session.home / ".local/share"),
        # No disks are looked for.
        "GIO_USE_VOLUME_MONITOR": "unix", "GDK_BACKEND": "x11", "LC_ALL": "C.UTF-8"}
    note = session.home / "notes/ä note.txt"
    note.parent.mkdir()
    note.write_text("What is in it.\n")
    assert session.command("preset", "quicklook").returncode == 0
    return session


def windows(session, name):
    found = subprocess.run(["xdotool", "search", "--onlyvisible", "--class", name], env=session.environment, text=True,
                           capture_output=True)
    return found.stdout.split()


def quietly(session, *arguments):
    log = open(session.folder / "programs.log", "a")
    return session.popen(*arguments, stdout=log, stderr=log)


def test_a_file_selected_as_text(desktop, start, tmp_path):
    note = desktop.home / "notes/ä note.txt"
    subprocess.run(["xclip", "-selection", "primary"], input=str(note), text=True, env=desktop.environment, check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    actions = desktop.start(daemon=start("demo", "--speed", "3"))
    window = eventually(lambda: windows(desktop, PREVIEWER), lambda: f"the previewer's window: {actions.said}")[0]
    title = subprocess.check_output(["xdotool", "getwindowname", window], env=desktop.environment, text=True)
    assert title.strip() == note.name
    # The press is over, or pops.
    eventually(lambda: not windows(desktop, PREVIEWER), lambda: f"it closes: {actions.said}")
    eventually((tmp_path / "opened").exists, lambda: f"it is opened: {actions.said}")
    assert set((tmp_path / "opened").read_text().splitlines()) == {str(note)}
    # Again and again.
    eventually(lambda: windows(desktop, PREVIEWER), lambda: f"the next preview: {actions.said}")
    actions.stop()
    assert not actions.lines("ShowFile") and not actions.lines("Close"), actions.said


class Keyboard(InputStandIn):
    """peekpop-input's keys, typed under X."""

    def __init__(self, session):
        super().__init__(session.folder / "input.sock")
        session.variables["PEEKPOP_INPUT_SOCKET"] = self.path
        self.session = session

    def take(self, request):
        kind, key = request.split()
        assert kind == "key"
        subprocess.run(["xdotool", "key", {"enter": "Return"}.get(key, key)], env=self.session.environment, check=True)


def test_a_file_selected_in_files(desktop, start, tmp_path):
    keyboard = Keyboard(desktop)
    folder = desktop.home / "notes"
    quietly(desktop, "nautilus", "--new-window", folder)
    window = eventually(lambda: windows(desktop, "^org.gnome.Nautilus$"),
                        lambda: f"the window of Files: {(desktop.folder / 'programs.log').read_text()}")[0]

    def select():
        """Clicks where the only file is, until Files has it."""
        subprocess.run(["xdotool", "mousemove", "--window", window, "340", "130", "click", "1"],
                       env=desktop.environment, check=True)

    select()
    actions = desktop.start(daemon=start("demo", "--speed", "3"))
    actions.says("i3 tells")

    def previewed():
        if windows(desktop, PREVIEWER):
            return True
        select()
        return False

    eventually(previewed, lambda: f"the previewer's window: {keyboard.requests} {actions.said}")
    eventually(lambda: not windows(desktop, PREVIEWER), lambda: f"it closes: {keyboard.requests} {actions.said}")
    eventually((tmp_path / "opened").exists, lambda: f"it is opened: {keyboard.requests} {actions.said}", PATIENCE)
    assert set((tmp_path / "opened").read_text().splitlines()) == {str(folder / "ä note.txt")}
    actions.stop()
    keyboard.close()
