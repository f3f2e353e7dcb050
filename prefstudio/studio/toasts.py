"""Short messages at the bottom of the window that go away by themselves."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QWidget

from prefstudio.studio.fonts import SEMI_BOLD, font
from prefstudio.studio.widgets import label

SHOWN_MS = 4000
SHOWN_WITH_ACTION_MS = 6000
MOST = 2
FROM_BELOW = 4  # pixels: over the status bar and the margin above it, so that no plot is hidden
APART = 8


class Toast(QFrame):
    """One message, perhaps with one thing to do about it; it stays while it is pointed at.

    One that stays of itself is there until somebody ends it.
    """

    ended = Signal(object)  # the toast

    def __init__(self, words: str, action: str, parent: QWidget, *, stays: bool = False) -> None:
        super().__init__(parent)
        self._stays = stays
        self.setProperty("kind", "toast")
        self.setAccessibleName(words)
        self.button = QPushButton(action)
        self.button.setProperty("kind", "toast")
        self.button.setFont(font(13, SEMI_BOLD))
        self.words = label(words, 13)
        self.words.setProperty("kind", "toast")
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 6, 16, 6)
        row.setSpacing(24)
        row.addWidget(self.words, 1)
        row.addWidget(self.button)
        self.button.setVisible(bool(action))  # before it has a place it would be a window
        self._clock = QTimer(self)
        self._clock.setSingleShot(True)
        self._clock.setInterval(SHOWN_WITH_ACTION_MS if action else SHOWN_MS)
        self._clock.timeout.connect(self._on_time_up)
        self._start_clock()

    def fit(self, most: int) -> None:
        """Take one line, or as many as it needs where `most` pixels are too few for one."""
        self.words.setWordWrap(False)
        wanted = self.sizeHint()
        if wanted.width() > most:
            self.words.setWordWrap(True)
            wanted = QSize(most, self.heightForWidth(most))
        self.resize(wanted)

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Enter:
            self._clock.stop()
        elif event.type() is QEvent.Type.Leave:
            self._start_clock()
        return super().event(event)

    def _start_clock(self) -> None:
        if not self._stays:
            self._clock.start()

    def _on_time_up(self) -> None:
        if self.button.hasFocus():
            self._clock.start()
        else:
            self.ended.emit(self)


class Toasts(QObject):
    """Shows at most two toasts at the bottom centre of a window, the newest rightmost or lowest."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._shown: list[Toast] = []

    def show(
        self,
        words: str,
        action: str = "",
        do: Callable[[], None] | None = None,
        *,
        stays: bool = False,
    ) -> Toast:
        """Say something, and offer one thing to do; `do` is a bound method of a QObject.

        What stays is there until it is ended, clicked, or pushed out by newer ones.
        """
        window = self.parent()
        assert isinstance(window, QWidget)
        while len(self._shown) >= MOST:
            self.end(self._shown[0])
        toast = Toast(words, action, window, stays=stays)
        toast.ended.connect(self.end)
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
        for toast in self._shown:
            toast.fit(window.width() - 2 * APART)
            toast.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        is_row = self._width() + 2 * APART <= window.width()
        left, below = (window.width() - self._width()) // 2, window.height() - FROM_BELOW
        for toast in reversed(self._shown) if not is_row else self._shown:
            middle = (window.width() - toast.width()) // 2
            toast.move(left if is_row else middle, below - toast.height())
            left += toast.width() + APART
            below -= 0 if is_row else toast.height() + APART
            toast.show()
            toast.raise_()

    def end(self, toast: Toast) -> None:
        """Take a toast away; one that went before stays away."""
        if toast in self._shown:
            self._shown.remove(toast)
            toast.hide()
            toast.deleteLater()
            self.place()

    def _width(self) -> int:
        """Pixels that all toasts take beside each other."""
        return sum(toast.width() + APART for toast in self._shown) - APART

    def _on_clicked(self) -> None:
        button = self.sender()
        for toast in list(self._shown):
            if toast.button is button:
                self.end(toast)
