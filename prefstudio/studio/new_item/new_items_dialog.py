"""The dialog that adds many items from a table: what it holds, and where each would stand."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QHeaderView, QPushButton, QVBoxLayout, QWidget

from prefstudio.studio.drops import accept_files, dropped_paths
from prefstudio.studio.elided_label import ElidedLabel
from prefstudio.studio.figure_table import FigureTable
from prefstudio.studio.fonts import MEDIUM, SEMI_BOLD, font
from prefstudio.studio.icons import IconPushButton
from prefstudio.studio.new_study.problem_card import MOST_SHOWN, ProblemRow
from prefstudio.studio.placed_dialog import PlacedDialog
from prefstudio.studio.table_model import FigureTableModel
from prefstudio.studio.table_twin import HEAD, ROW, NumbersView
from prefstudio.studio.widgets import label, scrolling
from prefstudio.study.errors import DataError
from prefstudio.study.importers.plan import Problem
from prefstudio.study.new_items_request import NewItemsFound
from prefstudio.study.words import counted, listed

SIZE = (720, 600)
HOW = (
    "One row for each item. Only the column item_id is needed; label, text, path, group and "
    "features by their names may be there as well. A column links names the items it is linked "
    "to, with semicolons between them; rows further up count, too."
)
NOT_YET = "Choose a table or drop it here: below it will say where each item would stand."
READING = "Reading and predicting…"
FAILED = "Where these items would stand could not be computed. Look again tries once more."
NONE = "The table holds no items."
MEND = "Nothing is added until {problems} mended."
COLUMNS = ("item", "predicted", "± sd", "rank", "rank, 95\u00a0%", "links")
MOST_NOTES, MOST_NAMED = 3, 4


class NewItemsDialog(QDialog):
    """Shows what a table would bring, and tells what to record.

    Parameters
    ----------
    folder : Path
        Where a table is looked for first.
    """

    table_chosen = Signal(object)  # Path
    add_wanted = Signal(object)  # tuple of ItemAdded

    def __init__(self, folder: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("new_items_dialog")
        self.setWindowTitle("Add items from a table")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAcceptDrops(True)
        self.resize(*SIZE)
        self._folder = folder
        self.path: Path | None = None
        self._found: NewItemsFound | None = None
        self.file = ElidedLabel(13, SEMI_BOLD)
        self.choose_button = IconPushButton("file", "Choose a table…")
        self.again_button = QPushButton("Look again")
        self.words = label(NOT_YET, 13, SEMI_BOLD, wraps=True)
        self.notes = label("", 12, tone=3, wraps=True)
        self.numbers = FigureTableModel(self, decimals=2)
        self.view = NumbersView()
        self.problems: list[ProblemRow] = []
        self._problem_list = QVBoxLayout()
        self.add_button, self.cancel_button = QPushButton("Add"), QPushButton("Cancel")
        self._build()
        self._connect()

    def read(self, path: Path) -> None:
        """Look at a table."""
        self.path, self._found = path, None
        self.file.show_text(path.name)
        self.file.setToolTip(str(path))
        self.words.setText(READING)
        self.again_button.setEnabled(True)
        self.add_button.setEnabled(False)
        self.table_chosen.emit(path)

    def show_found(self, found: NewItemsFound) -> None:
        """Show what a table holds, unless another one was chosen meanwhile."""
        if found.path != self.path:
            return
        self._found = found
        problems = found.drafted.problems
        self._show_problems(found.path, problems)
        self.numbers.show_table(_table_of(found))
        self.view.setVisible(bool(found.standings) and not problems)
        self.view.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.words.setText(_said(found))
        self.notes.setText(_notes(found))
        self.notes.setVisible(bool(found.drafted.notes) and not problems)
        n_items = len(found.drafted.changes)
        can_add = bool(n_items) and not problems
        self.add_button.setText(f"Add {counted(n_items, 'item')}" if can_add else "Add")
        self.add_button.setEnabled(can_add)

    def show_failed(self) -> None:
        """Say that there is nothing to wait for, where a table is being read."""
        if self.path is None or self._found is not None:
            return
        self._show_problems(self.path, ())
        self.view.hide()
        self.notes.hide()
        self.words.setText(FAILED)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        accept_files(event)

    def dropEvent(self, event: QDropEvent) -> None:
        if accept_files(event):
            self.read(dropped_paths(event)[0])

    def _show_problems(self, path: Path, problems: Sequence[DataError]) -> None:
        for row in self.problems:
            self._problem_list.removeWidget(row)
            row.setParent(None)
            row.deleteLater()
        shown = problems[:MOST_SHOWN]
        self.problems = [
            ProblemRow(Problem.of(each, left_out=True), path, number)
            for number, each in enumerate(shown, 1)
        ]
        for row in self.problems:
            self._problem_list.addWidget(row)
        self._problem_area.setVisible(bool(shown))

    def _build(self) -> None:
        self.words.setObjectName("new_items_words")
        for name, button in self._buttons.items():
            button.setObjectName(f"new_items_{name}")
        self.add_button.setProperty("kind", "primary")
        self.add_button.setDefault(True)
        self.add_button.setEnabled(False)
        self.again_button.setEnabled(False)
        self.again_button.setToolTip("Read the table once more, after it was mended")
        self._build_view()
        self.notes.hide()
        whole = QVBoxLayout(self)
        whole.setContentsMargins(24, 16, 24, 16)
        whole.setSpacing(10)
        whole.addWidget(label(self.windowTitle(), 20, SEMI_BOLD))
        whole.addWidget(label(HOW, 12, tone=2, wraps=True))
        whole.addLayout(self._row(self.file, self.again_button, self.choose_button))
        whole.addWidget(self.words)
        whole.addWidget(self._build_problems(), 1)
        whole.addWidget(self.view, 2)
        whole.addWidget(self.notes)
        whole.addStretch(0)
        whole.addLayout(self._row(QWidget(), self.cancel_button, self.add_button))

    @property
    def _buttons(self) -> dict[str, QPushButton]:
        return {
            "choose": self.choose_button,
            "again": self.again_button,
            "cancel": self.cancel_button,
            "add": self.add_button,
        }

    def _build_view(self) -> None:
        view = self.view
        view.setModel(self.numbers)
        view.setAccessibleName("Where each item would stand")
        view.setFont(font(13, lines_up=True))
        view.setTabKeyNavigation(False)
        view.verticalHeader().hide()
        view.verticalHeader().setDefaultSectionSize(ROW)
        heads = view.horizontalHeader()
        heads.setFont(font(11, MEDIUM))
        heads.setFixedHeight(HEAD)
        heads.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        view.hide()

    def _build_problems(self) -> QWidget:
        holder = QWidget()
        self._problem_list.setContentsMargins(0, 0, 0, 0)
        self._problem_list.setSpacing(10)
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(self._problem_list)
        column.addStretch(1)
        self._problem_area = scrolling(holder)
        self._problem_area.hide()
        return self._problem_area

    def _row(self, first: QWidget, *others: QWidget) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(first, 1)
        for widget in others:
            row.addWidget(widget)
        return row

    def _connect(self) -> None:
        self.choose_button.clicked.connect(self._on_choose_clicked)
        self.again_button.clicked.connect(self.read_again)
        self.cancel_button.clicked.connect(self.reject)
        self.add_button.clicked.connect(self._on_add_clicked)

    def read_again(self) -> None:
        """Look at the same table once more, if there is one."""
        if self.path is not None:
            self.read(self.path)

    def _on_choose_clicked(self) -> None:
        dialog = PlacedDialog(self, "A table of items", self._folder)
        dialog.setFileMode(PlacedDialog.FileMode.ExistingFile)
        dialog.setNameFilters(["Tables (*.csv *.tsv *.txt)", "All files (*)"])
        dialog.fileSelected.connect(self._on_file_chosen)
        dialog.open()

    def _on_file_chosen(self, name: str) -> None:
        self.read(Path(name))

    def _on_add_clicked(self) -> None:
        if self._found is not None and self.add_button.isEnabled():
            changes = self._found.drafted.changes
            self.accept()  # first, so that nothing is predicted of items that are there already
            self.add_wanted.emit(changes)


def _table_of(found: NewItemsFound) -> FigureTable:
    """One row an item; among how many it stands is said once, unless groups differ in size."""
    sizes = {each.n_items for each in found.standings}
    rows = [
        (
            change.item.name,
            each.mean,
            each.sd,
            each.rank if len(sizes) == 1 else f"{each.rank:,} of {each.n_items:,}",
            f"{each.rank_low:,}–{each.rank_high:,}",
            len(change.links),
        )
        for change, each in zip(found.drafted.changes, found.standings, strict=True)
    ]
    item, mean, sd, rank, interval, links = COLUMNS
    among = f"{rank} of {sizes.pop():,}" if len(sizes) == 1 else rank
    return FigureTable((item, mean, sd, among, interval, links), tuple(rows))


def _notes(found: NewItemsFound) -> str:
    """What was guessed, each with the items it speaks of."""
    notes = found.drafted.notes
    lines = []
    for note, ids in list(notes.items())[:MOST_NOTES]:
        named = listed(ids) if len(ids) <= MOST_NAMED else counted(len(ids), "item").capitalize()
        lines.append(f"{named}: {note}")
    more = len(notes) - len(lines)
    return "\n".join([*lines, *([f"… and {counted(more, 'note')} more."] if more else [])])


def _said(found: NewItemsFound) -> str:
    n_items, problems = len(found.drafted.changes), found.drafted.problems
    if problems:
        return MEND.format(problems=counted(len(problems), "problem is", "problems are"))
    if not n_items:
        return NONE
    return f"{counted(n_items, 'item').capitalize()} would join. Where each is expected to stand:"
