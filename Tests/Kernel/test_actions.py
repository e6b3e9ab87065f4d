"""peekpop-actions as the service of a user's own manager: what its programs leave behind, at their end and at its own."""

import os
import pathlib
import pwd
import subprocess

import pytest

from actions_harness import eventually
from harness import daemons
from test_systemd import systemctl

pytestmark = pytest.mark.systemd

USER = "edna"
UNIT = "peekpop-actions.service"
USER_UNITS = "/etc/systemd/user"


def ours(*command, check=True):
    """Runs a command as the user, with the user's manager and bus."""
    who = pwd.getpwnam(USER)
    return subprocess.run(
        ["setpriv", f"--reuid={who.pw_uid}", f"--regid={who.pw_gid}", "--clear-groups", "env", f"HOME={who.pw_dir}",
         f"XDG_RUNTIME_DIR=/run/user/{who.pw_uid}", *map(str, command)],
        check=check, capture_output=True, text=True).stdout.strip()


def user_systemctl(*arguments, check=True):
    return ours("systemctl", "--user", *arguments, check=check)


def journal():
    return subprocess.run(["journalctl", "--no-pager", "-o", "cat", f"_UID={pwd.getpwnam(USER).pw_uid}"],
                          capture_output=True, text=True).stdout


def runs(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


class Desk:
    """A user with a manager, rules, and a daemon that plays the demo."""

    def __init__(self, folder):
        subprocess.run(["systemd-sysusers"], check=True)
        if subprocess.run(["id", USER], capture_output=True).returncode != 0:
            # The demo's pad stands on no seat.
            subprocess.run(["useradd", "--create-home", "--groups=peekpop", USER], check=True)
        # Nothing of what this machine's desktops would start.
        subprocess.run(["mount", "-t", "tmpfs", "tmp", USER_UNITS], check=True)
        self.who = pwd.getpwnam(USER)
        # Where the user may write what programs were started.
        self.told = folder
        os.chmod(folder, 0o777)
        for part in folder.parents:
            if part.stat().st_mode & 0o5 != 0o5:
                part.chmod(part.stat().st_mode | 0o5)
        (folder / "away").write_text(AWAY)
        (folder / "away").chmod(0o755)
        systemctl("start", "dbus.service", "systemd-logind.service", f"user@{self.who.pw_uid}.service")
        self.cgroup = None

    def start(self, rules, daemon):
        config = pathlib.Path(self.who.pw_dir, ".config/peekpop/actions.conf")
        ours("mkdir", "-p", config.parent)
        config.write_text(rules)
        os.chmod(daemon.short, 0o755)
        os.chmod(daemon.socket, 0o666)
        user_systemctl("set-environment", f"PEEKPOP_SOCKET={daemon.socket}", f"TOLD={self.told}")
        user_systemctl("start", UNIT)
        self.cgroup = pathlib.Path("/sys/fs/cgroup" + user_systemctl("show", "--value", "-p", "ControlGroup", UNIT))

    def _words(self, name):
        return [path.read_text().split() for path in sorted(self.told.glob(f"{name}.*")) if path.read_text().endswith("\n")]

    def pids(self, name):
        """The processes that programs have told of."""
        return [int(words[0]) for words in self._words(name)]

    def cgroups(self, name):
        """And the cgroups that they were in."""
        return [words[1].rsplit("/", 1)[-1] for words in self._words(name)]

    @property
    def groups(self):
        return [path.name for path in self.cgroup.glob("action-*")]

    def close(self):
        user_systemctl("stop", UNIT, check=False)
        for name in ("away", "stays"):
            for pid in self.pids(name):
                if runs(pid):
                    os.kill(pid, 9)
        systemctl("stop", f"user@{self.who.pw_uid}.service")
        subprocess.run(["umount", USER_UNITS], check=True)


# Leaves something behind that is twice forked, in a session of its own, and deaf to SIGTERM: only its cgroup holds it.
AWAY = """#!/bin/sh
if [ "$1" = deaf ]; then
    trap "" TERM
    echo $$ $(cat /proc/self/cgroup) > $TOLD/away.$PEEKPOP_TRIGGER.$PEEKPOP_PRESS
    while :; do sleep 1; done
fi
(setsid "$0" deaf &)
"""


@pytest.fixture
def desk(tmp_path):
    folder = tmp_path / "told"
    folder.mkdir()
    desk = Desk(folder)
    yield desk
    desk.close()


@pytest.fixture
def start_demo(tmp_path):
    with daemons(tmp_path, "demo") as start:
        yield start


@pytest.fixture
def demo(start_demo):
    return start_demo("--speed", "10")


@pytest.mark.parametrize("timeout, rest, complaint", [
    # Its own end does not set it free,
    (5, "exit 0", "left something running that took longer than 5 s, and was ended"),
    # nor its failure, which is told as such,
    (5, "exit 3", "ended with status 3"),
    # nor that it hangs itself,
    (1, "sleep 1000", "took longer than 1 s, and was ended"),
    # nor that it floods.
    (3600, "yes", "wrote more than 1 MiB, and was ended"),
])
def test_what_leaves_its_process_group_ends_in_time(desk, demo, timeout, rest, complaint):
    desk.start(f"[limits]\ntimeout = {timeout}\nat-once = 2\n[all]\npeek = shell $TOLD/away;\n  {rest}\n", demo)
    first = eventually(lambda: desk.pids("away"), lambda: f"it runs: {journal()}")[0]
    assert desk.cgroups("away")[0].startswith("action-")
    eventually(lambda: not runs(first), lambda: f"it was ended: {journal()}")
    eventually(lambda: complaint in journal(), lambda: f"it was told: {journal()}")
    # Their places are free again.
    eventually(lambda: len(desk.pids("away")) >= 5, lambda: f"presses go on: {journal()}")
    user_systemctl("stop", UNIT)
    eventually(lambda: not any(map(runs, desk.pids("away"))), "nothing is left at the end")
    eventually(lambda: not desk.cgroup.exists(), "nor any cgroup")


def test_what_is_shown_ends_with_the_press_whatever_it_did(desk, start_demo):
    desk.start(f"[all]\nhint = show {desk.told}/away\n", start_demo("--speed", "1"))
    first = eventually(lambda: desk.pids("away"), lambda: f"it runs: {journal()}")[0]
    eventually(lambda: not runs(first), lambda: f"it was ended: {journal()}")


def test_what_is_started_stays_and_cgroups_do_not(desk, demo):
    desk.start("[all]\npeek = start sh -c 'echo $$ $(cat /proc/self/cgroup) > $TOLD/stays.$PEEKPOP_PRESS; exec sleep 1000'\nhint = run true\n"
               "[limits]\nstarted = 256\n", demo)
    stays = eventually(lambda: desk.pids("stays"), lambda: f"it runs: {journal()}")[0]
    assert set(desk.cgroups("stays")) == {UNIT}
    eventually(lambda: desk.groups, "a program has one")
    eventually(lambda: not desk.groups, "it is taken away")
    user_systemctl("stop", UNIT)
    assert runs(stays)


def test_after_a_crash_the_next_one_ends_what_was_left(desk, demo):
    desk.start("[limits]\ntimeout = 3600\n[all]\npeek = shell $TOLD/away; sleep 1000\n"
               "hint = start sh -c 'echo $$ $(cat /proc/self/cgroup) > $TOLD/stays.$PEEKPOP_PRESS; exec sleep 1000'\n", demo)
    left = eventually(lambda: desk.pids("away"), lambda: f"it runs: {journal()}")
    stays = desk.pids("stays")[0]
    user_systemctl("kill", "--kill-who=main", "--signal=KILL", UNIT)
    eventually(lambda: not any(map(runs, left)), lambda: f"they were ended: {journal()}")
    assert runs(stays)
    assert user_systemctl("show", "--value", "-p", "NRestarts", UNIT) == "1"
    user_systemctl("stop", UNIT)
