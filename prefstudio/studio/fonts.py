"""The program's own letters, so that it looks alike on every machine."""

from __future__ import annotations

import functools

from PySide6.QtGui import QFont, QFontDatabase

from prefstudio.study.resources import resource

FAMILIES = ("Inter", "DejaVu Sans")  # the second has what the first lacks, such as ≻
FILES = (
    "Inter-Regular.ttf",
    "Inter-Medium.ttf",
    "Inter-SemiBold.ttf",
    "Inter-Bold.ttf",
    "Inter-Italic.ttf",
    "DejaVuSans.ttf",
)

REGULAR = QFont.Weight.Normal
MEDIUM = QFont.Weight.Medium
SEMI_BOLD = QFont.Weight.DemiBold
BOLD = QFont.Weight.Bold


def load_fonts() -> None:
    """Make the shipped fonts known to Qt.

    Raises
    ------
    FileNotFoundError
        When the installation lacks one.
    """
    for file in FILES:
        QFontDatabase.addApplicationFont(str(resource(f"fonts/{file}")))


def font(
    pixels: int = 13,
    weight: QFont.Weight = REGULAR,
    *,
    lines_up: bool = False,
    italic: bool = False,
) -> QFont:
    """A font of the house.

    Parameters
    ----------
    pixels : int
        Size in logical pixels.
    weight : QFont.Weight
    lines_up : bool
        Whether all figures are equally wide, for columns and axes.
    italic : bool
    """
    return QFont(_made(pixels, weight, lines_up, italic))  # a copy: fonts can be changed


@functools.cache
def _made(pixels: int, weight: QFont.Weight, lines_up: bool, italic: bool) -> QFont:
    """A font put together once, which takes longer than most that is done with it."""
    made = QFont()
    made.setFamilies(list(FAMILIES))
    made.setPixelSize(pixels)
    made.setWeight(weight)
    made.setItalic(italic)
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    made.setStyleStrategy(QFont.StyleStrategy.PreferAntialias)
    if lines_up:
        made.setFeature(QFont.Tag("tnum"), 1)
    return made
