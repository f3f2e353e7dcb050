"""What is not as it should be in the files, each with a way on."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from prefstudio.studio.fonts import SEMI_BOLD
from prefstudio.studio.icons import IconLabel
from prefstudio.studio.new_study.import_words import in_the_window, problem_words, title_of
from prefstudio.studio.widgets import label, set_tone
from prefstudio.study.importers.plan import Problem
from prefstudio.study.importers.summary import ImportSummary

MOST_SHOWN = 30
NO_PROGRAM = "No program of this computer opens it. It is {file}"
AT_ONCE = 5  # more rows at a time would keep the window waiting


class ProblemRow(QFrame):
    """One problem: file and line, what it is, and what to do."""

    def __init__(self, problem: Problem, file: Path | None, number: int) -> None:
        super().__init__()
        self._file = file
        self.title = label(title_of(problem), 13, SEMI_BOLD, wraps=True)
        self.way_on = label(in_the_window(problem.way_on), 13, tone=2, wraps=True)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self.title)
        words.addWidget(self.way_on)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        is_lost = problem.left_out
        row.addWidget(
            IconLabel("x-circle" if is_lost else "info", "bad" if is_lost else "warn", 18)
        )
        row.addLayout(words, 1)
        if file is not None:
            button = QPushButton("Open the file")
            button.setObjectName(f"problem_open_{number}")
            button.setAccessibleName(f"Open {file.name} for problem {number}")
            button.clicked.connect(self._on_clicked)
            row.addWidget(button)

    def _on_clicked(self) -> None:
        if self._file is None or QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._file))):
            return
        self.way_on.setText(NO_PROGRAM.format(file=self._file))


class ProblemCard(QFrame):
    """All problems, and the way to look again once they are mended."""

    look_again_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "message")
        self.rows: list[ProblemRow] = []
        self._coming: tuple[Problem, ...] = ()
        self._files: Mapping[str, Path] = {}
        self._adding = QTimer(self)
        self._adding.setInterval(0)
        self._adding.timeout.connect(self._add_rows)
        self.head = label("", 13, SEMI_BOLD, wraps=True)
        self.more = label("", 13, tone=2)
        self.again = QPushButton("Look again")
        self.again.setObjectName("look_again")
        self.again.clicked.connect(self.look_again_wanted)
        head = QHBoxLayout()
        head.addWidget(self.head, 1)
        head.addWidget(self.again)
        self._list = QVBoxLayout()
        self._list.setSpacing(10)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 12, 14, 14)
        column.setSpacing(10)
        column.addLayout(head)
        column.addLayout(self._list)
        column.addWidget(self.more)
        self.hide()

    def show_found(self, found: ImportSummary, files: Mapping[str, Path]) -> None:
        """List the problems; those of a file that was given can be opened there."""
        for row in self.rows:
            self._list.removeWidget(row)
            row.hide()
            row.deleteLater()
        shown = found.problems[:MOST_SHOWN]
        self.rows, self._coming, self._files = [], shown, files
        self._adding.start()
        self._add_rows()
        self.head.setText(problem_words(found))
        set_tone(self, "warn" if found.is_whole else "bad")
        self.more.setText(f"… and {len(found.problems) - len(shown):,} more")
        self.more.setVisible(len(found.problems) > len(shown))
        self.setVisible(bool(found.problems))

    def _add_rows(self) -> None:
        """Show the next few; the timer goes on until all are there."""
        shown, self._coming = self._coming[:AT_ONCE], self._coming[AT_ONCE:]
        for problem in shown:
            row = ProblemRow(problem, self._files.get(problem.file), len(self.rows) + 1)
            self.rows.append(row)
            self._list.addWidget(row)
        if not self._coming:
            self._adding.stop()
