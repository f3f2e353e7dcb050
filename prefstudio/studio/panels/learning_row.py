"""The foot of the model: learn from the answers, and how well the model explains them."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QVBoxLayout, QWidget

from prefstudio.studio.fonts import MEDIUM, SEMI_BOLD, font
from prefstudio.studio.icons import IconPushButton
from prefstudio.studio.numbers_as_text import UNKNOWN, count_of, figure
from prefstudio.studio.widgets import label

LEARN_HELP = "Find the shares and scales that explain the answers best"


@dataclass(frozen=True, slots=True)
class LearningProgress:
    """How far learning has come.

    Attributes
    ----------
    step, n_steps
        Steps done and steps at most.
    before, now
        Log evidence before learning and at the best step so far.
    n_answers
        Answers that are learned from.
    """

    step: int
    n_steps: int
    before: float
    now: float
    n_answers: int


class EvidenceRow(QWidget):
    """The button left, log evidence right."""

    learn_clicked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.learn_button = IconPushButton("sparkle", "Learn from the answers", "primary")
        self.learn_button.setObjectName("learn")
        self.learn_button.setFont(font(13, SEMI_BOLD))
        self.learn_button.setToolTip(LEARN_HELP)
        self.learn_button.hide()
        self.evidence = label(UNKNOWN, 13, SEMI_BOLD, lines_up=True)
        self.evidence.setObjectName("log_evidence")
        self._caption = label("log evidence", 11, tone=3)
        self._caption.setToolTip("How well the model explains the answers; nearer to 0 is better")
        self._build()
        self.learn_button.clicked.connect(self._on_clicked)

    def show_possible(self, why_not: str) -> None:
        """Offer to learn, or say why that is not possible; hidden before either is known."""
        self.learn_button.show()
        self.learn_button.setEnabled(not why_not)
        self.learn_button.setToolTip(why_not or LEARN_HELP)
        self.learn_button.setAccessibleDescription(why_not)

    def show_evidence(self, log_evidence: float | None) -> None:
        """Show how well the answers are explained; None when there are none."""
        words = UNKNOWN if log_evidence is None else figure(log_evidence)
        self.evidence.setText(words)
        self.evidence.setAccessibleName(f"Log evidence {words}")

    def _build(self) -> None:
        figures = QVBoxLayout()
        figures.setSpacing(0)
        for text in (self._caption, self.evidence):
            text.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            figures.addWidget(text)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.learn_button)
        row.addStretch(1)
        row.addLayout(figures)

    def _on_clicked(self) -> None:
        self.learn_clicked.emit()


class LearningRow(QWidget):
    """While learning: a bar, the step, the evidence before and now, and a way out."""

    cancel_clicked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.title = label("", 13, SEMI_BOLD)
        self.step = label("", 12, tone=3, lines_up=True)
        self.step.setObjectName("learning_step")
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName("Learning")
        self.evidence = label("", 13, MEDIUM, lines_up=True)
        self.evidence.setObjectName("learning_evidence")
        self.cancel_button = QPushButton("Cancel")
        self.cancel_button.setObjectName("cancel_learning")
        self.cancel_button.setAccessibleName("Cancel learning")
        self.cancel_button.setFont(font(13, MEDIUM))
        self._build()
        self.cancel_button.clicked.connect(self._on_cancel)

    def show_progress(self, progress: LearningProgress) -> None:
        """Show how far it has come."""
        self.title.setText(f"Learning from {count_of(progress.n_answers, 'answer')}")
        self.step.setText(f"step {progress.step} of {progress.n_steps}")
        self.bar.setRange(0, max(progress.n_steps, 1))
        self.bar.setValue(progress.step)
        self.evidence.setText(f"{figure(progress.before)} → {figure(progress.now)}")

    def _build(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self.title)
        head.addStretch(1)
        head.addWidget(self.step)
        foot = QHBoxLayout()
        foot.setSpacing(4)
        foot.addWidget(label("log evidence", 13, tone=2))
        foot.addWidget(self.evidence)
        foot.addStretch(1)
        foot.addWidget(self.cancel_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(head)
        column.addWidget(self.bar)
        column.addLayout(foot)

    def _on_cancel(self) -> None:
        self.cancel_clicked.emit()
