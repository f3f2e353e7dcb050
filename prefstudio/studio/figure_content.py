"""What can be saved of a figure, and what it was at one moment, for any kind of file."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from prefstudio.studio.figure_numbers import csv_of
from prefstudio.studio.figure_pictures import (
    Drawing,
    Heading,
    image_of,
    pixels_of,
    png_of,
    svg_of,
)
from prefstudio.studio.figure_table import Figure, FigureTable, PartialFigure
from prefstudio.studio.icons import theme_now
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
    """What was shown at one moment; other files than the one that is asked for are made late.

    Attributes
    ----------
    drawing
        The picture.
    image
        Its pixels, where these are asked for.
    table
        Its numbers.
    kinds
        The kinds of file it can have.
    """

    drawing: Drawing
    image: QImage | None
    table: FigureTable
    kinds: tuple[str, ...]

    @classmethod
    def of(
        cls, shown: Shown, kind: str, heading: Heading, marks: PassingMarks | None
    ) -> FigureContent:
        """What is shown now, without what is marked for the moment."""
        picture, theme = shown.picture, theme_now()
        with left_out(picture, marks):
            drawing = Drawing.of(picture, theme, heading)
            image = image_of(picture, theme, heading) if kind == "png" else None
        kinds = tuple(kind for kind in KINDS if kind != "csv" or shown.numbers is not None)
        # Of a large matrix all numbers take a while, which nobody waits for who wants a picture.
        table = shown.whole_table() if kind == "csv" else shown.table()
        return cls(drawing, image, table, kinds)

    def written(self, kind: str, file: str) -> bytes:
        """The content of a file of one of its kinds.

        Raises
        ------
        DataError
            When a cell holds a character that no text file can; it names the file.
        """
        if kind == "csv":
            return csv_of(self.table, file)
        if kind == "svg":
            return outlined(svg_of(self.drawing))
        return png_of(pixels_of(self.drawing) if self.image is None else self.image)
