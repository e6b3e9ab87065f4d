#!/usr/bin/env python3
"""Notes in a terminal: press on the one that is selected to see what it says, harder to open it.

The arrow keys are the pointer. Without a force pad: space shows the preview, Enter opens it, Escape takes it away, Tab goes
through its actions. `q` ends.
"""

from __future__ import annotations

import curses
import select
import sys
from typing import List, Optional

import peekpop

NOTES = {
    "Milk": "two litres, and the good butter",
    "Rent": "paid on the third; the receipt is in the drawer",
    "Anna": "her train arrives at 18:04, platform 9",
    "Bike": "the chain is worn, and the rear light is dead",
}


class Screen(peekpop.Window):
    """The terminal: a pixel is a character."""

    def __init__(self) -> None:
        self.row = 0

    @property
    def frame(self) -> peekpop.Rect:
        return peekpop.Rect(0, 0, 80, 24)

    @property
    def pointer_location(self) -> peekpop.Point:
        return peekpop.Point(1, self.row)

    @property
    def is_active(self) -> bool:
        return True


class Row(peekpop.View):
    """A line of the list."""

    def __init__(self, screen: Screen, number: int, title: str) -> None:
        self.screen, self.number, self.title = screen, number, title

    @property
    def frame(self) -> peekpop.Rect:
        return peekpop.Rect(0, self.number, 80, 1)

    @property
    def parent(self) -> peekpop.View:
        return self.screen


class Notes(peekpop.PreviewPresenter):
    """The list, its delegate, and who draws it all."""

    def __init__(self, terminal: curses.window) -> None:
        self.terminal = terminal
        self.screen = Screen()
        self.connection = peekpop.Connection(on_state=lambda state: self.say(f"{state.kind} {state.reason}"))
        self.previewer = peekpop.Previewer(self.screen, self, self.connection)
        self.rows = [Row(self.screen, number, title) for number, title in enumerate(NOTES)]
        for row in self.rows:
            self.previewer.register_for_previewing(self, row)
        self.line = ""
        self.shown: List[str] = []

    # The delegate.

    def preview_for_location(
        self, context: peekpop.PreviewingContext, location: peekpop.Point
    ) -> Optional[peekpop.Preview]:
        view = context.source_view
        if not isinstance(view, Row):
            return None
        actions = [
            peekpop.PreviewAction("Done", lambda action, preview: self.say(f"done: {preview.content}")),
            peekpop.PreviewAction(
                "Delete",
                lambda action, preview: self.say(f"deleted: {preview.content}"),
                peekpop.PreviewActionStyle.DESTRUCTIVE,
            ),
        ]
        return peekpop.Preview(view.title, actions=actions)

    def commit_preview(self, context: peekpop.PreviewingContext, preview: peekpop.Preview) -> None:
        self.say(f"opened: {preview.content}")

    # The presenter.

    def preview_progress(self, progress: float, preview: peekpop.Preview) -> None:
        self.show(f"{preview.content}", "▒" * round(progress * 30))

    def peek(self, preview: peekpop.Preview) -> None:
        self.show(f"{preview.content}: {NOTES[str(preview.content)]}")

    def commit_progress(self, progress: float, preview: peekpop.Preview) -> None:
        self.show(f"{preview.content}: {NOTES[str(preview.content)]}", "█" * round(progress * 30))

    def show_actions(self, sheet: peekpop.PreviewActionSheet, preview: peekpop.Preview) -> None:
        marks = ("> " if index == sheet.selection else "  " for index in range(len(sheet.items)))
        self.show(f"{preview.content}", *(mark + item.title for mark, item in zip(marks, sheet.items)))

    update_actions = show_actions

    def hide_actions(self, preview: peekpop.Preview) -> None:
        self.peek(preview)

    def pop(self, preview: peekpop.Preview) -> None:
        self.show()

    def dismiss(self, preview: peekpop.Preview, dismissal: peekpop.Dismissal) -> None:
        self.show()

    # The terminal.

    def say(self, line: str) -> None:
        self.line = line
        self.draw()

    def show(self, *lines: str) -> None:
        self.shown = list(lines)
        self.draw()

    def draw(self) -> None:
        height, width = self.terminal.getmaxyx()
        self.terminal.erase()
        lines = [(row.title, row.number == self.screen.row) for row in self.rows]
        lines += [(line, False) for line in ["", *self.shown]]
        for number, (line, is_selected) in enumerate(lines[: height - 1]):
            self.terminal.addnstr(number, 0, line, width - 1, curses.A_REVERSE if is_selected else curses.A_NORMAL)
        self.terminal.addnstr(height - 1, 0, self.line, width - 1, curses.A_DIM)
        self.terminal.refresh()

    def key(self, key: int) -> bool:
        """Whether to go on."""
        previewer, step = self.previewer, {curses.KEY_UP: -1, curses.KEY_DOWN: 1}.get(key)
        if step:
            self.screen.row = min(max(self.screen.row + step, 0), len(self.rows) - 1)
        elif key == ord(" "):
            previewer.preview(self.rows[self.screen.row])
        elif key == ord("\t"):
            previewer.select_next()
        elif key in (ord("\n"), curses.KEY_ENTER):
            previewer.choose() if previewer.actions else previewer.commit()
        elif key == 27:
            previewer.back()
        self.draw()
        return key != ord("q")

    def run(self) -> None:
        self.draw()
        while True:
            readable, _, _ = select.select([sys.stdin, self.connection], [], [])
            if self.connection in readable:
                self.connection.dispatch()
            if sys.stdin in readable:
                while (key := self.terminal.getch()) != -1:
                    if not self.key(key):
                        return


def main(terminal: curses.window) -> None:
    curses.set_escdelay(25)
    curses.curs_set(0)
    terminal.nodelay(True)
    Notes(terminal).run()


if __name__ == "__main__":
    curses.wrapper(main)
