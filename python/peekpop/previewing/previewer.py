"""Previews for one window."""

from __future__ import annotations

from collections import deque
from typing import Callable, Deque, Mapping, Optional, Tuple

from ..connection import Connection
from ..listener import ConnectionListener
from ..model import Device, Press
from ..words import CancelReason, Capability, FeedbackPattern, PadKind, Phase, Word
from ._context_session import ContextSession, enter
from ._interaction_session import InteractionSession
from ._machine import Input, Outcome, State
from ._registry import Registry
from ._session import Owner, PressKey, Session, guarded
from .context import PreviewingContext, PreviewingDelegate
from .failure import FailureState
from .geometry import Point
from .interaction import PreviewInteraction
from .presenter import Dismissal, DismissReason, PreviewPresenter
from .preview import Preview, PreviewActionSheet
from .view import View, Window

# Which phase's feedback an outcome plays.
_FELT = {Outcome.BEGIN: Phase.BEGAN, Outcome.PEEK: Phase.PEEKED, Outcome.POP: Phase.POPPED}


class PreviewMeans(Word):
    """How previews are had at the moment."""

    FORCE = "force"
    """By pressing harder."""
    LONG_PRESS = "longPress"
    """No pad with presses is known: by holding the button, through ``LongPressPreviewing``."""


class Previewer(ConnectionListener):
    """Watches presses for a window, asks delegates for previews, and tells the presenter what to draw.

    A press belongs to the window that has the focus and the pointer when it begins, and to the innermost registered view
    there (of two on the same view, to the one registered later). For the thread that dispatches the connection. What the
    program's own code raises is logged, to the logger ``peekpop``.
    """

    def __init__(
        self,
        window: Window,
        presenter: PreviewPresenter,
        connection: Optional[Connection] = None,
        *,
        feedback: Optional[Mapping[Phase, FeedbackPattern]] = None,
        on_means: Optional[Callable[[PreviewMeans], None]] = None,
    ) -> None:
        """Without a connection, presses are fed to ``handle``.

        ``feedback`` is what is played on a pad with a motor when previews of this window reach the phases BEGAN, PEEKED
        and POPPED: nothing by default, for the service plays peek and pop by itself. ``on_means`` is told when ``means``
        changes: say so to the user. Raises ValueError for a connection that does not ask for every phase.
        """
        if connection and connection.phases is not None and set(connection.phases) != set(Phase):
            raise ValueError(f"previews need every phase, and this connection asks for {', '.join(connection.phases)}")
        self.window = window
        self.presenter = presenter
        self.feedback = dict(feedback or {})
        self.on_means = on_means
        self._connection = connection
        self._registry = Registry()
        self._session: Optional[Session] = None
        # A press that began on a registration without a preview.
        self._failed: Optional[Tuple[PressKey, PreviewingContext]] = None
        self._inbox: Deque[Callable[[], None]] = deque()
        self._is_draining = False
        self._means = _means(connection.capability if connection else Capability.UNKNOWN)
        if connection:
            connection.add_listener(self)

    def close(self) -> None:
        """Ends it, when the window closes: what shows is dismissed, and presses are not watched any more."""
        self.dismiss()
        if self._connection:
            self._connection.remove_listener(self)
        self._registry = Registry()

    # Registrations.

    def register_for_previewing(self, delegate: PreviewingDelegate, source_view: View) -> PreviewingContext:
        """Asks ``delegate``, held weakly, for previews when presses begin on ``source_view``."""
        context = PreviewingContext(delegate, source_view)
        context.failure_relationship._withdraw = lambda: self._withdraw(DismissReason.CLAIMED, context)
        self._registry.add(context)
        return context

    def unregister_for_previewing(self, context: PreviewingContext) -> None:
        """Ends a registration; a preview of it that shows is dismissed."""
        self._registry.remove(context)
        context.failure_relationship._withdraw = None
        self._withdraw(DismissReason.VIEW_REMOVED, context)

    def _add_interaction(self, interaction: PreviewInteraction) -> None:
        self._registry.add(interaction)

    def _cancel_interaction(self, interaction: PreviewInteraction) -> None:
        self._withdraw(DismissReason.CLAIMED, interaction)

    # What shows.

    @property
    def current(self) -> Optional[Preview]:
        """The preview that shows, from the hint to its pop or dismissal."""
        return self._session.preview if self._session and self._session.is_shown else None

    @property
    def actions(self) -> Optional[PreviewActionSheet]:
        """The actions that are to be seen."""
        return self._session.sheet if self._session else None

    @property
    def is_pinned(self) -> bool:
        """Whether a preview stands without a finger."""
        return self._session is not None and self._session.state is State.PINNED

    @property
    def means(self) -> PreviewMeans:
        """How previews are had at the moment."""
        return self._means

    def window_did_change(self) -> None:
        """Looks whether the window still has the focus, and the pressed view is still in it; else dismisses what shows.

        This happens by itself with each step of a press, but a finger that holds still makes none: to be called when the
        focus leaves and when views are removed.
        """
        self._post(self._look)

    # Keyboard, and actions that stay.

    def preview(self, view: View, location: Optional[Point] = None) -> bool:
        """Shows the preview of a registered view, without a press: for the Menu key, or a shortcut.

        It stays until ``commit()``, ``dismiss()`` or ``choose()``. ``view`` may lie within the registered one,
        ``location`` is in its coordinates: its middle by default. Whether it shows: not where another one does, or the
        delegate gives none.
        """
        before = self._session
        self._post(lambda: self._pin(view, location))
        return self._session is not None and self._session is not before and self.is_pinned

    def commit(self) -> None:
        """Opens the preview that shows."""
        self._post(lambda: self._step(Input.COMMIT))

    def dismiss(self) -> None:
        """Takes the preview that shows away."""
        self._withdraw(DismissReason.DISMISSED, None)

    def select_next(self) -> None:
        """Selects the next action, of actions that stay without a finger; shows them where they are not to be seen."""
        self._with_session(lambda session: session.select(by=1))

    def select_previous(self) -> None:
        """Selects the previous one."""
        self._with_session(lambda session: session.select(by=-1))

    def select(self, index: int) -> None:
        """Selects an action by its place in ``actions``: for the pointer. One that is not there is passed over."""
        self._with_session(lambda session: session.select(at=index))

    def choose(self) -> None:
        """Chooses the selected action, or opens the selected group."""
        self._with_session(lambda session: session.choose())

    def back(self) -> None:
        """Leaves the group that is open; without one, takes the preview away."""
        self._with_session(lambda session: session.back())

    # Presses.

    def press(self, press: Press) -> None:
        """As a listener of the connection."""
        self.handle(press, self._connection.devices.get(press.device) if self._connection else None)

    def capability_changed(self, capability: Capability) -> None:
        """As a listener of the connection."""
        means = _means(capability)
        if means is not self._means:
            self._means = means
            if self.on_means:
                told = self.on_means
                guarded(lambda: told(means), None)

    def handle(self, press: Press, device: Optional[Device] = None, location: Optional[Point] = None) -> None:
        """Takes one step of a press.

        ``device`` is its pad; of a pad that is not known the pointer is asked. ``location`` says where in the window it is,
        for who knows better.
        """
        self._post(lambda: self._handle(press, device, location))

    def _post(self, deal: Callable[[], None]) -> None:
        """Deals with what happens, and with what happens in the program's code meanwhile: one after the other."""
        self._inbox.append(deal)
        if self._is_draining:
            return
        self._is_draining = True
        try:
            while self._inbox:
                guarded(self._inbox.popleft(), None)
                if self._session and self._session.state is State.IDLE:
                    self._session.close()
                    self._session = None
        finally:
            self._is_draining = False

    def _handle(self, press: Press, device: Optional[Device], location: Optional[Point]) -> None:
        key = (press.device, press.id)
        if press.phase is Phase.BEGAN:
            self._begin(press, key, device, location)
            return
        if self._failed and self._failed[0] == key and press.phase.is_end:
            self._forget_failed()
        if not self._session or self._session.press != key:
            return
        self._look()
        session = self._session
        place = location or self._place(press, device)
        if place:
            session.follow(place)
        if press.phase is Phase.CHANGED:
            session.step(Input.CHANGE, press)
        elif press.phase is Phase.PEEKED:
            session.step(Input.PEEK, press)
        elif press.phase is Phase.POPPED:
            session.step(Input.POP, press)
        else:
            reason = press.reason if press.phase is Phase.CANCELLED else CancelReason.RELEASED
            given = Input.RELEASE if reason is CancelReason.RELEASED else Input.INTERRUPT
            session.finish(press, given, Dismissal(DismissReason.PRESS, reason))

    def _begin(self, press: Press, key: PressKey, device: Optional[Device], location: Optional[Point]) -> None:
        # Its end was never told: by a service that breaks its word.
        if self._session and self._session.press and self._session.press[0] == press.device:
            lost = Dismissal(DismissReason.PRESS, CancelReason.DROPPED)
            self._session.finish(press, Input.INTERRUPT, lost)
            self._session.close()
            self._session = None
        if self._failed and self._failed[0][0] == press.device:
            self._forget_failed()
        if self._session or not self.window.is_active:
            return
        place = location or self._place(press, device)
        owner = self._registry.at(place, self.window) if place else None
        if place and owner:
            self._open(owner, place, key, device, Input.BEGIN)

    def _place(self, press: Press, device: Optional[Device]) -> Optional[Point]:
        """Where in the window a press is."""
        if device and device.kind in (PadKind.TOUCHSCREEN, PadKind.PEN):
            return self.window.location_of_absolute(Point(press.x, press.y))
        return self.window.pointer_location

    # Asking.

    def _open(
        self, owner: Owner, place: Point, key: Optional[PressKey], device: Optional[Device], given: Input
    ) -> None:
        """Asks for what a registration shows, and begins it."""
        session: Session
        if isinstance(owner, PreviewingContext):
            resting_rect = owner._narrowed_rect
            preview = self._ask(owner, place)
            # Meanwhile the program may have done anything.
            if preview is None or owner not in self._registry or not self._is_in_window(owner.source_view) or not self.window.is_active:
                owner._narrowed_rect = resting_rect
                if key:
                    self._failed = (key, owner)
                    enter(owner, FailureState.FAILED)
                return
            session = ContextSession(owner, preview, self.presenter, key, device, resting_rect, self._play)
        else:
            interaction, delegate = owner, owner.delegate
            session = InteractionSession(interaction, key, device, self._play)
            session.follow(place)
            if delegate is None or not guarded(lambda: delegate.should_begin(interaction), False):
                session.close()
                return
        self._session = session
        session.step(given)

    def _ask(self, context: PreviewingContext, place: Point) -> Optional[Preview]:
        delegate, view = context.delegate, context.source_view
        if delegate is None or view is None:
            return None
        location = self.window.convert(place, view)

        def ask() -> Optional[Preview]:
            preview: object = delegate.preview_for_location(context, location)
            if preview is None or isinstance(preview, Preview):
                return preview
            raise TypeError(f"preview_for_location gives a Preview or None, not {preview!r:.100}")

        return guarded(ask, None)

    def _pin(self, view: View, location: Optional[Point]) -> None:
        if self._session or not self._is_in_window(view):
            return
        found = self._registry.around(view)
        if found:
            place = view.convert(location or view.bounds.center, self.window)
            self._open(found, place, None, None, Input.PIN)

    # What becomes of it.

    def _with_session(self, deal: Callable[[Session], None]) -> None:
        self._post(lambda: deal(self._session) if self._session else None)

    def _step(self, given: Input) -> None:
        if self._session:
            self._session.step(given)

    def _withdraw(self, reason: DismissReason, owner: Optional[Owner]) -> None:
        def withdraw() -> None:
            if self._session and (owner is None or self._session.owner is owner):
                self._session.withdraw(reason)

        self._post(withdraw)

    def _look(self) -> None:
        session = self._session
        if not session or not session.is_shown:
            return
        if not session.is_alive or not self._is_in_window(session.view):
            session.withdraw(DismissReason.VIEW_REMOVED)
        elif not self.window.is_active:
            session.withdraw(DismissReason.FOCUS_LOST)

    def _is_in_window(self, view: Optional[View]) -> bool:
        return view is not None and view.is_descendant(self.window)

    def _forget_failed(self) -> None:
        if self._failed:
            _, context = self._failed
            self._failed = None
            # Unless the keyboard has shown a preview of it since.
            if context.failure_relationship.state is FailureState.FAILED:
                enter(context, FailureState.POSSIBLE)

    def _play(self, outcome: Outcome, device: Device) -> None:
        phase = _FELT.get(outcome)
        pattern = self.feedback.get(phase) if phase else None
        if pattern and device.haptics and self._connection:
            self._connection.play_feedback(device.id, pattern)


def _means(capability: Capability) -> PreviewMeans:
    return PreviewMeans.FORCE if capability is Capability.AVAILABLE else PreviewMeans.LONG_PRESS
