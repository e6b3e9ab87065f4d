"""A window, views, a presenter and delegates without a toolkit: they write down what happens to them."""

from peekpop import (
    CancelReason, Phase, Point, Press, Preview, PreviewInteractionDelegate, PreviewPresenter, Previewer, Rect, View,
    Window,
)

PAD = "usb-05ac-0265"


class Box(View):
    """A view with a frame."""

    def __init__(self, parent, frame, offset=(0, 0)):
        self.box, self.around, self.offset = Rect(*frame), parent, Point(*offset)

    frame = property(lambda self: self.box)
    parent = property(lambda self: self.around)
    content_offset = property(lambda self: self.offset)


class Stage(Window):
    """A window of 400 × 300 with the pointer at (50, 50)."""

    def __init__(self):
        self.pointer, self.active, self.touch, self.front = Point(50, 50), True, None, None

    frame = property(lambda self: Rect(1000, 1000, 400, 300))
    pointer_location = property(lambda self: self.pointer)
    is_active = property(lambda self: self.active)

    def location_of_absolute(self, position):
        return self.touch and Point(position.x * 400, position.y * 300)

    def view_at(self, point):
        return self.front


class Scribe(PreviewPresenter):
    """A presenter that writes down what it is told."""

    def __init__(self, log):
        self.log = log

    def begin(self, preview, context):
        self.log.append(f"begin {preview.content} {tuple(context.source_rect)}")

    def preview_progress(self, progress, preview):
        self.log.append(f"preview {progress:g}")

    def peek(self, preview):
        self.log.append("peek")

    def commit_progress(self, progress, preview):
        self.log.append(f"commit {progress:g}")

    def show_actions(self, sheet, preview):
        self.log.append(f"show {sheet_text(sheet)}")

    def update_actions(self, sheet, preview):
        self.log.append(f"update {sheet_text(sheet)}")

    def choose_action(self, action, preview):
        self.log.append(f"choose {action.title}")

    def hide_actions(self, preview):
        self.log.append("hide")

    def pop(self, preview):
        self.log.append("pop")

    def dismiss(self, preview, dismissal):
        reason = dismissal.cancel_reason
        self.log.append(f"dismiss {dismissal.reason}" + (f"({reason})" if reason else ""))


def sheet_text(sheet):
    titles = [f"[{item.title}]" if index == sheet.selection else item.title for index, item in enumerate(sheet.items)]
    return " ".join(([f"{sheet.title}:"] if sheet.title else []) + titles + (["pinned"] if sheet.is_pinned else []))


class Giver:
    """A delegate that gives a preview called after itself, or does what `gives` says."""

    def __init__(self, log, name="it", actions=(), gives=None):
        self.log, self.name, self.actions, self.gives = log, name, actions, gives

    def preview_for_location(self, context, location):
        self.log.append(f"ask {self.name} ({location.x:g}, {location.y:g})")
        return self.gives(context) if self.gives else Preview(self.name, actions=self.actions)

    def commit_preview(self, context, preview):
        self.log.append(f"committed {preview.content}")


class Follower(PreviewInteractionDelegate):
    """A delegate of an interaction that writes down what it is told."""

    def __init__(self, log, begins=True):
        self.log, self.begins = log, begins

    def should_begin(self, interaction):
        self.log.append("should begin")
        return self.begins

    def did_update_preview_transition(self, interaction, progress, ended):
        self.log.append(f"preview {progress:g}" + (" ended" if ended else ""))

    def did_update_commit_transition(self, interaction, progress, ended):
        self.log.append(f"commit {progress:g}" + (" ended" if ended else ""))

    def did_cancel(self, interaction):
        self.log.append("cancel")


class Theatre:
    """A window with one registered view of (10, 20) 100 × 80, and presses on it."""

    def __init__(self, actions=(), gives=None, connection=None, **options):
        self.log = []
        self.window = Stage()
        self.view = Box(self.window, (10, 20, 100, 80))
        self.giver = Giver(self.log, actions=actions, gives=gives)
        self.previewer = Previewer(self.window, Scribe(self.log), connection, **options)
        self.context = self.previewer.register_for_previewing(self.giver, self.view)
        self.press = 1

    def send(self, phase, preview=1.0, commit=0.0, up=0.0, right=0.0, device=PAD, on=None, **more):
        """One step of the press; `phase` may be 'cancelled(reason)'."""
        name, _, reason = phase.partition("(")
        self.previewer.handle(
            Press(id=self.press, device=device, phase=Phase(name), preview=preview, commit=commit, translation_x=right,
                  translation_y=-up, reason=CancelReason(reason[:-1]) if reason else None, **more), on)

    def play(self, *phases):
        for phase in phases:
            self.send(phase)

    def told(self):
        """What has been written down since the last time."""
        told = list(self.log)
        self.log.clear()
        return told
