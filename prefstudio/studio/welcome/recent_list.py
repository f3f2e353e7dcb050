"""Studies that were opened before."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from prefstudio.studio.fonts import SEMI_BOLD
from prefstudio.studio.icons import IconLabel
from prefstudio.studio.widgets import label

MOST_SHOWN = 6


class RecentRow(QPushButton):
    """One study: its name, where it lies, and when it was changed."""

    opened = Signal(object)  # Path

    def __init__(self, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._path = path
        self.setProperty("kind", "recent")
        self.setAccessibleName(f"Open {path.stem}")
        self.setToolTip(str(path))
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(label(path.stem, 13, SEMI_BOLD))
        words.addWidget(label(path.parent.name, 12, tone=3))
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 8, 12, 8)
        row.setSpacing(12)
        row.addWidget(IconLabel("file-text" if path.is_file() else "folder-open"))
        row.addLayout(words, 1)
        row.addWidget(label(changed_words(path), 12, tone=3), 0, Qt.AlignmentFlag.AlignTop)
        for inner in self.findChildren(QWidget):
            inner.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFixedHeight(56)
        self.clicked.connect(self._on_clicked)

    def _on_clicked(self) -> None:
        self.opened.emit(self._path)


class RecentList(QWidget):
    """The latest studies, and the way to forget them."""

    opened = Signal(object)  # Path
    cleared = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Recent studies")
        self.clear_button = QPushButton("Clear")
        self.clear_button.setProperty("kind", "ghost")
        self.clear_button.setAccessibleName("Clear the recent studies")
        self.clear_button.setObjectName("clear_recent")
        self.clear_button.clicked.connect(self.cleared)
        self._empty = label("Studies you open will be listed here.", 13, tone=3, wraps=True)
        head = QHBoxLayout()
        head.addWidget(label("Recent", 15, SEMI_BOLD), 1)
        head.addWidget(self.clear_button)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(4)
        self._column.addLayout(head)
        self._column.addWidget(self._empty)
        self.rows: list[RecentRow] = []

    def show_paths(self, paths: Sequence[Path]) -> None:
        """List some studies, the latest first."""
        for row in self.rows:
            self._column.removeWidget(row)
            row.deleteLater()
        self.rows = [RecentRow(path) for path in paths[:MOST_SHOWN]]
        for row in self.rows:
            row.opened.connect(self.opened)
            self._column.addWidget(row)
        self._empty.setVisible(not self.rows)
        self.clear_button.setVisible(bool(self.rows))


def changed_words(path: Path, today: date | None = None) -> str:
    """When a file was changed, such as "today", "yesterday" or "3 Nov 2026"."""
    try:
        changed = datetime.fromtimestamp(path.stat().st_mtime).date()
    except OSError:
        return ""
    days = ((today or date.today()) - changed).days
    if days in (0, 1):
        return ("today", "yesterday")[days]
    return f"{changed.day} {changed:%b %Y}"
