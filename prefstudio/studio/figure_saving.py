"""Saving and copying what a panel shows: its picture and its numbers."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QWidget

from prefstudio.studio.figure_numbers import csv_of, text_of
from prefstudio.studio.figure_pictures import Heading, image_of, png_of, svg_of
from prefstudio.studio.figure_table import Figure, FigureTable
from prefstudio.studio.file_names import file_name
from prefstudio.studio.icons import theme_of
from prefstudio.studio.passing_marks import PassingMarks, left_out
from prefstudio.studio.placed_dialog import PlacedDialog
from prefstudio.studio.problem import Problem, problem_of
from prefstudio.studio.whole_file import write_whole
from prefstudio.study.errors import StudyError

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


class FigureDialog(PlacedDialog):
    """Asks where a figure shall be saved; several may be open, each with what it will write.

    Parameters
    ----------
    shown : Shown
        The figure, for what the dialog is called.
    kind : str
        "png", "svg" or "csv".
    content : bytes
        The file.
    folder : Path
        Where it begins the first time.
    """

    def __init__(
        self, window: QWidget | None, shown: Shown, kind: str, content: bytes, folder: Path
    ) -> None:
        super().__init__(window, f"Save {shown.name}", folder)
        self.content = content
        self.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        self.setDefaultSuffix(kind)
        self.setNameFilter(KINDS[kind])


class FigureSaving(QObject):
    """Saves and copies figures; what is saved is what was shown when it was asked for."""

    saved = Signal(str)  # what to say of it
    problem_found = Signal(object)  # Problem

    def save(
        self,
        shown: Shown,
        kind: str,
        title: str,
        folder: Path,
        marks: PassingMarks | None = None,
    ) -> FigureDialog | None:
        """Ask where a figure shall be saved as "png", "svg" or "csv".

        Parameters
        ----------
        title : str
            The study, for the figure and the name of the file.
        folder : Path
            Where the dialog begins if none was chosen before.
        marks : PassingMarks, optional
            What is marked on the screen and left out of the picture.

        Returns
        -------
        FigureDialog or None
            The dialog, which is open; None when there is nothing that could be saved.
        """
        try:
            content = _content(shown, kind, title, marks)
        except StudyError as error:
            self.problem_found.emit(problem_of(error))
            return None
        window = self.parent()
        above = window if isinstance(window, QWidget) else None
        dialog = FigureDialog(above, shown, kind, content, folder)
        dialog.selectFile(file_name(title, f"– {shown.name}", kind))
        dialog.fileSelected.connect(self._on_file_chosen)
        dialog.open()
        return dialog

    def write(self, path: str, content: bytes) -> None:
        """Write a file; an earlier one stays until all of it is written."""
        name = Path(path).name
        try:
            write_whole(Path(path), content)
        except OSError as error:
            advice = f"{error}. Choose another place; nothing was changed."
            self.problem_found.emit(Problem(f"{name} was not written.", advice, f"{path}: {error}"))
            return
        self.saved.emit(f"Saved {name}")

    def copy_picture(
        self, shown: Shown, title: str = "", marks: PassingMarks | None = None
    ) -> None:
        """Put the picture on the clipboard, as it would be saved."""
        with left_out(shown.picture, marks):
            image = image_of(shown.picture, theme_of(shown.picture), _heading(shown, title))
        QGuiApplication.clipboard().setImage(image)
        self.saved.emit(f"Copied the picture of {shown.name}")

    def copy_numbers(self, shown: Shown) -> None:
        """Put the numbers on the clipboard, with tabs between them."""
        try:
            text = text_of(shown.table())
        except StudyError as error:
            self.problem_found.emit(problem_of(error))
            return
        QGuiApplication.clipboard().setText(text)
        self.saved.emit(f"Copied the numbers of {shown.name}")

    def _on_file_chosen(self, path: str) -> None:
        dialog = self.sender()
        if isinstance(dialog, FigureDialog):
            self.write(path, dialog.content)


def _content(shown: Shown, kind: str, title: str, marks: PassingMarks | None) -> bytes:
    if kind == "csv":
        return csv_of(shown.table(), file_name(title, f"– {shown.name}", kind))
    theme, made = theme_of(shown.picture), svg_of if kind == "svg" else png_of
    with left_out(shown.picture, marks):
        return made(shown.picture, theme, _heading(shown, title))


def _heading(shown: Shown, title: str) -> Heading:
    """What stands above a picture; nothing where it has a title of its own."""
    return Heading(shown.name, title, is_drawn=not shown.is_titled)
