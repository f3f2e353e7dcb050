"""What the program remembers from one time to the next; no fact of a study is kept here."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QByteArray, QSettings

from prefstudio.studio.layouts import LayoutChoice
from prefstudio.studio.theme import ThemeChoice
from prefstudio.study.home import settings_file

Choice = TypeVar("Choice", ThemeChoice, LayoutChoice)

LARGEST_SCALE = 300
MOST_RECENT = 12


class Remembered:
    """Window, theme, scale and recent studies, in a file of the user's configuration."""

    def __init__(self, path: Path | None = None) -> None:
        file = settings_file() if path is None else path
        self._settings = QSettings(str(file), QSettings.Format.IniFormat)

    def read_again(self) -> None:
        """Learn what other programs have remembered since, and let them learn what is kept here."""
        self._settings.sync()

    @property
    def theme(self) -> ThemeChoice:
        """The theme that was chosen last."""
        return _choice(ThemeChoice, self.text("theme"), ThemeChoice.SYSTEM)

    @theme.setter
    def theme(self, choice: ThemeChoice) -> None:
        self._settings.setValue("theme", choice.value)

    @property
    def layout(self) -> LayoutChoice:
        """The layout that was shown last."""
        return _choice(LayoutChoice, self.text("layout"), LayoutChoice.EXPLORE)

    @layout.setter
    def layout(self, choice: LayoutChoice) -> None:
        self._settings.setValue("layout", choice.value)

    @property
    def scale(self) -> int:
        """Size of everything, in per cent."""
        try:
            return min(max(int(self.text("scale")), 100), LARGEST_SCALE)
        except ValueError:
            return 100

    @scale.setter
    def scale(self, percent: int) -> None:
        self._settings.setValue("scale", str(percent))

    @property
    def is_motion_reduced(self) -> bool:
        """Whether changes are shown at once."""
        return self.text("reduced_motion") == "yes"

    @is_motion_reduced.setter
    def is_motion_reduced(self, is_reduced: bool) -> None:
        self._settings.setValue("reduced_motion", "yes" if is_reduced else "no")

    @property
    def geometry(self) -> QByteArray:
        """Place and size of the window; empty before the first time."""
        return self.data("geometry")

    @geometry.setter
    def geometry(self, state: QByteArray) -> None:
        self._settings.setValue("geometry", state)

    def panels(self, choice: LayoutChoice, size: str) -> QByteArray:
        """Where panels lay in a layout; empty when that is not known."""
        return self.data(f"panels/{choice.value}_{size}")

    def keep_panels(self, choice: LayoutChoice, size: str, state: QByteArray) -> None:
        """Remember where panels lie; an empty state forgets it."""
        self._settings.setValue(f"panels/{choice.value}_{size}", state)

    @property
    def recent(self) -> list[Path]:
        """Studies that were opened, the latest first; those that are gone are left out."""
        names = decoded(self.text("recent"))
        if not isinstance(names, list):
            return []
        # Unlike a path's own, these take what cannot be looked at for what is not there.
        return [Path(name) for name in names if isinstance(name, str) and os.path.exists(name)]

    def add_recent(self, path: Path) -> None:
        """Put a study first among the recent ones."""
        known = [each for each in self.recent if each != path]
        names = [str(each) for each in (path, *known)][:MOST_RECENT]
        self._settings.setValue("recent", json.dumps(names))

    def forget_recent(self) -> None:
        """Forget which studies were opened."""
        self._settings.setValue("recent", "[]")

    @property
    def folder(self) -> Path | None:
        """Where a file was chosen last; None before the first time, or when it is gone."""
        text = self.text("folder")
        return Path(text) if os.path.isdir(text) else None

    @folder.setter
    def folder(self, folder: Path) -> None:
        self._settings.setValue("folder", str(folder))

    def text(self, key: str) -> str:
        """A text by its key; empty when there is none."""
        return str(self._settings.value(key, "", type=str))

    def data(self, key: str) -> QByteArray:
        """Bytes by their key; empty when there are none."""
        value = self._settings.value(key, QByteArray())
        return value if isinstance(value, QByteArray) else QByteArray()

    def put(self, key: str, value: str | QByteArray) -> None:
        """Remember a text or bytes."""
        self._settings.setValue(key, value)

    def forget(self, key: str) -> None:
        """Forget what a key leads to."""
        self._settings.remove(key)


def decoded(text: str) -> object:
    """What a text in JSON says; None where it is damaged or says nothing."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _choice(kind: type[Choice], text: str, default: Choice) -> Choice:
    return kind(text) if text in {each.value for each in kind} else default
