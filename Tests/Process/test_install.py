"""What `make install` puts where, and that `make uninstall` takes it away."""

import os
import pathlib
import re
import subprocess

import pytest

from harness import DIST, ROOT

PROGRAMS = ["peekpopd", "peekpopctl"]


def make(*arguments):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    done = subprocess.run(["make", "-s", *arguments], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def files(folder):
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir()}


@pytest.mark.parametrize("prefix, hwdb", [("/usr/local", "etc/udev/hwdb.d"), ("/usr", "usr/lib/udev/hwdb.d")])
def test_install_and_uninstall(tmp_path, prefix, hwdb):
    make("install", f"DESTDIR={tmp_path}", f"PREFIX={prefix}")
    below = prefix.strip("/")
    there = files(tmp_path)
    assert there >= {
        f"{below}/bin/peekpopctl", f"{below}/libexec/peekpopd",
        f"{below}/lib/systemd/system/peekpopd.service", f"{below}/lib/systemd/system/peekpopd.socket",
        f"{below}/lib/sysusers.d/peekpop.conf", f"{below}/lib/udev/rules.d/60-peekpop.rules", f"{hwdb}/60-peekpop.hwdb",
        f"{below}/share/man/man1/peekpopctl.1", f"{below}/share/man/man8/peekpopd.8",
        f"{below}/share/bash-completion/completions/peekpopctl", f"{below}/share/zsh/site-functions/_peekpopctl",
        f"{below}/share/fish/vendor_completions.d/peekpopctl.fish", "etc/peekpop/peekpopd.conf",
    }, there
    unit = (tmp_path / below / "lib/systemd/system/peekpopd.service").read_text()
    assert re.findall(r"^ExecStart=(\S+)", unit, re.MULTILINE) == [f"{prefix}/libexec/peekpopd"]
    assert "@" not in re.sub(r"^SystemCallFilter=.*$|^#.*$", "", unit, flags=re.MULTILINE)

    # What somebody has set stays, at the next installation and after the end.
    config = tmp_path / "etc/peekpop/peekpopd.conf"
    config.write_text("[press]\nsensitivity = firm\n")
    make("install", f"DESTDIR={tmp_path}", f"PREFIX={prefix}")
    assert config.read_text() == "[press]\nsensitivity = firm\n"
    make("uninstall", f"DESTDIR={tmp_path}", f"PREFIX={prefix}")
    assert files(tmp_path) == {"etc/peekpop/peekpopd.conf"}


@pytest.mark.parametrize("program", PROGRAMS)
def test_programs_need_debians_libraries_alone(program):
    said = subprocess.run(["ldd", str(DIST / program)], check=True, capture_output=True, text=True).stdout
    libraries = re.findall(r"=> (\S+) \(", said)
    assert libraries and "not found" not in said
    for library in libraries:
        # A merged /usr knows each file by two names, dpkg by one of them.
        real = os.path.realpath(library)
        names = {library, real, real.removeprefix("/usr"), "/usr" + library}
        owned = any(subprocess.run(["dpkg", "-S", name], capture_output=True).returncode == 0 for name in names)
        assert owned, f"{program} needs {library}, which belongs to no Debian package"


@pytest.mark.parametrize("program", PROGRAMS)
def test_programs_are_stripped(program):
    said = subprocess.run(["readelf", "-SW", str(DIST / program)], check=True, capture_output=True, text=True).stdout
    assert ".symtab" not in said and ".debug_info" not in said


@pytest.mark.parametrize("program", PROGRAMS)
def test_programs_name_their_version(program):
    said = subprocess.run([str(DIST / program), "--version"], check=True, capture_output=True, text=True).stdout
    assert re.fullmatch(rf"{program} \d+\.\d+\.\d+\n", said)


def test_the_demo_run_ends_by_itself_and_leaves_nothing():
    before = set(pathlib.Path("/tmp").glob("peekpop-demo.*"))
    done = subprocess.run([str(ROOT / "scripts/run-demo"), str(DIST)], capture_output=True, text=True, timeout=120,
                          stdin=subprocess.DEVNULL, env={**os.environ, "PEEKPOP_DEMO_SECONDS": "12"})
    assert done.returncode == 0, done.stdout + done.stderr
    for phase in ("began", "peeked"):
        assert phase in done.stdout
    assert set(pathlib.Path("/tmp").glob("peekpop-demo.*")) == before
