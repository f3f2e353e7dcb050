"""Short messages at the bottom of the window that go away by themselves."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QWidget

from prefstudio.studio.fonts import SEMI_BOLD, font
from prefstudio.studio.widgets import label

SHOWN_MS = 4000
SHOWN_WITH_ACTION_MS = 6000
MOST = 2
FROM_BELOW = 44


class Toast(QFrame):
    """One message, perhaps with one thing to do about it; it stays while it is pointed at."""

    ended = Signal(object)  # the toast

    def __init__(self, words: str, action: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("kind", "toast")
        self.setAccessibleName(words)
        self.button = QPushButton(action)
        self.button.setProperty("kind", "toast")
        self.button.setFont(font(13, SEMI_BOLD))
        self.button.setVisible(bool(action))
        words_label = label(words, 13)
        words_label.setProperty("kind", "toast")
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 6, 16, 6)
        row.setSpacing(24)
        row.addWidget(words_label)
        row.addWidget(self.button)
        self._clock = QTimer(self)
        self._clock.setSingleShot(True)
        self._clock.setInterval(SHOWN_WITH_ACTION_MS if action else SHOWN_MS)
        self._clock.timeout.connect(self._on_time_up)
        self._clock.start()

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Enter:
            self._clock.stop()
        elif event.type() is QEvent.Type.Leave:
            self._clock.start()
        return super().event(event)

    def _on_time_up(self) -> None:
        if self.button.hasFocus():
            self._clock.start()
        else:
            self.ended.emit(self)


class Toasts(QObject):
    """Shows at most two toasts at the bottom centre of a window, the newest lowest."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._shown: list[Toast] = []

    def show(self, words: str, action: str = "", do: Callable[[], None] | None = None) -> Toast:
        """Say something, and offer one thing to do; `do` is a bound method of a QObject."""
        window = self.parent()
        assert isinstance(window, QWidget)
        while len(self._shown) >= MOST:
            self._on_ended(self._shown[0])
        toast = Toast(words, action, window)
        toast.ended.connect(self._on_ended)
        if do is not None:
            toast.button.clicked.connect(do)
            toast.button.clicked.connect(self._on_clicked)
        self._shown.append(toast)
        self.place()
        return toast

    def place(self) -> None:
        """Put all toasts in their places."""
        window = self.parent()
        assert isinstance(window, QWidget)
        below = window.height() - FROM_BELOW
        for toast in reversed(self._shown):
            toast.adjustSize()
            below -= toast.height()
            toast.move((window.width() - toast.width()) // 2, below)
            below -= 8
            toast.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
            toast.show()
            toast.raise_()

    def _on_clicked(self) -> None:
        button = self.sender()
        for toast in list(self._shown):
            if toast.button is button:
                self._on_ended(toast)

    def _on_ended(self, toast: Toast) -> None:
        if toast in self._shown:
            self._shown.remove(toast)
            toast.hide()
            toast.deleteLater()
            self.place()
