"""Two people at one machine: sessions of logind on virtual terminals, and who is in front."""

import contextlib
import itertools
import json
import os
import pathlib
import pwd
import subprocess

PAM = pathlib.Path("/etc/pam.d/peekpop-seat")
# A login without a password, as far as logind is concerned.
LOGIN = """auth required pam_permit.so
account required pam_permit.so
session required pam_systemd.so type=tty class=user
"""


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


@contextlib.contextmanager
def acting(user):
    """Whoever connects here is this user to the other side, which asks the kernel once, and is in no other group."""
    who = pwd.getpwnam(user)
    groups = os.getgroups()
    os.setgroups([])
    os.setegid(who.pw_gid)
    os.seteuid(who.pw_uid)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(0)
        os.setgroups(groups)


class Seat:
    """seat0, where users sit down one after the other, each on a terminal of its own.

    No terminal is used twice: a session that was on it may still be ending, and takes whoever follows with it. And none of the
    first six: those logind keeps for its own logins (NAutoVTs=, ReserveVT=), which hang up whoever is there.
    """

    terminals = itertools.count(7)

    def __init__(self):
        PAM.write_text(LOGIN)
        run("systemctl", "start", "dbus.service", "systemd-logind.service")
        self.users = []

    def sit_down(self, user):
        """A session of this user, made if there is none of that name, on the next terminal.

        It is not in front before `to_front`.
        """
        if subprocess.run(["id", user], capture_output=True).returncode != 0:
            run("useradd", "--no-create-home", user)
        self.users.append(user)
        terminal = f"tty{next(self.terminals)}"
        run("systemd-run", f"--unit=seat-{user}", "-p", f"User={user}", "-p", f"PAMName={PAM.name}", "-p",
            f"TTYPath=/dev/{terminal}", "-p", "StandardInput=tty", "-p", "StandardOutput=null", "-p",
            f"UtmpIdentifier={terminal}", "sleep", "infinity")

    def session(self, user):
        """The id of a user's session, or None."""
        sessions = json.loads(run("loginctl", "list-sessions", "--output=json"))
        return next((session["session"] for session in sessions if session["user"] == user), None)

    def to_front(self, user):
        """Switches to a user's terminal, as Ctrl-Alt-F1 does."""
        run("loginctl", "activate", self.session(user))

    def all_leave(self):
        run("systemctl", "stop", *[f"seat-{user}.service" for user in self.users])
        PAM.unlink()
