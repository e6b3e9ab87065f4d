"""The package as somebody installs it, and the words it shares with the service."""

import re
import subprocess
import sys

import pytest

import peekpop
from harness import PATIENCE, ROOT
from peekpop import CancelReason, Capability, FeedbackPattern, PadClass, PadKind, Phase, ScaleSource, ToolKind

INTERFACE = (ROOT / "Sources/PeekPopWire/org.peekpop.Gestures.varlink").read_text()
# Words that are ours alone.
OURS = {"unknown", "disconnected"}


@pytest.mark.parametrize("words, name", [
    (Phase, "Phase"), (CancelReason, "CancelReason"), (PadClass, "PadClass"), (PadKind, "PadKind"),
    (ScaleSource, "ScaleSource"), (ToolKind, "ToolKind"), (FeedbackPattern, "FeedbackPattern")])
def test_words_are_those_of_the_interface(words, name):
    listed = re.search(rf"^type {name} \(([^)]*)\)", INTERFACE, re.MULTILINE).group(1)
    assert {word.value for word in words} - OURS == {word.strip() for word in listed.split(",")}


def fields(name):
    """{wire name: type} of a type of the interface."""
    body = re.search(rf"^type {name} \(\n(.*?)^\)", INTERFACE, re.MULTILINE | re.DOTALL).group(1)
    return dict(re.findall(r"^  (\w+): (\S+?),?$", body, re.MULTILINE))


@pytest.mark.parametrize("cls", [
    peekpop.Press, peekpop.Device, peekpop.Status, peekpop.Scale, peekpop.Levels, peekpop.PressureAxis, peekpop.Tool,
    peekpop.Problem])
def test_every_field_of_the_interface_is_here(cls):
    def snake(name):
        return re.sub("([A-Z])", lambda letter: "_" + letter.group(1).lower(), name)

    assert {snake(name) for name in fields(cls.__name__)} == set(cls.__annotations__) - {"wire"}


NUMBERS = {"int": 7, "float": 2.5, "bool": True, "string": "text", "?string": "text", "?float": 3.5}


@pytest.mark.parametrize("cls", [peekpop.Press, peekpop.Device, peekpop.Status])
def test_every_field_is_read_from_its_own_key(cls):
    given = {name: NUMBERS[kind] for name, kind in fields(cls.__name__).items() if kind in NUMBERS}
    given.update({"phase": "began"} if cls is peekpop.Press else {})
    value = cls.from_wire(given)
    for name in given:
        ours = re.sub("([A-Z])", lambda letter: "_" + letter.group(1).lower(), name)
        assert getattr(value, ours) == given[name], name


@pytest.mark.parametrize("wire", [
    None, [], 7, "press", {}, {"id": 1}, {"id": 1, "device": "x"}, {"id": True, "device": "x", "phase": "began"},
    {"id": 1, "device": "", "phase": "began"}, {"id": 1, "device": 5, "phase": "began"},
    {"id": 1, "device": "x", "phase": None}])
def test_what_is_no_press(wire):
    with pytest.raises(peekpop.ProtocolError):
        peekpop.Press.from_wire(wire)


@pytest.mark.parametrize("bad", [None, "much", True, [], {}, 10 ** 400, float("inf"), float("nan")])
def test_a_value_of_another_kind_reads_as_its_default(bad):
    press = peekpop.Press.from_wire({
        "id": 1, "device": "x", "phase": "peeked", "preview": bad, "clicks": bad, "grams": bad, "tool": bad,
        "timeUsec": bad if not isinstance(bad, int) else None, "button": bad if bad is not True else None})
    assert (press.preview, press.clicks, press.grams, press.time_usec, press.button) == (0.0, 0.0, None, 0, False)
    device = peekpop.Device.from_wire({"id": "x", "levels": bad, "scale": bad, "name": bad, "kind": bad})
    assert (device.name, device.kind) == (bad if isinstance(bad, str) else "", PadKind.UNKNOWN)


def test_words_print_as_themselves():
    assert f"{Phase.PEEKED} {CancelReason.RELEASED!s} %s" % PadClass.GRAMS == "peeked released grams"
    assert Phase.PEEKED == "peeked" and Phase.parse("poked") is Phase.CHANGED and Phase.parse(3) is Phase.CHANGED
    assert Capability.parse("maybe") is Capability.UNKNOWN


def test_values_are_compared_by_what_they_say_and_can_be_kept():
    one, other = ({"id": 1, "device": "x", "phase": "began", "mood": mood} for mood in ("good", "bad"))
    assert peekpop.Press.from_wire(one) == peekpop.Press.from_wire(other)
    assert len({peekpop.Press.from_wire(one), peekpop.Press.from_wire(other)}) == 1


def test_it_installs(tmp_path):
    """With its types, and without anything else."""
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "-q", "--no-index", "--no-deps", "--no-build-isolation",
         "--disable-pip-version-check", "--target", tmp_path / "site", copy(ROOT / "python", tmp_path / "source")],
        check=True, timeout=PATIENCE)
    said = subprocess.check_output(
        [sys.executable, "-S", "-c", "import peekpop, importlib.metadata as data; "
         "print(peekpop.__file__, peekpop.__version__, data.version('peekpop'), data.requires('peekpop'))"],
        text=True, cwd=tmp_path, env={"PYTHONPATH": str(tmp_path / "site")})
    path, ours, told, requires = said.split()
    assert path.startswith(str(tmp_path)) and ours == told == peekpop.__version__ and requires == "None"
    installed = {path.name for path in (tmp_path / "site/peekpop").rglob("*")}
    assert "py.typed" in installed
    assert installed >= {path.name for path in (ROOT / "python/peekpop").rglob("*.py")}


def copy(source, target):
    """Without what building leaves behind in the source's own folder."""
    import shutil

    shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "tests", "build", "*.egg-info"))
    return target


def test_nothing_but_the_standard_library_is_imported():
    if sys.version_info < (3, 10):
        pytest.skip("no list of the standard library")
    for path in (ROOT / "python/peekpop").rglob("*.py"):
        for name in re.findall(r"^\s*(?:import|from) (\w+)", path.read_text(), re.MULTILINE):
            assert name in sys.stdlib_module_names, (path, name)


def test_everything_public_says_what_it_is():
    for name in peekpop.__all__:
        value = getattr(peekpop, name)
        if name in ("__version__", "PreviewActionItem"):
            continue
        assert value.__doc__, name
        for member, what in vars(value).items() if isinstance(value, type) else ():
            # What a base class has said already, need not be said again.
            said = [getattr(base, member, None) for base in value.__mro__]
            if callable(what) and not member.startswith("_"):
                assert any(one is not None and one.__doc__ for one in said), f"{name}.{member}"
