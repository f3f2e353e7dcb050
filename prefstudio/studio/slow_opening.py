"""Opening one study, or making a sample afresh, beside the window."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from prefstudio.engine.control import Control
from prefstudio.studio.chores import let_go
from prefstudio.studio.layouts import LayoutChoice
from prefstudio.studio.record import Opened, read_for_window, seated
from prefstudio.studio.slow_work import SlowWork
from prefstudio.study.errors import StudyError
from prefstudio.study.folder import Study
from prefstudio.study.samples import discard, made_ready, opened_copy
from prefstudio.study.store import StudyFile


@dataclass(frozen=True, slots=True)
class OpeningWork:
    """Reads and checks a study; the thread of the window gets it when it is open.

    Attributes
    ----------
    path
        Of the study.
    sample
        The sample of which it is the user's own copy, to be made where there is none; empty where
        it is none.
    """

    path: Path
    sample: str = ""

    def __call__(self, control: Control) -> Opened:
        return read_for_window(opened_copy(self.sample) if self.sample else self.path)


@dataclass(frozen=True, slots=True)
class FreshWork:
    """Makes a fresh copy of a sample, which has not taken its place yet."""

    sample: str

    def __call__(self, control: Control) -> Path:
        return made_ready(self.sample)


class SlowOpening(SlowWork):
    """Opens a study.

    One that is not wanted any more is still read to its end, so that nobody else finds it locked
    without a reason, and then closed.

    Attributes
    ----------
    path
        Of the study.
    layout
        In which it shall be shown; None as it was left.
    """

    opened = Signal(object)  # Opened

    def __init__(self, work: OpeningWork, parent: QObject | None = None) -> None:
        super().__init__(f"Opening {work.path.stem}…", work, parent)
        self.path = work.path
        self.layout: LayoutChoice | None = None

    def take(self, result: object) -> None:
        """Record that somebody sits down to it, and tell that it is open."""
        assert isinstance(result, (Study, StudyFile))
        try:
            seated(result)
        except StudyError as error:
            self.failed.emit(error)
        else:
            self.opened.emit(result)

    def drop(self, result: object) -> None:
        """Close it."""
        let_go(result)


class FreshStart(SlowWork):
    """Makes a fresh copy of a sample, while the window on the old one goes on."""

    made = Signal(object)  # Path, where it must not stay

    def __init__(self, sample: str, parent: QObject | None = None) -> None:
        super().__init__("Starting over…", FreshWork(sample), parent)

    def take(self, result: object) -> None:
        """Tell that it is ready to take the place of the old one."""
        self.made.emit(result)

    def drop(self, result: object) -> None:
        """Remove it."""
        if isinstance(result, Path):
            discard(result)
