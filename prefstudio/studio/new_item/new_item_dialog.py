"""The dialog that adds an item: its facts, features and links, and where it would stand."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from prefstudio.studio.drops import accept_files, dropped_paths
from prefstudio.studio.fonts import SEMI_BOLD
from prefstudio.studio.icons import IconPushButton
from prefstudio.studio.new_item.item_fields import ItemFields
from prefstudio.studio.placed_dialog import PlacedDialog
from prefstudio.studio.widgets import label, scrolling_sheet
from prefstudio.study.changes import ItemAdded
from prefstudio.study.folder import Study
from prefstudio.study.new_item import Draft, Drafted, drafted
from prefstudio.study.new_item_request import NewItemFound

SIZE = (600, 680)
PAUSE = 200  # ms without a key before a prediction is asked for
NOT_YET = "Write an id, and what is known of the item: here it will say where it would stand."
MEND = "Mend what is marked, and here it will say where the item would stand."
FINISH_LINK = "Choose the item of the link, and here it will say where the new one would stand."
WAITING = "Predicting…"
FAILED = "Where the item would stand could not be computed. It can be added all the same."


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
        self.sheet = ItemFields(study)
        self.fields, self.links = self.sheet.fields, self.sheet.links
        self.preview = label(NOT_YET, 13, SEMI_BOLD, wraps=True)
        self.preview.setObjectName("new_item_preview")
        self.notes = label("", 12, tone=3, wraps=True)
        self.add_button, self.cancel_button = QPushButton("Add"), QPushButton("Cancel")
        self.table_button = IconPushButton("file", "From a table…")
        self.clear_button = QPushButton("Clear")
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE)
        self._build()
        self._connect()
        self._on_edited()

    def show_draft(self, draft: Draft) -> None:
        """Show an item as it was written before; what the study has no place for is left out."""
        self.sheet.show_draft(draft)

    def look_again(self) -> None:
        """Ask for a prediction once more, if there is an item to predict."""
        self._pause.start()

    def reject(self) -> None:
        self.draft_left.emit(None if self.sheet.is_empty else self.sheet.draft)
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

    def show_failed(self) -> None:
        """Say that there is no prediction to wait for, unless the item was edited meanwhile."""
        if self._found().change is not None and not self._pause.isActive():
            self.preview.setText(FAILED)

    def _found(self) -> Drafted:
        return drafted(self._study, self.sheet.draft, self._folder)

    def _build(self) -> None:
        self.setAcceptDrops(True)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(24, 16, 24, 16)
        whole.setSpacing(10)
        whole.addWidget(label("Add an item", 20, SEMI_BOLD))
        whole.addWidget(scrolling_sheet(self.sheet), 1)
        whole.addWidget(self.preview)
        whole.addWidget(self.notes)
        whole.addLayout(self._build_foot())

    def _build_foot(self) -> QHBoxLayout:
        self.add_button.setObjectName("new_item_add")
        self.add_button.setProperty("kind", "primary")
        self.add_button.setDefault(True)
        self.cancel_button.setObjectName("new_item_cancel")
        self.table_button.setObjectName("new_item_table")
        self.table_button.setToolTip("Add many items at once; a table may also be dropped here")
        self.clear_button.setObjectName("new_item_clear")
        self.clear_button.setToolTip("Empty all fields")
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.addWidget(self.table_button)
        foot.addStretch(1)
        foot.addWidget(self.clear_button)
        foot.addWidget(self.cancel_button)
        foot.addWidget(self.add_button)
        return foot

    def _connect(self) -> None:
        self.sheet.edited.connect(self._on_edited)
        self._pause.timeout.connect(self._on_paused)
        self.add_button.clicked.connect(self._on_add_clicked)
        self.cancel_button.clicked.connect(self.reject)
        self.clear_button.clicked.connect(self._on_clear_clicked)
        self.table_button.clicked.connect(self._on_table_clicked)
        self.sheet.choose.clicked.connect(self._on_choose_clicked)

    def _on_edited(self) -> None:
        found = self._found()
        self.sheet.show_problems(found)
        self.notes.setText(" ".join(found.notes))
        self.notes.setVisible(bool(found.notes))
        self.add_button.setEnabled(found.change is not None)
        self.clear_button.setEnabled(not self.sheet.is_empty)
        self.preview.setText(self._not_ready(found) if found.change is None else WAITING)
        if found.change is not None:
            self._pause.start()
        else:
            self._pause.stop()

    def _not_ready(self, found: Drafted) -> str:
        """What is still to be done before it can be said where the item would stand."""
        if not self.sheet.draft.item_id.strip():
            return NOT_YET
        is_link_alone = all(problem.field.startswith("link ") for problem in found.problems)
        return FINISH_LINK if is_link_alone and self.links.has_unknown else MEND

    def _on_clear_clicked(self) -> None:
        self.show_draft(Draft("", cells=dict.fromkeys(self.sheet.draft.cells, "")))
        self.fields["item_id"].setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_table_clicked(self) -> None:
        self._leave_for_table(None)

    def _on_choose_clicked(self) -> None:
        dialog = PlacedDialog(self, "Picture or sound", self._folder)
        dialog.setDirectory(str(self._folder))  # it must lie there, wherever else one was
        dialog.setFileMode(PlacedDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self._on_file_chosen)
        dialog.open()

    def _on_file_chosen(self, chosen: str) -> None:
        """Write where the file lies, seen from the study's folder; elsewhere that is told."""
        file, folder = Path(chosen).resolve(), self._folder.resolve()
        path = file.relative_to(folder).as_posix() if file.is_relative_to(folder) else chosen
        self.sheet.show_path(path)

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
