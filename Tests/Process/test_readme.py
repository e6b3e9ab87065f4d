"""What README.md and docs tell people to type, typed against a real daemon."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading

import pytest

from harness import DIST, GESTURES, PATIENCE, ROOT

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
USUAL_SOCKET = "/run/peekpop/org.peekpop.Gestures"


def blocks(page, language, heading=None):
    """The fenced blocks of a language, of the whole page or of one section of level 2."""
    text = page.read_text()
    if heading:
        text = re.split(r"^## ", text.split(f"\n## {heading}\n")[1], flags=re.MULTILINE)[0]
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def commands(block):
    """The command lines of a shell block, continued lines in one."""
    return [line for line in re.sub(r"(\\|\|)\n\s*", r"\1 ", block).splitlines() if line and line[0] != "#"]


def run_until(pattern, arguments, daemon, source=None):
    """Runs something endless against the daemon until it has said `pattern`; returns all it said."""
    environment = {**os.environ, "PATH": f"{DIST}:{os.environ['PATH']}", "PEEKPOP_SOCKET": daemon.socket,
                   "PYTHONPATH": str(ROOT / "python"), "PYTHONUNBUFFERED": "1", "LC_ALL": "C.UTF-8"}
    process = subprocess.Popen(arguments, env=environment, stdin=subprocess.PIPE if source else subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    # Its whole group: a pipeline has several processes.
    watchdog = threading.Timer(PATIENCE, os.killpg, (process.pid, signal.SIGKILL))
    watchdog.start()
    said = []
    try:
        for line in process.stdout:
            said.append(line)
            if re.search(pattern, line):
                return said
        raise AssertionError(f"{arguments} ended: {said} {process.stderr.read()}")
    finally:
        watchdog.cancel()
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()


SHELL = [
    (page.name, setting, command)
    for page, heading in [(ROOT / "README.md", "Subscribe"), (ROOT / "docs/protocol.md", "Subscribing")]
    for block in blocks(page, "sh", heading)
    for setting in ["\n".join(line for line in commands(block) if re.match(r"\w+=", line))]
    for command in commands(block)
    if not re.match(r"\w+=", command)
    # In Debian from 13 on.
    and (shutil.which("varlinkctl") or not command.startswith("varlinkctl"))
]


def test_there_are_shell_examples():
    assert {command.split()[0] for _, _, command in SHELL} >= {"peekpopctl", "printf"}


@pytest.mark.parametrize("page, setting, command", SHELL)
def test_shell_examples(demo, page, setting, command):
    setting = setting.replace(USUAL_SOCKET, demo.socket) or f"SOCK={demo.socket}"
    said = run_until("popped", ["bash", "-c", f"{setting}\n{command}"], demo)
    # The list of pads comes first, as the text beside it says.
    assert "ready" in said[0] and "virtual-peekpop-demo-pad" in "".join(said)


@pytest.mark.parametrize("source", blocks(ROOT / "README.md", "python"))
def test_python_examples(demo, source):
    assert "import" in source
    run_until("^popped ", [sys.executable, "-c", source], demo)


def test_there_are_python_examples():
    clients = "".join(blocks(ROOT / "README.md", "python"))
    assert all(f"import {name}\n" in clients for name in ("peekpop", "varlink", "asyncvarlink"))


def test_swift_example(demo):
    example = blocks(ROOT / "README.md", "swift")[0]
    assert example == (ROOT / "Tests/ReadmeSnippet/main.swift").read_text()
    program = ROOT / ".build/debug/ReadmeSnippet"
    if not program.exists():
        pytest.skip("`swift build --build-tests` has not built it")
    said = "".join(run_until("^popped ", ["stdbuf", "-oL", program], demo))
    assert said.startswith("PeekPop demo pad: grams, ")


def test_the_event_shown_has_the_fields_of_a_real_one(demo):
    (shown,) = (json.loads(block) for block in blocks(ROOT / "README.md", "json", "Subscribe"))
    with demo.client() as client:
        client.subscribe(phases=["popped"])
        real = next(client.events())
    assert list(shown) == ["press"]
    assert list(shown["press"]) == list(real)
    for name, value in shown["press"].items():
        assert type(value) is type(real[name]), name


def test_the_replies_shown_are_those_of_the_demo(start):
    """From its beginning: later rounds have learned more, and count on."""
    (ready,), presses = [
        [json.loads(line) for line in block.splitlines()]
        for block in blocks(ROOT / "docs/protocol.md", "json", "Subscribing")[:2]]
    with start("demo", "--speed", "10").client() as client:
        assert client.call(f"{GESTURES}.Subscribe", {}, more=True) == ready
        told = []
        while told[-1:] != presses[-1:]:
            message = client.receive()
            if message["parameters"].get("press", {}).get("phase") in ("peeked", "popped", "ended", "cancelled"):
                told.append(message)
    # The ones shown follow each other.
    assert told[-len(presses):] == presses
    (example,) = (json.loads(block) for block in blocks(ROOT / "README.md", "json", "Subscribe"))
    assert example in [message["parameters"] for message in told]


@pytest.mark.parametrize("page", [ROOT / "README.md", ROOT / "docs/configuration.md"], ids=lambda page: page.name)
def test_configurations_are_right(tmp_path, page):
    settings = [block for block in blocks(page, "ini") if "[press]" in block]
    assert settings
    for block in settings:
        (tmp_path / "peekpopd.conf").write_text(block)
        done = subprocess.run([DIST / "peekpopd", "--check-config", "--config", tmp_path / "peekpopd.conf"],
                              capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_and_targets_named_are_there(page):
    text = page.read_text()
    named = set(re.findall(r"(?:^|`|\bsudo )peekpopctl ([a-z]+)", text, re.MULTILINE))
    for command in named:
        done = subprocess.run([DIST / "peekpopctl", "help", command], capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 0, done.stderr
    makefile = (ROOT / "Makefile").read_text()
    for target in set(re.findall(r"(?:^|`|\bsudo )make ([a-z]+)", text, re.MULTILINE)):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
