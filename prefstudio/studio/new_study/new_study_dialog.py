"""The dialog that makes a study of files; nothing is written before its last button."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from prefstudio.studio.chore_dialog import ChoreDialog
from prefstudio.studio.drops import accept_files, dropped_paths
from prefstudio.studio.new_study.file_choosing import FileChoosing
from prefstudio.studio.new_study.import_draft import GivenFile, ImportDraft
from prefstudio.studio.new_study.import_words import problem_of_import
from prefstudio.studio.new_study.import_work import Found, Making, Reading
from prefstudio.studio.new_study.start_page import StartPage
from prefstudio.studio.new_study.work_page import WorkPage
from prefstudio.study.importers.comparison_mapping import UnknownColumnsError
from prefstudio.study.importers.plan import ComparisonColumns
from prefstudio.study.importers.summary import ImportSummary
from prefstudio.study.making import NewStudy

SIZE = (980, 680)
MAKE = "Make the study"
MAKE_WITHOUT_IT = "Make the study without it"
MAKE_WITHOUT = "Make the study without them"
NOTE = "Nothing is written before you make the study."


class NewStudyDialog(ChoreDialog):
    """Source, preview and place of a new study; opened, never waited for.

    Parameters
    ----------
    paths : sequence of Path
        What was dropped; it is read at once.
    """

    study_made = Signal(object)  # Path

    def __init__(self, paths: Sequence[Path] = (), parent: QWidget | None = None) -> None:
        super().__init__("New study", SIZE, MAKE, parent)
        self.setObjectName("new_study_dialog")
        self.setAcceptDrops(True)
        self.draft = ImportDraft()
        self.found: Found | None = None
        self._is_making = False
        self.choosing = FileChoosing(self)
        self.start_page, self.work_page = StartPage(), WorkPage(self.progress)
        page = self.work_page
        self.source, self.place = page.source, page.place
        self.found_card, self.choices = page.found, page.choices
        self.mapping, self.problems = page.mapping, page.problems
        self.make_button = self.do_button
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

    def done(self, result: int) -> None:
        super().done(result)
        self.found = None  # at once, since it may be large

    def reject(self) -> None:
        if self._is_making:
            self.chores.cancel()
        else:
            super().reject()

    def _build(self) -> None:
        self.make_button.setObjectName("make_study")
        self.make_button.setEnabled(False)
        self.cancel_button.setObjectName("cancel_new_study")
        self.pages = QStackedWidget()
        self.pages.addWidget(self.start_page)
        self.pages.addWidget(self.work_page)
        self.frame(self.pages, NOTE)

    def _connect(self) -> None:
        self.start_page.wanted.connect(self.choosing.choose_files)
        self.source.wanted.connect(self.choosing.choose_files)
        self.choosing.sources_chosen.connect(self._on_sources_chosen)
        self.choosing.part_chosen.connect(self._on_file_added)
        self.choosing.folder_chosen.connect(self.place.show_folder)
        self.source.part_chosen.connect(self._on_part_chosen)
        self.source.removed.connect(self._on_removed)
        self.choices.draft_changed.connect(self._change)
        self.mapping.columns_chosen.connect(self._on_columns_chosen)
        self.problems.look_again_wanted.connect(self.look_again)
        self.place.changed.connect(self._show_possible)
        self.place.folder_wanted.connect(self._on_folder_wanted)
        self.make_button.clicked.connect(self.make)
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
        wanted = NewStudy(place.path, place.title, asked, place.purpose.horizon)
        self.chores.start(Making(self.found, wanted))

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
        self.work_page.allow_changes(not self._is_making)

    def _on_done(self, result: object) -> None:
        self.progress.end()
        if isinstance(result, Path):
            self._is_making = False
            self.study_made.emit(result)
            self.accept()
        elif isinstance(result, Found):
            self.found = result
            self._show_found(result.summary)

    def _show_found(self, found: ImportSummary) -> None:
        self.mapping.hide()
        self.source.show_formats(found.formats)
        self.place.show_question(found.settings.question)
        self.place.purpose.show_found(found.settings, found.items)
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
        self.make_button.setText(_make_words(found))
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

    def _on_sources_chosen(self, paths: list[Path]) -> None:
        self._change(ImportDraft().with_files(paths))

    def _on_file_added(self, added: tuple[list[Path], str]) -> None:
        self.take(*added)

    def _on_part_chosen(self, given: GivenFile) -> None:
        files = self.draft.with_files([given.path], given.part).files
        self._change(ImportDraft(files=files))

    def _on_removed(self, path: Path) -> None:
        self._change(self.draft.without(path))

    def _on_columns_chosen(self, columns: ComparisonColumns) -> None:
        self._change(replace(self.draft, comparison_columns=columns))

    def _on_folder_wanted(self) -> None:
        self.choosing.choose_folder(self.place.folder)


def _make_words(found: ImportSummary) -> str:
    """What the button does, also to what is left out."""
    n_left_out = sum(problem.left_out for problem in found.problems)
    if found.is_whole:
        return MAKE
    return MAKE_WITHOUT_IT if n_left_out == 1 else MAKE_WITHOUT
