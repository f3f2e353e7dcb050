"""What can be saved of a figure, and what it was at one moment, for any kind of file."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from prefstudio.studio.figure_numbers import csv_of
from prefstudio.studio.figure_pictures import Heading, image_of, png_of, svg_of
from prefstudio.studio.figure_table import Figure, FigureTable, PartialFigure
from prefstudio.studio.icons import theme_of
from prefstudio.studio.passing_marks import PassingMarks, left_out
from prefstudio.studio.svg_outlines import outlined

KINDS = {
    "png": "Pictures (*.png)",
    "svg": "Drawings (*.svg)",
    "csv": "Tables (*.csv)",
}


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """What can be saved.

    Attributes
    ----------
    name
        What it is called.
    picture
        What is drawn in the picture.
    numbers
        What tells its numbers; None where there are none.
    is_titled
        Whether the picture itself says what it is called.
    """

    name: str
    picture: QWidget
    numbers: Figure | None
    is_titled: bool = False

    def table(self) -> FigureTable:
        """The numbers it shows now."""
        return FigureTable((), ()) if self.numbers is None else self.numbers.figure_table()

    def whole_table(self) -> FigureTable:
        """The numbers for a file or another program: all, also of what does not fit the screen."""
        numbers = self.numbers
        return numbers.whole_table() if isinstance(numbers, PartialFigure) else self.table()


@dataclass(frozen=True, slots=True, eq=False)
class FigureContent:
    """What was shown at one moment; pixels are packed and numbers written when a file is.

    Attributes
    ----------
    image, svg
        The picture as pixels, and as lines and words; the words become outlines in the file.
    table
        Its numbers.
    kinds
        The kinds of file it can have.
    """

    image: QImage
    svg: bytes
    table: FigureTable
    kinds: tuple[str, ...]

    @classmethod
    def of(cls, shown: Shown, heading: Heading, marks: PassingMarks | None) -> FigureContent:
        """What is shown now, without what is marked for the moment."""
        picture, theme = shown.picture, theme_of(shown.picture)
        with left_out(picture, marks):
            image, svg = image_of(picture, theme, heading), svg_of(picture, theme, heading)
        kinds = tuple(kind for kind in KINDS if kind != "csv" or shown.numbers is not None)
        return cls(image, svg, shown.whole_table(), kinds)

    def written(self, kind: str, file: str) -> bytes:
        """The content of a file of one of its kinds.

        Raises
        ------
        DataError
            When a cell holds a character that no text file can; it names the file.
        """
        if kind == "csv":
            return csv_of(self.table, file)
        return outlined(self.svg) if kind == "svg" else png_of(self.image)
