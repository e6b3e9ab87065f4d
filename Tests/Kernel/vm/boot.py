"""Starts the guest for one command: QEMU over the host's root, by KVM where it works, else emulated."""

import gzip
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import time

from . import kernel

HERE = pathlib.Path(__file__).resolve().parent
PROBE_SECONDS = 20
BOOT_SECONDS = {"kvm": 60, "tcg": 180}
TIMED_OUT = 124
FAILED = 125

COMMAND_LINE = ("console=ttyS0 quiet loglevel=4 panic=-1 mitigations=off random.trust_cpu=on tsc=reliable nowatchdog"
                " systemd.unit=session.target systemd.firstboot=no systemd.condition-first-boot=no"
                " systemd.condition-needs-update=no systemd.getty_auto=no fstab=no systemd.show_status=no"
                " systemd.gpt_auto=no systemd.log_target=journal")


def accelerator(folder):
    """`kvm` when a guest has been seen to run by it since this host booted, else `tcg`: /dev/kvm may be there and
    hang every guest, so only a trial tells. The answer is kept for this boot."""
    if forced := os.environ.get("PEEKPOP_GUEST_ACCELERATOR"):
        return forced
    if not os.access("/dev/kvm", os.R_OK | os.W_OK):
        return "tcg"
    boot = pathlib.Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    cache = folder / "accelerator"
    if cache.exists():
        known_boot, _, known = cache.read_text().partition(" ")
        if known_boot == boot and known in ("kvm", "tcg"):
            return known
    works = Guest(folder, ["/bin/true"], accelerator="kvm", timeout=PROBE_SECONDS, tries=1, quiet=True).run() == 0
    answer = "kvm" if works else "tcg"
    cache.write_text(f"{boot} {answer}")
    print(f"guest: {'KVM works' if works else 'KVM does not work here, emulating'}", flush=True)
    return answer


class Guest:
    """One guest and its command. The command runs as root in the folder it is called from."""

    def __init__(self, folder, command, *, accelerator, timeout, systemd=False, stage=None, out=None, environment=(),
                 tries=2, quiet=False):
        self.folder = folder
        self.command = command
        self.accelerator = accelerator
        self.timeout = timeout
        self.systemd = systemd
        self.stage = stage
        self.out = out
        self.environment = list(environment)
        self.tries = tries
        self.quiet = quiet

    def run(self):
        """The command's exit status; 124 after the time-out, 125 when the guest did not get that far."""
        for attempt in range(1, self.tries + 1):
            with tempfile.TemporaryDirectory(prefix="peekpop-guest.") as work:
                work = pathlib.Path(work)
                share = self.make_share(work)
                status = self.boot(work, share)
                self.collect(work, share)
                if status is not None:
                    return status
                self.tell(work, "the guest died at boot" + (", starting over" if attempt < self.tries else ""))
        return FAILED

    def make_share(self, work):
        share = work / "share"
        (share / "out").mkdir(parents=True)
        strings = {"command": self.command, "environment": self.environment, "folder": [os.getcwd()]}
        for name, values in strings.items():
            (share / name).write_bytes(b"".join(os.fsencode(value) + b"\0" for value in values))
        settings = {"SYSTEMD": "yes" if self.systemd else "no", "STAGE": "yes" if self.stage else "no", "HERE": HERE}
        (share / "settings").write_text("".join(f"{name}='{value}'\n" for name, value in settings.items()))
        init = kernel.newc([("init", 0o100755, (HERE / "init").read_bytes())])
        (work / "initramfs").write_bytes((self.folder / "initramfs").read_bytes() + gzip.compress(init))
        return share

    def arguments(self, work, share):
        local = "security_model=none,multidevs=remap"
        arguments = [
            "qemu-system-x86_64", "-M", "q35,usb=off,sata=off,smbus=off", "-accel", self.accelerator, "-cpu",
            "host" if self.accelerator == "kvm" else "max", "-smp", "2", "-m", "1536", "-nodefaults", "-display", "none",
            "-no-reboot", "-kernel", str(self.folder / "kernel"), "-initrd", str(work / "initramfs"),
            "-append", COMMAND_LINE,
            "-chardev", f"file,id=console,path={work}/console", "-serial", "chardev:console",
            "-fsdev", f"local,id=host,path=/,readonly=on,{local}", "-device", "virtio-9p-pci,fsdev=host,mount_tag=host",
            "-fsdev", f"local,id=share,path={share},{local}", "-device", "virtio-9p-pci,fsdev=share,mount_tag=share",
            "-device", "virtio-serial-pci", "-chardev", "file,id=output,path=/dev/stdout",
            "-device", "virtserialport,chardev=output,name=peekpop.output",
        ]
        if self.stage:
            arguments += ["-fsdev", f"local,id=stage,path={self.stage},readonly=on,{local}",
                          "-device", "virtio-9p-pci,fsdev=stage,mount_tag=stage"]
        firmware = pathlib.Path("/usr/share/qemu/qboot.rom")
        if firmware.exists() and (self.folder / "kernel").read_bytes()[:4] == b"\x7fELF":
            arguments += ["-bios", str(firmware)]
        return arguments

    def boot(self, work, share):
        """The exit status, or None when the guest never reached its command."""
        end = time.monotonic() + self.timeout
        boot_end = min(end, time.monotonic() + BOOT_SECONDS[self.accelerator])
        with open(work / "qemu.log", "wb") as log:
            qemu = subprocess.Popen(self.arguments(work, share), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log)
        reader = threading.Thread(target=self.copy_output, args=(qemu.stdout,))
        reader.start()
        started = share / "started"
        timed_out = False
        try:
            while qemu.poll() is None:
                now = time.monotonic()
                if now > end or (now > boot_end and not started.exists()):
                    timed_out = True
                    break
                time.sleep(0.05)
        finally:
            if qemu.poll() is None:
                qemu.kill()
            qemu.wait()
            reader.join()
        if (share / "status").exists():
            return int((share / "status").read_text())
        if not started.exists():
            return None
        self.tell(work, f"the command did not end in {self.timeout} s" if timed_out else "the guest died")
        return TIMED_OUT if timed_out else FAILED

    def copy_output(self, pipe):
        while data := pipe.read1(65536):
            if not self.quiet:
                sys.stdout.buffer.write(data)
                sys.stdout.buffer.flush()

    def collect(self, work, share):
        if self.out:
            shutil.copytree(share / "out", self.out, dirs_exist_ok=True)

    def tell(self, work, text):
        if self.quiet:
            return
        print(f"guest: {text}", file=sys.stderr)
        for name in ("qemu.log", "console"):
            path = work / name
            lines = path.read_text(errors="replace").splitlines() if path.exists() else []
            panic = next((number for number, line in enumerate(lines) if "Kernel panic" in line), len(lines))
            lines = lines[max(0, panic - 15):panic + 1]
            for line in lines:
                print(f"guest: {name}: {line}", file=sys.stderr)
