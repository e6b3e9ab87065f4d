"""The guided calibration on a terminal, against a service whose pad the test presses."""

import signal
import subprocess

import pytest

from calibrating import Person
from harness import DIST
from pad_service import PAD, PadService
from screen import Screen

CTL = DIST / "peekpopctl"
SECOND = {**PAD, "id": "i2c-06cb-ce37", "name": "SYNA2BA6:00 06CB:CE37 Touchpad", "padClass": "area"}
DEAF = {**PAD, "padClass": "none", "reason": "it has no pressure axis"}
LEVELS = ("hint", "peek", "pop")


@pytest.fixture
def service(tmp_path):
    services = []

    def start(*pads):
        services.append(PadService(tmp_path / "org.peekpop.Gestures", *pads))
        return services[-1]

    yield start
    for one in services:
        one.close()


@pytest.fixture
def calibrate():
    screens = []

    def start(service, *arguments, **options):
        screens.append(Screen([CTL, "calibrate", *arguments], {"PEEKPOP_SOCKET": service.path}, **options))
        return screens[-1]

    yield start
    for one in screens:
        one.close()


def touching(service):
    """A hand on the service's pad, which clicks at 70."""
    def touch(step, number):
        scatter = number % 5
        if step == "touches":
            service.tap(24 + scatter * 3)
        elif step == "clicks":
            service.click(84 + scatter * 3)
        elif step == "presses":
            service.touch(142 + scatter * 5, click_at=70)
        else:
            service.touch(212 + scatter * 6, click_at=70)
    return touch


def stored(service):
    return [call for call in service.calls if call["method"].endswith((".Set", ".Reset"))]


# Without what it needs


def test_without_a_terminal_it_is_told_what_does():
    result = subprocess.run([CTL, "calibrate"], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60,
                            env={"TERM": "xterm", "PEEKPOP_SOCKET": "/nonexistent/s"})
    assert (result.returncode, result.stdout) == (64, "")
    assert "needs a terminal" in result.stderr and "--from FILE" in result.stderr


@pytest.mark.parametrize("term", ["dumb", "no-such-terminal"])
def test_a_terminal_that_cannot_is_named(service, calibrate, term):
    screen = calibrate(service(), term=term)
    assert screen.end() == 1
    assert f"terminal '{term}'" in screen.text and "--from FILE" in screen.text.replace("\n", " ")


def test_without_a_daemon_the_terminal_comes_back_with_the_reason(tmp_path):
    screen = Screen([CTL, "calibrate"], {"PEEKPOP_SOCKET": str(tmp_path / "nobody")})
    assert screen.end() == 1
    assert "peekpopd.socket" in screen.afterwards and screen.is_given_back
    screen.close()


# The whole


def test_from_the_first_touch_to_the_stored_calibration(service, calibrate):
    pads = service()
    screen = calibrate(pads)
    person = Person(screen, touching(pads))
    person.go_to_result()
    screen.shows("Your levels: hint", "light touches", "hardest presses")
    assert stored(pads) == []
    screen.press("y")
    screen.shows("It is stored and in force", "No press yet")
    [call] = stored(pads)
    calibration = call["parameters"]["calibration"]
    assert call["parameters"]["device"] == calibration["device"] == PAD["id"]
    hint, peek, pop = (calibration[level] for level in LEVELS)
    assert 1 < hint < peek < pop < 253 / 70
    assert abs(calibration["clickPressure"] - 70) < 15
    provenance = calibration["provenance"]
    assert provenance["method"] == "guided" and provenance["created"].endswith("Z")
    assert provenance["counts"] == {"touches": 8, "clicks": 8, "presses": 6, "hardPresses": 5, "discarded": 0}
    assert 0 <= provenance["figures"]["missedPeek"] <= 1
    # The levels just set, and what presses come to.
    screen.shows(f"peek {peek:.2f}", f"pop {pop:.2f}")
    pads.press(PAD["id"], "began", "peeked", "cancelled:released", clicks=2.0)
    screen.shows("That was a peek, 2.00 clicks")
    pads.press(PAD["id"], "began", "peeked", "popped", "ended", clicks=3.1)
    screen.shows("That was a pop, 3.10 clicks", "Before: peek")
    screen.press("x")
    assert screen.end() == 0
    assert screen.is_given_back
    said = screen.afterwards
    assert said.startswith("Your levels: hint") and said.endswith("Stored, and in force.\n")
    assert len(stored(pads)) == 1


def test_mistakes_are_told_and_mended(service, calibrate):
    pads = service()
    screen = calibrate(pads)
    person = Person(screen, touching(pads), pads.rest)
    person.is_at("touches")
    pads.click(90)
    screen.shows("Not counted: the pad clicked: touch it more lightly.", "8 more touches")
    pads.tap(30)
    screen.shows("7 more touches")
    screen.press("\x7f")
    screen.shows("The last one is taken back.", "8 more touches")
    person.fill("touches")
    screen.press("r")
    screen.shows("This step begins anew.", "8 more touches")
    person.fill("touches")
    screen.press("n")
    person.fill("clicks")
    screen.press("n")
    person.is_at("presses")
    pads.touch(150, move=0.3, click_at=70)
    screen.shows("Not counted: it moved by")
    pads.touch(150, fingers=2, click_at=70)
    screen.shows("2 fingers were on the pad: use one")
    pads.touch(150, lost=3, click_at=70)
    screen.shows("3 reports were lost on the way")
    pads.touch(150, rise=3, hold=2, fall=2, click_at=70)
    screen.shows("press, hold it a moment, then let go")
    screen.press("\x7f")
    person.is_at("clicks")
    screen.press(" ")
    person.is_at("presses")


def test_a_hand_that_presses_as_it_clicks_is_not_calibrated(service, calibrate):
    pads = service()
    screen = calibrate(pads)

    def alike(step, number):
        pads.touch(90 + number % 3, click_at=None if step == "touches" else 70)

    person = Person(screen, alike, pads.rest)
    person.go_to("hardest")
    person.fill("hardest")
    screen.press(" ")
    screen.shows("No calibration:", "There is nothing to store.")
    screen.press("y")
    screen.press("q")
    assert screen.end() == 1
    assert "nothing was stored" in screen.afterwards
    assert stored(pads) == []


@pytest.mark.parametrize("answer, status", [("y", 0), ("q", 1)])
def test_the_report_is_drawn_whatever_the_answer(service, calibrate, tmp_path, answer, status):
    pads = service()
    screen = calibrate(pads, "--report", str(tmp_path / "report.svg"))
    Person(screen, touching(pads), pads.rest).go_to_result()
    screen.press(answer)
    if answer == "y":
        screen.shows("It is stored and in force")
        screen.press("q")
    assert screen.end() == status
    picture = (tmp_path / "report.svg").read_text()
    assert picture.startswith("<svg") and "Magic Trackpad 2" in picture and "Your levels: hint" in picture


def test_a_report_that_cannot_be_written_costs_no_calibration(service, calibrate, tmp_path):
    pads = service()
    screen = calibrate(pads, "--report", str(tmp_path / "no" / "report.svg"))
    Person(screen, touching(pads), pads.rest).go_to_result()
    screen.press("y")
    screen.shows("It is stored and in force")
    screen.press("q")
    assert screen.end() == 0
    assert "report.svg: No such file or directory" in screen.afterwards


def test_what_the_daemon_refuses_can_be_tried_again(service, calibrate):
    pads = service()
    pads.refusal = "the disk is full"
    screen = calibrate(pads)
    person = Person(screen, touching(pads), pads.rest)
    person.go_to_result()
    screen.press("y")
    screen.shows("Not stored:", "the disk is full", "Store this calibration?")
    pads.refusal = None
    screen.press("y")
    screen.shows("It is stored and in force")
    screen.press("q")
    assert screen.end() == 0


@pytest.mark.parametrize("way", ["q", "\x03"])
def test_a_daemon_that_does_not_answer_keeps_nobody(service, calibrate, way):
    pads = service()
    pads.is_hanging = True
    screen = calibrate(pads)
    Person(screen, touching(pads), pads.rest).go_to_result()
    screen.press("y")
    screen.shows("Storing it.")
    screen.press(way)
    assert screen.end() == 1 and screen.is_given_back
    # It may have been stored all the same.
    assert "--show` tells whether it is" in screen.afterwards


# Leaving


PLACES = ["rest", "clicks", "result"]
WAYS = {
    "q": lambda screen: screen.press("q"),
    "Ctrl-C": lambda screen: screen.press("\x03"),
    "SIGTERM": lambda screen: screen.signal(signal.SIGTERM),
    "SIGHUP": lambda screen: screen.signal(signal.SIGHUP),
}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("way", WAYS)
def test_leaving_changes_nothing(service, calibrate, place, way):
    pads = service()
    screen = calibrate(pads)
    person = Person(screen, touching(pads), pads.rest)
    person.go_to_result() if place == "result" else person.is_at("rest") if place == "rest" else person.go_to(place)
    WAYS[way](screen)
    assert screen.end() == 1
    assert screen.is_given_back
    assert "nothing was stored" in screen.afterwards
    assert stored(pads) == []


def test_the_terminal_going_away_ends_it(service, calibrate):
    pads = service()
    screen = calibrate(pads)
    Person(screen, touching(pads), pads.rest).is_at("rest")
    screen.hang_up()
    assert screen.end() == 1
    assert stored(pads) == []


@pytest.mark.parametrize("place", ["rest", "presses", "result"])
@pytest.mark.parametrize("what", ["unplugged", "daemon"])
def test_what_breaks_off_is_told_in_words(service, calibrate, place, what):
    pads = service(PAD, SECOND)
    screen = calibrate(pads, "--device", PAD["id"])
    person = Person(screen, touching(pads), pads.rest)
    person.go_to_result() if place == "result" else person.is_at("rest") if place == "rest" else person.go_to(place)
    if what == "unplugged":
        pads.unplug(SECOND["id"])
        pads.unplug(PAD["id"])
    else:
        pads.close()
    assert screen.end() == 1
    assert screen.is_given_back
    said = screen.afterwards
    assert said.rstrip().endswith("; nothing was stored"), said
    assert ("Magic Trackpad 2 was unplugged" if what == "unplugged" else "the daemon") in said
    assert stored(pads) == []


def test_a_pad_unplugged_after_storing_takes_nothing_back(service, calibrate):
    pads = service()
    screen = calibrate(pads)
    person = Person(screen, touching(pads), pads.rest)
    person.go_to_result()
    screen.press("y")
    screen.shows("It is stored and in force")
    pads.unplug(PAD["id"])
    assert screen.end() == 0
    assert "was unplugged; the calibration is stored all the same" in screen.afterwards


# Which pad, which terminal


def test_of_several_pads_one_is_chosen(service, calibrate):
    pads = service(PAD, SECOND)
    screen = calibrate(pads)
    screen.shows("Which pad do you want to calibrate?", "1  Magic Trackpad 2", "2  SYNA2BA6:00")
    pads.plug({**PAD, "id": "third", "name": "A third one"})
    screen.shows("3  A third one")
    screen.press("\x1bOB\r")
    screen.shows("SYNA2BA6:00", "step 1 of 5")
    pads.rest()
    screen.shows("step 2 of 5")
    assert [call["parameters"]["device"] for call in pads.calls if "Observe" in call["method"]] == [SECOND["id"]]


@pytest.mark.parametrize("pads, arguments, words", [
    ([PAD], ["--device", "none-such"], "there is no pad none-such"),
    ([DEAF], [], "it has no pressure axis"),
    ([DEAF], ["--device", PAD["id"]], "cannot be calibrated"),
])
def test_a_pad_that_cannot_be_is_refused_in_words(service, calibrate, pads, arguments, words):
    screen = calibrate(service(*pads), *arguments, size=(24, 200))
    assert screen.end() == 1
    assert words in screen.afterwards


@pytest.mark.parametrize("size", [(12, 40), (16, 60), (24, 80), (60, 200)])
def test_the_whole_on_a_screen_of_any_size(service, calibrate, size):
    pads = service()
    screen = calibrate(pads, size=size)
    person = Person(screen, touching(pads), pads.rest)
    person.go_to_result()
    screen.shows("Your levels")
    screen.press("y")
    screen.shows("in force")
    screen.press("q")
    assert screen.end() == 0


def test_the_screen_follows_the_terminal_in_size(service, calibrate):
    pads = service()
    screen = calibrate(pads)
    person = Person(screen, touching(pads), pads.rest)
    person.go_to("clicks")
    for size in [(12, 40), (1, 1), (3, 10), (60, 200), (24, 80)]:
        screen.resize(*size)
        if size[1] >= 40:
            screen.shows("Click as you always do", "8 more clicks")
    person.fill("clicks")


def test_ascii_is_ascii(service, calibrate):
    pads = service()
    screen = calibrate(pads, "--ascii")
    person = Person(screen, touching(pads), pads.rest)
    person.go_to("clicks")
    person.touch("clicks", 0)
    screen.shows("7 more clicks", "Counted:")
    assert screen.text.isascii()


@pytest.mark.parametrize("environment, coloured", [({}, True), ({"NO_COLOR": "1"}, False)])
def test_colours_are_for_who_wants_them(service, environment, coloured):
    pads = service()
    screen = Screen([CTL, "calibrate"], {"PEEKPOP_SOCKET": pads.path, **environment})
    person = Person(screen, touching(pads), pads.rest)
    person.is_at("touches")
    person.touch("touches", 0)
    screen.shows("Counted:")
    colours = {cell.fg for line in screen.screen.buffer.values() for cell in line.values()}
    assert (colours != {"default"}) == coloured
    screen.close()
