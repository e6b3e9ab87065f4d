"""Starting, reloading, ending; mistakes in what it is started with."""

import os
import signal
import socket
import subprocess
import time

import pytest

from harness import DIST, GESTURES, PATIENCE, Client, Daemon


def run(*arguments, **options):
    return subprocess.run(
        [DIST / "peekpopd", *arguments], capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL,
        env={**os.environ, "PEEKPOP_SOCKET": "", **options.pop("environment", {})}, **options)


@pytest.fixture
def folder():
    path = subprocess.check_output(["mktemp", "-d", "/tmp/pp.XXXXXX"], text=True).strip()
    yield path
    subprocess.run(["rm", "-rf", path], check=True)


def test_wrong_usage_is_64_with_the_usage_line():
    for arguments in (["--nonsense"], ["--source", "magic"], ["--speed", "-1"], ["extra"]):
        ended = run(*arguments)
        assert ended.returncode == 64, arguments
        assert "usage: peekpopd" in ended.stderr and ended.stdout == ""


def test_a_socket_in_use_is_named_and_left_alone(demo):
    ended = run("--source", "demo", "--socket", demo.socket)
    assert ended.returncode == 1
    assert demo.socket in ended.stderr and "another process listens" in ended.stderr
    assert demo.status()["source"] == "demo"


def test_a_stale_socket_is_replaced(start, folder):
    path = f"{folder}/{GESTURES}"
    old = socket.socket(socket.AF_UNIX)
    old.bind(path)
    old.close()
    process = subprocess.Popen([DIST / "peekpopd", "--source", "demo", "--socket", path], stderr=subprocess.DEVNULL)
    try:
        for _ in range(300):
            with socket.socket(socket.AF_UNIX) as probe:
                if probe.connect_ex(path) == 0:
                    break
            time.sleep(0.05)
        else:
            raise AssertionError("nobody listens")
    finally:
        process.terminate()
        assert process.wait(60) == 0
    assert not os.path.exists(path), "it removes its own socket"


@pytest.mark.parametrize("path, words", [
    ("/tmp/" + "x" * 120, "bytes"), ("/tmp/no-such-folder-here/socket", "folder does not exist"),
    ("/etc/hostname", "no socket"),
])
def test_impossible_sockets_are_explained(path, words):
    ended = run("--source", "demo", "--socket", path)
    assert ended.returncode == 1 and words in ended.stderr, ended.stderr
    assert len(ended.stderr.strip().splitlines()) <= 4


@pytest.mark.parametrize("content, words", [
    (b"", "empty"), (b"\x7fELF\x02\x01\x01" + bytes(2000), ""), (b"hello\nworld\n", ""),
    (b"version: 1\nndevices: 1\ndevices:\n- node: /dev/input/event0\n  evdev:\n    na", ""),
])
def test_what_is_no_recording_is_explained(folder, content, words):
    path = f"{folder}/file"
    with open(path, "wb") as file:
        file.write(content)
    ended = run("--source", f"recording:{path}", "--socket", f"{folder}/s")
    assert ended.returncode == 1 and path in ended.stderr and words in ended.stderr, ended.stderr


def test_a_missing_recording_is_explained(folder):
    ended = run("--source", f"recording:{folder}/none", "--socket", f"{folder}/s")
    assert ended.returncode == 1 and "No such file" in ended.stderr


def test_a_configuration_with_mistakes_starts_nothing(folder):
    path = f"{folder}/peekpopd.conf"
    with open(path, "w") as file:
        file.write("[press]\npeek = much\nhint = 2\npop = 1.5\ncolour = red\n")
    for extra in ([], ["--check-config"]):
        ended = run("--source", "demo", "--socket", f"{folder}/s", "--config", path, *extra)
        assert ended.returncode == 1
        for line, words in ((2, "peek = much"), (4, "has to lie below"), (5, "unknown key `colour`")):
            assert any(f"{path}:{line}:" in text and words in text for text in ended.stderr.splitlines()), ended.stderr


def test_a_doubtful_configuration_is_told_and_taken(start, folder):
    text = "[access]\ngroup = no-such-group\n"
    daemon = start("demo", config=text)
    words = f"{daemon.config}:2: there is no group `no-such-group`"
    assert words in daemon.stderr
    assert any(words in problem["message"] for problem in daemon.status()["problems"])
    ended = run("--check-config", "--config", daemon.config)
    assert ended.returncode == 0 and words in ended.stderr and "no mistakes" in ended.stdout


def test_levels_at_the_click_of_a_pad_are_told_with_their_place(start):
    daemon = start("demo", config="[press]\n\nhint = 100g\n")
    assert f"hint lies no higher than the click, at 200g: every click would be a press (hint in {daemon.config}:3)" \
        in daemon.stderr
    # Said once, however often the configuration is read.
    reload(daemon)
    assert daemon.stderr.count("no higher than the click") == 1


def test_check_config_of_a_good_one(folder):
    path = f"{folder}/peekpopd.conf"
    with open(path, "w") as file:
        file.write("[press]\nsensitivity = light\n")
    ended = run("--check-config", "--config", path)
    assert ended.returncode == 0 and path in ended.stdout and ended.stderr == ""


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["--check-config", "--config", "/dev/null"]])
def test_what_cannot_be_shown_is_a_failure(arguments):
    with open("/dev/full", "w") as full:
        ended = subprocess.run([DIST / "peekpopd", *arguments], stdout=full, stderr=subprocess.PIPE, text=True)
    assert (ended.returncode, ended.stderr) == (1, "peekpopd: writing standard output: No space left on device\n")


def reload(daemon):
    daemon.signal(signal.SIGHUP)
    while "RELOADING=1" not in (said := daemon.hear()):
        assert said
    while "READY=1" not in (said := daemon.hear()):
        assert said


def test_reload_takes_a_good_configuration_and_refuses_a_bad_one(start):
    daemon = start("demo", config="[press]\npeek = 1.6\n")

    def peek():
        with daemon.client() as client:
            return client.call(f"{GESTURES}.ListDevices")["parameters"]["devices"][0]["levels"]["peek"]

    assert abs(peek() - 1.6) < 1e-5
    daemon.config.write_text("[press]\npeek = 2\n")
    reload(daemon)
    assert peek() == 2
    daemon.config.write_text("[press]\npeek = 2.2\nnonsense = 1\n")
    reload(daemon)
    assert peek() == 2, "the old one stays in force, whole"
    assert f"{daemon.config}:3: unknown key `nonsense`" in daemon.stderr
    status = daemon.status()
    assert any("nonsense" in problem["message"] for problem in status["problems"])
    assert status["refusedReload"].startswith(f"{daemon.config}:3: unknown key `nonsense`")
    daemon.config.write_text("[press]\npeek = 2.2\nnonsense = 1\nmore = 1\n")
    reload(daemon)
    assert daemon.status()["refusedReload"].endswith(" (and 1 more)")
    assert any("the last reload was refused" in text for text in daemon.said), "systemctl status shows it"
    shown = subprocess.run(
        [DIST / "peekpopctl", "status"], capture_output=True, text=True, check=True, timeout=60,
        env={**os.environ, "PEEKPOP_SOCKET": daemon.socket}).stdout
    assert f"older than its files: the last reload was refused for {daemon.config}:3: unknown key" in shown
    daemon.config.write_text("[press]\npeek = 2.2\n")
    reload(daemon)
    assert "refusedReload" not in daemon.status() and abs(peek() - 2.2) < 1e-5


def test_without_any_device_it_waits(start):
    daemon = start("evdev")
    assert daemon.status()["pads"] == 0
    assert daemon.stderr.count("waiting for") == 1
    if not os.path.exists("/dev/input"):
        assert "there is no /dev/input yet: waiting for the first device" in daemon.stderr


def activated(tmp_path, config):
    """A daemon that was given its socket, as by the service manager."""
    short = subprocess.check_output(["mktemp", "-d", "/tmp/pp.XXXXXX"], text=True).strip()
    path = f"{short}/{GESTURES}"
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(path)
    listener.listen()

    def take_over():
        os.dup2(listener.fileno(), 3)
        os.environ["LISTEN_PID"] = str(os.getpid())

    # LISTEN_PID has to be the daemon's own: a shell sets it and becomes the daemon.
    folder = tmp_path / "activated"
    folder.mkdir()
    configuration = folder / "peekpopd.conf"
    configuration.write_text(config)
    process = subprocess.Popen(
        ["bash", "-c", f'LISTEN_PID=$$ LISTEN_FDS=1 LISTEN_FDNAMES=varlink exec "$@" 3<&{listener.fileno()}', "bash",
         DIST / "peekpopd", "--source", "demo", "--config", configuration],
        pass_fds=[listener.fileno()], stderr=subprocess.PIPE, text=True,
        env={**os.environ, "STATE_DIRECTORY": str(folder)})
    return process, listener, path


def test_activated_by_its_socket_it_ends_when_idle(tmp_path):
    process, listener, path = activated(tmp_path, "[daemon]\nidle-exit = 1\n")
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(path)
        client.sendall(b'{"method":"org.varlink.service.GetInfo"}\0')
        assert b"peekpopd" in client.recv(4096)
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(2)
    assert process.wait(60) == 0
    assert os.path.exists(path), "the socket is the service manager's"
    listener.close()
    os.unlink(path)
    os.rmdir(os.path.dirname(path))


def test_a_daemon_started_by_hand_stays(start):
    daemon = start("demo", config="[daemon]\nidle-exit = 1\n")
    with pytest.raises(subprocess.TimeoutExpired):
        daemon.process.wait(3)


def test_learned_clicks_are_kept(start):
    daemon = start("demo", "--speed", "50")
    with daemon.client() as client:
        client.subscribe(phases=["popped"])
        events = client.events()
        next(events), next(events)
    kept = daemon.folder / "state/virtual-peekpop-demo-pad.json"
    deadline = time.monotonic() + PATIENCE
    while not kept.exists():
        assert time.monotonic() < deadline, daemon.stderr
        time.sleep(0.05)
    # Written beside and renamed: once the daemon has ended, nothing half-written is left.
    daemon.stop()
    assert [path.name for path in kept.parent.iterdir()] == ["virtual-peekpop-demo-pad.json"]


def test_a_libinput_that_cannot_be_loaded_is_named(tmp_path):
    (tmp_path / "libinput.so.10").write_text("no library\n")
    ended = run("--source", "libinput", "--socket", str(tmp_path / GESTURES),
                environment={"LD_LIBRARY_PATH": str(tmp_path)})
    assert ended.returncode == 1 and ended.stdout == ""
    # Where there is no group peekpop, that is said before.
    said = [line for line in ended.stderr.splitlines() if not line.startswith("there is no group")]
    assert len(said) == 1 and said[0].startswith(f"peekpopd: using libinput: {tmp_path}/libinput.so.10: "), ended.stderr
    assert "install libinput10, or choose the source evdev" in said[0]


def test_the_source_of_the_configuration(folder):
    config, path = f"{folder}/peekpopd.conf", f"{folder}/{GESTURES}"

    def write(source):
        with open(config, "w") as file:
            file.write(f"[daemon]\nsource = {source}\n")

    def status():
        with Client(path) as client:
            return client.call(f"{GESTURES}.GetStatus")["parameters"]["status"]

    write("libinput")
    process = subprocess.Popen([DIST / "peekpopd", "--config", config, "--socket", path], stderr=subprocess.DEVNULL,
                               env={**os.environ, "STATE_DIRECTORY": folder})
    try:
        eventually(lambda: os.path.exists(path), "it listens")
        assert status()["source"] == "libinput"
        write("evdev")
        process.send_signal(signal.SIGHUP)
        eventually(lambda: [problem["message"] for problem in status()["problems"]][-1:]
                   == ["source = evdev in [daemon] counts from the next start on"], "it says when that counts")
        assert status()["source"] == "libinput"
    finally:
        process.terminate()
        assert process.wait(PATIENCE) == 0


def eventually(holds, what):
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, f"not so after {PATIENCE} s: {what}"
        time.sleep(0.05)
