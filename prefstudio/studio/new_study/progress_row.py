"""How far the reading or writing is, and the way to stop it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QPushButton, QVBoxLayout, QWidget

from prefstudio.studio.elided_label import ElidedLabel
from prefstudio.studio.fonts import SEMI_BOLD
from prefstudio.studio.widgets import label


class ProgressRow(QFrame):
    """Words, share and bar; hidden while nothing is done."""

    cancelled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "sheet")
        self.words = ElidedLabel(13, SEMI_BOLD)
        self.share = label("", 12, tone=3, lines_up=True)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName("Progress")
        self.button = QPushButton("Stop")
        self.button.setObjectName("stop_reading")
        head = QHBoxLayout()
        head.addWidget(self.words, 1)
        head.addWidget(self.share)
        column = QVBoxLayout()
        column.setSpacing(6)
        column.addLayout(head)
        column.addWidget(self.bar)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 10, 14, 10)
        row.setSpacing(14)
        row.addLayout(column, 1)
        row.addWidget(self.button)
        self.button.clicked.connect(self.cancelled)
        self.hide()

    def begin(self, words: str, *, is_measured: bool = True) -> None:
        """Say what is being done; a bar without measure runs to and fro."""
        self.words.show_text(words)
        self.share.setText("")
        self.bar.setRange(0, 1000 if is_measured else 0)
        self.bar.setValue(0)
        self.bar.show()
        self.button.show()
        self.show()

    def show_share(self, share: float) -> None:
        """Show how much is done, from 0 to 1."""
        if self.bar.maximum():
            self.bar.setValue(round(1000 * share))
            self.share.setText(f"{100 * share:.0f}\N{NO-BREAK SPACE}%")

    def end(self) -> None:
        """Say nothing more."""
        self.hide()

    def stopped(self) -> None:
        """Say that it was stopped before its end."""
        self.words.show_text("Stopped. Nothing was written.")
        self.share.setText("")
        self.bar.hide()
        self.button.hide()
