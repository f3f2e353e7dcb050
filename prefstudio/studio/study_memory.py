"""How a study was left: layout, places of panels, group, orders, and how far it had come."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path

from PySide6.QtCore import QByteArray

from prefstudio.studio.layouts import LayoutChoice
from prefstudio.studio.record import Record
from prefstudio.studio.remembered import Remembered, decoded
from prefstudio.study.standing import Standing

MOST_STUDIES = 60
ALL = "studies/all"


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a study had come when it was left.

    Attributes
    ----------
    settled
        How settled it was, from 0 to 1; None when that was not known.
    changed
        When its file was changed last; another time means that the counts are of the past.
    """

    title: str
    n_items: int
    n_answers: int
    settled: float | None
    changed: float


class StudyMemory:
    """What is remembered of one study; what it lacks is as the program was left.

    Parameters
    ----------
    remembered : Remembered
        What the program remembers, which also learns what is chosen here.
    place : Path
        The file or folder of the study.
    """

    def __init__(self, remembered: Remembered, place: Path) -> None:
        self._remembered = remembered
        self._place = place.resolve()
        self._key = hashlib.sha256(str(self._place).encode()).hexdigest()[:16]

    @property
    def layout(self) -> LayoutChoice:
        """The layout that was shown last."""
        known = self._text("layout")
        choices = {each.value for each in LayoutChoice}
        return LayoutChoice(known) if known in choices else self._remembered.layout

    @layout.setter
    def layout(self, choice: LayoutChoice) -> None:
        self._put("layout", choice.value)
        if choice is not LayoutChoice.CLASSROOM:  # a lesson, in which a new study asks nothing
            self._remembered.layout = choice

    def panels(self, choice: LayoutChoice, size: str) -> QByteArray:
        """Where panels lay in a layout; empty when that is not known."""
        known = self._remembered.data(self._path(f"panels_{choice.value}_{size}"))
        return self._remembered.panels(choice, size) if known.isEmpty() else known

    def keep_panels(self, choice: LayoutChoice, size: str, state: QByteArray) -> None:
        """Remember where panels lie; an empty state forgets it."""
        self._remembered.put(self._path(f"panels_{choice.value}_{size}"), state)
        self._remembered.keep_panels(choice, size, state)
        self._note()

    @property
    def chosen(self) -> dict[str, str]:
        """What was chosen in the panels, by name; empty at first."""
        return {str(name): str(value) for name, value in self._object("chosen").items()}

    @chosen.setter
    def chosen(self, choices: dict[str, str]) -> None:
        self._put("chosen", json.dumps(choices))

    @property
    def title(self) -> str:
        """The title it had when it was last seen, however it was changed since; empty at first."""
        known = self._object("progress").get("title", "")
        return known if isinstance(known, str) else ""

    @property
    def progress(self) -> Progress | None:
        """How far it had come; None when that is not known, or its file was changed since."""
        known = _progress(self._object("progress"))
        try:
            is_of_now = known is not None and known.changed == self._place.stat().st_mtime
        except OSError:
            return None
        return known if is_of_now else None

    def keep_progress(self, record: Record, standing: Standing | None) -> None:
        """Remember how far a study has come, as its file is now.

        Parameters
        ----------
        record : Record
            The study's own: what is only thought is no progress.
        standing : Standing or None
            How it stands after all its events, be they kept or not; None where that is not known.
        """
        try:
            changed = self._place.stat().st_mtime
        except OSError:
            return
        kept, now = record.kept_state, record.state
        is_kept = kept.study is now.study and kept.belief_revision == now.belief_revision
        settled = standing.share if standing is not None and is_kept else None
        progress = Progress(record.title, len(kept.study.items), kept.n_answers, settled, changed)
        self._put("progress", json.dumps(asdict(progress)))

    def _path(self, name: str) -> str:
        return f"studies/{self._key}/{name}"

    def _text(self, name: str) -> str:
        return self._remembered.text(self._path(name))

    def _object(self, name: str) -> dict[str, object]:
        found = decoded(self._text(name))
        return found if isinstance(found, dict) else {}

    def _put(self, name: str, text: str) -> None:
        self._remembered.put(self._path(name), text)
        self._note()

    def _note(self) -> None:
        """Put this study first among those that are remembered; the last goes."""
        known = [key for key in self._remembered.text(ALL).split() if key != self._key]
        for key in known[MOST_STUDIES - 1 :]:
            self._remembered.forget(f"studies/{key}")
        self._remembered.put(ALL, " ".join([self._key, *known[: MOST_STUDIES - 1]]))


def _progress(known: dict[str, object]) -> Progress | None:
    """What was remembered, if it is whole."""
    match known:
        case {
            "title": str(title),
            "n_items": int(n_items),
            "n_answers": int(n_answers),
            "settled": (float() | int() | None) as settled,
            "changed": float(changed),
        }:
            return Progress(title, n_items, n_answers, settled, changed)
    return None
