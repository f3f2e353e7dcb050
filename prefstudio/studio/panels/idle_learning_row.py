"""Whether the model is learned while asking, and one quiet line on when."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QWidget

from prefstudio.studio.fonts import font
from prefstudio.studio.widgets import label
from prefstudio.study.learning_moments import LearningPlan
from prefstudio.study.setting_table import SETTINGS


class IdleLearningRow(QWidget):
    """A box to tick, and when it last learned and will next."""

    learning_chosen = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self.box = QCheckBox("Learn while asking")
        self.box.setObjectName("learn_while_asking")
        self.box.setAccessibleName("Learn while asking")
        self.box.setToolTip(SETTINGS["model.learn_while_asking"].help)
        self.box.setFont(font(13))
        self.box.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click must not take the answer keys
        self.line = label("", 12, tone=3, wraps=True, lines_up=True)
        self.line.setObjectName("learning_line")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        row.addWidget(self.box)
        row.addWidget(self.line, 1)
        self.setMinimumHeight(30)
        self.box.clicked.connect(self._on_clicked)

    def show_plan(self, plan: LearningPlan) -> None:
        """Show when it learns."""
        self.box.setChecked(plan.is_on)
        self.box.setAccessibleDescription(plan.words)
        self.line.setText(plan.words)

    def _on_clicked(self, is_on: bool) -> None:
        self.learning_chosen.emit(is_on)
