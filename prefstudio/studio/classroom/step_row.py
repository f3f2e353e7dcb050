"""The steps of a lesson: where it stands, and the way to any of them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QHBoxLayout, QWidget

from prefstudio.studio.fonts import BOLD, MEDIUM, SEMI_BOLD, font
from prefstudio.studio.theme import LIGHT, Theme

DISC = 26.0
HEIGHT = 44
PIXELS = 16


class StepButton(QAbstractButton):
    """A number in a disc and its words; filled when the step is at hand."""

    def __init__(self, number: int, words: str) -> None:
        super().__init__()
        self._number, self._theme = number, LIGHT
        self.is_done = False
        self.setText(words)
        self.setCheckable(True)
        self.setObjectName(f"step_{number}")
        self.setAccessibleName(f"Step {number}: {words}")
        self.setFixedHeight(HEIGHT)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def sizeHint(self) -> QSize:
        words = QFontMetricsF(font(PIXELS, SEMI_BOLD)).horizontalAdvance(self.text())
        return QSize(int(DISC + 10 + words + 8), HEIGHT)

    def show_theme(self, theme: Theme) -> None:
        """Draw in the colours of a theme."""
        self._theme = theme
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.hasFocus():
            painter.setPen(QPen(self._theme.color("accent"), 2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 4, -1, -4), 7, 7)
        self._paint_disc(painter)
        painter.setFont(font(PIXELS, SEMI_BOLD if self.isChecked() else MEDIUM))
        painter.setPen(self._theme.color("ink" if self.isChecked() else "ink2"))
        room = QRectF(DISC + 12, 0, self.width() - DISC - 12, self.height())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, self.text())

    def _paint_disc(self, painter: QPainter) -> None:
        """Filled now, soft when done, and only an outline when it is still to come."""
        outline, fill, ink = "control", "surface", "ink2"
        if self.isChecked():
            outline, fill, ink = "accent", "accent", "on_accent"
        elif self.is_done:
            outline, fill, ink = "accent", "accent_soft", "accent"
        centre, radius = QPointF(DISC / 2 + 4, self.height() / 2), DISC / 2 - 1
        painter.setPen(QPen(self._theme.color(outline), 1.75))
        painter.setBrush(self._theme.color(fill))
        painter.drawEllipse(centre, radius, radius)
        painter.setPen(self._theme.color(ink))
        painter.setFont(font(14, BOLD))
        disc = QRectF(centre.x() - radius, centre.y() - radius, 2 * radius, 2 * radius)
        painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, str(self._number))


class StepRow(QWidget):
    """All steps side by side."""

    step_chosen = Signal(int)  # from 0

    def __init__(self, steps: Sequence[str]) -> None:
        super().__init__()
        self._group = QButtonGroup(self)
        self.buttons = [StepButton(k + 1, words) for k, words in enumerate(steps)]
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(12)
        for place, button in enumerate(self.buttons):
            self._group.addButton(button, place)
            row.addWidget(button)
        self._group.idClicked.connect(self.step_chosen)

    def show_step(self, step: int) -> None:
        """Show which step is at hand; nobody is told."""
        for place, button in enumerate(self.buttons):
            button.is_done = place < step
            button.setChecked(place == step)
            button.update()

    def show_theme(self, theme: Theme) -> None:
        """Draw in the colours of a theme."""
        for button in self.buttons:
            button.show_theme(theme)
