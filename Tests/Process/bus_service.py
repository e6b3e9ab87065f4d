"""Stands in for a service of somebody else's on the session bus; tells each call as a line of JSON.

previewer, previewer50: GNOME's previewer as of version 43, and of 50, whose ShowFile has a fourth argument
notifications, notifications-plain: a notification server that reads markup, and one that does not
kwin: KWin that is starting: its name is there, and its scripting a moment later; of a script it runs the one line that
    matters, telling the window that has the focus. It answers as KWin 5.27 and 6.3 do.
gnome, gnome-unsafe, gnome-extension: GNOME's shell: its name is there before its objects; it denies its windows to others,
    or tells them, or has an extension that tells. It answers as GNOME Shell 43 does.
silent: a service that never answers
"""

import json
import os
import re
import sys

import dbus
import dbus.lowlevel
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib


def plain(value):
    if isinstance(value, dbus.Boolean):
        return bool(value)
    if isinstance(value, dbus.String):
        return str(value)
    if isinstance(value, (dbus.Array, dbus.Dictionary)):
        return [plain(one) for one in value]
    return int(value)


def tell(*what):
    print(json.dumps([plain(one) if not isinstance(one, str) else str(one) for one in what]), flush=True)


PREVIEWER = "org.gnome.NautilusPreviewer2"


class Previewer(dbus.service.Object):
    @dbus.service.method(PREVIEWER, in_signature="ssb")
    def ShowFile(self, uri, window, close):
        tell("ShowFile", uri, window, close)

    @dbus.service.method(PREVIEWER)
    def Close(self):
        tell("Close")


class InvalidArgs(dbus.DBusException):
    _dbus_error_name = "org.freedesktop.DBus.Error.InvalidArgs"


class Previewer50(dbus.service.Object):
    @dbus.service.method(PREVIEWER)
    def ShowFile(self, *arguments):
        # GDBus's answer to another signature.
        if len(arguments) != 4:
            raise InvalidArgs("Type of message, “(ssb)”, does not match expected type “(ssbs)”")
        tell("ShowFile", *arguments)

    @dbus.service.method(PREVIEWER)
    def Close(self):
        tell("Close")


class Notifications(dbus.service.Object):
    count = 0

    @dbus.service.method("org.freedesktop.Notifications", out_signature="as")
    def GetCapabilities(self):
        tell("GetCapabilities")
        return ["body"] if kind == "notifications-plain" else ["body", "body-markup"]

    @dbus.service.method("org.freedesktop.Notifications", in_signature="susssasa{sv}i", out_signature="u")
    def Notify(self, app, replaces, icon, summary, body, actions, hints, timeout):
        tell("Notify", app, replaces, summary, body)
        self.count += 1
        return dbus.UInt32(replaces or 100 + self.count)


class UnknownMethod(dbus.DBusException):
    _dbus_error_name = "org.freedesktop.DBus.Error.UnknownMethod"


class UnknownObject(dbus.DBusException):
    _dbus_error_name = "org.freedesktop.DBus.Error.UnknownObject"


class KWin(dbus.service.Object):
    scripts = {}
    starting = 6

    def ready(self, path):
        if self.starting:
            self.starting -= 1
            raise UnknownObject(f"No such object path '{path}'")

    @dbus.service.method("org.kde.kwin.Scripting", in_signature="ss", out_signature="i")
    def loadScript(self, path, plugin):
        self.ready("/Scripting")
        tell("loadScript", plugin)
        if str(plugin) in self.scripts:
            return -1
        self.scripts[str(plugin)] = open(path).read()
        return len(self.scripts) - 1

    @dbus.service.method("org.kde.kwin.Scripting", in_signature="s", out_signature="b")
    def unloadScript(self, plugin):
        self.ready("/Scripting")
        tell("unloadScript", plugin)
        return self.scripts.pop(str(plugin), None) is not None

    @dbus.service.method("org.kde.kwin.Scripting")
    def start(self):
        tell("start")
        for script in self.scripts.values():
            destination, path, interface, member = re.search(
                r'callDBus\("([^"]+)", "([^"]+)", "([^"]+)", "([^"]+)",', script).groups()
            # The focus goes by way of no window.
            for app, title in (("", ""), (os.environ["FOCUS"], "a title")):
                bus.call_async(destination, path, interface, member, "ss", (app, title), None, None)


class Denied(dbus.DBusException):
    _dbus_error_name = "org.freedesktop.DBus.Error.AccessDenied"


def shown(app, desktop_file, title, has_focus):
    """A window as GetWindows tells it: without a desktop file its app-id is a number."""
    return {"app-id": desktop_file or "window:1", "client-type": dbus.UInt32(0), "is-hidden": False,
            "has-focus": has_focus, "width": dbus.UInt32(300), "height": dbus.UInt32(200), "title": title,
            "wm-class": app}


class Introspect(dbus.service.Object):
    starting = 2

    @dbus.service.method("org.gnome.Shell.Introspect", out_signature="a{ta{sv}}")
    def GetWindows(self):
        tell("GetWindows")
        if self.starting:
            self.starting -= 1
            raise UnknownMethod("Object does not exist at path “/org/gnome/Shell/Introspect”")
        if kind == "gnome-unsafe":
            return dbus.Dictionary({
                dbus.UInt64(3447286896): shown("org.gnome.Maps", "org.gnome.Maps.desktop", "m", False),
                dbus.UInt64(3447286897): shown(os.environ["FOCUS"], "", "one title", True)}, signature="ta{sv}")
        raise Denied("GetWindows is not allowed")


class Extension(dbus.service.Object):
    @dbus.service.method("org.gnome.shell.extensions.FocusedWindow", out_signature="s")
    def Get(self):
        tell("Get")
        return json.dumps({"title": "t", "wm_class": os.environ["FOCUS"]})


class Silent(dbus.service.Object):
    @dbus.service.method("org.example.Silent", async_callbacks=("answer", "fail"))
    def Ask(self, answer, fail):
        tell("Ask")


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
kind = sys.argv[1]
SERVICES = {
    "previewer": ("org.gnome.NautilusPreviewer", [(Previewer, "/org/gnome/NautilusPreviewer")]),
    "previewer50": ("org.gnome.NautilusPreviewer", [(Previewer50, "/org/gnome/NautilusPreviewer")]),
    "notifications": ("org.freedesktop.Notifications", [(Notifications, "/org/freedesktop/Notifications")]),
    "notifications-plain": ("org.freedesktop.Notifications", [(Notifications, "/org/freedesktop/Notifications")]),
    "kwin": ("org.kde.KWin", [(KWin, "/Scripting")]),
    "gnome": ("org.gnome.Shell", [(Introspect, "/org/gnome/Shell/Introspect")]),
    "gnome-unsafe": ("org.gnome.Shell", [(Introspect, "/org/gnome/Shell/Introspect")]),
    "gnome-extension": ("org.gnome.Shell", [(Introspect, "/org/gnome/Shell/Introspect"),
                                            (Extension, "/org/gnome/shell/extensions/FocusedWindow")]),
    "silent": ("org.example.Silent", [(Silent, "/")]),
}
name, objects = SERVICES[kind]
held = [cls(bus, path) for cls, path in objects]
owned = dbus.service.BusName(name, bus, do_not_queue=True)
print("ready", flush=True)
GLib.MainLoop().run()
