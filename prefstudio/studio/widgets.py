"""Small widgets that many panels are made of."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QSizePolicy, QWidget

from prefstudio.studio.fonts import BOLD, MEDIUM, REGULAR, font


def label(
    text: str = "",
    pixels: int = 13,
    weight: QFont.Weight = REGULAR,
    *,
    tone: int = 1,
    wraps: bool = False,
    lines_up: bool = False,
) -> QLabel:
    """A line of text in one of three tones of ink; never read as markup."""
    made = QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setFont(font(pixels, weight, lines_up=lines_up))
    made.setWordWrap(wraps)
    if tone != 1:
        made.setProperty("tone", str(tone))
    return made


def badge(letter: str) -> QLabel:
    """The A or B of an asked item, in a disc of 18 px."""
    made = QLabel(letter)
    made.setProperty("kind", "badge")
    made.setFont(font(11, BOLD))
    made.setAlignment(Qt.AlignmentFlag.AlignCenter)
    made.setFixedSize(18, 18)
    return made


def key_cap(key: str) -> QLabel:
    """The picture of a key, 20 px high."""
    made = QLabel(key)
    made.setProperty("kind", "key")
    made.setFont(font(11, MEDIUM))
    made.setAlignment(Qt.AlignmentFlag.AlignCenter)
    made.setFixedHeight(20)
    made.setMinimumWidth(20)
    made.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
    return made


def rule(*, upright: bool = False, length: int = 12) -> QFrame:
    """A hairline: across, or upright with a given length."""
    made = QFrame()
    made.setProperty("kind", "rule")
    if upright:
        made.setFixedSize(1, length)
    else:
        made.setFixedHeight(1)
    return made


def dot() -> QFrame:
    """The small disc before the status, coloured by its tone."""
    made = QFrame()
    made.setProperty("kind", "dot")
    made.setFixedSize(8, 8)
    return made


def scrolling(body: QWidget, name: str = "") -> QScrollArea:
    """What scrolls down where there is no room for it; the keys reach it by its name, if any."""
    area = _scroll_area(body, "read" if name else "plain")
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    if name:
        area.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click must not take the answer keys
        area.setAccessibleName(name)
    return area


def scrolling_sheet(body: QWidget) -> QScrollArea:
    """A sheet of a dialog, which scrolls where there is no room for it."""
    return _scroll_area(body, "sheet")


def _scroll_area(body: QWidget, kind: str) -> QScrollArea:
    area = QScrollArea()
    area.setProperty("kind", kind)
    area.setWidgetResizable(True)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(body)
    return area


def set_tone(widget: QWidget, tone: str) -> None:
    """Give a widget another tone of the style sheet."""
    if widget.property("tone") == tone:
        return
    widget.setProperty("tone", tone)
    widget.style().unpolish(widget)
    widget.style().polish(widget)
