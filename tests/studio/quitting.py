"""An application that does not end."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication


class Quitting:
    """An application that only notes that it is to end."""

    def __init__(self, quits: list[bool]) -> None:
        self._quits = quits

    def quit(self) -> None:
        self._quits.append(True)

    def __getattr__(self, name: str) -> object:
        return getattr(QApplication.instance(), name)
