"""What `peekpopctl doctor` says, for the tests of it."""

import contextlib
import json
import pathlib
import pwd
import subprocess

from test_systemd import eventually

CTL = "/usr/bin/peekpopctl"


class Said:
    """What the doctor says, by topic."""

    def __init__(self, *arguments, user=None, group=None):
        command = [CTL, "doctor", "--json", *arguments]
        if user:
            groups = f"--groups={group}" if group else "--clear-groups"
            command = ["setpriv", f"--reuid={user}", f"--regid={pwd.getpwnam(user).pw_gid}", groups, *command]
        done = subprocess.run(command, capture_output=True, text=True)
        self.status = done.returncode
        said = json.loads(done.stdout)
        assert (self.status == 0) == said["works"] == (not any(
            check["verdict"] == "broken" for check in said["checks"])), said
        assert (done.stderr == "") == said["works"]
        self.checks = said["checks"]

    def one(self, topic):
        found = [check for check in self.checks if check["topic"] == topic]
        assert len(found) == 1, self.checks
        return found[0]

    def __call__(self, topic, verdict, text, advice=""):
        check = self.one(topic)
        assert check["verdict"] == verdict and text in check["text"], json.dumps(self.checks, indent=1)
        assert advice in "\n".join(check["advice"]), check
        return self


@contextlib.contextmanager
def written(path, text, *reload):
    path = pathlib.Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    try:
        for command in reload:
            subprocess.run(command.split(), check=True)
        yield
    finally:
        path.unlink()
        for command in reload:
            subprocess.run(command.split(), check=True)


def eventually_said(holds):
    found = []

    def look():
        found.append(Said())
        return holds(found[-1])

    eventually(look, "the doctor says so")
    return found[-1]
