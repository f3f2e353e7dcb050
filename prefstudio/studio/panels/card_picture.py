"""A picture on a card: whole, upright, on neutral grey."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPaintEvent, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from prefstudio.studio.fonts import font
from prefstudio.studio.icons import theme_now

GROUND = ("#ECECEC", "#2B2B2B")  # without a hue, so that no picture looks other than it is
WORDS = ("#15181E", "#ECEEF2")
RADIUS = 8.0
MOST_ENLARGED = 4.0


class CardPicture(QWidget):
    """Shows a picture at a zoom that both cards share, or says why it cannot."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._image: QImage | None = None
        self._pixmap: QPixmap | None = None
        self._zoom = 1.0
        self.words = ""

    @property
    def zoom(self) -> float:
        """Logical pixels on the screen for one of the picture."""
        return self._zoom

    @property
    def has_picture(self) -> bool:
        """Whether there is something to show."""
        return self._image is not None

    @property
    def fitting_zoom(self) -> float:
        """The largest zoom at which the whole picture is seen."""
        if self._image is None or self._image.isNull():
            return MOST_ENLARGED
        across = self.width() / self._image.width()
        down = self.height() / self._image.height()
        return min(across, down, MOST_ENLARGED)

    @property
    def drawn(self) -> QRect:
        """Where the picture stands."""
        if self._image is None:
            return QRect()
        size = QSize(
            max(1, round(self._image.width() * self._zoom)),
            max(1, round(self._image.height() * self._zoom)),
        ).boundedTo(self.size())
        corner = self.rect().center() - QRect(0, 0, size.width(), size.height()).center()
        return QRect(corner, size)

    def show_words(self, words: str) -> None:
        """Say something in the place of a picture: that it is on its way, or why it is not."""
        self._image, self._pixmap = None, None
        self.words = words
        self.setToolTip(words)
        self.update()

    def show_picture(self, image: QImage) -> None:
        """Show a picture."""
        self._image, self._pixmap = image, None
        self.words = ""
        self.setToolTip("")
        self.update()

    def show_zoom(self, zoom: float) -> None:
        """Show the picture larger or smaller."""
        self._zoom = zoom
        self._pixmap = None
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(120, 120)

    def minimumSizeHint(self) -> QSize:
        return QSize(40, 40)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        is_dark = theme_now().is_dark
        outline = QPainterPath()
        outline.addRoundedRect(QRectF(self.rect()), RADIUS, RADIUS)
        painter.fillPath(outline, QColor(GROUND[is_dark]))
        if self._image is not None:
            painter.setClipPath(outline)
            painter.drawPixmap(self.drawn, self._scaled())
        elif self.words:
            painter.setFont(font(12))
            painter.setPen(QColor(WORDS[is_dark]))
            room = self.rect().adjusted(8, 6, -8, -6)
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(room, int(flags), self.words)

    def _scaled(self) -> QPixmap:
        """The picture in the pixels of the screen, made once for a size."""
        assert self._image is not None
        ratio = self.devicePixelRatioF()
        size = self.drawn.size() * ratio
        if self._pixmap is None or self._pixmap.size() != size:
            smooth = Qt.TransformationMode.SmoothTransformation
            keep = Qt.AspectRatioMode.IgnoreAspectRatio
            self._pixmap = QPixmap.fromImage(self._image.scaled(size, keep, smooth))
        return self._pixmap
