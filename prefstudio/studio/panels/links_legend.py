"""What the colours, the sizes and the halos of the picture of the links mean."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from prefstudio.studio.fonts import MEDIUM, font
from prefstudio.studio.numbers_as_text import figure
from prefstudio.studio.plots.links_composing import SdRange
from prefstudio.studio.plots.scale_bar import ScaleBar
from prefstudio.studio.theme import LIGHT, Theme
from prefstudio.studio.widgets import label

HEIGHT = 43
GAP = 5.0  # pixels between a circle and its figure


class SdKey(QWidget):
    """Two circles, as large as the discs of the least and the largest sd, with their figures."""

    def __init__(self) -> None:
        super().__init__()
        self._theme: Theme = LIGHT
        self._range: SdRange | None = None
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    @property
    def figures(self) -> tuple[str, ...]:
        """The sds in words; one where all are alike."""
        if self._range is None:
            return ()
        low, high = figure(self._range.low), figure(self._range.high)
        return (low,) if low == high else (low, high)

    def show_theme(self, theme: Theme) -> None:
        """Draw in the colours of a theme."""
        self._theme = theme
        self.update()

    def show_range(self, range_: SdRange) -> None:
        """Show what the sizes mean."""
        self._range = range_
        self.setFixedWidth(self.sizeHint().width())
        self.setAccessibleName(f"sd {' to '.join(self.figures)}")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(math.ceil(sum(size + GAP + 36.0 for size in self._sizes())) + 2, HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(font(11, MEDIUM))
        painter.setPen(self._theme.color("ink2"))
        painter.drawText(QRectF(0, 0, self.width(), 15), Qt.AlignmentFlag.AlignVCenter, "sd")
        left, middle = 1.0, 27.0
        for size, words in zip(self._sizes(), self.figures, strict=True):
            centre = QPointF(left + size / 2, min(middle, HEIGHT - size / 2 - 1))
            painter.setPen(QPen(self._theme.color("data"), 1.5))
            painter.setBrush(self._theme.color("inset"))
            painter.drawEllipse(centre, size / 2, size / 2)
            left += size + GAP
            painter.setPen(self._theme.color("ink3"))
            painter.setFont(font(11, lines_up=True))
            where = QRectF(left, centre.y() - 8, 36, 16)
            painter.drawText(where, Qt.AlignmentFlag.AlignVCenter, words)
            left += 36

    def _sizes(self) -> tuple[float, ...]:
        if self._range is None:
            return ()
        sizes = (self._range.low_size, self._range.high_size)
        return sizes[: len(self.figures)]


class LinksLegend(QWidget):
    """Scale bar, two circles and one sentence in a row."""

    def __init__(self) -> None:
        super().__init__()
        self.scale_bar = ScaleBar("mean utility")
        self.scale_bar.setFixedWidth(150)
        self.sd_key = SdKey()
        self.sentence = label("", 11, tone=3, wraps=True)
        self.sentence.setObjectName("links_sentence")
        self._build()

    def _build(self) -> None:
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        self.sentence.setAlignment(right)
        row = QHBoxLayout(self)
        row.setContentsMargins(2, 0, 2, 0)
        row.setSpacing(18)
        row.addWidget(self.scale_bar)
        row.addWidget(self.sd_key)
        row.addWidget(self.sentence, 1)
        self.setFixedHeight(HEIGHT)
