"""PeekPop: force touch for Linux touchpads.

``for press in peekpop.presses():`` is all it takes to see how hard somebody presses. ``Connection`` puts the same into the
loop of a toolkit, ``Previewer`` makes previews of it that feel like those of iOS: peek, pop, and actions.
"""

from .backoff import Backoff
from .connection import Connection
from .errors import (
    ConnectionFailed,
    DeviceUnavailable,
    NoSuchDevice,
    NotSupported,
    PeekPopError,
    PermissionDenied,
    ProtocolError,
    ServiceError,
    TooOften,
)
from .listener import ConnectionListener, ConnectionState, StateKind
from .model import Device, Levels, Press, PressureAxis, Scale, Tool
from .service import list_devices, play_feedback, status
from .status import Problem, Status
from .stream import PressStream, presses
from .words import CancelReason, Capability, FeedbackPattern, PadClass, PadKind, Phase, ScaleSource, ToolKind
from .previewing import (
    Dismissal,
    DismissReason,
    FailureRelationship,
    FailureState,
    LongPressPreviewing,
    Point,
    Preview,
    PreviewAction,
    PreviewActionGroup,
    PreviewActionItem,
    PreviewActionSheet,
    PreviewActionStyle,
    Previewer,
    PreviewingContext,
    PreviewingDelegate,
    PreviewInteraction,
    PreviewInteractionDelegate,
    PreviewMeans,
    PreviewPresenter,
    Rect,
    Size,
    View,
    Window,
)

__version__ = "0.1.0"
__all__ = [
    "Backoff",
    "CancelReason",
    "Capability",
    "Connection",
    "ConnectionFailed",
    "ConnectionListener",
    "ConnectionState",
    "Device",
    "DeviceUnavailable",
    "DismissReason",
    "Dismissal",
    "FailureRelationship",
    "FailureState",
    "FeedbackPattern",
    "Levels",
    "LongPressPreviewing",
    "NoSuchDevice",
    "NotSupported",
    "PadClass",
    "PadKind",
    "PeekPopError",
    "PermissionDenied",
    "Phase",
    "Point",
    "Press",
    "PressStream",
    "PressureAxis",
    "Preview",
    "PreviewAction",
    "PreviewActionGroup",
    "PreviewActionItem",
    "PreviewActionSheet",
    "PreviewActionStyle",
    "PreviewInteraction",
    "PreviewInteractionDelegate",
    "PreviewMeans",
    "PreviewPresenter",
    "Previewer",
    "PreviewingContext",
    "PreviewingDelegate",
    "Problem",
    "ProtocolError",
    "Rect",
    "Scale",
    "ScaleSource",
    "ServiceError",
    "Size",
    "StateKind",
    "Status",
    "TooOften",
    "Tool",
    "ToolKind",
    "View",
    "Window",
    "list_devices",
    "play_feedback",
    "presses",
    "status",
]
