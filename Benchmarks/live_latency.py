"""Inside the kernel guest: how long from the kernel's frame to the client's bytes, by peekpopd and by the baseline.

usage: live_latency.py DIST TOOLS RATE BYTES

Both read the same node of the same pad, turn by turn, so both meet the same frames, scheduler and noise; the medians
over the rounds of each one's p50 and p99 count, for one hiccup of the host would be a round's whole p99. Writes one
object of JSON to $GUEST_OUT/latency.json.
"""

import array
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "Tests/Kernel"))

import pads  # noqa: E402

# The first round loads what both need; the others are measured.
ROUNDS, SECONDS = 7, 4
# Raw pressure from which the daemon tells of every frame: a little above where the press began.
LEAST = 1000


def write_frames(pad, path, rate):
    """A press of 1.7 s, ever changing, then the finger lifted for a moment."""
    with open(path, "wb") as file:
        def report():
            pad.event(pads.EV_SYN, pads.SYN_REPORT, 0)
            file.write(len(pad.pending).to_bytes(4, sys.byteorder) + pad.pending)
            pad.pending.clear()

        levels = [200] * round(0.3 * rate) + pads.ramp(200, 2000, round(0.2 * rate)) + [2000] * round(1.2 * rate)
        for number, level in enumerate(levels):
            pad.touch(0.5, 0.4, level + number % 16)
            report()
        pad.lift()
        report()
        for _ in range(round(0.1 * rate)):
            # Nothing touches, and nothing changes: the kernel drops it, but the time passes.
            report()


def wait_for(path):
    for _ in range(1000):
        if os.path.exists(path):
            return
        time.sleep(0.02)
    sys.exit(f"live_latency: nothing listens on {path}")


def percentile(values, share):
    return sorted(values)[int(len(values) * share)]


def main(dist, tools, rate, size):
    folder = pathlib.Path(tempfile.mkdtemp())
    with pads.Pad(pads.REDRIX) as pad:
        write_frames(pad, folder / "frames", rate)
        sockets = {name: folder / name for name in ("peekpopd", "baseline")}
        programs = [
            subprocess.Popen([f"{dist}/peekpopd", "--source", "evdev", "--socket", sockets["peekpopd"]],
                             env={**os.environ, "STATE_DIRECTORY": str(folder)}, stderr=subprocess.DEVNULL),
            subprocess.Popen([f"{tools}/baseline", pad.node, sockets["baseline"], str(size), str(LEAST)])]
        for path in sockets.values():
            wait_for(path)
        time.sleep(2)
        idle = [link for link in map(os.readlink, pathlib.Path(f"/proc/{programs[0].pid}/fd").iterdir())
                if link.startswith("/dev/input/")]
        os.dup2(pad.fd, 3)
        pace = subprocess.Popen([f"{tools}/pace", folder / "frames", str(rate), str(ROUNDS * (SECONDS + 1) * 2)],
                                pass_fds=[3], stdout=subprocess.PIPE, text=True)
        rounds = {name: [] for name in sockets}
        gaps = dict.fromkeys(sockets, 0)
        for number in range(ROUNDS):
            # Each goes first as often as the other.
            for name, path in list(sockets.items())[::1 if number % 2 else -1]:
                said = subprocess.run([f"{tools}/probe", path, str(SECONDS), "1", folder / "latencies"], check=True,
                                      stdout=subprocess.PIPE, text=True).stdout
                gaps[name] += json.loads(said.splitlines()[-1])["gaps"]
                values = array.array("I", (folder / "latencies").read_bytes())
                if number > 0 and values:
                    rounds[name].append(values)
        kept = int(pace.communicate()[0] or 0)
        for program in programs:
            program.terminate()
    answer = {"rate": rate, "kept": kept, "idleDevices": idle}
    for name, measured in rounds.items():
        answer[name] = {"events": sum(map(len, measured)), "gaps": gaps[name]} | (
            {key: statistics.median(percentile(values, share) for values in measured)
             for key, share in (("p50", 0.5), ("p99", 0.99))} if measured else {})
        answer[name]["rounds"] = [percentile(values, 0.5) for values in measured]
    pathlib.Path(os.environ["GUEST_OUT"], "latency.json").write_text(json.dumps(answer))


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
