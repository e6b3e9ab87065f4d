"""A screen in memory: its pointer, keyboard and focus, and pictures of it."""

import pathlib
import struct
import subprocess
import zlib

from Xlib import X, XK
from Xlib import display as xdisplay
from Xlib.ext import xtest


class Display:
    """An Xvfb without a window manager: windows lie at its upper left corner, and have the focus they are given."""

    def __init__(self, width=1024, height=768):
        self.width, self.height = width, height
        self.process = subprocess.Popen(
            ["Xvfb", "-displayfd", "1", "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp", "-noreset"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        number = self.process.stdout.readline().strip()
        assert number, "Xvfb does not start"
        self.name = f":{number}"
        self.x = xdisplay.Display(self.name)
        self.root = self.x.screen().root
        self.move(width - 1, height - 1)

    def close(self):
        self.x.close()
        self.process.terminate()
        self.process.wait()

    def move(self, x, y):
        xtest.fake_input(self.x, X.MotionNotify, x=round(x), y=round(y))
        self.x.sync()

    def button(self, is_down):
        xtest.fake_input(self.x, X.ButtonPress if is_down else X.ButtonRelease, 1)
        self.x.sync()

    def key(self, name, *held):
        codes = [self.x.keysym_to_keycode(XK.string_to_keysym(key)) for key in (*held, name)]
        for code in codes:
            xtest.fake_input(self.x, X.KeyPress, code)
        for code in reversed(codes):
            xtest.fake_input(self.x, X.KeyRelease, code)
        self.x.sync()

    def windows(self):
        """What is on the screen, the last one in front."""
        return [window for window in self.root.query_tree().children
                if window.get_attributes().map_state == X.IsViewable and window.get_geometry().width > 100]

    def focus(self, window):
        """Gives a window the keyboard; None takes it from all."""
        self.x.set_input_focus(window or X.NONE, X.RevertToNone, X.CurrentTime)
        self.x.sync()

    def picture(self, path, window):
        """Writes a window's pixels to a PNG."""
        geometry = window.get_geometry()
        width, height = geometry.width, geometry.height
        data = window.get_image(0, 0, width, height, X.ZPixmap, 0xFFFFFFFF).data
        rows = bytearray()
        for y in range(height):
            row = data[y * width * 4:(y + 1) * width * 4]
            line = bytearray(width * 3)
            line[0::3], line[1::3], line[2::3] = row[2::4], row[1::4], row[0::4]
            rows += b"\0" + line
        path = pathlib.Path(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(
            struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
            for kind, body in (
                (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)),
                (b"IDAT", zlib.compress(bytes(rows), 6)), (b"IEND", b""))))
        return path
