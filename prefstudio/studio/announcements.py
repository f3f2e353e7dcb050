"""What the window says about what was done and what went wrong."""

from __future__ import annotations

from typing import TypeAlias

from PySide6.QtCore import QObject

from prefstudio.studio.aids import Aids
from prefstudio.studio.item_adding import ItemAdding
from prefstudio.studio.panels.message_panel import MessagePanel
from prefstudio.studio.plan_wiring import PlanWiring
from prefstudio.studio.problem import Problem
from prefstudio.studio.record import Record
from prefstudio.studio.seat_asking import SeatAsking
from prefstudio.studio.studio_model import StudioModel
from prefstudio.studio.toasts import Toast, Toasts

NOTHING_NEW = "Nothing new: the answers say what they said before."

Step: TypeAlias = tuple[Record, frozenset[str]]
"""What undo takes back: where it is on record, and the ids of its events."""


class Announcements(QObject):
    """Says what was done in toasts, and what went wrong above the panels."""

    def __init__(
        self, model: StudioModel, message: MessagePanel, toasts: Toasts, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._model, self._message, self._toasts = model, message, toasts
        self._offers: list[tuple[Toast, Step]] = []  # to undo, as long as that is the last step
        model.problem_found.connect(self.show_problem)
        model.record.problem_ended.connect(message.end_problem)
        model.refused.connect(self.say)
        model.learner.ended.connect(self._on_learning_ended)
        model.learned_by_itself.connect(self.say_done)
        model.moment_entered.connect(self._end_offers)

    def attend(
        self, aids: Aids, plan: PlanWiring, item_adding: ItemAdding, seat_asking: SeatAsking
    ) -> None:
        """Say what the parts of the window have to say."""
        aids.said.connect(self.say)
        aids.problem_found.connect(self.show_problem)
        plan.queued.connect(self.say_done)
        plan.refused.connect(self.say)
        item_adding.added.connect(self.say_done)
        item_adding.kept.connect(self.say)
        seat_asking.said.connect(self.say)
        seat_asking.problem_found.connect(self.show_problem)

    def show_problem(self, problem: Problem) -> None:
        """Say what went wrong; everything else stays as it is."""
        self._message.show_problem(problem)

    def say(self, words: str) -> None:
        """Say something that goes away by itself."""
        self._toasts.show(words)

    def say_done(self, words: str) -> None:
        """Say what was done last, and offer to undo it until something else was done."""
        toast = self._toasts.show(words, "Undo", self._model.undo)
        self._offers.append((toast, self._last_step))

    @property
    def _last_step(self) -> Step:
        model = self._model
        return model.record, frozenset(each.event_id for each in model.state.last_step)

    def _end_offers(self) -> None:
        """Take back what was offered of an earlier step: undo takes back another one by now."""
        last = self._last_step
        for toast, step in self._offers:
            if step != last:
                self._toasts.end(toast)
        self._offers = [offer for offer in self._offers if offer[1] == last]

    def _on_learning_ended(self, words: str) -> None:
        if self._model.learner.has_changed:
            self.say_done(words)
        elif words:
            self.say(NOTHING_NEW)
