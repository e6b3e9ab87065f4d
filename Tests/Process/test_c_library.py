"""libpeekpop as an app in C has it: installed, found by pkg-config, compiled with all warnings, run on a real daemon."""

import os
import re
import shutil
import subprocess

import pytest

from harness import DIST, PATIENCE, ROOT

PROGRAMS = ["presses", "previews", "ownership"]
WARNINGS = ["-std=c11", "-D_POSIX_C_SOURCE=200809L", "-Wall", "-Wextra", "-Werror", "-pedantic", "-g"]
HEADER = ROOT / "Sources/CPeekPop/include/peekpop.h"


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """`make install` below a folder; returns what pkg-config says, and where the library is."""
    folder = tmp_path_factory.mktemp("installed")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    done = subprocess.run(["make", "-s", "install", f"DESTDIR={folder}", "PREFIX=/usr"], cwd=ROOT, env=environment,
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    library = folder / "usr/lib"
    flags = subprocess.check_output(
        ["pkg-config", f"--define-variable=libdir={library}", f"--define-variable=includedir={folder}/usr/include",
         "--cflags", "--libs", "peekpop"],
        env={**os.environ, "PKG_CONFIG_PATH": str(library / "pkgconfig")}, text=True).split()
    return flags, library


@pytest.fixture(scope="module")
def compiled(installed, tmp_path_factory):
    """compiled(NAME, *options): the program, and the environment it wants."""
    flags, library = installed
    folder = tmp_path_factory.mktemp("compiled")

    def compile(name, *options):
        program = folder / "-".join([name, *(re.sub(r"\W", "", option) for option in options)])
        subprocess.run(["gcc", *WARNINGS, *options, str(ROOT / f"Tests/C/{name}.c"), "-o", str(program), *flags],
                       check=True)
        return program, {**os.environ, "LD_LIBRARY_PATH": str(library), "SWIFT_BACKTRACE": "enable=no"}

    return compile


def run(program, environment, *prefix):
    return subprocess.run([*prefix, str(program)], env=environment, capture_output=True, text=True, timeout=PATIENCE)


def declared():
    text = re.sub(r"/\*.*?\*/", "", HEADER.read_text(), flags=re.DOTALL)
    return set(re.findall(r"^[\w ]+[ *](peekpop_\w+)\(", text, re.MULTILINE))


def test_what_is_declared_is_what_is_exported(installed):
    _, library = installed
    said = subprocess.check_output(["readelf", "--dyn-syms", "-W", str(library / "libpeekpop.so.0")], text=True)
    exported = {line.split()[7] for line in said.splitlines()
                if re.search(r" (FUNC|OBJECT|NOTYPE) +(GLOBAL|WEAK) ", line) and " UND " not in line}
    assert exported == {f"{name}@@PEEKPOP_0" for name in declared()}


def test_it_needs_debians_libraries_alone(installed):
    _, library = installed
    said = subprocess.check_output(["readelf", "-dW", str(library / "libpeekpop.so")], text=True)
    needed = set(re.findall(r"\(NEEDED\).*\[(.*)\]", said))
    assert needed <= {"libc.so.6", "libm.so.6", "libsystemd.so.0", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}
    assert "[libpeekpop.so.0]" in said and "RUNPATH" not in said and "RPATH" not in said


def test_the_header_is_cs_of_old_and_cplusplus(installed, tmp_path):
    flags, _ = installed
    includes = [flag for flag in flags if flag.startswith("-I")]
    for compiler, standard, name in [("gcc", "-std=c99", "header.c"), ("g++", "-std=c++11", "header.cc")]:
        source = tmp_path / name
        source.write_text("#include <peekpop.h>\n#include <peekpop.h>\n")
        subprocess.run([compiler, standard, "-Wall", "-Wextra", "-Werror", "-pedantic", "-fsyntax-only", *includes,
                        str(source)], check=True)


PRESSES = [
    "state connected",
    "pad virtual-peekpop-demo-pad: PeekPop demo pad, class 3, hint at 1.40 clicks",
    "capability 2 1",
]
# A press that opens, and one that chooses an action: which of them comes first is a matter of where in the demo it begins.
OPENED = [
    # The pointer is at 100, 50 of the list, whose contents are scrolled by 1000.
    "begin row 21 at 0,1050 size 0x320",
    "peek row 21",
    "pop row 21",
    "open row 21",
]
CHOSEN = [
    "begin row 21 at 0,1050 size 0x320",
    "peek row 21",
    "actions of row 21: Print More...",
    "actions of row 21: *Print More...",
    "actions of row 21: Print *More...",
    "actions of row 21: *Delete in More",
    "choose Delete of row 21",
    "delete row 21",
    "dismiss row 21 1 0",
    "destroyed print",
]


def are_in_order(wanted, said):
    """Whether all lines of `wanted` were said in their order, whatever was said between them."""
    rest = iter(said)
    return all(line in rest for line in wanted)


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("under", ["nothing", "asan", "valgrind"])
def test_programs(compiled, demo, name, under):
    prefix = []
    options = []
    if under == "asan":
        options = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
    elif under == "valgrind":
        if not shutil.which("valgrind"):
            pytest.skip("valgrind is not installed")
        # Accesses and leaks; of what the Swift runtime leaves without a value on purpose it would tell stories.
        prefix = ["valgrind", "-q", "--error-exitcode=99", "--undef-value-errors=no", "--leak-check=full",
                  "--errors-for-leak-kinds=definite"]
    program, environment = compiled(name, *options)
    done = run(program, {**environment, "PEEKPOP_SOCKET": demo.socket}, *prefix)
    assert done.returncode == 0, (done.stdout, done.stderr)
    said = done.stdout.splitlines()
    if name == "presses":
        assert said[:3] == PRESSES
        assert said[-3:] == ["state closed", "capability 1 1", "destroyed"]
        presses = [line for line in said if re.match(r"(began|peeked|popped|ended|cancelled) ", line)]
        assert presses[0].startswith("began ") and any(line.startswith("ended ") for line in presses)
        assert "feedback: this pad is a recording, which has no haptic motor" in said
    elif name == "previews":
        assert said[0] == "means 0"
        # A client as slow as under valgrind is spared `changed` events, and the finger passes an action by unseen.
        chosen = [line for line in CHOSEN if under != "valgrind" or "*" not in line]
        assert are_in_order(OPENED, said) and are_in_order(chosen, said), done.stdout
        assert said[-1].endswith(" previews")
    else:
        assert said == ["fine"]


def test_no_service(compiled, tmp_path):
    program, environment = compiled("presses")
    done = subprocess.Popen([str(program)], env={**environment, "PEEKPOP_SOCKET": str(tmp_path / "none")},
                            stdout=subprocess.PIPE, text=True)
    try:
        said = [done.stdout.readline() for _ in range(2)]
    finally:
        done.kill()
        done.wait()
    assert said[0].startswith("state waiting: connecting to ") and "is PeekPop installed" in said[0]
    assert said[1] == "capability 1 1\n"


def test_a_daemon_that_restarts_in_mid_press(compiled, start, tmp_path):
    """With the real daemon: it goes, its clients are told, and they come back by themselves."""
    daemon = start("demo", "--speed", "1")
    program, environment = compiled("presses")
    client = subprocess.Popen([str(program)], env={**environment, "PEEKPOP_SOCKET": daemon.socket},
                              stdout=subprocess.PIPE, text=True)
    try:
        for line in client.stdout:
            if line.startswith("began"):
                break
        daemon.process.kill()
        daemon.process.wait()
        told = [client.stdout.readline() for _ in range(2)]
        while not told[-1].startswith("capability 1"):
            told.append(client.stdout.readline())
        assert any(re.match(r"cancelled .* disconnected", line) for line in told), told
        assert any(line.startswith("state waiting: ") for line in told), told
        again = subprocess.Popen([str(DIST / "peekpopd"), "--source", "demo", "--speed", "10", "--config",
                                  str(daemon.config), "--socket", daemon.socket],
                                 env={**os.environ, "STATE_DIRECTORY": str(daemon.folder / "state")},
                                 stderr=subprocess.DEVNULL)
        try:
            rest, _ = client.communicate(timeout=PATIENCE)
        finally:
            again.terminate()
            again.wait()
        assert client.returncode == 0, rest
        assert "state connected" in rest and re.search(r"^ended ", rest, re.MULTILINE)
    finally:
        client.kill()
        client.wait()
        # It was killed on purpose.
        daemon.process.returncode = 0
