"""Bare Debian systems to install packages on: a folder each, made by mmdebstrap, entered by chroot.

The base is made once for a release and what the packages depend on, and kept below .build with the package lists and the
archives that an installation will ask for: after that no network is needed.
"""

import hashlib
import os
import pathlib
import shutil
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BASES = ROOT / ".build/bare"
# In the order they came; a package of one can be installed on the later ones.
RELEASES = ["bookworm", "trixie"]


def this_release():
    lines = pathlib.Path("/etc/os-release").read_text().splitlines()
    return next((line.partition("=")[2] for line in lines if line.startswith("VERSION_CODENAME=")), None)


def releases():
    """Those on which what is built here has to work."""
    here = this_release()
    return RELEASES[RELEASES.index(here):] if here in RELEASES else []


def run(*command, **options):
    """What a command says; a failure tells all of it."""
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          **{"stdin": subprocess.DEVNULL, **options})
    assert done.returncode == 0, f"{command}: status {done.returncode}\n{done.stdout}"
    return done.stdout


def field(deb, name):
    return run("dpkg-deb", "--field", deb, name).strip()


# An ordinary user is root in a namespace of their own, where the kernel and /etc/subuid allow it.
ENTER = [] if os.geteuid() == 0 else ["mmdebstrap", "--unshare-helper"]


def can_enter():
    return subprocess.run([*ENTER, "true"], capture_output=True).returncode == 0


def base(release, debs):
    """The archive of a bare system that holds all that `apt-get install` of these packages will fetch."""
    depends = "\n".join(field(deb, name) for deb in debs for name in ("Depends", "Version"))
    archive = BASES / f"{release}-{hashlib.sha256(depends.encode()).hexdigest()[:12]}.tar"
    if archive.exists():
        return archive
    BASES.mkdir(parents=True, exist_ok=True)
    for old in BASES.glob(f"{release}-*"):
        old.unlink()
    new = archive.with_suffix(".new.tar")
    names = " ".join(f"/tmp/{deb.name}" for deb in debs)
    run("mmdebstrap", "--variant=apt", "--skip=cleanup/apt", "--include=udev",
        # With what they recommend, as apt does unless it is told otherwise.
        f"--customize-hook=copy-in {' '.join(map(str, debs))} /tmp",
        f'--customize-hook=chroot "$1" apt-get install --yes --download-only -o APT::Install-Recommends=yes {names}',
        f'--customize-hook=cd "$1" && rm {" ".join(f"tmp/{deb.name}" for deb in debs)}',
        release, new)
    new.rename(archive)
    return archive


class Bare:
    """One such system; what is done to it ends with it."""

    def __init__(self, archive):
        # Root of a namespace is nobody to the folders of the one who made it.
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="peekpop-bare."))
        self.folder.chmod(0o755 if os.geteuid() == 0 else 0o1777)
        self.root = self.folder / "root"
        run(*ENTER, "mkdir", self.root)
        with open(archive, "rb") as stream:
            run(*ENTER, "tar", "--extract", "--numeric-owner", "--exclude=./dev/*", "--directory", self.root,
                stdin=stream)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        subprocess.run([*ENTER, "rm", "-rf", str(self.root)], check=True)
        self.folder.rmdir()

    def __call__(self, *command):
        """What a command says that runs in there as root."""
        return run(*self.inside(command))

    def status(self, *command):
        return subprocess.run(self.inside(command), capture_output=True).returncode

    def inside(self, command):
        # With a /proc of its own, which maintainer scripts of systemd and apt itself look into, and with the devices of this
        # system, which a namespace cannot make.
        script = 'mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" && exec /usr/sbin/chroot "$@"'
        return [*ENTER, "unshare", "--mount", "--pid", "--fork", "sh", "-c", script, "sh", str(self.root), "env", "-i",
                "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C.UTF-8", "HOME=/root", "DEBIAN_FRONTEND=noninteractive",
                *command]

    def take(self, *files):
        """Copies files into its /tmp; returns their names there."""
        for file in files:
            shutil.copy(file, self.root / "tmp")
        return [f"/tmp/{file.name}" for file in files]

    def write(self, path, text):
        self("sh", "-c", 'mkdir -p "$(dirname "$1")" && printf %s "$2" >"$1"', "sh", path, text)

    def read(self, path):
        return self("cat", path)

    def is_there(self, path):
        return self.status("test", "-e", path) == 0

    def apt(self, *arguments):
        """apt-get, which finds what it needs in the base, and takes what packages recommend, as it does for users."""
        said = self("apt-get", "--yes", "-o", "APT::Install-Recommends=yes", "-o", "Dpkg::Use-Pty=no", "-o",
                    "Dpkg::Options::=--force-confold", *arguments)
        # Maintainer scripts that fail at something may go on all the same.
        assert not [line for line in said.splitlines() if line.startswith(("Failed", "E:", "dpkg: error"))], said
        return said
