"""Pads with a motor: uinput pads that answer for their effects, and the interface of a vendor's motor out of uhid."""

import dataclasses
import fcntl
import os
import select
import struct
import subprocess
import threading
import time

import pads

FF_HAPTIC, FF_RUMBLE = 0x4F, 0x50
CLICK, BUZZ = 0x1003, 0x1004
# Linux 6.18 has FF_HAPTIC; before, the kernel refuses it whatever the device announces.
KNOWS_HAPTIC = tuple(int(part) for part in os.uname().release.split("-")[0].split(".")[:2]) >= (6, 18)

# linux/uinput.h
EV_UINPUT, UI_FF_UPLOAD, UI_FF_ERASE = 0x0101, 1, 2
UI_BEGIN_FF_UPLOAD, UI_END_FF_UPLOAD = 0xC06855C8, 0x406855C9
UI_BEGIN_FF_ERASE, UI_END_FF_ERASE = 0xC00C55CA, 0x400C55CB
EVENT = struct.Struct("qqHHi")
EFFECT = struct.Struct("=HhHHHHH2x32s")  # type, id, direction, button, interval, length, delay, union
HAPTIC = struct.Struct("=HHBxHHH")  # usage, vendor, page, intensity, repeat, retrigger

RUMBLING = dataclasses.replace(pads.REDRIX, name="Pad that shakes", effects=(FF_RUMBLE,))
CLICKING = dataclasses.replace(pads.REDRIX, name="Pad that clicks", product=0x323C, effects=(FF_HAPTIC, FF_RUMBLE))


class MotorPad(pads.Pad):
    """A pad whose owner answers the kernel's questions about effects, refuses them, or lets them wait."""

    def __init__(self, model, answer=0):
        """`answer`: 0 takes effects, an error number refuses them, None never answers."""
        self.answer = answer
        self.lock = threading.Lock()
        self.log = []
        self.open_questions = []
        self.stop_reader, self.stop_writer = os.pipe()
        super().__init__(model)
        self.thread = threading.Thread(target=self.listen, daemon=True)
        self.thread.start()

    def listen(self):
        while True:
            ready, _, _ = select.select([self.fd, self.stop_reader], [], [])
            if self.stop_reader in ready:
                return
            _, _, kind, code, value = EVENT.unpack(os.read(self.fd, EVENT.size))
            if kind == pads.EV_FF:
                self.note("play", id=code, value=value)
            elif kind == EV_UINPUT:
                with self.lock:
                    if self.answer is None:
                        self.open_questions.append((code, value))
                        continue
                self.settle(code, value)

    def settle(self, code, request):
        if code == UI_FF_UPLOAD:
            question = bytearray(struct.pack("=Ii96x", request, 0))
            fcntl.ioctl(self.fd, UI_BEGIN_FF_UPLOAD, question)
            kind, number, _, _, _, length, _, union = EFFECT.unpack_from(question, 8)
            effect = {"type": kind, "id": number, "length": length}
            if kind == FF_HAPTIC:
                effect["usage"], _, _, effect["intensity"], _, _ = HAPTIC.unpack_from(union)
            elif kind == FF_RUMBLE:
                effect["strong"], effect["weak"] = struct.unpack_from("=HH", union)
            struct.pack_into("=i", question, 4, -self.answer)
            self.note("upload", **effect)
            fcntl.ioctl(self.fd, UI_END_FF_UPLOAD, question)
        elif code == UI_FF_ERASE:
            question = bytearray(struct.pack("=IiI", request, 0, 0))
            fcntl.ioctl(self.fd, UI_BEGIN_FF_ERASE, question)
            self.note("erase", id=struct.unpack_from("=I", question, 8)[0])
            fcntl.ioctl(self.fd, UI_END_FF_ERASE, question)

    def answer_at_last(self):
        """Everything that has waited, and what comes after it."""
        with self.lock:
            self.answer = 0
            waiting, self.open_questions = self.open_questions, []
        for question in waiting:
            self.settle(*question)

    def note(self, what, **more):
        self.log.append({"what": what, **more})

    def of(self, what):
        return [entry for entry in list(self.log) if entry["what"] == what]

    @property
    def plays(self):
        """The ids of the effects that were begun, in order; the kernel also ends them, which is no play."""
        return [entry["id"] for entry in self.of("play") if entry["value"] > 0]

    def wait(self, what, count=1):
        pads.eventually(lambda: len(self.of(what)) >= count, f"no {count} × {what}, but {self.log},")

    def unplug(self):
        if self.fd is not None and hasattr(self, "thread"):
            os.write(self.stop_writer, b"x")
            self.thread.join()
        super().unplug()


# linux/uhid.h
UHID_DESTROY, UHID_START, UHID_OUTPUT, UHID_GET_REPORT, UHID_GET_REPORT_REPLY, UHID_CREATE2 = 1, 2, 6, 9, 10, 11
UHID_INPUT2, UHID_SET_REPORT, UHID_SET_REPORT_REPLY = 12, 13, 14


class HidDevice:
    """A HID device of /dev/uhid. What it is asked for it answers from `features`; what is written to it is in `written`."""

    def __init__(self, name, bus, vendor, product, descriptor, phys="", features=None):
        self.features = dict(features or {})
        self.written = []
        self.stop_reader, self.stop_writer = os.pipe()
        self.fd = os.open("/dev/uhid", os.O_RDWR | os.O_CLOEXEC)
        self.uniq = f"guest-{os.getpid()}-{id(self) & 0xffff}"
        self.thread = threading.Thread(target=self.listen, daemon=True)
        self.thread.start()
        self.send(UHID_CREATE2, struct.pack("=128s64s64sHHIIII", name.encode(), phys.encode(), self.uniq.encode(),
                                            len(descriptor), bus, vendor, product, 1, 0) + descriptor)

    def send(self, kind, data=b""):
        os.write(self.fd, struct.pack("=I", kind) + data)

    def report(self, data):
        self.send(UHID_INPUT2, struct.pack("=H", len(data)) + data)

    def listen(self):
        while True:
            ready, _, _ = select.select([self.fd, self.stop_reader], [], [])
            if self.stop_reader in ready:
                return
            event = os.read(self.fd, 4380)
            kind = struct.unpack_from("=I", event)[0]
            if kind == UHID_OUTPUT:
                size = struct.unpack_from("=H", event, 4100)[0]
                self.written.append(event[4:4 + size])
            elif kind == UHID_GET_REPORT:
                request, number, _ = struct.unpack_from("=IBB", event, 4)
                data = bytes([number]) + self.features[number] if number in self.features else b""
                self.send(UHID_GET_REPORT_REPLY, struct.pack("=IHH", request, 0 if data else 5, len(data)) + data)
            elif kind == UHID_SET_REPORT:
                request, number, _, size = struct.unpack_from("=IBBH", event, 4)
                self.features[number] = event[13:12 + size]
                self.send(UHID_SET_REPORT_REPLY, struct.pack("=IH", request, 0))

    def wait_for(self, kind):
        """The node of a kind (`hidraw`, `input/event`) that the kernel's driver has made for it: its folder in /sys."""
        def look():
            for name in os.listdir(f"/sys/class/{kind}"):
                folder = f"/sys/class/{kind}/{name}"
                try:
                    with open(f"{folder}/device/uevent") as file:
                        if f'UNIQ="{self.uniq}"' in (said := file.read()) or f"HID_UNIQ={self.uniq}" in said:
                            yield folder
                except OSError:
                    continue
        return pads.eventually(lambda: next(look(), None), f"no {kind} for {self.uniq}")

    def unplug(self):
        if self.fd is None:
            return
        self.send(UHID_DESTROY)
        os.write(self.stop_writer, b"x")
        self.thread.join()
        os.close(self.fd)
        self.fd = None
        # The next device may get this one's number: udev has to have forgotten it by then.
        subprocess.run(["udevadm", "settle"], check=True)


# The Magic Trackpad 2 by cable: the pad itself, and beside it the interface of its motor.
MAGIC_WITH_MOTOR = dataclasses.replace(pads.MAGIC, phys="usb-guest-1/input1")
MOTOR_DESCRIPTOR = bytes.fromhex("0600ff 090d a101"  # a page of the vendor's own, its usage; an application
                                 "853f 1500 26ff00 7508 950f 090d 8102"  # report 0x3f: input, 15 bytes
                                 "8553 953f 090d 9102 c0")  # report 0x53: output, 63 bytes
MAGIC_CLICK = bytes.fromhex("53 01 156c0200 212b0601 00164113").ljust(64, b"\0")


def magic_motor(place="usb-guest-1"):
    return HidDevice("Apple Inc. Magic Trackpad 2", pads.BUS_USB, 0x05AC, 0x0265, MOTOR_DESCRIPTOR, f"{place}/input3")


def settled(seconds=0.5):
    """Time for what shall not come."""
    time.sleep(seconds)
