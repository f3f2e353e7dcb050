"""Links or no links? What a component is worth, asked of the answers themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from prefstudio.studio.fonts import MEDIUM, SEMI_BOLD, font
from prefstudio.studio.icons import IconPushButton
from prefstudio.studio.numbers_as_text import NO_BREAK, figure
from prefstudio.studio.segment import Segment
from prefstudio.studio.widgets import label, rule, scrolling
from prefstudio.study.changes import SettingsChanged
from prefstudio.study.model_comparison import FEWEST_PAIRS, ModelComparison

RELEARN, KEEP = "relearn", "keep"
FAIR = {
    RELEARN: "Both learn their weights anew: the fair way, and a slow one.",
    KEEP: "Both keep the weights that there are; only this part is left out.",
}
TOO_FEW = f"Needs answers to at least {FEWEST_PAIRS} different pairs."
OUTDATED = "Found at another moment of the study; compare again to see this one."
LEAST_WIDTH = 300  # px under which the differences have no column
HEADS = ("", "with", "without", "better by")


@dataclass(frozen=True, slots=True)
class CompareWanted:
    """What is to be left out, what a sentence calls it, and whether both learn anew."""

    without: SettingsChanged
    title: str
    relearns: bool


class ComparisonPage(QWidget):
    """What came out, first in words, and below it a button that starts it all."""

    compare_clicked = Signal(bool)  # whether both learn their weights anew
    cancel_clicked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.title = label("", 13, SEMI_BOLD, wraps=True)
        self.weights = Segment("Weights", {RELEARN: "Relearn", KEEP: "Keep"})
        self.explanation = label(FAIR[RELEARN], 12, tone=3, wraps=True)
        self.compare_button = IconPushButton("scales", "Compare", "primary")
        self.bar = QProgressBar()
        self.step = label("", 12, tone=3, lines_up=True)
        self.cancel_button = QPushButton("Cancel")
        self.outdated = label(OUTDATED, 12, tone=3, wraps=True)
        self.card = QWidget()
        self.sentence = label("", 13, wraps=True)
        self.how = label("", 12, tone=3, wraps=True)
        self.cells: list[list[QLabel]] = []
        self.body = scrolling(self._build_body())
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
        self.explanation.setText(problem or FAIR[self.weights.choice])

    def show_progress(self, done: int, total: int) -> None:
        """Show how far it has come."""
        self.show_busy(True)
        self.bar.setRange(0, total)
        self.bar.setValue(done)
        self.step.setText(f"{done} of {total}")

    def show_busy(self, is_busy: bool) -> None:
        """Offer to cancel in the place of the button, or the reverse."""
        at_rest: tuple[QWidget, ...] = (self.weights, self.compare_button)
        at_work: tuple[QWidget, ...] = (self.bar, self.step, self.cancel_button)
        for widget in (*at_rest, *at_work):
            widget.setVisible((widget in at_work) is is_busy)

    def show_result(self, found: ModelComparison | None, *, is_outdated: bool = False) -> None:
        """Show what came out, at the top and instead of the question; None where nothing has."""
        self.card.setVisible(found is not None)
        self.outdated.setVisible(found is not None and is_outdated)
        can_compare = self.compare_button.isEnabled()
        for widget in (self.title, self.explanation):
            widget.setVisible(found is None or not can_compare)
        if found is None:
            return
        self.sentence.setText(found.words)
        self.how.setText(found.how)
        for row, texts in enumerate(table_of(found), start=1):
            for cell, text in zip(self.cells[row], texts, strict=True):
                cell.setText(text)
        self.card.setAccessibleDescription(found.words)
        self.body.verticalScrollBar().setValue(0)

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
        for key, button in self.weights.buttons.items():
            button.setToolTip(FAIR[key])
        page = QVBoxLayout(self)
        page.setContentsMargins(0, 0, 0, 0)
        page.setSpacing(6)
        page.addWidget(self.body, 1)
        page.addLayout(self._build_foot())
        self.show_busy(False)

    def _build_body(self) -> QWidget:
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 2, 4, 0)
        column.setSpacing(6)
        for widget in (self.title, self.explanation, self.outdated, self._build_card()):
            column.addWidget(widget)
        column.addStretch(1)
        return body

    def _build_foot(self) -> QHBoxLayout:
        """What starts and stops it, in one line that stays in sight below what came out."""
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.addWidget(self.weights)
        foot.addWidget(self.bar, 1)
        foot.addWidget(self.step)
        foot.addWidget(self.cancel_button)
        foot.addWidget(self.compare_button)
        foot.addStretch()
        return foot

    def _build_card(self) -> QWidget:
        self.card.setObjectName("comparison_card")
        self.card.setAccessibleName("What came out")
        column = QVBoxLayout(self.card)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.sentence)
        column.addWidget(rule())
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
