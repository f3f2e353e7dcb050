"""When a study was opened and who sat down to it; none of this can be undone."""

from __future__ import annotations

import platform
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import ClassVar

from prefstudio import __version__


@dataclass(frozen=True, slots=True)
class StudyOpened:
    """A program opened the study to write in it.

    Attributes
    ----------
    sits_down
        Whether somebody sits down to it anew, as at a window; a command only writes.
    """

    kind: ClassVar[str] = "study_opened"

    versions: Mapping[str, str] = field(default_factory=dict)
    platform: str = ""
    sits_down: bool = False


@dataclass(frozen=True, slots=True)
class SessionStarted:
    """A person sat down; the event names the person and the sitting."""

    kind: ClassVar[str] = "session_started"

    attribute: str = ""


@dataclass(frozen=True, slots=True)
class SessionEnded:
    """A sitting ended, and why."""

    kind: ClassVar[str] = "session_ended"

    reason: str = ""


@dataclass(frozen=True, slots=True)
class Revealed:
    """Someone looked at what a blind sitting hides."""

    kind: ClassVar[str] = "revealed"

    what: str = ""


@dataclass(frozen=True, slots=True)
class Unknown:
    """An event that this version cannot read: kept, skipped and reported.

    Attributes
    ----------
    text
        Its body as the file has it.
    reason
        Why it is skipped.
    """

    kind: str
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class Sitting:
    """One sitting of one person, as its events tell; empty is not said, or not yet."""

    session: str
    participant: str
    attribute: str = ""
    ended_at: str = ""
    reason: str = ""


def opened_here(*, sits_down: bool = False) -> StudyOpened:
    """The event body that tells which versions write from here on, and on what platform."""
    versions = {
        "prefstudio": __version__,
        "python": platform.python_version(),
        "numpy": version("numpy"),
        "scipy": version("scipy"),
        "sqlite": sqlite3.sqlite_version,
    }
    return StudyOpened(versions, platform.platform(), sits_down)
