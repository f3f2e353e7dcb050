"""What the actions do that concern the study on screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Signal

from prefstudio.studio.about_average import AboutAverage
from prefstudio.studio.actions import Actions
from prefstudio.studio.rooms import Rooms
from prefstudio.studio.status import Status
from prefstudio.studio.studio_model import StudioModel
from prefstudio.studio.why_not import WHY_NOT
from prefstudio.study.comparisons import Outcome


class Doings(QObject):
    """Does what concerns the study, and passes on what concerns the window or the program."""

    wanted = Signal(str)  # name of an action that somebody else does
    panel_wanted = Signal(str)  # name of a panel to go to

    def __init__(
        self,
        actions: Actions,
        model: StudioModel,
        rooms: Rooms,
        about_average: AboutAverage,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._actions, self._model, self._rooms = actions, model, rooms
        self._table: dict[str, Callable[[], None]] = {
            "undo": model.undo,
            "redo": model.redo,
            "step_back": self._step_back,
            "step_forward": self._step_forward,
            "now": model.return_to_now,
            "replay": self._replay,
            "flip_answer": self._flip,
            "remove_answer": self._remove,
            "learn": model.learn,
            "worth": self._show_worth,
            "what_if": model.fork,
            "leave_what_if": model.leave_fork,
            "centred": about_average.take_tick,
            "draws": self._show_draws,
        }
        for outcome in (Outcome.A, Outcome.B, Outcome.TIE, Outcome.SKIP):
            self._table[f"answer_{outcome.value.lower()}"] = partial(self._press, outcome)
        actions.triggered.connect(self._on_triggered)
        rooms.built.connect(self._on_built)
        model.status_changed.connect(self._on_status_changed)

    @property
    def names(self) -> frozenset[str]:
        """The actions that it does itself."""
        return frozenset(self._table)

    def show_possible(self) -> None:
        """Let only those actions be chosen that would do something."""
        for name in WHY_NOT:
            self._show_possible(name)

    def _show_possible(self, name: str) -> None:
        self._actions[name].setEnabled(not self._model.why_not(name))

    def _on_built(self, name: str) -> None:
        if name == "history":
            self._rooms.history.keep_wanted.connect(self._actions["keep_fork"].trigger)
        elif name == "plan":
            self._rooms.plan.seats_wanted.connect(self._actions["seats"].trigger)
        elif name == "ranking":
            self._rooms.ranking.export_wanted.connect(self._actions["export"].trigger)

    def _on_status_changed(self, status: Status) -> None:
        for name, words in (("undo", status.undo_words), ("redo", status.redo_words)):
            self._actions[name].setText(words or name.capitalize())
            self._show_possible(name)

    def _on_triggered(self, name: str) -> None:
        if name in self._table:
            self._table[name]()
        else:
            self.wanted.emit(name)

    def _press(self, outcome: Outcome) -> None:
        self._rooms.compare.press(outcome)

    def _step_back(self) -> None:
        self._rooms.history.step_back()

    def _step_forward(self) -> None:
        self._rooms.history.step_forward()

    def _replay(self) -> None:
        self._rooms.history.toggle_replay()

    def _flip(self) -> None:
        self._rooms.history.answer.flip_button.click()

    def _remove(self) -> None:
        self._rooms.history.answer.remove_button.click()

    def _show_worth(self) -> None:
        self._rooms.components.show_worth()
        self.panel_wanted.emit("components")

    def _show_draws(self) -> None:
        are_shown = self._actions["draws"].isChecked()
        self._model.show(replace(self._model.scene.wants, draws=are_shown))
