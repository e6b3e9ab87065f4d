"""What `make install` puts where, and that `make uninstall` takes it away."""

import os
import pathlib
import re
import subprocess

import pytest

from harness import DIST, ROOT, STORY, take

PROGRAMS = ["peekpopd", "peekpopctl", "peekpop-actions", "peekpop-input"]


def make_done(*arguments):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    return subprocess.run(["make", "-s", *arguments], cwd=ROOT, env=environment, capture_output=True, text=True)


def make(*arguments):
    done = make_done(*arguments)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("prefix, why", [
    ("/opt/it's", "systemd starts no program below"), ("/opt/a\"b", "systemd starts no program below"),
    ("opt", "no absolute path"),
])
def test_a_prefix_that_cannot_be_is_refused_before_anything_is_installed(tmp_path, prefix, why):
    done = make_done("install", f"DESTDIR={tmp_path}/root", f"PREFIX={prefix}")
    assert done.returncode != 0 and why in done.stderr, done.stderr
    assert not any(path.stat().st_size for path in (tmp_path).rglob("*") if path.is_file())


def systemd_finds(libexec, folder):
    """Whether systemd reads the path of a unit as the folder it stands for: the program is looked for there."""
    # Its own rules of unquoting, by its own tool: verify names a program that is not there as it understood it.
    unit = folder.parent / "try.service"
    unit.write_text(f"[Service]\nType=oneshot\nExecStart={libexec}/no-such-program\n")
    said = subprocess.run(["systemd-analyze", "verify", "--man=no", str(unit)], capture_output=True, text=True).stderr
    unit.unlink()
    plain = libexec.replace("%%", "%").encode().decode("unicode_escape")
    return f"Command {plain}/no-such-program is not executable" in said


def files(folder):
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir()}


def folders(folder):
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_dir()}


# Where systemd and udev look: systemd.unit(5), sysusers.d(5), udev(7), hwdb(7).
@pytest.mark.parametrize("prefix, system, hwdb, libexec", [
    ("/usr/local", "usr/local/lib", "etc/udev/hwdb.d", "/usr/local/libexec"),
    ("/usr", "usr/lib", "usr/lib/udev/hwdb.d", "/usr/libexec"),
    # What a shell, make or systemd would take for its own. (make itself eats a dollar.)
    ("/opt/our own apps", "etc", "etc/udev/hwdb.d", r"/opt/our\x20own\x20apps/libexec"),
    ("/opt/50%, & more; (*) #1", "etc", "etc/udev/hwdb.d", r"/opt/50%%,\x20&\x20more;\x20(*)\x20#1/libexec"),
])
@pytest.mark.parametrize("folder", ["root", "it's a root"])
def test_install_and_uninstall(tmp_path, folder, prefix, system, hwdb, libexec):
    tmp_path = tmp_path / folder
    # What is there before, empty or not, stays.
    for own in ("usr/local/share/man", "etc/systemd/system", "opt"):
        (tmp_path / own).mkdir(parents=True)
    before = folders(tmp_path)
    make("install", f"DESTDIR={tmp_path}", f"PREFIX={prefix}")
    below = prefix.strip("/")
    there = files(tmp_path)
    assert there >= {
        f"{below}/bin/peekpopctl", f"{below}/libexec/peekpopd",
        f"{system}/systemd/system/peekpopd.service", f"{system}/systemd/system/peekpopd.socket",
        f"{system}/sysusers.d/peekpop.conf", f"{system}/udev/rules.d/60-peekpop.rules", f"{hwdb}/60-peekpop.hwdb",
        f"{below}/bin/peekpop-actions", f"{below}/libexec/peekpop-input",
        f"{system}/systemd/system/peekpop-input.service", f"{system}/systemd/system/peekpop-input.socket",
        f"{system}/systemd/user/peekpop-actions.service", f"{system}/sysusers.d/peekpop-input.conf",
        f"{below}/share/man/man1/peekpop-actions.1",
        f"{below}/share/man/man5/peekpop-actions.conf.5", f"{below}/share/man/man8/peekpop-input.8",
        f"{below}/share/man/man1/peekpopctl.1", f"{below}/share/man/man8/peekpopd.8",
        f"{below}/share/bash-completion/completions/peekpopctl", f"{below}/share/zsh/site-functions/_peekpopctl",
        f"{below}/share/fish/vendor_completions.d/peekpopctl.fish", "etc/peekpop/peekpopd.conf",
    }, there
    unit = (tmp_path / system / "systemd/system/peekpopd.service").read_text()
    assert re.findall(r"^ExecStart=(\S+)", unit, re.MULTILINE) == [f"{libexec}/peekpopd"]
    assert "@" not in re.sub(r"^SystemCallFilter=.*$|^#.*$", "", unit, flags=re.MULTILINE)
    assert systemd_finds(libexec, tmp_path / below / "libexec")

    # What somebody has set stays, at the next installation and after the end.
    config = tmp_path / "etc/peekpop/peekpopd.conf"
    config.write_text("[press]\nsensitivity = firm\n")
    make("install", f"DESTDIR={tmp_path}", f"PREFIX={prefix}")
    assert config.read_text() == "[press]\nsensitivity = firm\n"
    make("uninstall", f"DESTDIR={tmp_path}", f"PREFIX={prefix}")
    assert files(tmp_path) == {"etc/peekpop/peekpopd.conf"}
    assert folders(tmp_path) == before | {"etc/peekpop"}


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
def test_programs_are_not_linked_with_libinput(program):
    """It brings half of the daemon's memory along: it is loaded where it is asked for."""
    said = subprocess.run(["ldd", str(DIST / program)], check=True, capture_output=True, text=True).stdout
    assert not re.search(r"lib(input|wacom|glib|gobject|mtdev)", said), said


@pytest.mark.parametrize("program", PROGRAMS)
def test_programs_are_stripped(program):
    said = subprocess.run(["readelf", "-SW", str(DIST / program)], check=True, capture_output=True, text=True).stdout
    assert ".symtab" not in said and ".debug_info" not in said


def test_the_daemon_takes_no_more_memory_than_promised(start):
    """Most of it is pages of its own file, so that it is how the program was linked that is tested here."""
    daemon = start("demo", "--speed", "10")
    with daemon.client() as client:
        client.subscribe()
        assert take(client.events(), len(STORY))
        status = pathlib.Path(f"/proc/{daemon.process.pid}/status").read_text()
    resident = int(re.search(r"^VmRSS:\s+(\d+) kB$", status, re.MULTILINE)[1])
    assert resident <= 12 * 1024, status


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
