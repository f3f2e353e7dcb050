"""Adding items by hand or from a table: the dialogs, what is predicted, and the change."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from prefstudio.studio.new_item.new_item_dialog import NewItemDialog
from prefstudio.studio.new_item.new_items_dialog import NewItemsDialog
from prefstudio.studio.problem import RequestFailed
from prefstudio.studio.studio_model import StudioModel
from prefstudio.study.changes import ItemAdded
from prefstudio.study.mailbox import Lane
from prefstudio.study.new_item import Draft
from prefstudio.study.new_item_request import NewItemFound
from prefstudio.study.new_items_request import NewItemsFound
from prefstudio.study.words import counted

KEPT = "What you wrote of the new item is kept: Add an item goes on with it."


class ItemAdding(QObject):
    """Serves one window; tells what to say there.

    Attributes
    ----------
    dialog, table_dialog
        The dialog that is open; None when none is.
    """

    added = Signal(str)  # what was added, in words
    kept = Signal(str)  # that nothing is lost, in words

    def __init__(self, model: StudioModel, window: QWidget) -> None:
        super().__init__(window)
        self._model, self._window = model, window
        self.dialog: NewItemDialog | None = None
        self.table_dialog: NewItemsDialog | None = None
        self._draft: Draft | None = None  # what was written and not added
        model.item_foretold.connect(self._on_foretold)
        model.items_foretold.connect(self._on_table_foretold)
        model.request_failed.connect(self._on_request_failed)
        model.moment_entered.connect(self._on_moment_entered)

    def open(self) -> None:
        """Ask what is known of the item."""
        dialog = NewItemDialog(self._model.record.state.study, self._folder, self._window)
        dialog.preview_wanted.connect(self._model.foretell)
        dialog.add_wanted.connect(self._on_add_wanted)
        dialog.draft_left.connect(self._on_draft_left)
        dialog.table_wanted.connect(self._on_table_wanted)
        dialog.finished.connect(self._on_finished)
        if self._draft is not None:
            dialog.show_draft(self._draft)
        self.dialog = dialog
        dialog.open()

    def open_table(self) -> None:
        """Ask for a table of items."""
        dialog = NewItemsDialog(self._model.record.folder, self._window)
        dialog.table_chosen.connect(self._on_table_chosen)
        dialog.add_wanted.connect(self._on_items_wanted)
        dialog.finished.connect(self._on_table_finished)
        self.table_dialog = dialog
        dialog.open()

    @property
    def _folder(self) -> Path:
        record = self._model.record
        return record.state.study.folder if record.file is None else record.file.path.parent

    def _on_foretold(self, found: NewItemFound) -> None:
        if self.dialog is not None:
            self.dialog.show_found(found)

    def _on_table_foretold(self, found: NewItemsFound) -> None:
        if self.table_dialog is not None:
            self.table_dialog.show_found(found)

    def _on_request_failed(self, failure: RequestFailed) -> None:
        if failure.lane is not Lane.NEW_ITEM:
            return
        if self.dialog is not None:
            self.dialog.show_failed()
        if self.table_dialog is not None:
            self.table_dialog.show_failed()

    def _on_moment_entered(self) -> None:
        """Predict anew: what was being predicted speaks of a model that has changed since."""
        if self.dialog is not None:
            self.dialog.look_again()
        if self.table_dialog is not None:
            self.table_dialog.read_again()

    def _on_add_wanted(self, change: ItemAdded) -> None:
        if self._add((change,), change.item.name):
            self._draft = None
        elif self.dialog is not None:
            self._on_draft_left(self.dialog.sheet.draft)

    def _on_items_wanted(self, changes: tuple[ItemAdded, ...]) -> None:
        self._add(changes, counted(len(changes), "item").capitalize())

    def _add(self, changes: tuple[ItemAdded, ...], what: str) -> bool:
        """Record items; whether they are on record."""
        is_recorded = self._model.change(*changes)
        if is_recorded:
            self.added.emit(f"{what} added")
        return is_recorded

    def _on_draft_left(self, draft: Draft | None) -> None:
        self._draft = draft
        if draft is not None and self.table_dialog is None:
            self.kept.emit(KEPT)

    def _on_table_wanted(self, path: Path | None) -> None:
        self.open_table()
        if path is not None and self.table_dialog is not None:
            self.table_dialog.read(path)

    def _on_table_chosen(self, path: Path) -> None:
        self._model.foretell_table(path, self._folder)

    def _on_finished(self) -> None:
        self.dialog = None

    def _on_table_finished(self) -> None:
        self.table_dialog = None
