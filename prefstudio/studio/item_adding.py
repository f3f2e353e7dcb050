"""Adding an item by hand: the dialog, its prediction, and the change."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from prefstudio.studio.new_item.new_item_dialog import NewItemDialog
from prefstudio.studio.studio_model import StudioModel
from prefstudio.study.changes import ItemAdded
from prefstudio.study.new_item_request import NewItemFound


class ItemAdding(QObject):
    """Serves one window; tells what to say there.

    Attributes
    ----------
    dialog
        The dialog that is open; None when none is.
    """

    added = Signal(str)  # what was added, in words

    def __init__(self, model: StudioModel, window: QWidget) -> None:
        super().__init__(window)
        self._model, self._window = model, window
        self.dialog: NewItemDialog | None = None
        model.item_foretold.connect(self._on_foretold)

    def open(self) -> None:
        """Ask what is known of the item."""
        record = self._model.record
        folder = record.state.study.folder if record.file is None else record.file.path.parent
        dialog = NewItemDialog(record.state.study, folder, self._window)
        dialog.preview_wanted.connect(self._model.foretell)
        dialog.add_wanted.connect(self._on_add_wanted)
        dialog.finished.connect(self._on_finished)
        self.dialog = dialog
        dialog.open()

    def _on_foretold(self, found: NewItemFound) -> None:
        if self.dialog is not None:
            self.dialog.show_found(found)

    def _on_add_wanted(self, change: ItemAdded) -> None:
        before = self._model.state.revision
        self._model.change(change)
        if self._model.state.revision > before:
            self.added.emit(f"{change.item.name} added")

    def _on_finished(self) -> None:
        self.dialog = None
