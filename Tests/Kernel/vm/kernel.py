"""Debian's kernel for the guest: fetched as a package, unpacked below .build, never installed."""

import gzip
import lzma
import os
import pathlib
import re
import shutil
import struct
import subprocess
import tempfile

META_PACKAGE = "linux-image-amd64"

# What reaches the root (virtio, 9p, overlay), carries the output, and makes input devices.
MODULES = ["virtio_pci", "virtio_console", "9pnet_virtio", "9p", "overlay", "evdev", "uinput", "uhid", "hid-generic",
           "hid-multitouch", "hid-magicmouse"]


class GuestError(Exception):
    """The guest cannot be prepared or started; the text says what was tried."""


def run(*argv, **options):
    """A command's standard output; a failure names the command and what it said."""
    done = subprocess.run(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)
    if done.returncode != 0:
        said = done.stderr.decode(errors="replace").strip()
        raise GuestError(f"{' '.join(map(str, argv))}: status {done.returncode}: {said}")
    return done.stdout


def tool(name):
    """depmod and its like live in /usr/sbin, which an ordinary user's PATH may lack."""
    return shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin") or name


def image_package():
    """The kernel package this release recommends, such as linux-image-6.1.0-40-amd64."""
    depends = run("apt-cache", "depends", META_PACKAGE).decode()
    names = re.findall(r"Depends: (linux-image-\d\S*)", depends)
    if not names:
        raise GuestError(f"apt-cache knows no {META_PACKAGE}: run apt-get update")
    return names[0]


def fetch(package, folder):
    """Unpacks the package, and the parts a newer release splits it into, into folder."""
    depends = run("apt-cache", "depends", package).decode()
    parts = re.findall(r"Depends: (linux-(?:binary|modules|image|base)-\d\S*)", depends)
    with tempfile.TemporaryDirectory(dir=folder.parent) as downloads:
        # As root, apt drops to a user who may not write here: the download stays root's.
        run("apt-get", "-q", "-o", "APT::Sandbox::User=root", "download", package, *parts, cwd=downloads)
        for archive in pathlib.Path(downloads).glob("*.deb"):
            run("dpkg-deb", "-x", str(archive), str(folder))


def decompress(data):
    """The first stream in data, by its magic: xz, zstd, gzip or none."""
    if data.startswith(b"\xfd7zXZ\0"):
        return lzma.LZMADecompressor().decompress(data)
    if data.startswith(b"\x1f\x8b"):
        import zlib
        return zlib.decompressobj(wbits=31).decompress(data)
    if data.startswith(b"\x28\xb5\x2f\xfd"):
        done = subprocess.run(["zstd", "-dc"], input=data, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        return done.stdout
    return data


def uncompressed_kernel(image):
    """The ELF kernel inside a bzImage, or None. QEMU enters it directly (PVH), which spares an emulated processor
    the decompression, half of its way to a running kernel. Offsets: Documentation/arch/x86/boot.rst."""
    if image[0x1FE:0x200] != b"\x55\xaa" or image[0x202:0x206] != b"HdrS":
        return None
    setup_sectors = image[0x1F1] or 4
    offset, length = struct.unpack_from("<II", image, 0x248)
    begin = (setup_sectors + 1) * 512 + offset
    elf = decompress(image[begin:begin + length])
    return elf if elf[:4] == b"\x7fELF" else None


def modules_in_order(tree, release):
    """Paths of MODULES and what they need, in loading order, from depmod's table."""
    base = tree / "lib/modules" / release
    needs = {}
    for line in (base / "modules.dep").read_text().splitlines():
        path, _, needed = line.partition(":")
        needs[path] = needed.split()
    by_name = {re.sub(r"\.ko(\.\w+)?$", "", os.path.basename(path)).replace("-", "_"): path for path in needs}
    built_in = {re.sub(r"\.ko$", "", os.path.basename(line)).replace("-", "_")
                for line in (base / "modules.builtin").read_text().split()}
    order = []
    for name in MODULES:
        name = name.replace("-", "_")
        if name in by_name:
            for path in [*reversed(needs[by_name[name]]), by_name[name]]:
                if path not in order:
                    order.append(path)
        elif name not in built_in:
            raise GuestError(f"kernel {release} has no module {name}")
    return [base / path for path in order]


def newc(entries):
    """A cpio archive (newc) of (name, mode, bytes)."""
    out = bytearray()
    for number, (name, mode, data) in enumerate([*entries, ("TRAILER!!!", 0, b"")], 1):
        encoded = name.encode() + b"\0"
        numbers = (number, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(encoded), 0)
        out += b"070701" + b"".join(b"%08X" % value for value in numbers) + encoded
        out += bytes(-len(out) % 4) + data
        out += bytes(-len(out) % 4)
    return bytes(out)


def initramfs(tree, release):
    """busybox, the modules, and the order to load them in; /init comes at each start."""
    busybox = pathlib.Path("/bin/busybox").read_bytes()
    entries = [("bin", 0o040755, b""), ("bin/busybox", 0o100755, busybox), ("modules", 0o040755, b"")]
    names = []
    for path in modules_in_order(tree, release):
        name = re.sub(r"\.ko\.\w+$", ".ko", path.name)
        names.append(name)
        entries.append((f"modules/{name}", 0o100644, decompress(path.read_bytes())))
    entries.append(("modules/order", 0o100644, "".join(name + "\n" for name in names).encode()))
    return gzip.compress(newc(entries), compresslevel=1)


def prepare(folder):
    """Fills folder with `kernel` and `initramfs` of the release apt-cache names, unless they are there."""
    package = image_package()
    release = package.removeprefix("linux-image-")
    stamp = folder / "release"
    if stamp.exists() and stamp.read_text() == release:
        return
    if os.uname().machine != "x86_64":
        raise GuestError(f"the kernel guest runs on x86-64 hosts, not on {os.uname().machine}")
    print(f"guest: fetching {package}", flush=True)
    folder.mkdir(parents=True, exist_ok=True)
    stamp.unlink(missing_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        tree = pathlib.Path(scratch) / "tree"
        fetch(package, tree)
        if not (tree / "lib").exists():
            (tree / "lib").symlink_to("usr/lib")
        run(tool("depmod"), "-b", str(tree), release)
        images = sorted(tree.glob("**/vmlinuz*"))
        if not images:
            raise GuestError(f"no vmlinuz in {package}")
        image = images[0].read_bytes()
        (folder / "kernel").write_bytes(uncompressed_kernel(image) or image)
        (folder / "initramfs").write_bytes(initramfs(tree, release))
    stamp.write_text(release)
