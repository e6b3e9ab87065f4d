"""What somebody typed and saw, as a page of docs, and whether the page there still says so.

The page is made anew by each run; the one in docs has to say the same but for figures, which are never the same twice.
"""

import os
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]


def words(page):
    """The page without what differs from run to run: numbers, what is said of them, bars and traces, and how a line was
    broken for them."""
    page = re.sub(r"\b(Expect|Of 100) [^.]*\.|\^C", " ", page)
    return re.sub(r"[^A-Za-z]+", " ", re.sub(r"\b[\w.-]*\d[\w.-]*", " ", page)).split()


class Transcript:
    def __init__(self, name):
        self.name = name
        self.parts = []

    def text(self, text):
        self.parts.append(text.strip("\n"))

    def terminal(self, *lines):
        """What a terminal shows; empty lines at both ends are none."""
        self.parts.append("```console\n" + "\n".join(line.rstrip() for line in lines).strip("\n") + "\n```")

    def screen(self, screen):
        lines = "\n".join(screen.lines).strip("\n")
        self.parts.append(f"```\n{lines}\n```")

    def screen_of(self, *lines):
        """What is seen elsewhere than on a terminal's screen."""
        self.parts.append("```\n" + "\n".join(lines) + "\n```")

    @property
    def page(self):
        return "\n\n".join(self.parts) + "\n"

    def finish(self):
        """Leaves the page where the run keeps its results, and compares it."""
        pathlib.Path(os.environ["GUEST_OUT"], self.name).write_text(self.page)
        kept = ROOT / "docs" / self.name
        assert kept.exists() and words(kept.read_text()) == words(self.page), (
            f"docs/{self.name} tells something else. See what changed, and if it is right: "
            f"cp .build/test-results/{self.name} docs/\n{self.page}")
