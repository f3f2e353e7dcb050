"""The bottom of the window: the study in one line."""

from __future__ import annotations

import math

from PySide6.QtWidgets import QHBoxLayout, QLabel, QStatusBar, QWidget

from prefstudio.engine.inference import INFERENCE_TITLES
from prefstudio.studio.figures import NO_BREAK, counted, figure
from prefstudio.studio.status import Status
from prefstudio.studio.widgets import dot, label, rule, set_tone
from prefstudio.study.purpose import purpose_words


class StatusRow(QStatusBar):
    """State, answers, items and evidence left; how it is computed right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizeGripEnabled(False)
        self.setFixedHeight(28)
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
        self.answers.setText(f"{counted(status.n_answers, 'answer')}{may_stop}")
        items = counted(status.n_items, "item")
        self.items.setText(f"{items}, {counted(status.n_links, 'link')}")
        evidence = math.nan if status.log_evidence is None else status.log_evidence
        self.evidence.setText(f"log evidence {figure(evidence)}")
        self.inference.setText(INFERENCE_TITLES[status.inference])
        self.purpose.setText(f"for {purpose_words(status.horizon, status.criterion)}")
        self.centred.setText("centred" if status.is_centred else "as in the papers")
        self.seed.setText(f"seed {status.seed}")

    def show_scale(self, percent: int) -> None:
        """Say how large everything is drawn."""
        self.scale.setText(f"{percent}{NO_BREAK}%")

    def _build(self) -> None:
        left = [self._dot, self.words, *_ruled(self.answers, self.items, self.evidence)]
        self.addWidget(_line(left), 0)
        right = [self.inference, *_ruled(self.purpose, self.centred, self.seed, self.scale)]
        self.addPermanentWidget(_line(right), 0)

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
    row.setContentsMargins(12, 0, 12, 0)
    row.setSpacing(8)
    for widget in widgets:
        row.addWidget(widget)
    return line
