"""The heap counter's other side: builds the library, and reads its counts while the program runs."""

import mmap
import pathlib
import struct
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
SIZE = 24  # struct heap_count of heapcount.c


class HeapCounter:
    """`environment` is for the program to count; `allocations` is its count now."""

    def __init__(self, folder):
        folder = pathlib.Path(folder)
        library = folder / "heapcount.so"
        if not library.exists():
            subprocess.run(["cc", "-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", library,
                            HERE / "heapcount.c"], check=True)
        path = folder / "heap-count"
        path.write_bytes(bytes(SIZE))
        with open(path, "r+b") as file:
            self.memory = mmap.mmap(file.fileno(), SIZE)
        self.environment = {"LD_PRELOAD": str(library), "PEEKPOP_HEAP_COUNT": str(path)}

    @property
    def allocations(self):
        return struct.unpack_from("=Q", self.memory, 0)[0]

    @property
    def frees(self):
        return struct.unpack_from("=Q", self.memory, 8)[0]

    def trace(self, number):
        """The next so many allocations write their call stacks to the program's standard error."""
        struct.pack_into("=q", self.memory, 16, number)
