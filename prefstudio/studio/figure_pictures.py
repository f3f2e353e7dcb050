"""A figure as a picture: pixels at twice the screen's size, or lines and letters as SVG."""

from __future__ import annotations

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPoint, QRect
from PySide6.QtGui import QImage, QPainter, QRegion
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QWidget

from prefstudio.studio.theme import Theme

FINENESS = 2  # pixels of a picture for one of the screen
MARGIN = 12  # paper around the figure
PARTS = QWidget.RenderFlag.DrawChildren


def image_of(widget: QWidget, theme: Theme) -> QImage:
    """A figure on the theme's paper, at twice its size on screen."""
    frame = _frame(widget)
    image = QImage(frame.size() * FINENESS, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(FINENESS)
    image.fill(theme.color("surface"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _draw(widget, painter)
    painter.end()
    return image


def png_of(widget: QWidget, theme: Theme) -> bytes:
    """The PNG file of a figure."""
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image_of(widget, theme).save(buffer, "PNG")  # type: ignore[call-overload]
    buffer.close()
    return bytes(content.data())


def svg_of(widget: QWidget, theme: Theme, title: str) -> bytes:
    """The SVG file of a figure, whose words stay words."""
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    frame = _frame(widget)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setTitle(title)
    generator.setDescription(widget.accessibleDescription() or title)
    generator.setSize(frame.size())
    generator.setViewBox(frame)
    # SVG counts 96 pixels to the inch; with another number letters would change their size.
    generator.setResolution(96)
    painter = QPainter(generator)
    painter.fillRect(frame, theme.color("surface"))
    _draw(widget, painter)
    painter.end()
    buffer.close()
    return bytes(content.data())


def _frame(widget: QWidget) -> QRect:
    return QRect(QPoint(0, 0), widget.size()).adjusted(0, 0, 2 * MARGIN, 2 * MARGIN)


def _draw(widget: QWidget, painter: QPainter) -> None:
    painter.translate(MARGIN, MARGIN)
    widget.render(painter, QPoint(0, 0), QRegion(), PARTS)
