"""The frame of a dialog that does one long thing: title, message, body, and two buttons."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from prefstudio.studio.chores import Chores
from prefstudio.studio.fonts import SEMI_BOLD
from prefstudio.studio.new_study.progress_row import ProgressRow
from prefstudio.studio.panels.message_panel import MessagePanel
from prefstudio.studio.widgets import label

SIDE, ENDS, GAP = 24, 16, 12


class ChoreDialog(QDialog):
    """Opened, never waited for; what it does can be cancelled, and ends when it is closed.

    Parameters
    ----------
    title : str
        What the dialog is called.
    size : tuple of int
        Width and height at first.
    do_words : str
        What stands on the button that does it.
    """

    def __init__(
        self, title: str, size: tuple[int, int], do_words: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(*size)
        self.chores = Chores(self)
        self.message, self.progress = MessagePanel(), ProgressRow()
        self.do_button, self.cancel_button = QPushButton(do_words), QPushButton("Cancel")
        self.do_button.setProperty("kind", "primary")
        self.do_button.setDefault(True)
        self.cancel_button.clicked.connect(self.reject)
        self.progress.cancelled.connect(self.chores.cancel)

    def done(self, result: int) -> None:
        self.chores.stop()
        super().done(result)

    def leave(self) -> None:
        """End what is done and close: the window that asked for it goes."""
        self.done(QDialog.DialogCode.Rejected)

    def frame(self, body: QWidget, note: str = "") -> None:
        """Put the body between the title and the buttons, with a note beside these."""
        head = QHBoxLayout()
        head.setContentsMargins(SIDE, ENDS, SIDE, 0)
        head.addWidget(label(self.windowTitle(), 20, SEMI_BOLD), 1)
        foot = QHBoxLayout()
        foot.setContentsMargins(SIDE, 0, SIDE, ENDS)
        foot.setSpacing(8)
        foot.addWidget(label(note, 12, tone=3), 1)
        foot.addWidget(self.cancel_button)
        foot.addWidget(self.do_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP)
        column.addLayout(head)
        column.addWidget(self.message)
        column.addWidget(body, 1)
        column.addLayout(foot)
