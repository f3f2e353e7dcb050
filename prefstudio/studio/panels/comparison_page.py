"""Links or no links? What a component is worth, asked of the answers themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from prefstudio.studio.figures import NO_BREAK, figure
from prefstudio.studio.fonts import MEDIUM, SEMI_BOLD, font
from prefstudio.studio.icons import IconPushButton
from prefstudio.studio.segment import Segment
from prefstudio.studio.widgets import label
from prefstudio.study.changes import SettingsChanged
from prefstudio.study.model_comparison import FEWEST_PAIRS, ModelComparison

RELEARN, KEEP = "relearn", "keep"
FAIR = {
    RELEARN: "Both learn their weights anew: the fair way, and a slow one.",
    KEEP: "Both keep the weights that there are; only this part is left out.",
}
TOO_FEW = f"Needs answers to at least {FEWEST_PAIRS} different pairs."
OUTDATED = "The study has changed since; compare again."
LEAST_WIDTH = 300  # px under which the differences have no column
HEADS = ("", "with", "without", "better by")


@dataclass(frozen=True, slots=True)
class CompareWanted:
    """What is to be left out, what a sentence calls it, and whether both learn anew."""

    without: SettingsChanged
    title: str
    relearns: bool


class ComparisonPage(QWidget):
    """A button, its progress, and a card that says what came out."""

    compare_clicked = Signal(bool)  # whether both learn their weights anew
    cancel_clicked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.title = label("", 13, SEMI_BOLD, wraps=True)
        self.weights = Segment("Weights", {RELEARN: "Relearn both", KEEP: "As they are"})
        self.explanation = label(FAIR[RELEARN], 12, tone=3, wraps=True)
        self.compare_button = IconPushButton("scales", "Compare", "primary")
        self.bar = QProgressBar()
        self.step = label("", 12, tone=3, lines_up=True)
        self.cancel_button = QPushButton("Cancel")
        self.card = QFrame()
        self.sentence = label("", 13, wraps=True)
        self.how = label("", 12, tone=3, wraps=True)
        self.cells: list[list[QLabel]] = []
        self._build()
        self._connect()

    @property
    def relearns(self) -> bool:
        """Whether both models are to learn their weights anew."""
        return self.weights.choice == RELEARN

    def show_subject(self, title: str, problem: str) -> None:
        """Say what is compared, or why it cannot be."""
        self.title.setText(f"{title[:1].upper()}{title[1:]} or no {title}?")
        self.compare_button.setEnabled(not problem)
        self.compare_button.setToolTip(problem)
        if problem:
            self.explanation.setText(problem)
        else:
            self._explain()

    def show_progress(self, done: int, total: int) -> None:
        """Show how far it has come."""
        self.show_busy(True)
        self.bar.setRange(0, total)
        self.bar.setValue(done)
        self.step.setText(f"{done} of {total}")

    def show_busy(self, is_busy: bool) -> None:
        """Offer to cancel in the place of the button, or the reverse."""
        self.compare_button.setVisible(not is_busy)
        self.weights.setEnabled(not is_busy)
        self._busy.setVisible(is_busy)

    def show_result(self, found: ModelComparison | None, *, is_outdated: bool = False) -> None:
        """Show what came out; None where nothing has."""
        self.card.setVisible(found is not None)
        if found is None:
            return
        self.sentence.setText(found.words)
        self.how.setText(f"{OUTDATED} {found.how}" if is_outdated else found.how)
        for row, texts in enumerate(table_of(found), start=1):
            for cell, text in zip(self.cells[row], texts, strict=True):
                cell.setText(text)
        self.card.setAccessibleDescription(found.words)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # The sentence says the differences as well; a torn table would say nothing.
        for row in self.cells:
            row[-1].setVisible(self.width() >= LEAST_WIDTH)

    def _build(self) -> None:
        self.compare_button.setObjectName("compare_models")
        self.compare_button.setAccessibleName("Compare both models")
        self.compare_button.setFont(font(13, SEMI_BOLD))
        self.cancel_button.setObjectName("cancel_comparison")
        self.cancel_button.setAccessibleName("Cancel the comparison")
        self.cancel_button.setFont(font(13, MEDIUM))
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName("Comparing")
        self._busy = QWidget()
        busy = QHBoxLayout(self._busy)
        busy.setContentsMargins(0, 0, 0, 0)
        busy.addWidget(self.bar, 1)
        busy.addWidget(self.step)
        busy.addWidget(self.cancel_button)
        self._busy.hide()
        start = QHBoxLayout()
        start.addWidget(self.compare_button)
        start.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 4, 0)
        column.setSpacing(8)
        for widget in (self.title, self.weights, self.explanation):
            column.addWidget(widget)
        column.addLayout(start)
        column.addWidget(self._busy)
        column.addWidget(self._build_card())
        column.addStretch(1)

    def _build_card(self) -> QFrame:
        self.card.setProperty("kind", "card")
        self.card.setObjectName("comparison_card")
        self.card.setAccessibleName("What came out")
        column = QVBoxLayout(self.card)
        column.setContentsMargins(12, 10, 12, 10)
        column.setSpacing(8)
        column.addWidget(self.sentence)
        grid = QGridLayout()
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(2)
        grid.setColumnStretch(0, 1)
        for row in range(4):
            self.cells.append([self._cell(grid, row, place) for place in range(len(HEADS))])
        column.addLayout(grid)
        column.addWidget(self.how)
        self.card.hide()
        return self.card

    @staticmethod
    def _cell(grid: QGridLayout, row: int, place: int) -> QLabel:
        made = label(HEADS[place], 11, tone=3) if not row else label("", 12, lines_up=True)
        side = Qt.AlignmentFlag.AlignRight if place else Qt.AlignmentFlag.AlignLeft
        made.setAlignment(side | Qt.AlignmentFlag.AlignVCenter)
        grid.addWidget(made, row, place)
        return made

    def _connect(self) -> None:
        self.compare_button.clicked.connect(self._on_clicked)
        self.cancel_button.clicked.connect(self._on_cancel_clicked)
        self.weights.chosen.connect(self._on_weights_chosen)

    def _explain(self) -> None:
        self.explanation.setText(FAIR[self.weights.choice])

    def _on_weights_chosen(self) -> None:
        if self.compare_button.isEnabled():
            self._explain()

    def _on_clicked(self) -> None:
        self.compare_clicked.emit(self.relearns)

    def _on_cancel_clicked(self) -> None:
        self.cancel_clicked.emit()


def table_of(found: ModelComparison) -> Sequence[tuple[str, str, str, str]]:
    """The numbers of both models: log evidence, answers foretold right, log-loss an answer."""
    having, lacking = found.having, found.lacking
    right, loss = found.right, found.log_loss
    return (
        (
            "Log evidence",
            figure(having.log_evidence, 1),
            figure(lacking.log_evidence, 1),
            figure(found.log_odds, 1),
        ),
        (
            "Right",
            f"{figure(100 * having.share_right, 0)}{NO_BREAK}%",
            f"{figure(100 * lacking.share_right, 0)}{NO_BREAK}%",
            _with_split(100.0 * right.mean, right.n_for, right.n_against),
        ),
        (
            "Log-loss",
            figure(having.log_loss, 3),
            figure(lacking.log_loss, 3),
            _with_width(loss.mean, loss.half_width, 3),
        ),
    )


def _with_split(value: float, n_for: int, n_against: int) -> str:
    return f"{figure(value, 0)}{NO_BREAK}({n_for:,}{NO_BREAK}:{NO_BREAK}{n_against:,})"


def _with_width(value: float, width: float, decimals: int) -> str:
    return f"{figure(value, decimals)}{NO_BREAK}±{NO_BREAK}{figure(width, decimals)}"
