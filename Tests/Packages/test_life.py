"""The life of the packages on a bare Debian: installed, upgraded, installed again, removed, purged.

Without systemd as process 1; Tests/Kernel/test_packages.py does the rest.
"""

import re
import time

import pytest

import bare
from repacked import versioned

CONFIGURATION = "/etc/peekpop/peekpopd.conf"
CALIBRATION = "/var/lib/peekpop/usb-05ac-0265.json"
DROP_IN = "/etc/peekpop/peekpopd.conf.d/mine.conf"


def installed(system):
    """Versions by package, of ours."""
    said = system("dpkg-query", "--show", "--showformat=${Package} ${db:Status-Status} ${Version}\\n")
    return {words[0]: (words[1], *words[2:]) for words in map(str.split, said.splitlines())
            if "peekpop" in words[0] and words[1] != "not-installed"}


def named(system):
    """All files with peekpop in their names, but for records of what was done."""
    said = system("find", "/", "-xdev", "(", "-path", "/proc", "-o", "-path", "/sys", "-o", "-path", "/tmp", "-o",
                  "-path", "/var/log", "-o", "-path", "/var/cache/apt", ")", "-prune", "-o", "-iname", "*peekpop*", "-print")
    return set(said.splitlines())


def known(system):
    """What the compiled hardware database says of the Magic Trackpad 2."""
    return system("systemd-hwdb", "query", "peekpop:input:b0003v05ACp0265e0110-e0,1,3,k110")


def is_sound(system, debs):
    """Everything is installed, and does what can be done without a running system."""
    assert installed(system) == {bare.field(deb, "Package"): ("installed", bare.field(deb, "Version")) for deb in debs}
    assert system("dpkg", "--audit") == ""
    assert system("dpkg", "--verify", *installed(system)) == ""
    name, _, uid, _, _, home, shell = system("getent", "passwd", "peekpop").strip().split(":")
    assert (home, shell) == ("/var/lib/peekpop", "/usr/sbin/nologin") and int(uid) < 1000
    # In no other group: what reads input devices is the service, not the user.
    assert system("id", "--name", "--groups", "peekpop").split() == ["peekpop"]
    assert "PEEKPOP_CLASS=force" in known(system)
    version = bare.field(debs[0], "Version")
    assert system("peekpopctl", "--version") == f"peekpopctl {version}\n"
    assert system("/usr/libexec/peekpopd", "--version") == f"peekpopd {version}\n"
    assert system("peekpop-actions", "--version") == f"peekpop-actions {version}\n"
    assert system("getent", "passwd", "peekpop-input").endswith(":/usr/sbin/nologin\n")
    # Nobody's presses do anything, and nothing presses keys, before somebody has said so.
    for manager, unit in (("--system", "peekpop-input.socket"), ("--global", "peekpop-actions.service")):
        assert system("sh", "-c", f"systemctl {manager} is-enabled {unit} || true") == "disabled\n"
    system("/usr/libexec/peekpopd", "--check-config")
    assert "popped" in system("peekpopctl", "replay", "demo")


@pytest.mark.parametrize("system", bare.releases(), indirect=True)
def test_installed_removed_and_purged(system, debs):
    before = named(system)
    assert not before
    packages = system.take(*debs)
    began = time.monotonic()
    system.apt("install", *packages)
    seconds = time.monotonic() - began
    # docs/first-minute.md tells it.
    release = re.search(r"^VERSION_CODENAME=(\w+)$", system.read("/etc/os-release"), re.MULTILINE)[1]
    (bare.BASES / f"seconds-to-install-{release}").write_text(f"{seconds:.0f}")
    is_sound(system, debs)

    system.write(CONFIGURATION, "[press]\nsensitivity = firm\n")
    system.write(DROP_IN, "[press]\nfingers = 2\n")
    system.write(CALIBRATION, "{}")
    system.apt("install", "--reinstall", *packages)
    assert "firm" in system.read(CONFIGURATION) and system.is_there(CALIBRATION) and system.is_there(DROP_IN)

    ours = list(installed(system))
    system.apt("remove", *ours)
    assert not system.is_there("/usr/libexec/peekpopd") and not system.is_there("/usr/bin/peekpopctl")
    assert installed(system)["peekpop"][0] == "config-files"
    assert "PEEKPOP" not in known(system)
    # What somebody has set, or measured, may be wanted again.
    assert "firm" in system.read(CONFIGURATION) and system.is_there(CALIBRATION)

    system.apt("install", *packages)
    assert "firm" in system.read(CONFIGURATION) and system.is_there(CALIBRATION)
    system.apt("purge", *ours)
    assert not installed(system)
    # Nothing but what is not the package's own.
    assert named(system) == {"/etc/peekpop", "/etc/peekpop/peekpopd.conf.d"}
    assert system.is_there(DROP_IN)
    # A number that files may still bear is not given to somebody else.
    assert system("getent", "passwd", "peekpop")


def test_a_purge_of_what_was_never_set_leaves_nothing(system, debs):
    system.apt("install", *system.take(*debs))
    system.apt("purge", *installed(system))
    assert not named(system)
    # Once more, of what is not there.
    system("dpkg", "--purge", "peekpop")


@pytest.mark.parametrize("is_changed", [False, True], ids=["settings untouched", "settings changed"])
def test_upgraded(system, debs, tmp_path, is_changed):
    def edit(root):
        settings = root / CONFIGURATION.lstrip("/")
        if settings.exists():
            settings.write_text("# of old\n")
            sums = root / "DEBIAN/md5sums"
            sums.write_text(re.sub(r"^\S+  etc/.*\n", "", sums.read_text(), flags=re.MULTILINE))

    system.apt("install", *system.take(*(versioned(deb, "0.0.9", tmp_path, edit) for deb in debs)))
    assert {version for _, version in installed(system).values()} == {"0.0.9"}
    if is_changed:
        system.write(CONFIGURATION, "[press]\nsensitivity = light\n")
    system.write(CALIBRATION, "{}")
    number = system("id", "--user", "peekpop")

    system.apt("install", *system.take(*debs))
    settings = system.read(CONFIGURATION)
    if is_changed:
        assert settings == "[press]\nsensitivity = light\n"
    else:
        assert settings == (bare.ROOT / "systemd/peekpopd.conf").read_text()
        is_sound(system, debs)
    assert system.is_there(CALIBRATION) and system("id", "--user", "peekpop") == number
