"""The dialog that writes a study in other formats."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from prefstudio.engine.control import Control
from prefstudio.engine.errors import EngineError
from prefstudio.studio.chore_dialog import GAP, SIDE, ChoreDialog
from prefstudio.studio.file_names import file_name
from prefstudio.studio.fonts import SEMI_BOLD, font
from prefstudio.studio.new_study.import_words import NOTHING_WRITTEN, problem_of_import
from prefstudio.studio.placed_dialog import PlacedDialog
from prefstudio.studio.widgets import label, scrolling_sheet
from prefstudio.study.errors import DataError, StudyError
from prefstudio.study.events import Event
from prefstudio.study.exporters import EXPORTERS, CutShortError, export
from prefstudio.study.folder import Study

SIZE = (640, 660)
FIRST = "folder"
BESIDE_BOX = 26  # pixels from the edge of a box to its words, by the style sheet
SOME_WRITTEN = "Some files were written already."
MAY_BE_WRITTEN = "Some files may have been written."


@dataclass(frozen=True, slots=True, eq=False)
class Exported:
    """What was written, and where."""

    folder: Path
    n_files: int


@dataclass(frozen=True, slots=True, eq=False)
class ExportWork:
    """Everything that an export needs, taken from a study at one moment."""

    study: Study
    events: tuple[Event, ...]
    read_media: Callable[[str], bytes]
    folder: Path = Path()
    formats: tuple[str, ...] = (FIRST,)

    def __call__(self, control: Control) -> Exported:
        files = export(
            self.study,
            self.folder,
            self.formats,
            self.events,
            read_media=self.read_media,
            control=control,
        )
        return Exported(self.folder, len(files))


class ExportDialog(ChoreDialog):
    """Formats, a folder, and the button that writes; opened, never waited for.

    Parameters
    ----------
    work : ExportWork
        The study; formats and folder are chosen here.
    folder : Path
        Where a folder for the export is suggested.
    """

    exported = Signal(object)  # Exported

    def __init__(self, work: ExportWork, folder: Path, parent: QWidget | None = None) -> None:
        super().__init__("Export", SIZE, "Export", parent)
        self.setObjectName("export_dialog")
        self._work, self._first = work, folder
        self.boxes = {name: QCheckBox(each.title) for name, each in EXPORTERS.items()}
        self.boxes[FIRST].setChecked(True)
        self.place = QLineEdit(str(folder))
        self.place.setObjectName("export_folder")
        self.place.setAccessibleName("Folder of the export")
        self.choose = QPushButton("Choose…")
        self.choose.setObjectName("export_choose")
        self.choose.setAccessibleName("Choose a folder for the export")
        self.own_folder = QCheckBox("Make a folder of its own there, unless it is empty")
        self.own_folder.setObjectName("export_own_folder")
        self.own_folder.setChecked(True)
        self.export_button = self.do_button
        self.export_button.setObjectName("export_now")
        self.cancel_button.setObjectName("export_cancel")
        self._build()
        self._connect()

    @property
    def formats(self) -> tuple[str, ...]:
        """The formats that are chosen, in the order of the table."""
        return tuple(name for name, box in self.boxes.items() if box.isChecked())

    @property
    def folder(self) -> Path:
        """Where the files will be written.

        Raises
        ------
        DataError
            When it cannot be found out what is there.
        """
        named = self.place.text().strip()
        try:
            return self._own_place(Path(named).expanduser())
        except (OSError, RuntimeError) as error:  # the latter of ~name where nobody is called so
            why = getattr(error, "strerror", None) or str(error).rstrip(".")
            said = f"nothing can be exported to here ({why})"
            raise DataError(named, said, remedy="Name another folder.") from error

    def reject(self) -> None:
        if self.chores.is_busy:
            self.chores.cancel()
        else:
            super().reject()

    def start(self) -> None:
        """Write the files."""
        try:
            folder = self.folder
        except DataError as error:
            self._on_failed(error)
            return
        self.message.hide()
        self.progress.begin(f"Exporting to {folder.name}", is_measured=False)
        self.chores.start(replace(self._work, folder=folder, formats=self.formats))
        self._show_possible()

    def _own_place(self, chosen: Path) -> Path:
        """A folder that is chosen, or one in it where it has something in it."""
        is_full = chosen.is_dir() and bool(os.listdir(chosen))
        if self.own_folder.isChecked() and is_full and not (chosen / "export.json").exists():
            return chosen / file_name(self._work.study.settings.title, "export")
        return chosen

    def _build(self) -> None:
        body = QWidget()
        inner = QVBoxLayout(body)
        inner.setContentsMargins(SIDE, 0, SIDE, 0)
        inner.setSpacing(GAP)
        inner.addWidget(self._formats(), 1)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(label("To", 13, tone=2))
        row.addWidget(self.place, 1)
        row.addWidget(self.choose)
        inner.addLayout(row)
        inner.addWidget(self.own_folder)
        inner.addWidget(self.progress)
        self.frame(body)

    def _formats(self) -> QScrollArea:
        holder = QWidget()
        column = QVBoxLayout(holder)
        column.setContentsMargins(14, 8, 14, 8)
        column.setSpacing(4)
        for name, box in self.boxes.items():
            box.setObjectName(f"export_{name}")
            box.setFont(font(13, SEMI_BOLD))
            box.setAccessibleDescription(EXPORTERS[name].help)
            words = label(EXPORTERS[name].help, 12, tone=2, wraps=True)
            words.setContentsMargins(BESIDE_BOX, 0, 0, 6)
            column.addWidget(box)
            column.addWidget(words)
        column.addStretch(1)
        return scrolling_sheet(holder)

    def _connect(self) -> None:
        for box in self.boxes.values():
            box.toggled.connect(self._show_possible)
        self.place.textChanged.connect(self._show_possible)
        self.choose.clicked.connect(self._on_choose_clicked)
        self.export_button.clicked.connect(self.start)
        self.chores.done.connect(self._on_done)
        self.chores.failed.connect(self._on_failed)
        self.chores.cancelled.connect(self._on_cancelled)

    def _show_possible(self) -> None:
        can_start = bool(self.formats) and bool(self.place.text().strip())
        self.export_button.setEnabled(can_start and not self.chores.is_busy)

    def _on_choose_clicked(self) -> None:
        dialog = PlacedDialog(self, "Folder of the export", self._first.parent)
        dialog.setFileMode(PlacedDialog.FileMode.Directory)
        dialog.fileSelected.connect(self.place.setText)
        dialog.open()

    def _on_done(self, exported: Exported) -> None:
        self.exported.emit(exported)
        self.accept()

    def _on_failed(self, error: Exception) -> None:
        self.progress.end()
        self.message.show_problem(problem_of_import(error, _written_before(error)))
        self._show_possible()

    def _on_cancelled(self) -> None:
        self.progress.stopped()
        self._show_possible()


def _written_before(error: Exception) -> str:
    """What is there of an export that ended in an error."""
    if isinstance(error, CutShortError):
        return SOME_WRITTEN
    is_foreseen = isinstance(error, (StudyError, EngineError))
    return NOTHING_WRITTEN if is_foreseen else MAY_BE_WRITTEN
