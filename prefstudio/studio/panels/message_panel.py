"""Says what went wrong, in the window, until it is closed."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from prefstudio.studio.fonts import MEDIUM, SEMI_BOLD, font
from prefstudio.studio.icons import IconLabel
from prefstudio.studio.problem import Problem
from prefstudio.studio.widgets import label

ICON = 18  # pixels


class MessagePanel(QFrame):
    """One problem at a time: an icon, title, what is kept, details on request."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "message")
        self.setObjectName("message")
        self.setAccessibleName("Message")
        self.icon = IconLabel("warning-circle", "bad", ICON)
        self.title = label("", 13, SEMI_BOLD, wraps=True)
        self.advice = label("", 13, tone=2, wraps=True)
        self.details = QPlainTextEdit()
        self.details_button = self._button("Details", "message_details")
        self.close_button = self._button("Close", "message_close")
        self.action_button = self._button("", "message_action")
        self._do: Callable[[], None] | None = None
        self._problem: Problem | None = None
        self._build()
        self.hide()

    def show_problem(
        self, problem: Problem, action: str = "", do: Callable[[], None] | None = None
    ) -> None:
        """Show a problem in the place of an earlier one, perhaps with one thing to do about it."""
        self._do = do
        self.action_button.setText(action)
        self.action_button.setAccessibleName(action or "Mend it")
        self.action_button.setVisible(bool(action))
        self._problem = problem
        self.title.setText(problem.title)
        self.advice.setText(problem.advice)
        self.details.setPlainText(problem.details)
        self.details.hide()
        self.show()

    def end_problem(self, problem: Problem) -> None:
        """Take a problem that is over off the screen, unless another one is shown."""
        if self._problem is problem:
            self.hide()

    def _build(self) -> None:
        self.details.setReadOnly(True)
        self.details.setAccessibleName("What the program says of it")
        self.details.setFont(font(11))
        self.details.setFixedHeight(120)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self.title)
        words.addWidget(self.advice)
        head = QHBoxLayout()
        head.setSpacing(10)
        head.addWidget(self.icon, 0, Qt.AlignmentFlag.AlignTop)
        head.addLayout(words, 1)
        head.addWidget(self.action_button)
        head.addWidget(self.details_button)
        head.addWidget(self.close_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 10, 10)
        column.addLayout(head)
        column.addWidget(self.details)
        self.details_button.clicked.connect(self._on_details_clicked)
        self.close_button.clicked.connect(self.hide)
        self.action_button.clicked.connect(self._on_action_clicked)

    def _on_action_clicked(self) -> None:
        self.hide()
        if self._do is not None:
            self._do()

    def _on_details_clicked(self) -> None:
        self.details.setVisible(not self.details.isVisible())

    @staticmethod
    def _button(words: str, name: str) -> QPushButton:
        button = QPushButton(words)
        button.setObjectName(name)
        button.setAccessibleName(f"{words} the message" if words == "Close" else words)
        button.setFont(font(13, MEDIUM))
        return button
