"""What matters in a study: the best one, the top k, or the whole ranking."""

from __future__ import annotations

import math

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from prefstudio.studio.fonts import font
from prefstudio.studio.panels.parameter_row import label_width
from prefstudio.studio.panels.quiet_inputs import QuietSpin, bare
from prefstudio.studio.panels.share_bar import SETTLED_AFTER
from prefstudio.studio.segment import Segment
from prefstudio.studio.widgets import label

TITLE = "What matters"
BEST, TOP, WHOLE = "best", "top", "whole"
FIRST_TOP = 3  # what the top is when a person chooses it and nothing was said before


class HorizonRow(QWidget):
    """A segment of three, and a small field for k beside it while the top k matter."""

    horizon_tried = Signal(float)  # while the field is stepped
    horizon_chosen = Signal(float)  # math.inf is the whole ranking

    def __init__(self) -> None:
        super().__init__()
        self._name = label(TITLE, 13)
        self.segment = Segment(TITLE, {BEST: "Best one", TOP: "Top 3", WHOLE: "Whole ranking"})
        self.spin = QuietSpin()
        self._settling = QTimer(self)
        self._top = float(FIRST_TOP)
        self._build()
        self._connect()
        self.show_narrow(False)

    @property
    def horizon(self) -> float:
        """The horizon that is shown."""
        return {BEST: 1.0, TOP: self._top, WHOLE: math.inf}[self.segment.choice]

    def show_horizon(self, horizon: float, n_items: int) -> None:
        """Show what matters in a study of so many items."""
        if self._settling.isActive():
            return
        is_top = horizon != 1.0 and math.isfinite(horizon)
        if is_top:
            self._top = horizon
        self.spin.blockSignals(True)
        self.spin.setRange(2, max(n_items, math.ceil(self._top), 2))
        self.spin.setValue(round(self._top))
        self.spin.blockSignals(False)
        self.segment.choose(TOP if is_top else (BEST if horizon == 1.0 else WHOLE))
        self._say_top()

    def show_narrow(self, is_narrow: bool) -> None:
        """Say it in fewer words, or in all."""
        self._name.setFixedWidth(label_width(is_narrow))
        self.segment.buttons[BEST].setText("Best" if is_narrow else "Best one")
        self.segment.buttons[WHOLE].setText("Whole" if is_narrow else "Whole ranking")

    def forbid(self, reason: str) -> None:
        """Take no choice from here on, and say why."""
        for widget in (self.spin, *self.segment.buttons.values()):
            widget.setEnabled(False)
            widget.setToolTip(reason)

    def _build(self) -> None:
        self.spin.setObjectName("top_k")
        self.spin.setAccessibleName("How many leading places matter")
        self.spin.setToolTip("How many leading places matter")
        self.spin.setFont(font(13, lines_up=True))
        self.spin.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.spin.setKeyboardTracking(False)
        self.spin.setFixedWidth(46)
        self.spin.setStyleSheet(bare("QSpinBox"))
        policy = self.spin.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.spin.setSizePolicy(policy)
        self._settling.setSingleShot(True)
        self._settling.setInterval(SETTLED_AFTER)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        row.addWidget(self._name)
        row.addWidget(self.segment)
        row.addWidget(self.spin)
        row.addStretch(1)
        self.setFixedHeight(30)
        self._say_top()

    def _connect(self) -> None:
        self.segment.chosen.connect(self._on_segment_chosen)
        self.spin.valueChanged.connect(self._on_stepped)
        self._settling.timeout.connect(self._settle)

    def _on_segment_chosen(self, key: str) -> None:
        self._settling.stop()
        if key == TOP:
            self._top = float(self.spin.value())
        self._say_top()
        self.horizon_chosen.emit(self.horizon)

    def _on_stepped(self, k: int) -> None:
        self._top = float(k)
        self._say_top()
        self._settling.start()
        self.horizon_tried.emit(self.horizon)

    def _settle(self) -> None:
        self.horizon_chosen.emit(self.horizon)

    def _say_top(self) -> None:
        words = f"Top {self._top:g}"
        self.segment.buttons[TOP].setText(words)
        self.segment.buttons[TOP].setAccessibleName(f"{TITLE}: {words}")
        self.spin.setVisible(self.segment.choice == TOP)
