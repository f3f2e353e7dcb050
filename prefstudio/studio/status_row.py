"""The bottom of the window: the study in one line."""

from __future__ import annotations

import math

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QStatusBar, QWidget

from prefstudio.engine.inference import INFERENCE_TITLES
from prefstudio.studio.numbers_as_text import NO_BREAK, count_of, figure
from prefstudio.studio.status import Status
from prefstudio.studio.widgets import dot, label, rule, set_tone
from prefstudio.study.purpose import purpose_words

MARGIN = 12
GAP = 8
LEAST_WIDTH = 240


class StatusRow(QStatusBar):
    """State, answers, items and evidence left; how it is computed right.

    Where room is short the least important of them go.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizeGripEnabled(False)
        self.setFixedHeight(28)
        self.setMinimumWidth(LEAST_WIDTH)  # not that of all that is inside
        self._dot = dot()
        self.words = self._text("status_words", 2)
        self.answers = self._text("status_answers", 2)
        self.items = self._text("status_items", 2)
        self.evidence = self._text("status_evidence", 2)
        self.inference = self._text("status_inference", 3)
        self.purpose = self._text("status_purpose", 3)
        self.centred = self._text("status_centred", 3)
        self.seed = self._text("status_seed", 3)
        self.scale = self._text("status_scale", 3)
        self._build()

    def show_status(self, status: Status) -> None:
        """Say how the study stands."""
        set_tone(self._dot, status.freshness.tone)
        self.words.setText(status.words)
        may_stop = ", you may stop" if status.may_stop else ""
        self.answers.setText(f"{count_of(status.n_answers, 'answer')}{may_stop}")
        items = count_of(status.n_items, "item")
        self.items.setText(f"{items}, {count_of(status.n_links, 'link')}")
        evidence = math.nan if status.log_evidence is None else status.log_evidence
        self.evidence.setText(f"log evidence {figure(evidence)}")
        self.inference.setText(INFERENCE_TITLES[status.inference])
        self.purpose.setText(f"for {purpose_words(status.horizon, status.criterion)}")
        self.centred.setText("centred" if status.is_centred else "as in the papers")
        self.seed.setText(f"seed {status.seed}")
        self._fit()

    def show_scale(self, percent: int) -> None:
        """Say how large everything is drawn."""
        self.scale.setText(f"{percent}{NO_BREAK}%")
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _build(self) -> None:
        left = [self._dot, self.words, *_ruled(self.answers, self.items, self.evidence)]
        right = [self.inference, *_ruled(self.purpose, self.centred, self.seed, self.scale)]
        self._left, self._right = _line(left), _line(right)
        self.addWidget(self._left, 0)
        self.addPermanentWidget(self._right, 0)

    def _fit(self) -> None:
        """Show what has room, the most important first."""
        room = self.width() - 4 * MARGIN - 2 * GAP - self._dot.width()
        order = (self.words, self.answers, self.items, self.scale, self.purpose)
        for text in (*order, self.evidence, self.inference, self.centred, self.seed):
            room -= text.sizeHint().width() + 2 * GAP + 1
            text.setVisible(room >= 0 or text is self.words)
        for line in (self._left, self._right):
            _rule_shown(line)

    @staticmethod
    def _text(name: str, tone: int) -> QLabel:
        made = label("", 12, tone=tone, lines_up=True)
        made.setObjectName(name)
        return made


def _ruled(*texts: QWidget) -> list[QWidget]:
    """Each text with an upright rule before it."""
    return [widget for text in texts for widget in (rule(upright=True), text)]


def _line(widgets: list[QWidget]) -> QWidget:
    line = QWidget()
    row = QHBoxLayout(line)
    row.setContentsMargins(MARGIN, 0, MARGIN, 0)
    row.setSpacing(GAP)
    for widget in widgets:
        row.addWidget(widget)
    return line


def _rule_shown(line: QWidget) -> None:
    """Have a rule between any two texts that are shown, and no other."""
    has_text = False
    parts = line.findChildren(QFrame)  # labels are frames, too, each after its rule
    for before, part in zip([parts[0], *parts], parts, strict=False):
        if isinstance(part, QLabel):
            if before.property("kind") == "rule":
                before.setVisible(has_text and not part.isHidden())
            has_text = has_text or not part.isHidden()
