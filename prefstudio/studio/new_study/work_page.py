"""The page of a new study in the making: where from and where to left, what was found right."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from prefstudio.studio.new_study.choices_card import ChoicesCard
from prefstudio.studio.new_study.found_card import FoundCard
from prefstudio.studio.new_study.mapping_card import MappingCard
from prefstudio.studio.new_study.place_card import PlaceCard
from prefstudio.studio.new_study.problem_card import ProblemCard
from prefstudio.studio.new_study.progress_row import ProgressRow
from prefstudio.studio.new_study.source_card import SourceCard
from prefstudio.studio.widgets import scrolling

LEFT = 376  # pixels


class WorkPage(QWidget):
    """All cards, in two columns that scroll where there is no room.

    Parameters
    ----------
    progress : ProgressRow
        What is being read or written, above what was found.
    """

    def __init__(self, progress: ProgressRow) -> None:
        super().__init__()
        self.source, self.place = SourceCard(), PlaceCard()
        self.found, self.choices = FoundCard(), ChoicesCard()
        self.mapping, self.problems = MappingCard(), ProblemCard()
        left = _scrolled(self.source, self.place)
        left.setFixedWidth(LEFT)
        right = QVBoxLayout()
        right.setSpacing(12)
        right.addWidget(progress)
        right.addWidget(_scrolled(self.mapping, self.problems, self.found, self.choices), 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(24, 0, 14, 0)
        row.setSpacing(8)
        row.addWidget(left)
        row.addLayout(right, 1)

    def allow_changes(self, is_allowed: bool) -> None:
        """Let everything be chosen, or nothing while the study is written."""
        for card in (self.source, self.place, self.choices, self.mapping):
            card.setEnabled(is_allowed)


def _scrolled(*cards: QWidget) -> QScrollArea:
    """Cards one above the other, which scroll where there is no room."""
    holder = QWidget()
    column = QVBoxLayout(holder)
    column.setContentsMargins(0, 0, 10, 0)
    column.setSpacing(12)
    for card in cards:
        column.addWidget(card)
    column.addStretch(1)
    return scrolling(holder)
