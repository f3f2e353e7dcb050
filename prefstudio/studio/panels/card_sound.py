"""The sound strip of a card: play, where it is, how long it is."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from prefstudio.studio.icons import IconLabel, theme_now
from prefstudio.studio.panels.card_text import wrapped_height
from prefstudio.studio.widgets import label

PLAY = 34
STRIP = 44
FRAME, PADDING, APART = 1, 7, 6  # pixels around a message; between its words and the button
DECODING = "Reading the sound…"


class PlayButton(QAbstractButton):
    """A disc of 34 px with a triangle, or two bars while its sound is heard."""

    def __init__(self, letter: str) -> None:
        super().__init__()
        self._letter = letter
        self.setObjectName(f"play_{letter.lower()}")
        self.setFixedSize(PLAY, PLAY)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.is_playing = False
        self.show_playing(False)

    def show_playing(self, is_playing: bool, why_not: str = "") -> None:
        """Offer to pause, or to play, or say why neither is possible."""
        self.is_playing = is_playing
        words = f"{'Pause' if is_playing else 'Play'} {self._letter}"
        self.setAccessibleName(words)
        self.setAccessibleDescription(why_not)
        self.setToolTip(why_not or words)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(PLAY, PLAY)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_now()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        has_focus = self.hasFocus()
        painter.setPen(QPen(theme.color("accent" if has_focus else "line"), 2 if has_focus else 1))
        is_marked = self.underMouse() and self.isEnabled()
        painter.setBrush(theme.color("hover" if is_marked else "surface"))
        painter.drawEllipse(QRectF(self.rect()).adjusted(1, 1, -1, -1))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("ink" if self.isEnabled() else "control"))
        middle = QPointF(self.width() / 2, self.height() / 2)
        if self.is_playing:
            for left in (-5.0, 1.5):
                painter.drawRoundedRect(QRectF(middle.x() + left, middle.y() - 6, 3.5, 12), 1, 1)
        else:
            corners = [QPointF(-3.5, -6), QPointF(6.5, 0), QPointF(-3.5, 6)]
            painter.drawPolygon(QPolygonF([middle + corner for corner in corners]))


class PositionBar(QWidget):
    """A line with a dot where the sound is; a click or the arrows go elsewhere."""

    sought = Signal(float)  # share of the sound

    def __init__(self, letter: str) -> None:
        super().__init__()
        self.setObjectName(f"position_{letter.lower()}")
        self.setAccessibleName(f"Position in {letter}")
        self.setFixedHeight(16)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.share = 0.0

    def show_share(self, share: float) -> None:
        """Show where the sound is."""
        self.share = min(max(share, 0.0), 1.0)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(60, 16)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._seek(event.position().x())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._seek(event.position().x())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_now()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        middle, length = self.height() / 2, self.width() - 10.0
        painter.setBrush(theme.color("line"))
        painter.drawRoundedRect(QRectF(0, middle - 1.5, self.width(), 3), 1.5, 1.5)
        painter.setBrush(theme.color("ink2"))
        painter.drawRoundedRect(QRectF(0, middle - 1.5, 5 + self.share * length, 3), 1.5, 1.5)
        painter.drawEllipse(QPointF(5 + self.share * length, middle), 5, 5)

    def _seek(self, x: float) -> None:
        share = (x - 5.0) / max(self.width() - 10.0, 1.0)
        self.sought.emit(min(max(share, 0.0), 1.0))


class CardSound(QWidget):
    """Play button, position and times; or words when there is nothing to hear."""

    play_clicked = Signal()
    try_again_clicked = Signal()
    sought = Signal(float)

    def __init__(self, letter: str) -> None:
        super().__init__()
        self.button = PlayButton(letter)
        self.bar = PositionBar(letter)
        self.now = label("0:00", 11, tone=3, lines_up=True)
        self.length = label("0:00", 11, tone=3, lines_up=True)
        self.words = label("", 12, tone=2, wraps=True)
        self.sign = IconLabel("warning-circle", "bad")
        self.again = QPushButton("Try again")
        self.again.setObjectName(f"try_again_{letter.lower()}")
        self.again.setAccessibleName(f"Try again to find a sound device for {letter}")
        self.again.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._page = QFrame()
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._build_strip())
        self._stack.addWidget(self._build_words())
        self.button.clicked.connect(self.play_clicked)
        self.again.clicked.connect(self.try_again_clicked)
        self.bar.sought.connect(self.sought)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_sound(
        self, position_s: float, length_s: float, longest_s: float, *, can_play: bool = True
    ) -> None:
        """Show where both sounds are, and how long this one is."""
        self._stack.setCurrentIndex(0)
        self.button.setEnabled(can_play and length_s > 0.0)
        self.now.setText(clock_words(min(position_s, length_s)))
        self.length.setText(clock_words(length_s))
        self.bar.show_share(position_s / longest_s if longest_s > 0.0 else 0.0)

    def show_words(self, words: str, *, is_problem: bool = False, can_retry: bool = False) -> None:
        """Say why nothing can be heard; a problem looks like one."""
        self._show_problem(is_problem)
        self.words.setText(words)
        self.words.setToolTip(words)
        self.again.setVisible(can_retry)
        self._stack.setCurrentIndex(1)

    @property
    def is_strip(self) -> bool:
        """Whether the sound can be played."""
        return self._stack.currentIndex() == 0

    def wanted_height(self, width: int) -> int:
        """How high it is at a width."""
        if self.is_strip:
            return STRIP
        again = 0 if self.again.isHidden() else self.again.sizeHint().height() + APART
        around = 0
        if not self.sign.isHidden():
            width -= 2 * FRAME + 2 * PADDING + self.sign.sizeHint().width() + PADDING
            around = 2 * FRAME + 2 * PADDING
        words = wrapped_height(self.words.text(), self.words.font(), width)
        return max(words, 16) + again + around

    def _show_problem(self, is_problem: bool) -> None:
        """Have a sign and the ground of a message, or neither."""
        self.sign.setVisible(is_problem)
        padding = PADDING if is_problem else 0
        self._message.setContentsMargins(padding, padding, padding, padding)
        self._page.setProperty("kind", "card_message" if is_problem else "")
        self._page.style().unpolish(self._page)
        self._page.style().polish(self._page)

    def _build_strip(self) -> QWidget:
        page = QWidget()
        grid = QGridLayout(page)
        grid.setContentsMargins(0, 2, 0, 0)
        grid.setHorizontalSpacing(0)
        grid.setVerticalSpacing(1)
        grid.addWidget(self.button, 0, 0, 2, 1, Qt.AlignmentFlag.AlignVCenter)
        grid.setColumnMinimumWidth(1, 12)
        grid.addWidget(self.bar, 0, 2, 1, 2)
        grid.addWidget(self.now, 1, 2, Qt.AlignmentFlag.AlignLeft)
        grid.addWidget(self.length, 1, 3, Qt.AlignmentFlag.AlignRight)
        grid.setColumnStretch(2, 1)
        grid.setRowStretch(2, 1)
        return page

    def _build_words(self) -> QWidget:
        self._message = row = QHBoxLayout(self._page)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(PADDING)
        row.addWidget(self.sign, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout()
        column.setSpacing(APART)
        column.addWidget(self.words)
        column.addWidget(self.again, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
        row.addLayout(column, 1)
        self.sign.hide()
        return self._page


def clock_words(seconds: float) -> str:
    """A time such as 0:05 or 1:02."""
    whole = int(seconds)
    return f"{whole // 60}:{whole % 60:02d}"
