"""A figure as a picture: pixels at twice the screen's size, or lines and letters as SVG."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import (
    QBuffer,
    QByteArray,
    QIODevice,
    QMargins,
    QPoint,
    QRect,
    QRectF,
    Qt,
)
from PySide6.QtGui import QFontMetricsF, QImage, QPainter, QRegion
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QWidget

from prefstudio.studio.fonts import SEMI_BOLD, font
from prefstudio.studio.theme import Theme

FINENESS = 2  # pixels of a picture for one of the screen
MARGIN = 12  # paper around the figure
HEAD = 28  # pixels of the heading
GAP = 10  # pixels between the name of a figure and that of its study
PARTS = QWidget.RenderFlag.DrawChildren


@dataclass(frozen=True, slots=True)
class Heading:
    """What a figure is called, of which study it is, and of which moment where that is not now."""

    name: str
    study: str = ""
    moment: str = ""
    is_drawn: bool = True

    @property
    def after_study(self) -> str:
        """The moment as it follows the name of the study."""
        return f", {self.moment}" if self.moment else ""

    @property
    def height(self) -> int:
        """Pixels that it takes."""
        return HEAD if self.is_drawn else 0


def image_of(widget: QWidget, theme: Theme, heading: Heading) -> QImage:
    """A figure on the theme's paper, at twice its size on screen."""
    frame = _frame(widget, heading)
    image = QImage(frame.size() * FINENESS, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(FINENESS)
    image.fill(theme.color("surface"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _draw(widget, painter, theme, heading)
    painter.end()
    return image


def png_of(image: QImage) -> bytes:
    """The PNG file of a picture."""
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    buffer.close()
    return bytes(content.data())


def svg_of(widget: QWidget, theme: Theme, heading: Heading) -> bytes:
    """The SVG file of a figure, whose words stay words."""
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    frame = _frame(widget, heading)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setTitle(heading.name)
    generator.setDescription(widget.accessibleDescription() or heading.name)
    generator.setSize(frame.size())
    generator.setViewBox(frame)
    # SVG counts 96 pixels to the inch; with another number letters would change their size.
    generator.setResolution(96)
    painter = QPainter(generator)
    painter.fillRect(frame, theme.color("surface"))
    _draw(widget, painter, theme, heading)
    painter.end()
    buffer.close()
    return bytes(content.data())


def _frame(widget: QWidget, heading: Heading) -> QRect:
    size = widget.size().grownBy(QMargins(MARGIN, MARGIN + heading.height, MARGIN, MARGIN))
    return QRect(QPoint(0, 0), size)


def _draw(widget: QWidget, painter: QPainter, theme: Theme, heading: Heading) -> None:
    painter.translate(MARGIN, MARGIN)
    if heading.is_drawn:
        _write(painter, theme, heading, widget.width())
        painter.translate(0, heading.height)
    widget.render(painter, QPoint(0, 0), QRegion(), PARTS)


def _write(painter: QPainter, theme: Theme, heading: Heading, width: int) -> None:
    """The name of the figure, and beside it that of its study as far as there is room.

    The moment is written in full.
    """
    strong, quiet = font(13, SEMI_BOLD), font(12)
    used = QFontMetricsF(strong).horizontalAdvance(heading.name) + GAP
    left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
    painter.setFont(strong)
    painter.setPen(theme.color("ink"))
    painter.drawText(QRectF(0, 0, width, HEAD), left, heading.name)
    room = max(width - used, 0.0)
    measure, after = QFontMetricsF(quiet), heading.after_study
    left_over = max(room - measure.horizontalAdvance(after), 0.0)
    study = measure.elidedText(heading.study, Qt.TextElideMode.ElideMiddle, left_over) + after
    painter.setFont(quiet)
    painter.setPen(theme.color("ink2"))
    painter.drawText(QRectF(used, 1, room, HEAD), left, study)
