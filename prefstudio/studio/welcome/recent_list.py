"""Studies that were opened before."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from prefstudio.studio.fonts import SEMI_BOLD
from prefstudio.studio.icons import IconLabel
from prefstudio.studio.numbers_as_text import NO_BREAK, count_of
from prefstudio.studio.panels.compare_meter import SettledBar
from prefstudio.studio.recent_studies import RecentStudy
from prefstudio.studio.remembered import MOST_RECENT
from prefstudio.studio.study_memory import Progress
from prefstudio.studio.widgets import label

ROW = 40  # pixels of height: two lines, and little more
GAP = 4  # pixels between two rows
BAR = 56  # pixels


class RecentRow(QPushButton):
    """One study: its name, how far it has come or else where it lies, and when it was used."""

    opened = Signal(object)  # Path

    def __init__(self, study: RecentStudy, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._path = path = study.path
        progress = study.progress
        self.setProperty("kind", "recent")
        self.setAccessibleName(f"Open {study.name}")
        self.setToolTip(str(path))
        self.counts = label(progress_words(progress) or path.parent.name, 12, tone=3)
        self.setAccessibleDescription(f"{self.counts.text()}, {changed_words(path)}")
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(label(study.name, 13, SEMI_BOLD))
        words.addWidget(self.counts)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 2, 12, 2)
        row.setSpacing(12)
        row.addWidget(IconLabel("file-text" if path.is_file() else "folder-open"))
        row.addLayout(words, 1)
        row.addLayout(self._when(progress))
        for inner in self.findChildren(QWidget):
            inner.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFixedHeight(ROW)
        self.clicked.connect(self._on_clicked)

    def _when(self, progress: Progress | None) -> QVBoxLayout:
        """When it was used, and a bar of how settled it is."""
        column = QVBoxLayout()
        column.setSpacing(0)
        right = Qt.AlignmentFlag.AlignRight
        column.addWidget(label(changed_words(self._path), 12, tone=3), 0, right)
        if progress is not None and progress.settled is not None:
            bar = SettledBar()
            bar.setFixedWidth(BAR)
            bar.show_share(progress.settled, None)
            column.addWidget(bar, 0, right)
            share = f"{100 * progress.settled:.0f}{NO_BREAK}%"
            said = self.accessibleDescription()
            self.setAccessibleDescription(f"{said}, {share} settled")
        else:
            column.addStretch(1)
        return column

    def _on_clicked(self) -> None:
        self.opened.emit(self._path)


class RecentList(QWidget):
    """The latest studies that have room, and the way to forget them."""

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
        self._column.setSpacing(GAP)
        self._column.addLayout(head)
        self._column.addWidget(self._empty)
        self._head = head
        self._n_fitting = MOST_RECENT
        self.rows: list[RecentRow] = []

    def show_studies(self, studies: Sequence[RecentStudy]) -> None:
        """List some studies, the latest first, and how far each has come where that is known."""
        for row in self.rows:
            self._column.removeWidget(row)
            row.hide()  # it is gone only once Qt comes to it
            row.deleteLater()
        self.rows = [RecentRow(study) for study in studies]
        for row in self.rows:
            row.opened.connect(self.opened)
            self._column.addWidget(row)
        self._empty.setVisible(not self.rows)
        self.clear_button.setVisible(bool(self.rows))
        self._show_fitting()

    def fit(self, height: int) -> None:
        """Show as many studies as have room in a height, and the latest in any."""
        rows_room = height - self._head.sizeHint().height()
        self._n_fitting = max(1, rows_room // (ROW + GAP))
        self._show_fitting()

    def _show_fitting(self) -> None:
        for place, row in enumerate(self.rows):
            row.setVisible(place < self._n_fitting)


def progress_words(progress: Progress | None) -> str:
    """How far a study has come, such as "43 answers, 8 items"; empty when it is not known."""
    if progress is None:
        return ""
    return f"{count_of(progress.n_answers, 'answer')}, {count_of(progress.n_items, 'item')}"


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
