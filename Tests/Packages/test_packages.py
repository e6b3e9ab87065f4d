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


PROGRAM = """
#include <peekpop.h>
#include <stdio.h>
int main(void) {
    void *volatile used[] = {(void *)peekpop_connection_new, (void *)peekpop_view_new, (void *)peekpop_previewer_new};
    puts(used[0] && used[1] && used[2] ? "there" : "not there");
    return 0;
}
"""


def test_a_program_is_built_with_the_library_and_runs(debs, tmp_path):
    """With what the packages put in place, and nothing of the sources."""
    root = tmp_path / "root"
    for name in ("libpeekpop0", "libpeekpop-dev"):
        bare.run("dpkg-deb", "--extract", named(debs, name), root)
    (tmp_path / "program.c").write_text(PROGRAM)
    (libraries,) = root.glob("usr/lib/*/libpeekpop.so.0")
    found = {"PKG_CONFIG_LIBDIR": str(libraries.parent / "pkgconfig"), "PKG_CONFIG_SYSROOT_DIR": str(root)}
    flags = bare.run("pkg-config", "--cflags", "--libs", "peekpop", env={**os.environ, **found}).split()
    bare.run("cc", "-o", tmp_path / "program", tmp_path / "program.c", *flags)
    assert "libpeekpop.so.0" in bare.run("objdump", "-p", tmp_path / "program")
    assert bare.run(tmp_path / "program", env={**os.environ, "LD_LIBRARY_PATH": str(libraries.parent)}) == "there\n"
    # Programs that are packaged depend on the version that has what they use.
    assert "peekpop_connection_new@PEEKPOP_0" in bare.run("dpkg-deb", "--info", named(debs, "libpeekpop0"), "symbols")


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
