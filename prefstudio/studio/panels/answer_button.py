"""A button with words at its left and its key at its right."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, QTimer
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from prefstudio.studio.fonts import MEDIUM, SEMI_BOLD
from prefstudio.studio.widgets import key_cap, label, set_tone

FLASH_MS = 120
HEIGHTS = {"answer": 46, "ghost": 28, "": 32}


class KeyButton(QPushButton):
    """A button that shows the key that does the same.

    It takes the focus from the Tab key only, so that after a click the keys still answer.

    Parameters
    ----------
    words : str
        What pressing it says or does.
    key : str
        The key as it stands on the keyboard; none when empty.
    kind : str
        "answer" for the large ones, "ghost" for those without a frame, "" for others.
    """

    def __init__(self, words: str, key: str, kind: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", kind)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._is_answer = kind == "answer"
        weight = SEMI_BOLD if self._is_answer else MEDIUM
        self._words = label("", 13 if self._is_answer else 12, weight, wraps=self._is_answer)
        self._cap = key_cap(key)
        if not self._is_answer:
            set_tone(self._words, "2")
        self._build()
        self._cap.setVisible(bool(key))
        self.say(words)
        self._flash = QTimer(self)
        self._flash.setSingleShot(True)
        self._flash.setInterval(FLASH_MS)
        self._flash.timeout.connect(self._on_flash_ended)

    @property
    def words(self) -> str:
        """What pressing it says or does."""
        return self._words.text()

    def say(self, words: str) -> None:
        """Name what pressing it says or does."""
        self._words.setText(words)
        self.setAccessibleName(words)
        self.updateGeometry()

    def centre(self) -> None:
        """Let the words stand in the middle, for buttons without a key."""
        self._words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        layout = self.layout()
        assert layout is not None
        layout.setContentsMargins(2, 0, 2, 0)

    def sizeHint(self) -> QSize:
        return QSize(self._width_of(self._words.text()), self.height())

    def minimumSizeHint(self) -> QSize:
        words = self._words.text()
        if self._is_answer:
            words = max(words.split() or [""], key=len)
        return QSize(self._width_of(words), self.height())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.EnabledChange:
            usual = "1" if self._is_answer else "2"
            set_tone(self._words, usual if self.isEnabled() else "3")

    def press(self) -> None:
        """Do what a click does, and look pressed for a moment."""
        if not self.isEnabled():
            return
        self.click()
        self.setDown(True)
        self._flash.start()

    def _build(self) -> None:
        row = QHBoxLayout(self)
        left, right = (12, 10) if self._is_answer else (5, 4)
        row.setContentsMargins(left, 0, right, 0)
        row.setSpacing(6)
        row.addWidget(self._words, 1 if self._is_answer else 0)
        row.addWidget(self._cap)
        for inner in self.findChildren(QWidget):
            inner.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        kind = str(self.property("kind"))
        self.setFixedHeight(HEIGHTS[kind])
        across = QSizePolicy.Policy.Fixed if kind == "ghost" else QSizePolicy.Policy.Expanding
        self.setSizePolicy(across, QSizePolicy.Policy.Fixed)

    def _width_of(self, words: str) -> int:
        layout = self.layout()
        assert layout is not None
        margins = layout.contentsMargins()
        cap = 0 if self._cap.isHidden() else self._cap.sizeHint().width() + layout.spacing()
        text = QFontMetrics(self._words.font()).horizontalAdvance(words)
        return margins.left() + text + 2 + cap + margins.right()

    def _on_flash_ended(self) -> None:
        self.setDown(False)
