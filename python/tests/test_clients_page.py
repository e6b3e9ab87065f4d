"""What docs/clients.md and python/README.md tell people to type, typed against a real daemon."""

import os
import re
import shutil
import subprocess
import sys

import peekpop
import pytest

from harness import DIST, PATIENCE, ROOT
from test_readme import blocks, run_until

PAGE = ROOT / "docs/clients.md"
README = ROOT / "python/README.md"
# PyGObject is Debian's, and so is the interpreter it is for.
SYSTEM_PYTHON = "/usr/bin/python3"


def sections(language):
    """{heading of level 2 or 3: [blocks]}"""
    found = {}
    parts = re.split(r"^###? (.*)\n", PAGE.read_text(), flags=re.MULTILINE)
    for heading, text in zip(parts[1::2], parts[2::2]):
        if there := re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
            found[heading] = there
    return found


PYTHON = {heading: block for heading, (block,) in sections("python").items()}
# What each program says once it works.
SAID = {
    "Python": "pop: open it",
    "asyncio": r"popped 1\.00 1\.00",
    "Any toolkit's loop": r"popped virtual-peekpop-demo-pad \d\.\d\d",
    "Previews": "opened the note at column 3",
}


def test_there_are_as_many_programs_as_expected():
    assert set(PYTHON) == set(SAID)


@pytest.mark.parametrize("heading", SAID)
def test_python_programs(demo, heading):
    python = SYSTEM_PYTHON if "gi.repository" in PYTHON[heading] else sys.executable
    run_until(f"^{SAID[heading]}", [python, "-c", PYTHON[heading]], demo)


def test_the_first_peek_has_ten_lines():
    assert len([line for line in PYTHON["Python"].splitlines() if line]) <= 10


def test_python_programs_pass_the_type_checker(tmp_path):
    """Not strictly, for they leave types out; but no name may be wrong."""
    for number, program in enumerate(PYTHON.values()):
        (tmp_path / f"program{number}.py").write_text(program)
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file=", "--check-untyped-defs", "--ignore-missing-imports",
         "--cache-dir", tmp_path / "cache", *tmp_path.glob("program*.py")],
        capture_output=True, text=True, env={**os.environ, "MYPYPATH": str(ROOT / "python")}, timeout=2 * PATIENCE)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_demo_is_started_as_it_says(socket_path):
    block = PAGE.read_text().split("```sh\n")[1].split("```")[0].replace("/tmp/peekpop-demo", str(socket_path))
    assert block.count(str(socket_path)) == 2 and block.startswith("/usr/libexec/peekpopd --source demo")
    # Where the package puts it; here it lies elsewhere.
    block = block.replace("/usr/libexec/", f"{DIST}/")
    done = subprocess.run(
        ["bash", "-c", block + "until peekpopctl status; do kill -0 $! || exit 1; sleep 0.1; done; kill $!; wait $!"],
        env={**os.environ, "PATH": f"{DIST}:{os.environ['PATH']}"}, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0 and "demo" in done.stdout, done.stderr


@pytest.mark.parametrize("block, said", zip(blocks(PAGE, "sh", "The shell"), [
    r"virtual-peekpop-demo-pad popped at 2\.\d+ clicks", "a pop: start something", r'\["popped",2\.\d+\]']))
def test_shell_programs(demo, block, said):
    run_until(f"^{said}", ["bash", "-c", block], demo)


def test_there_are_three_shell_programs():
    assert len(blocks(PAGE, "sh", "The shell")) == 3


@pytest.mark.skipif(not shutil.which("varlinkctl"), reason="no varlinkctl")
@pytest.mark.parametrize("block, said", zip(blocks(PAGE, "sh", "varlinkctl"), ["popped", "method Subscribe"]))
def test_varlinkctl(demo, block, said):
    run_until(said, ["bash", "-c", block], demo)


def sd_varlink_flags():
    done = subprocess.run(["pkg-config", "--cflags", "--libs", "libsystemd >= 257"], capture_output=True, text=True)
    return done.stdout.split() if done.returncode == 0 else None


@pytest.mark.skipif(sd_varlink_flags() is None, reason="no systemd 257")
def test_sd_varlink(demo, tmp_path):
    (block,) = blocks(PAGE, "c", "C with sd-varlink")
    (tmp_path / "presses.c").write_text(block)
    subprocess.run(["cc", "-Wall", "-Wextra", "-Wno-unused-parameter", "-Werror", tmp_path / "presses.c", "-o",
                    tmp_path / "presses", *sd_varlink_flags()], check=True)
    run_until("^popped ", [tmp_path / "presses"], demo)


def test_every_name_of_ours_in_the_table_exists():
    rows = PAGE.read_text().split("\n## From UIKit's names to ours\n")[1].split("\n## ")[0].strip().splitlines()
    column = [cell.strip() for cell in rows[0].split("|")].index("Python")
    here = {
        name: {member for base in value.__mro__ for member in [*vars(base), *getattr(base, "__annotations__", {})]}
        for name, value in vars(peekpop).items() if isinstance(value, type)}
    members = set().union(*here.values(), ["failure_relationship"])
    for row in rows[2:]:
        for name, member in re.findall(r"`(\w+)(?:\.(\w+))?", row.split("|")[column]):
            assert member in here[name] if member else name in members | set(here), row


@pytest.mark.parametrize("block", blocks(README, "python"))
def test_the_readmes_programs(demo, block):
    run_until("popped|opened", [sys.executable, "-c", block], demo)


def test_the_readme_has_programs():
    assert blocks(README, "python")
