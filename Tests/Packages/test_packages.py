"""What is in the packages, and that the same comes out each time."""

import hashlib
import os
import re
import subprocess

import bare


def contents(deb):
    return {line.split(maxsplit=5)[5].removeprefix("./"): line.split()[0]
            for line in bare.run("dpkg-deb", "--contents", deb).splitlines()}


def named(debs, name):
    return next(deb for deb in debs if deb.name.startswith(f"{name}_"))


def test_made_twice_they_are_the_same_bytes(debs, tmp_path):
    """In another folder, another time zone and language, by another user's habits."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    done = subprocess.run(["sh", "-c", 'umask 077 && exec "$@"', "sh", str(bare.ROOT / "scripts/make-deb"), str(tmp_path)],
                          env={**environment, "TZ": "Pacific/Kiritimati", "LANG": "tr_TR.UTF-8", "LC_ALL": "C.UTF-8",
                               "PEEKPOP_LINTIAN": "no"},
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr

    def sums(files):
        return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files}

    assert sums(tmp_path.glob("*.deb")) == sums(debs)


def test_settings_are_settings_and_programs_are_programs(debs):
    package = named(debs, "peekpop")
    there = contents(package)
    assert bare.run("dpkg-deb", "--info", package, "conffiles").split() == ["/etc/peekpop/peekpopd.conf"]
    assert there["usr/bin/peekpopctl"] == there["usr/libexec/peekpopd"] == "-rwxr-xr-x"
    for name in ("usr/share/man/man1/peekpopctl.1.gz", "usr/share/man/man8/peekpopd.8.gz",
                 "usr/share/man/man5/peekpopd.conf.5.gz", "usr/lib/sysusers.d/peekpop.conf",
                 "usr/share/bash-completion/completions/peekpopctl", "usr/share/zsh/site-functions/_peekpopctl",
                 "usr/share/fish/vendor_completions.d/peekpopctl.fish", "usr/share/doc/peekpop/README.md"):
        assert there[name] == "-rw-r--r--", name
    assert {re.sub("^usr/", "", name) for name in there} >= {
        "lib/systemd/system/peekpopd.service", "lib/systemd/system/peekpopd.socket", "lib/udev/rules.d/60-peekpop.rules",
        "lib/udev/hwdb.d/60-peekpop.hwdb"}
    # Whatever the one who built them is called, or may do.
    assert not [name for name, mode in there.items() if "s" in mode or mode[8] == "w"]


def test_no_package_asks_questions(debs):
    for deb in debs:
        parts = bare.run("sh", "-c", 'dpkg-deb --ctrl-tarfile "$1" | tar --list', "sh", deb).split()
        assert not {"./config", "./templates"} & set(parts), deb


def test_every_package_has_the_version_of_the_programs(debs):
    version = bare.run(bare.ROOT / "scripts/check-version").strip()
    assert {bare.field(deb, "Version") for deb in debs} == {version}


def test_lintian_found_no_fault(debs):
    """`make deb` ends with it; and nothing is overridden without a word why."""
    log = (bare.ROOT / ".build/deb/lintian.log").read_text()
    assert not re.search(r"^[EW]:", log, re.MULTILINE), log
    for overrides in (bare.ROOT / "debian").glob("*lintian-overrides"):
        before = ""
        for line in overrides.read_text().splitlines():
            assert line.startswith("#") or before.startswith("#") or not line, f"{overrides.name}: {line}: why?"
            before = line
