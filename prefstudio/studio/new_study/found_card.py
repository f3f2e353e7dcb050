"""What would come out: how many of what, and what was guessed."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from prefstudio.studio.fonts import SEMI_BOLD
from prefstudio.studio.new_study.import_words import counts_of, in_the_window, kinds_of
from prefstudio.studio.widgets import label
from prefstudio.study.importers.summary import ImportSummary

MOST_GUESSES = 12


class FoundCard(QFrame):
    """Counts in figures, kinds in words, and every guess as a sentence."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "sheet")
        self.figures: dict[str, QLabel] = {}
        self._figures = QHBoxLayout()
        self._figures.setSpacing(28)
        self.kinds = label("", 13, tone=2, wraps=True)
        self.guesses = label("", 13, tone=2, wraps=True)
        self._guess_head = label("Guessed", 13, SEMI_BOLD)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 12, 14, 14)
        column.setSpacing(8)
        column.addLayout(self._figures)
        column.addWidget(self.kinds)
        column.addSpacing(4)
        column.addWidget(self._guess_head)
        column.addWidget(self.guesses)

    def show_found(self, found: ImportSummary) -> None:
        """Say what was found."""
        self._clear()
        for word, number in counts_of(found).items():
            self._add_figure(word, number)
        self._figures.addStretch(1)
        self.kinds.setText(kinds_of(found))
        guessed = [in_the_window(each) for each in found.guessed]
        more = len(guessed) - MOST_GUESSES
        shown = guessed[:MOST_GUESSES] + ([f"… and {more} more."] if more > 0 else [])
        self.guesses.setText("\n".join(shown) or "Nothing: the files say it all.")

    def _add_figure(self, word: str, number: int) -> None:
        figure = label(f"{number:,}", 20, SEMI_BOLD, lines_up=True)
        figure.setAccessibleName(f"{number:,} {word}")
        self.figures[word] = figure
        column = QVBoxLayout()
        column.setSpacing(0)
        column.addWidget(figure, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(label(word, 12, tone=3), 0, Qt.AlignmentFlag.AlignLeft)
        holder = QWidget()
        column.setContentsMargins(0, 0, 0, 0)
        holder.setLayout(column)
        self._figures.addWidget(holder)

    def _clear(self) -> None:
        self.figures = {}
        while (taken := self._figures.takeAt(0)) is not None:
            if (widget := taken.widget()) is not None:
                widget.hide()
                widget.deleteLater()
