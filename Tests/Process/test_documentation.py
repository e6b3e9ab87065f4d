"""The documentation of the library for Swift, and README's first peeks in Swift and C: compiled, run, and the same everywhere."""

import os
import pathlib
import re
import shutil
import subprocess

import pytest

from harness import ROOT
from test_c_library import WARNINGS, compiled, installed  # noqa: F401
from test_readme import blocks, run_until

CATALOGUE = ROOT / "Sources/PeekPop/PeekPop.docc"


def test_the_articles_show_what_is_compiled():
    shown = blocks(CATALOGUE / "GettingStarted.md", "swift")
    for name in ["ReadmeSnippet", "PreviewSnippet"]:
        assert (ROOT / f"Tests/{name}/main.swift").read_text() in shown, name
    assert len((ROOT / "Tests/ReadmeSnippet/main.swift").read_text().splitlines()) == 10


def test_the_preview_of_the_article(demo):
    program = ROOT / ".build/debug/PreviewSnippet"
    if not program.exists():
        pytest.skip("`swift build --build-tests` has not built it")
    said = "".join(run_until("^open ", ["stdbuf", "-oL", program], demo))
    assert re.search(r"begin: the message at 20\.0\n(blur: .*\n)+peek\n(.*\n)*pop\nopen the message at 20\.0\n$", said)


def test_readmes_first_peek_in_c(demo, installed, tmp_path):  # noqa: F811
    (source,) = blocks(ROOT / "README.md", "c")
    flags, library = installed
    # Ten lines of code: the braces and the empty one are C's.
    (tmp_path / "presses.c").write_text(source)
    # Its callback does not use all it is given, as README's reader does not care.
    subprocess.run(["gcc", *WARNINGS, "-Wno-unused-parameter", str(tmp_path / "presses.c"), "-o", str(tmp_path / "presses"),
                    *flags], check=True)
    said = run_until("^popped ", ["env", f"LD_LIBRARY_PATH={library}", "stdbuf", "-oL", tmp_path / "presses"], demo)
    assert re.match(r"began virtual-peekpop-demo-pad 1\.\d\d\n", said[0])


def docc():
    """The toolchain's own, beside the compiler."""
    swift = shutil.which(os.environ.get("SWIFT", "swift"))
    beside = pathlib.Path(os.path.realpath(swift)).parent / "docc"
    return str(beside) if beside.exists() else shutil.which("docc")


def test_every_link_leads_somewhere(tmp_path):
    """DocC reads the catalogue with the library's symbols, and finds no fault with it."""
    tool = docc()
    modules = ROOT / ".build/debug/Modules"
    if not tool or not (modules / "PeekPop.swiftmodule").exists():
        pytest.skip("the toolchain has no docc, or `swift build --build-tests` has not built the library")
    extract = pathlib.Path(tool).parent / "swift-symbolgraph-extract"
    information = subprocess.check_output(["swiftc", "-print-target-info"], text=True)
    triple = re.search(r'"triple": "(.*)"', information)[1]
    includes = [flag for map in sorted((ROOT / ".build/debug").glob("C*.build/module.modulemap"))
                for flag in ["-Xcc", f"-fmodule-map-file={map}"]]
    includes += [flag for map in sorted((ROOT / "Sources").glob("C*/module.modulemap"))
                 for flag in ["-Xcc", f"-fmodule-map-file={map}"]]
    subprocess.run([str(extract), "-module-name", "PeekPop", "-target", triple, "-I", str(modules), *includes,
                    "-minimum-access-level", "public", "-output-dir", str(tmp_path)], check=True)
    done = subprocess.run([tool, "convert", str(CATALOGUE), "--additional-symbol-graph-dir", str(tmp_path),
                           "--fallback-display-name", "PeekPop", "--fallback-bundle-identifier", "org.peekpop.PeekPop",
                           "--warnings-as-errors", "--output-path", str(tmp_path / "PeekPop.doccarchive")],
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
