#!/usr/bin/env python3
"""A list of countries in GTK 4: press on a row to see more of it, harder to open it.

The Menu key previews the focused row, Enter opens it, Escape takes it away. Without a force pad, holding the button does.
Needs PyGObject and GTK 4 (Debian: python3-gi gir1.2-gtk-4.0).
"""

from __future__ import annotations

from typing import Dict, Optional

import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402

import peekpop  # noqa: E402

COUNTRIES = {
    "Bhutan": "The only land that takes more carbon from the air than it gives.",
    "Iceland": "It has no army, and no mosquitoes.",
    "Japan": "Six thousand eight hundred islands, four of which everybody knows.",
    "Kenya": "Its runners won more than a hundred Olympic medals.",
    "Peru": "More than three thousand kinds of potato.",
    "Samoa": "It skipped the thirtieth of December 2011, to be a day ahead.",
}


class WidgetView(peekpop.View):
    """A widget, as previewing sees it. GTK's own conversion knows of scrolling and transforms."""

    def __init__(self, widget: Gtk.Widget, window: GtkWindow) -> None:
        self.widget, self.window = widget, window

    @property
    def parent(self) -> Optional[peekpop.View]:
        parent = self.widget.get_parent()
        return self.window.view(parent) if parent else None

    @property
    def frame(self) -> peekpop.Rect:
        known, bounds = self.widget.compute_bounds(self.widget.get_parent())
        if not known:
            return peekpop.Rect(0, 0, 0, 0)
        return peekpop.Rect(bounds.origin.x, bounds.origin.y, bounds.size.width, bounds.size.height)


class GtkWindow(peekpop.Window):
    """A window, where the pointer is in it, and its previews; for any program in GTK 4."""

    def __init__(
        self, window: Gtk.Window, presenter: peekpop.PreviewPresenter, connection: peekpop.Connection
    ) -> None:
        self.window = window
        self.views: Dict[Gtk.Widget, peekpop.View] = {window: self}
        self.pointer: Optional[peekpop.Point] = None
        self.previewer = peekpop.Previewer(self, presenter, connection)
        self.long_press = peekpop.LongPressPreviewing(self.previewer)
        self.timer = 0
        motion = Gtk.EventControllerMotion(propagation_phase=Gtk.PropagationPhase.CAPTURE)
        motion.connect("enter", lambda _, x, y: self.move(x, y))
        motion.connect("motion", lambda _, x, y: self.move(x, y))
        motion.connect("leave", lambda _: setattr(self, "pointer", None))
        window.add_controller(motion)
        click = Gtk.GestureClick(propagation_phase=Gtk.PropagationPhase.CAPTURE)
        click.connect("pressed", lambda _, count, x, y: self.press(x, y))
        click.connect("released", lambda _, count, x, y: self.release())
        click.connect("cancel", lambda _, sequence: self.cancel())
        window.add_controller(click)
        window.connect("notify::is-active", lambda *_: self.previewer.window_did_change())

    def view(self, widget: Gtk.Widget) -> peekpop.View:
        """The one view that stands for a widget."""
        return self.views.setdefault(widget, WidgetView(widget, self))

    @property
    def frame(self) -> peekpop.Rect:
        return peekpop.Rect(0, 0, self.window.get_width(), self.window.get_height())

    @property
    def pointer_location(self) -> Optional[peekpop.Point]:
        return self.pointer

    @property
    def is_active(self) -> bool:
        return bool(self.window.is_active())

    # Holding the button, where there is no force pad.

    def move(self, x: float, y: float) -> None:
        self.pointer = peekpop.Point(x, y)
        self.long_press.pointer_moved(self.pointer, GLib.get_monotonic_time())
        self.arm()

    def press(self, x: float, y: float) -> None:
        self.long_press.pointer_down(peekpop.Point(x, y), GLib.get_monotonic_time())
        self.arm()

    def release(self) -> None:
        self.long_press.pointer_up(GLib.get_monotonic_time())

    def cancel(self) -> None:
        self.long_press.cancel(GLib.get_monotonic_time())

    def arm(self) -> None:
        deadline = self.long_press.deadline_usec
        if deadline is not None and not self.timer:
            wait_ms = max((deadline - GLib.get_monotonic_time() + 999) // 1000, 0)
            self.timer = GLib.timeout_add(wait_ms, self.advance)

    def advance(self) -> bool:
        self.timer = 0
        self.long_press.advance(GLib.get_monotonic_time())
        self.arm()
        return False


class Countries(peekpop.PreviewPresenter):
    """The list, its delegate and its presenter."""

    def __init__(self, application: Gtk.Application, connection: peekpop.Connection) -> None:
        self.list = Gtk.ListBox()
        for name in COUNTRIES:
            row = Gtk.ListBoxRow(child=Gtk.Label(label=name, margin_top=16, margin_bottom=16))
            row.set_name(name)
            self.list.append(row)
        self.card = Gtk.Label(wrap=True, halign=Gtk.Align.CENTER, valign=Gtk.Align.CENTER, visible=False)
        self.card.add_css_class("card")
        self.card.add_css_class("title-3")
        self.status = Gtk.Label(label="Press on a country")
        overlay = Gtk.Overlay(child=Gtk.ScrolledWindow(child=self.list, vexpand=True))
        overlay.add_overlay(self.card)
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        box.append(overlay)
        box.append(self.status)
        window = Gtk.ApplicationWindow(
            application=application, title="Countries", child=box, default_width=480, default_height=420)
        self.window = GtkWindow(window, self, connection)
        self.window.previewer.on_means = lambda means: self.say(f"previews by {means}")
        row = self.list.get_first_child()
        while row:
            self.window.previewer.register_for_previewing(self, self.window.view(row))
            row = row.get_next_sibling()
        keys = Gtk.EventControllerKey(propagation_phase=Gtk.PropagationPhase.CAPTURE)
        keys.connect("key-pressed", self.key)
        window.add_controller(keys)
        window.present()

    def say(self, text: str) -> None:
        print(text, flush=True)
        self.status.set_label(text)

    def key(self, _: Gtk.EventControllerKey, key: int, code: int, modifiers: Gdk.ModifierType) -> bool:
        previewer = self.window.previewer
        row = self.list.get_focus_child()
        if key == Gdk.KEY_Menu and row:
            previewer.preview(self.window.view(row))
        elif key == Gdk.KEY_Return and previewer.is_pinned:
            previewer.commit()
        elif key == Gdk.KEY_Escape and previewer.current:
            previewer.dismiss()
        else:
            return False
        return True

    # The delegate.

    def preview_for_location(
        self, context: peekpop.PreviewingContext, location: peekpop.Point
    ) -> Optional[peekpop.Preview]:
        view = context.source_view
        return peekpop.Preview(view.widget.get_name()) if isinstance(view, WidgetView) else None

    def commit_preview(self, context: peekpop.PreviewingContext, preview: peekpop.Preview) -> None:
        self.say(f"opened {preview.content}")

    # The presenter.

    def begin(self, preview: peekpop.Preview, context: peekpop.PreviewingContext) -> None:
        self.card.set_label(COUNTRIES[str(preview.content)])
        self.card.set_visible(True)
        self.preview_progress(0, preview)

    def preview_progress(self, progress: float, preview: peekpop.Preview) -> None:
        self.list.set_opacity(1 - 0.8 * progress)
        self.card.set_opacity(progress)

    def peek(self, preview: peekpop.Preview) -> None:
        self.say(f"peek at {preview.content}")

    def pop(self, preview: peekpop.Preview) -> None:
        self.clear()

    def dismiss(self, preview: peekpop.Preview, dismissal: peekpop.Dismissal) -> None:
        self.clear()
        self.say(f"gone: {dismissal.reason} {dismissal.cancel_reason or ''}")

    def clear(self) -> None:
        self.card.set_visible(False)
        self.list.set_opacity(1)


def main() -> int:
    connection = peekpop.Connection()

    def readable(fd: int, condition: GLib.IOCondition) -> bool:
        connection.dispatch()
        return True

    GLib.unix_fd_add_full(GLib.PRIORITY_DEFAULT, connection.fileno(), GLib.IOCondition.IN, readable)
    application = Gtk.Application(application_id="org.peekpop.examples.Countries")
    kept = []
    application.connect("activate", lambda _: kept.append(Countries(application, connection)))
    return int(application.run())


if __name__ == "__main__":
    raise SystemExit(main())
