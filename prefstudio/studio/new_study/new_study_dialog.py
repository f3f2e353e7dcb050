"""The dialog that makes a study of files; nothing is written before its last button."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from prefstudio.studio.chores import Chores
from prefstudio.studio.drops import accept_files, dropped_paths
from prefstudio.studio.fonts import SEMI_BOLD
from prefstudio.studio.new_study.choices_card import ChoicesCard
from prefstudio.studio.new_study.found_card import FoundCard
from prefstudio.studio.new_study.import_draft import GivenFile, ImportDraft
from prefstudio.studio.new_study.import_words import problem_of_import
from prefstudio.studio.new_study.import_work import Making, Reading
from prefstudio.studio.new_study.mapping_card import MappingCard
from prefstudio.studio.new_study.place_card import PlaceCard
from prefstudio.studio.new_study.problem_card import ProblemCard
from prefstudio.studio.new_study.progress_row import ProgressRow
from prefstudio.studio.new_study.source_card import SourceCard
from prefstudio.studio.new_study.start_page import StartPage
from prefstudio.studio.panels.message_panel import MessagePanel
from prefstudio.studio.widgets import label
from prefstudio.study.importers.comparison_mapping import UnknownColumnsError
from prefstudio.study.importers.plan import ComparisonColumns, ImportPreview

SIZE = (980, 680)
MAKE = "Make the study"
MAKE_WITHOUT = "Make the study without them"
NOTE = "Nothing is written before you make the study."
TITLES = {
    "folder": "A folder of sounds, pictures or texts",
    "files": "Sounds, pictures, texts, or tables",
    "links": "A file of links",
    "comparisons": "A file of answers",
}


class NewStudyDialog(QDialog):
    """Source, preview and place of a new study; opened, never waited for.

    Parameters
    ----------
    paths : sequence of Path
        What was dropped; it is read at once.
    """

    study_made = Signal(object)  # Path

    def __init__(self, paths: Sequence[Path] = (), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("new_study_dialog")
        self.setWindowTitle("New study")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAcceptDrops(True)
        self.resize(*SIZE)
        self.chores = Chores(self)
        self.draft = ImportDraft()
        self.found: ImportPreview | None = None
        self._is_making = False
        self._wanted = ""
        self._cards()
        self._build()
        self._connect()
        if paths:
            self.take(paths)

    def take(self, paths: Sequence[Path], part: str = "") -> None:
        """Add files or folders and look at them."""
        self._change(self.draft.with_files(paths, part))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        accept_files(event)

    def dropEvent(self, event: QDropEvent) -> None:
        if accept_files(event) and not self._is_making:
            self.take(dropped_paths(event))

    def reject(self) -> None:
        if self._is_making:
            self.chores.cancel()
        else:
            super().reject()

    def done(self, result: int) -> None:
        self.chores.stop()
        super().done(result)

    def _cards(self) -> None:
        self.message = MessagePanel()
        self.start_page = StartPage()
        self.source = SourceCard()
        self.place = PlaceCard()
        self.progress = ProgressRow()
        self.found_card = FoundCard()
        self.choices = ChoicesCard()
        self.mapping = MappingCard()
        self.problems = ProblemCard()
        self.make_button = QPushButton(MAKE)
        self.make_button.setObjectName("make_study")
        self.make_button.setProperty("kind", "primary")
        self.make_button.setEnabled(False)
        self.cancel_button = QPushButton("Cancel")
        self.cancel_button.setObjectName("cancel_new_study")
        for button in (self.make_button, self.cancel_button):
            button.setAutoDefault(False)

    def _build(self) -> None:
        self.pages = QStackedWidget()
        self.pages.addWidget(self.start_page)
        self.pages.addWidget(self._work_page())
        foot = QHBoxLayout()
        foot.setContentsMargins(24, 0, 24, 16)
        foot.setSpacing(8)
        foot.addWidget(label(NOTE, 12, tone=3), 1)
        foot.addWidget(self.cancel_button)
        foot.addWidget(self.make_button)
        head = QHBoxLayout()
        head.setContentsMargins(24, 16, 24, 0)
        head.addWidget(label("New study", 20, SEMI_BOLD), 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addLayout(head)
        column.addWidget(self.message)
        column.addWidget(self.pages, 1)
        column.addLayout(foot)

    def _work_page(self) -> QWidget:
        left = _scrolled(self.source, self.place)
        left.setFixedWidth(376)
        right = QVBoxLayout()
        right.setSpacing(12)
        right.addWidget(self.progress)
        right.addWidget(_scrolled(self.mapping, self.problems, self.found_card, self.choices), 1)
        page = QWidget()
        row = QHBoxLayout(page)
        row.setContentsMargins(24, 0, 14, 0)
        row.setSpacing(8)
        row.addWidget(left)
        row.addLayout(right, 1)
        return page

    def _connect(self) -> None:
        self.start_page.wanted.connect(self._on_files_wanted)
        self.source.wanted.connect(self._on_files_wanted)
        self.source.part_chosen.connect(self._on_part_chosen)
        self.source.removed.connect(self._on_removed)
        self.choices.draft_changed.connect(self._change)
        self.mapping.columns_chosen.connect(self._on_columns_chosen)
        self.problems.look_again_wanted.connect(self.look_again)
        self.place.changed.connect(self._show_possible)
        self.place.folder_wanted.connect(self._on_folder_wanted)
        self.progress.cancelled.connect(self.chores.cancel)
        self.make_button.clicked.connect(self.make)
        self.cancel_button.clicked.connect(self.reject)
        self.chores.progressed.connect(self.progress.show_share)
        self.chores.done.connect(self._on_done)
        self.chores.failed.connect(self._on_failed)
        self.chores.cancelled.connect(self._on_cancelled)

    def look_again(self) -> None:
        """Read all files anew."""
        self.found = None
        self.message.hide()
        self.progress.begin(f"Reading {self.draft.first.name}")
        self._show_possible()
        self.chores.start(Reading(self.draft.plan()))

    def make(self) -> None:
        """Write the study; it is opened once it is whole."""
        if self.found is None or not self.place.is_possible:
            return
        self._is_making = True
        question = self.place.question
        asked = question.text().strip() if question.isModified() else ""
        self.message.hide()
        self.progress.begin(f"Writing {self.place.path.name}", is_measured=False)
        self._show_possible()
        place = self.place
        horizon = place.purpose.horizon
        self.chores.start(Making(self.found, place.path, place.title, asked, horizon))

    def _change(self, draft: ImportDraft) -> None:
        is_renamed = draft.files[:1] != self.draft.files[:1]
        if draft.files != self.draft.files:
            self.source.show_files(draft.files)
        self.draft = draft
        self.pages.setCurrentIndex(1 if draft.files else 0)
        if not draft.files:
            self.chores.drop()
            self.found = None
            self.message.hide()
            self._show_possible()
            return
        if is_renamed and not self.place.name.isModified():
            self.place.suggest(draft.first)
        self.look_again()

    def _show_possible(self) -> None:
        is_busy = self.chores.is_busy or self._is_making
        can_make = self.found is not None and self.place.is_possible and not is_busy
        self.make_button.setEnabled(can_make)
        for card in (self.source, self.place, self.choices, self.mapping):
            card.setEnabled(not self._is_making)

    def _on_done(self, result: object) -> None:
        self.progress.end()
        if isinstance(result, Path):
            self._is_making = False
            self.study_made.emit(result)
            self.accept()
        elif isinstance(result, ImportPreview):
            self._show_found(result)

    def _show_found(self, found: ImportPreview) -> None:
        self.found = found
        self.mapping.hide()
        self.source.show_formats(found.formats)
        self.place.show_question(found.study.settings.question)
        self.place.purpose.show_found(found.study.settings, found.items)
        self.found_card.show_found(found)
        self.found_card.show()
        self.choices.show_found(self.draft, found)
        files = {each.path.name: each.path for each in self.draft.files if each.path.is_file()}
        folders = [each.path for each in self.draft.files if each.path.is_dir()]
        for problem in found.problems:
            inside = next((f / problem.file for f in folders if (f / problem.file).is_file()), None)
            if inside is not None:
                files.setdefault(problem.file, inside)
        self.problems.show_found(found, files)
        self.make_button.setText(MAKE if found.is_whole else MAKE_WITHOUT)
        self._show_possible()

    def _on_failed(self, error: Exception) -> None:
        self._is_making = False
        self.progress.end()
        if isinstance(error, UnknownColumnsError):
            self.mapping.show_columns(error.file, error.columns)
        else:
            self.message.show_problem(problem_of_import(error))
        self._show_possible()

    def _on_cancelled(self) -> None:
        self._is_making = False
        self.progress.stopped()
        self._show_possible()

    def _on_files_wanted(self, name: str) -> None:
        self._wanted = name
        dialog = QFileDialog(self, TITLES[name])
        is_folder = name == "folder"
        mode = QFileDialog.FileMode.Directory if is_folder else QFileDialog.FileMode.ExistingFiles
        dialog.setFileMode(mode)
        dialog.filesSelected.connect(self._on_files_chosen)
        dialog.open()

    def _on_files_chosen(self, names: list[str]) -> None:
        paths = [Path(name) for name in names]
        if self._wanted in ("links", "comparisons"):
            self.take(paths, self._wanted)
        else:
            self._change(ImportDraft().with_files(paths))

    def _on_part_chosen(self, given: GivenFile) -> None:
        files = self.draft.with_files([given.path], given.part).files
        self._change(ImportDraft(files=files))

    def _on_removed(self, path: Path) -> None:
        self._change(self.draft.without(path))

    def _on_columns_chosen(self, columns: ComparisonColumns) -> None:
        self._change(replace(self.draft, comparison_columns=columns))

    def _on_folder_wanted(self) -> None:
        dialog = QFileDialog(self, "Folder of the new study", str(self.place.folder))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.fileSelected.connect(self._on_folder_chosen)
        dialog.open()

    def _on_folder_chosen(self, folder: str) -> None:
        self.place.show_folder(Path(folder))


def _scrolled(*cards: QWidget) -> QScrollArea:
    """Cards one above the other, which scroll where there is no room."""
    holder = QWidget()
    column = QVBoxLayout(holder)
    column.setContentsMargins(0, 0, 10, 0)
    column.setSpacing(12)
    for card in cards:
        column.addWidget(card)
    column.addStretch(1)
    area = QScrollArea()
    area.setProperty("kind", "plain")
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidget(holder)
    return area
