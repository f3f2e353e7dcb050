"""What the window says about what was done and what went wrong."""

from __future__ import annotations

from PySide6.QtCore import QObject

from prefstudio.studio.aids import Aids
from prefstudio.studio.item_adding import ItemAdding
from prefstudio.studio.panels.message_panel import MessagePanel
from prefstudio.studio.plan_wiring import PlanWiring
from prefstudio.studio.problem import Problem
from prefstudio.studio.seat_asking import SeatAsking
from prefstudio.studio.studio_model import StudioModel
from prefstudio.studio.toasts import Toasts


class Announcements(QObject):
    """Says what was done in toasts, and what went wrong above the panels."""

    def __init__(
        self, model: StudioModel, message: MessagePanel, toasts: Toasts, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._model, self._message, self._toasts = model, message, toasts
        model.problem_found.connect(self.show_problem)
        model.record.problem_ended.connect(message.end_problem)
        model.learner.ended.connect(self.say_done)

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
        """Say what was done, if anything, and offer to undo it."""
        if words:
            self._toasts.show(words, "Undo", self._model.undo)
