"""A sample that is one click away."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from prefstudio.studio.fonts import SEMI_BOLD
from prefstudio.studio.welcome.sample_pictures import SamplePicture
from prefstudio.studio.widgets import label, rule
from prefstudio.study.samples import Sample


class SampleCard(QPushButton):
    """Picture, name and one line; a click opens a copy."""

    opened = Signal(str)  # name of the sample

    def __init__(self, sample: Sample, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = sample.name
        self.setObjectName(f"sample_{sample.name.replace('-', '_')}")
        self.setProperty("kind", "sample")
        self.setAccessibleName(f"Open the sample {sample.title}")
        self.setAccessibleDescription(f"{sample.size}. {sample.line}")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._build(sample)
        self.clicked.connect(self._on_clicked)

    def _build(self, sample: Sample) -> None:
        head = QHBoxLayout()
        head.addWidget(label(sample.title, 15, SEMI_BOLD), 1)
        head.addWidget(label(sample.size, 12, tone=3))
        words = QVBoxLayout()
        words.setContentsMargins(16, 12, 16, 12)
        words.setSpacing(2)
        words.addLayout(head)
        words.addWidget(label(sample.line, 13, tone=2, wraps=True))
        column = QVBoxLayout(self)
        column.setContentsMargins(2, 2, 2, 2)
        column.setSpacing(0)
        column.addWidget(SamplePicture(sample.name), 1)
        column.addWidget(rule())
        column.addLayout(words)
        for inner in self.findChildren(QWidget):
            inner.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def _on_clicked(self) -> None:
        self.opened.emit(self._name)
