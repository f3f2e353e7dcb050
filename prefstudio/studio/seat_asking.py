"""Asking at several seats: the dialog joined to the study it asks about."""

from __future__ import annotations

import logging
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from prefstudio.studio.asking import why_none
from prefstudio.studio.problem import problem_of
from prefstudio.studio.seats.question_sheet import QuestionSheet, SheetWork
from prefstudio.studio.seats.seat_row import SeatSaying
from prefstudio.studio.seats.seats_dialog import CHOOSING, FEWEST, SeatsDialog
from prefstudio.studio.seats.sheet_saving import SheetSaving
from prefstudio.studio.studio_model import StudioModel
from prefstudio.study.items import ItemType
from prefstudio.study.mailbox import Lane

logger = logging.getLogger(__name__)

MUST_PLAY = (
    "In this study sounds must be heard before they are compared, and seats play none. Ask the "
    "pairs one by one in Compare."
)
NOT_CHOSEN = "The pairs could not be chosen. Close this and open it again to try once more."
NO_OTHERS = (
    "No other pairs are left: these are the last that may be asked. Ask again in Plan lets "
    "answered ones come once more."
)
NO_OTHERS_CHOSEN = "Other pairs could not be chosen. Press Other pairs to try once more."


class SeatAsking(QObject):
    """Serves one window; tells what to say there.

    Attributes
    ----------
    dialog
        The dialog that is open; None when none is.
    """

    said = Signal(str)  # what was done, in words
    problem_found = Signal(object)  # Problem

    def __init__(self, model: StudioModel, window: QWidget) -> None:
        super().__init__(window)
        self._model, self._window = model, window
        self._size, self._is_drawn, self._is_stopped = FEWEST, False, False
        self._batch = ""  # what is shown, to tell whether others came
        self.dialog: SeatsDialog | None = None
        self._saving = SheetSaving(self)
        self._saving.saved.connect(self._on_saved)
        self._saving.failed.connect(self._on_failed)
        model.seats_changed.connect(self._on_drawn)
        model.moment_entered.connect(self._show)
        model.status_changed.connect(self._show_undo)

    def open(self) -> None:
        """Show the pairs that are still open at the seats, or new ones."""
        if self.dialog is not None:
            self.dialog.activateWindow()
            return
        self.dialog = dialog = SeatsDialog(self._model.record.folder, self._window)
        dialog.use(self._model.record.media)
        dialog.size_chosen.connect(self._on_size_chosen)
        dialog.said.connect(self._on_said)
        dialog.others_wanted.connect(self._model.want_other_seats)
        dialog.undo_wanted.connect(self._model.undo)
        dialog.sheet_wanted.connect(self._on_sheet_wanted)
        dialog.copied.connect(self.said)
        dialog.finished.connect(self._on_finished)
        if any(seat.is_open for seat in self._model.seats):
            self._size = max(len(self._model.seats), FEWEST)
        dialog.show_number(self._size)
        self._is_drawn = False
        if not self._must_play:
            self._model.want_seats(self._size)
        self._show()
        self._show_undo()
        dialog.show()

    def stop(self) -> None:
        """Wait for what is still being written, and close the dialog.

        Nothing is said any more; what was not written is told in the log.
        """
        self._is_stopped = True
        self._saving.finish()
        if self.dialog is not None:
            self.dialog.reject()

    @property
    def _must_play(self) -> bool:
        return self._model.state.study.settings.response.must_play != "off"

    @property
    def _closed_reason(self) -> str:
        """Why nothing can be answered now; empty when it can."""
        return MUST_PLAY if self._must_play else self._model.why_not("seats")

    def _show(self) -> None:
        dialog, state = self.dialog, self._model.state
        if dialog is None:
            return
        items = {item.item_id: item for item in state.study.items}
        seats = [each for each in self._model.seats if {each.trial.a, each.trial.b} <= set(items)]
        response = state.study.settings.response
        sheet = QuestionSheet(
            self._model.record.title,
            state.study.settings.question,
            tuple((items[each.trial.a], items[each.trial.b]) for each in seats),
            response.tie_label if response.ties_allowed else "",
        )
        has_sounds = any(item.type is ItemType.AUDIO for item in state.study.items)
        dialog.show_how(has_strength=response.scale == "strength7", has_sounds=has_sounds)
        dialog.show_seats(seats, items, sheet)
        is_open = any(seat.is_open for seat in seats)
        dialog.show_state(seats, self._closed_reason, self._words(is_open))
        self._batch = state.batch

    def _words(self, is_open: bool) -> str:
        """What is said below the seats, of which some are open or none."""
        if Lane.BATCH in self._model.scene.failed:
            return NO_OTHERS_CHOSEN if is_open else NOT_CHOSEN
        if is_open:
            return NO_OTHERS if self._is_drawn and self._model.state.batch == self._batch else ""
        none = why_none(self._model.state)
        return f"{none.title} {none.words}" if self._is_drawn else CHOOSING

    def _show_undo(self) -> None:
        if self.dialog is not None:
            self.dialog.show_undo(self._model.status.undo_words)

    def _on_drawn(self) -> None:
        self._is_drawn = True
        self._show()
        self._is_drawn = False  # what is drawn after the next answer is still to come

    def _on_size_chosen(self, size: int) -> None:
        self._size = size
        self._model.want_seats(size)

    def _on_said(self, saying: SeatSaying) -> None:
        self._model.answer_seat(saying.trial_id, saying.outcome)

    def _on_sheet_wanted(self, path: Path) -> None:
        if self.dialog is not None and self.dialog.sheet is not None:
            self._saving.start(SheetWork(self.dialog.sheet, path))

    def _on_saved(self, path: Path) -> None:
        if not self._is_stopped:
            self.said.emit(f"Saved {path.name}")

    def _on_failed(self, error: Exception) -> None:
        if self._is_stopped:
            logger.warning("a sheet was not saved, and its window is closed: %s", error)
        else:
            self.problem_found.emit(problem_of(error))

    def _on_finished(self) -> None:
        self.dialog = None
        self._model.want_seats(0)
