"""Which column of a table of answers says what."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QPushButton, QVBoxLayout, QWidget

from prefstudio.studio.fonts import SEMI_BOLD
from prefstudio.studio.panels.quiet_inputs import QuietChoice
from prefstudio.studio.widgets import label
from prefstudio.study.importers.comparison_mapping import guessed_columns
from prefstudio.study.importers.plan import ComparisonColumns

FIELDS = {"a": "A", "b": "B", "winner": "Better one", "person": "Person"}
EMPTY = {"winner": "A is always better", "person": "not named"}


class MappingCard(QFrame):
    """Four choices, prefilled by a guess; tells the columns once they are confirmed."""

    columns_chosen = Signal(object)  # ComparisonColumns

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "sheet")
        self.choices = {
            name: QuietChoice(f"mapping_{name}", f"Column of {words}")
            for name, words in FIELDS.items()
        }
        self.head = label("", 13, SEMI_BOLD, wraps=True)
        self.button = QPushButton("Read these columns")
        self.button.setObjectName("mapping_use")
        self.button.setProperty("kind", "primary")
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(8)
        grid.setColumnMinimumWidth(0, 118)
        grid.setColumnStretch(1, 1)
        for place, (name, words) in enumerate(FIELDS.items()):
            grid.addWidget(label(words, 13, tone=2), place, 0)
            grid.addWidget(self.choices[name], place, 1)
        grid.addWidget(self.button, len(FIELDS), 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 12, 14, 14)
        column.setSpacing(8)
        column.addWidget(self.head)
        column.addWidget(
            label(
                "The better one may be told by A or B, left or right, 1 or 0, or by its id.",
                13,
                tone=2,
                wraps=True,
            )
        )
        column.addLayout(grid)
        self.button.clicked.connect(self._on_clicked)
        self.hide()

    def show_columns(self, file: str, header: tuple[str, ...]) -> None:
        """Offer the columns of a file."""
        guess = guessed_columns(header)
        self.head.setText(f"What do the columns of {file} say?")
        for name, box in self.choices.items():
            box.clear()
            if name in EMPTY:
                box.addItem(EMPTY[name], "")
            for heading in header:
                box.addItem(heading, heading)
            box.setCurrentIndex(max(box.findData(getattr(guess, name)), 0))
        self.show()

    def _on_clicked(self) -> None:
        said = {name: str(box.currentData() or "") for name, box in self.choices.items()}
        self.columns_chosen.emit(ComparisonColumns(**said))
