"""The dialog that adds an item: its facts, features and links, and where it would stand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from prefstudio.studio.drops import accept_files, dropped_paths
from prefstudio.studio.fonts import SEMI_BOLD
from prefstudio.studio.icons import IconPushButton
from prefstudio.studio.new_item.link_rows import LinkRows, problem_label
from prefstudio.studio.widgets import label, scrolling_sheet, set_tone
from prefstudio.study.changes import ItemAdded
from prefstudio.study.features import FeatureColumn
from prefstudio.study.folder import Study
from prefstudio.study.new_item import Draft, Drafted, drafted
from prefstudio.study.new_item_request import NewItemFound

SIZE = (600, 680)
PAUSE = 200  # ms without a key before a prediction is asked for
NOT_YET = "Write an id, and what is known of the item: here it will say where it would stand."
MEND = "Mend what is marked, and here it will say where the item would stand."
WAITING = "Predicting…"
FIELDS = {  # name: what it is called, what stands in it while it is empty
    "item_id": ("Id", "a short name that no other item has"),
    "label": ("Label", "what it is called on screen; the id if empty"),
    "text": ("Text", "what is read in Compare"),
    "path": ("Picture or sound", "a file in the study's folder"),
}


class NewItemDialog(QDialog):
    """Checks in place, foretells, and tells what to record.

    Parameters
    ----------
    study : Study
        The facts as they are now.
    folder : Path
        Where pictures and sounds of the study lie.
    """

    preview_wanted = Signal(object)  # ItemAdded
    add_wanted = Signal(object)  # ItemAdded
    draft_left = Signal(object)  # Draft that was written and not added, or None
    table_wanted = Signal(object)  # Path of a table of items, or None

    def __init__(self, study: Study, folder: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("new_item_dialog")
        self.setWindowTitle("Add an item")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(*SIZE)
        self._study, self._folder = study, folder
        self.fields: dict[str, QLineEdit | QComboBox] = {}
        self.problems: dict[str, QLabel] = {}
        self.links = LinkRows(study)
        self.preview = label(NOT_YET, 13, SEMI_BOLD, wraps=True)
        self.preview.setObjectName("new_item_preview")
        self.notes = label("", 12, tone=3, wraps=True)
        self.add_button, self.cancel_button = QPushButton("Add"), QPushButton("Cancel")
        self.table_button = IconPushButton("file", "From a table…")
        self.clear_button = QPushButton("Clear")
        self._grid = QGridLayout()
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE)
        self._build()
        self._connect()
        self._on_edited()

    @property
    def draft(self) -> Draft:
        """The item as it is written."""
        names = [column.name for column in self._study.features.columns]
        cells = {name: self._text(f"x_{name}") for name in names}
        told = {name: self._text(name) for name in (*FIELDS, "group") if name in self.fields}
        return Draft(**told, cells=cells, links=self.links.written)

    @property
    def _is_empty(self) -> bool:
        blank = Draft("")
        return replace(self.draft, cells={}) == blank and not any(self.draft.cells.values())

    def show_draft(self, draft: Draft) -> None:
        """Show an item as it was written before; what the study has no place for is left out."""
        told = {name: getattr(draft, name) for name in (*FIELDS, "group")}
        told |= {f"x_{name}": cell for name, cell in draft.cells.items()}
        for name, text in told.items():
            if name in self.fields:
                self._write(name, text)
        self.links.show_links(draft.links)

    def look_again(self) -> None:
        """Ask for a prediction once more, if there is an item to predict."""
        self._pause.start()

    def reject(self) -> None:
        self.draft_left.emit(None if self._is_empty else self.draft)
        super().reject()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        accept_files(event)

    def dropEvent(self, event: QDropEvent) -> None:
        if accept_files(event):
            self._leave_for_table(dropped_paths(event)[0])

    def show_found(self, found: NewItemFound) -> None:
        """Say where the item would stand, unless it was edited meanwhile."""
        if self._found().change is not None and not self._pause.isActive():
            self.preview.setText(found.words)
            self.add_button.setEnabled(not found.problem)

    def _found(self) -> Drafted:
        return drafted(self._study, self.draft, self._folder)

    def _text(self, name: str) -> str:
        field = self.fields[name]
        if isinstance(field, QLineEdit):
            return field.text()
        return field.currentText() if field.isEditable() or field.currentIndex() > 0 else ""

    def _write(self, name: str, text: str) -> None:
        field = self.fields[name]
        if isinstance(field, QLineEdit):
            field.setText(text)
        elif field.isEditable():
            field.setCurrentText(text)
        else:
            field.setCurrentIndex(max(field.findText(text), 0) if text else 0)

    def _build(self) -> None:
        self.setAcceptDrops(True)
        self._grid.setContentsMargins(14, 12, 14, 12)
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(1, 1)
        for name, (title, hint) in FIELDS.items():
            self._add_line(name, title, hint)
        groups = [name for name in dict.fromkeys(item.group for item in self._study.items) if name]
        if groups:
            self._add_choice("group", "Group", groups, is_editable=True)
        for column in self._study.features.columns:
            self._add_feature(column)
        row = self._grid.rowCount()
        self._grid.addWidget(label("Links", 13, tone=2), row, 0, Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(self.links, row, 1)
        self._grid.setRowStretch(row + 1, 1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(24, 16, 24, 16)
        whole.setSpacing(10)
        whole.addWidget(label("Add an item", 20, SEMI_BOLD))
        whole.addWidget(self._sheet(), 1)
        whole.addWidget(self.preview)
        whole.addWidget(self.notes)
        whole.addLayout(self._build_foot())

    def _sheet(self) -> QScrollArea:
        holder = QWidget()
        holder.setLayout(self._grid)
        return scrolling_sheet(holder)

    def _build_foot(self) -> QHBoxLayout:
        self.add_button.setObjectName("new_item_add")
        self.add_button.setProperty("kind", "primary")
        self.add_button.setDefault(True)
        self.cancel_button.setObjectName("new_item_cancel")
        self.table_button.setObjectName("new_item_table")
        self.table_button.setToolTip("Add many items at once; a table may also be dropped here")
        self.clear_button.setObjectName("new_item_clear")
        self.clear_button.setToolTip("Empty all fields")
        for button in (self.cancel_button, self.table_button, self.clear_button):
            button.setAutoDefault(False)
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.addWidget(self.table_button)
        foot.addStretch(1)
        foot.addWidget(self.clear_button)
        foot.addWidget(self.cancel_button)
        foot.addWidget(self.add_button)
        return foot

    def _add_feature(self, column: FeatureColumn) -> None:
        name = f"x_{column.name}"
        if column.is_categorical:
            words = [word for word in column.categories if word]
            self._add_choice(name, column.name, ["not known", *words], is_editable=False)
        else:
            self._add_line(name, column.name, f"mean {column.mean[0]:.4g}")

    def _add_line(self, name: str, title: str, hint: str) -> None:
        field = QLineEdit()
        field.setPlaceholderText(hint)
        field.textChanged.connect(self._on_edited)
        self._add_row(name, title, field)

    def _add_choice(self, name: str, title: str, words: list[str], *, is_editable: bool) -> None:
        field = QComboBox()
        field.setEditable(is_editable)
        field.addItems(words)
        field.currentTextChanged.connect(self._on_edited)
        line = field.lineEdit()
        if line is not None:
            line.setAccessibleName(f"{title} by name")
        self._add_row(name, title, field)

    def _add_row(self, name: str, title: str, field: QLineEdit | QComboBox) -> None:
        field.setObjectName(f"new_{name}")
        field.setAccessibleName(title)
        row = self._grid.rowCount()
        self.fields[name], self.problems[name] = field, problem_label()
        caption = label(title, 13, tone=2, wraps=True)
        caption.setMaximumWidth(150)
        self._grid.addWidget(caption, row, 0)
        self._grid.addWidget(field, row, 1)
        self._grid.addWidget(self.problems[name], row + 1, 1)

    def _connect(self) -> None:
        self.links.edited.connect(self._on_edited)
        self._pause.timeout.connect(self._on_paused)
        self.add_button.clicked.connect(self._on_add_clicked)
        self.cancel_button.clicked.connect(self.reject)
        self.clear_button.clicked.connect(self._on_clear_clicked)
        self.table_button.clicked.connect(self._on_table_clicked)

    def _on_edited(self) -> None:
        if self.add_button.parent() is None:  # still being put together
            return
        found = self._found()
        self._show_problems(found)
        self.notes.setText(" ".join(found.notes))
        self.notes.setVisible(bool(found.notes))
        self.add_button.setEnabled(found.change is not None)
        self.clear_button.setEnabled(not self._is_empty)
        not_ready = MEND if self.draft.item_id.strip() else NOT_YET
        self.preview.setText(not_ready if found.change is None else WAITING)
        if found.change is not None:
            self._pause.start()
        else:
            self._pause.stop()

    def _show_problems(self, found: Drafted) -> None:
        """Say what is wrong at its place; an empty field is not yet wrong."""
        by_field = {problem.field: problem for problem in found.problems}
        for name, words in self.problems.items():
            problem = by_field.get(name.removeprefix("x_")) or by_field.get(name)
            is_shown = problem is not None and bool(self._text(name).strip())
            words.setText(problem.words if problem is not None and is_shown else "")
            words.setVisible(is_shown)
            set_tone(self.fields[name], "bad" if is_shown else "")
        self.links.show_problems(by_field)

    def _on_clear_clicked(self) -> None:
        self.show_draft(Draft("", cells=dict.fromkeys(self.draft.cells, "")))
        self.fields["item_id"].setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_table_clicked(self) -> None:
        self._leave_for_table(None)

    def _leave_for_table(self, path: Path | None) -> None:
        self.table_wanted.emit(path)
        self.reject()  # what is written is kept

    def _on_paused(self) -> None:
        change = self._found().change
        if change is not None:
            self.preview_wanted.emit(change)

    def _on_add_clicked(self) -> None:
        change: ItemAdded | None = self._found().change
        if change is not None:
            self.add_wanted.emit(change)
            self.accept()
