"""Saving and copying what a panel shows: its picture and its numbers."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QWidget

from prefstudio.studio.figure_content import KINDS, FigureContent, Shown
from prefstudio.studio.figure_numbers import text_of
from prefstudio.studio.figure_pictures import Heading, image_of
from prefstudio.studio.figure_table import FigureTable
from prefstudio.studio.file_names import ended, file_name
from prefstudio.studio.icons import theme_now
from prefstudio.studio.passing_marks import PassingMarks, left_out
from prefstudio.studio.placed_dialog import PlacedDialog
from prefstudio.studio.problem import Problem, problem_of
from prefstudio.studio.whole_file import write_whole
from prefstudio.study.errors import StudyError

ELSEWHERE = "Choose another name; nothing was changed."


class FigureDialog(PlacedDialog):
    """Asks where a figure shall be saved; several may be open, each with what it will write.

    Parameters
    ----------
    shown : Shown
        The figure, for what the dialog is called.
    kind : str
        "png", "svg" or "csv", unless the name that is chosen ends in another of them.
    content : FigureContent
        What can be written.
    folder : Path
        Where it begins the first time.
    """

    def __init__(
        self, window: QWidget | None, shown: Shown, kind: str, content: FigureContent, folder: Path
    ) -> None:
        super().__init__(window, f"Save {shown.name}", folder)
        self.kind, self.content = kind, content
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
        moment: str = "",
    ) -> FigureDialog:
        """Ask where a figure shall be saved, and open the dialog that does.

        Parameters
        ----------
        kind : str
            "png", "svg" or "csv".
        title, moment : str
            The study and the moment of it, for the figure and the name of the file.
        folder : Path
            Where the dialog begins if none was chosen before.
        marks : PassingMarks, optional
            What is marked on the screen and left out of the picture.
        """
        heading = _heading(shown, title, moment)
        content = FigureContent.of(shown, kind, heading, marks)
        window = self.parent()
        above = window if isinstance(window, QWidget) else None
        dialog = FigureDialog(above, shown, kind, content, folder)
        named = f"– {shown.name}{heading.after_study}"
        if kind == "csv" and content.table.part:
            named += f", {content.table.part}"
        dialog.selectFile(file_name(title, named, kind))
        dialog.fileSelected.connect(self._on_file_chosen)
        dialog.open()
        return dialog

    def write(self, path: str, content: bytes, of: str = "") -> None:
        """Write a file; an earlier one stays until all of it is written.

        Parameters
        ----------
        of : str
            What is said after its name.
        """
        name = Path(path).name
        try:
            write_whole(Path(path), content)
        except OSError as error:
            advice = f"{error}. Choose another place; nothing was changed."
            self.problem_found.emit(Problem(f"{name} was not written.", advice, f"{path}: {error}"))
            return
        self.saved.emit(f"Saved {name}{of}")

    def copy_picture(
        self, shown: Shown, title: str = "", marks: PassingMarks | None = None, moment: str = ""
    ) -> None:
        """Put the picture on the clipboard, as it would be saved."""
        heading = _heading(shown, title, moment)
        with left_out(shown.picture, marks):
            image = image_of(shown.picture, theme_now(), heading)
        QGuiApplication.clipboard().setImage(image)
        self.saved.emit(f"Copied the picture of {shown.name}")

    def copy_numbers(self, shown: Shown) -> None:
        """Put the numbers on the clipboard, with tabs between them."""
        try:
            table = shown.whole_table()
            text = text_of(table)
        except StudyError as error:
            self.problem_found.emit(problem_of(error))
            return
        QGuiApplication.clipboard().setText(text)
        self.saved.emit(f"Copied the numbers of {shown.name}{_part_words(table)}")

    def _on_file_chosen(self, chosen: str) -> None:
        dialog = self.sender()
        if not isinstance(dialog, FigureDialog):
            return
        path, kind = ended(Path(chosen), dialog.content.kinds, dialog.kind)
        if path != Path(chosen) and path.exists():  # the dialog asked about another name
            said = Problem(f"{path.name} is there already.", ELSEWHERE, f"{path}: chosen: {chosen}")
            self.problem_found.emit(said)
            return
        try:
            content = dialog.content.written(kind, path.name)
        except StudyError as error:
            self.problem_found.emit(problem_of(error))
            return
        self.write(str(path), content, _part_words(dialog.content.table) if kind == "csv" else "")


def _part_words(table: FigureTable) -> str:
    """What follows the name of numbers that are a part of all."""
    return f": {table.part}. {table.rest}".rstrip() if table.part else ""


def _heading(shown: Shown, title: str, moment: str) -> Heading:
    """What stands above a picture; its name is left out where it has a title of its own."""
    return Heading(shown.name, title, moment, has_name=not shown.is_titled)
