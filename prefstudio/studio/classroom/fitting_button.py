"""A button whose words give way: the longest that fit are said."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QStyle, QStyleOptionButton

from prefstudio.studio.icons import IconPushButton

PUSH_BUTTON = QStyle.ContentsType.CT_PushButton
BESIDE_ICON = 4  # pixels that Qt keeps between icon and words


class FittingButton(IconPushButton):
    """Says a sentence, or a shorter one where there is no room; its tooltip is the first then."""

    def __init__(self, name: str, words: str) -> None:
        super().__init__(name, words)
        self._told: tuple[str, ...] = (words,)
        self._reason = ""
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def say(self, sentences: Sequence[str], reason: str = "") -> None:
        """Take other words, the shortest last; a reason why it is off stands in its tooltip."""
        self._told, self._reason = tuple(sentences), reason
        self.setAccessibleName(self._told[0])
        self.updateGeometry()
        holder = self.parentWidget()
        around = None if holder is None else holder.layout()
        if around is not None:
            around.activate()  # at once, so that nothing jumps after it is painted
        self._fit()

    def sizeHint(self) -> QSize:
        return self._size_with(self._told[0])

    def minimumSizeHint(self) -> QSize:
        return self._size_with(self._told[-1])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _size_with(self, words: str) -> QSize:
        """What it would take with other words than it has, as Qt asks the style for it."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = words
        text = self.fontMetrics().size(Qt.TextFlag.TextShowMnemonic, words)
        content = QSize(self.iconSize().width() + BESIDE_ICON + text.width(), text.height())
        return self.style().sizeFromContents(PUSH_BUTTON, option, content, self)

    def _fit(self) -> None:
        width = self.width()
        fitting = (each for each in self._told if self._size_with(each).width() <= width)
        self.setText(next(fitting, self._told[-1]))
        whole = "" if self.text() == self._told[0] else self._told[0]
        self.setToolTip(self._reason or whole)
