"""A window with an app id and a title; each line it reads is its next title.

gtk_window.py APP TITLE
"""

import sys

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import GLib, Gtk  # noqa: E402

app, title = sys.argv[1:]
# GTK gives the program's name as app id.
GLib.set_prgname(app)
Gtk.init()
window = Gtk.Window(title=title, default_width=300, default_height=200)
window.connect("map", lambda _: print("shown", flush=True))
window.present()


def read(channel, condition):
    line = sys.stdin.readline()
    if line:
        window.set_title(line.rstrip("\n"))
    return bool(line)


GLib.io_add_watch(sys.stdin.fileno(), GLib.PRIORITY_DEFAULT, GLib.IO_IN, read)
GLib.MainLoop().run()
