"""Previewing: peek, pop and actions for the views of any toolkit, by the names of UIKit's previewing API."""

from .context import PreviewingContext, PreviewingDelegate
from .failure import FailureRelationship, FailureState
from .geometry import Point, Rect, Size
from .interaction import PreviewInteraction, PreviewInteractionDelegate
from .long_press import LongPressPreviewing
from .presenter import Dismissal, DismissReason, PreviewPresenter
from .preview import (
    Preview,
    PreviewAction,
    PreviewActionGroup,
    PreviewActionItem,
    PreviewActionSheet,
    PreviewActionStyle,
)
from .previewer import Previewer, PreviewMeans
from .view import View, Window

__all__ = [
    "Dismissal",
    "DismissReason",
    "FailureRelationship",
    "FailureState",
    "LongPressPreviewing",
    "Point",
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
    "Rect",
    "Size",
    "View",
    "Window",
]
