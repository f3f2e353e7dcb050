"""A figure as a picture: pixels at twice the screen's size, or lines and letters as SVG.

What is drawn is recorded once, and what a file needs is made when it is written. Only pixels that
are asked for are drawn at once: a recording shows what scrolls past the edge of its area, too.
"""

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
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter, QPicture, QRegion
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
    """What a figure is called, of which study it is, and of which moment where that is not now.

    Attributes
    ----------
    has_name
        Whether the name is drawn, which a picture with a title of its own does without.
    """

    name: str
    study: str = ""
    moment: str = ""
    has_name: bool = True

    @property
    def after_study(self) -> str:
        """The moment as it follows the name of the study."""
        return f", {self.moment}" if self.moment else ""

    @property
    def drawn_name(self) -> str:
        """The name where it is drawn."""
        return self.name if self.has_name else ""

    @property
    def height(self) -> int:
        """Pixels that it takes."""
        return HEAD if self.drawn_name or self.study or self.moment else 0


@dataclass(frozen=True, slots=True, eq=False)
class Drawing:
    """A figure as it was drawn at one moment.

    Attributes
    ----------
    strokes
        All that was drawn, heading and figure.
    frame
        What it takes, in pixels of the screen.
    paper
        The colour below it.
    name, description
        What it is called, and what it shows in words.
    """

    strokes: QPicture
    frame: QRect
    paper: QColor
    name: str
    description: str

    @classmethod
    def of(cls, widget: QWidget, theme: Theme, heading: Heading) -> Drawing:
        """Record a figure as it is now."""
        strokes = QPicture()
        painter = QPainter(strokes)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _draw(widget, painter, theme, heading)
        painter.end()
        description = widget.accessibleDescription() or heading.name
        paper = theme.color("surface")
        return cls(strokes, _frame(widget, heading), paper, heading.name, description)


def image_of(widget: QWidget, theme: Theme, heading: Heading) -> QImage:
    """A figure as it is now on the theme's paper, at twice its size on screen."""
    image = _paper(_frame(widget, heading), theme.color("surface"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _draw(widget, painter, theme, heading)
    painter.end()
    return image


def pixels_of(drawing: Drawing) -> QImage:
    """A figure that was recorded, at twice its size on screen."""
    image = _paper(drawing.frame, drawing.paper)
    painter = QPainter(image)
    drawing.strokes.play(painter)
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


def svg_of(drawing: Drawing) -> bytes:
    """The SVG file of a figure, whose words stay words."""
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setTitle(drawing.name)
    generator.setDescription(drawing.description)
    generator.setSize(drawing.frame.size())
    generator.setViewBox(drawing.frame)
    # SVG counts 96 pixels to the inch; with another number letters would change their size.
    generator.setResolution(96)
    painter = QPainter(generator)
    painter.fillRect(drawing.frame, drawing.paper)
    drawing.strokes.play(painter)
    painter.end()
    buffer.close()
    return bytes(content.data())


def _paper(frame: QRect, color: QColor) -> QImage:
    image = QImage(frame.size() * FINENESS, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(FINENESS)
    image.fill(color)
    return image


def _frame(widget: QWidget, heading: Heading) -> QRect:
    size = widget.size().grownBy(QMargins(MARGIN, MARGIN + heading.height, MARGIN, MARGIN))
    return QRect(QPoint(0, 0), size)


def _draw(widget: QWidget, painter: QPainter, theme: Theme, heading: Heading) -> None:
    painter.translate(MARGIN, MARGIN)
    if heading.height:
        _write(painter, theme, heading, widget.width())
        painter.translate(0, heading.height)
    widget.render(painter, QPoint(0, 0), QRegion(), PARTS)


def _write(painter: QPainter, theme: Theme, heading: Heading, width: int) -> None:
    """The name of the figure, and beside it that of its study as far as there is room.

    The moment is written in full.
    """
    strong, quiet = font(13, SEMI_BOLD), font(12)
    name = heading.drawn_name
    used = QFontMetricsF(strong).horizontalAdvance(name) + GAP if name else 0.0
    left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
    painter.setFont(strong)
    painter.setPen(theme.color("ink"))
    painter.drawText(QRectF(0, 0, width, HEAD), left, name)
    room = max(width - used, 0.0)
    measure, after = QFontMetricsF(quiet), heading.after_study
    left_over = max(room - measure.horizontalAdvance(after), 0.0)
    study = measure.elidedText(heading.study, Qt.TextElideMode.ElideMiddle, left_over) + after
    study = study if heading.study else heading.moment
    painter.setFont(quiet)
    painter.setPen(theme.color("ink2"))
    painter.drawText(QRectF(used, 1, room, HEAD), left, study)
