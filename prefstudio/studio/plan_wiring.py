"""The plan told to its panel and to Compare, and what people plan told to the model."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from prefstudio.studio.panel_titles import MATRIX_PANELS
from prefstudio.studio.panels.plan_queue import SELECT_TWO
from prefstudio.studio.rooms import Rooms
from prefstudio.studio.studio_model import StudioModel
from prefstudio.studio.telling import Later
from prefstudio.study.changes import PairQueued, SettingsChanged
from prefstudio.study.plan_sheet import plan_sheet
from prefstudio.study.queue import QueuedPair, queued_pairs
from prefstudio.study.standing import top_k_of
from prefstudio.study.stop_words import stop_words
from prefstudio.study.stopping import RuleStanding, TopStanding

ASKED_NOW = "{pair} is asked already."
QUEUED_ALREADY = "{pair} is queued already."
NOT_ASKED = "{pair} cannot be asked: answered before, set aside, or of two groups."
NOT_KNOWN = "What may be asked is still being computed."


class PlanWiring(QObject):
    """Joins one model and what shows its plan; draws nothing and computes nothing."""

    queued = Signal(str)  # what was done, in words; it can be undone
    refused = Signal(str)  # why a pair was not queued

    def __init__(self, model: StudioModel, rooms: Rooms, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model, self._rooms = model, rooms
        model.query_changed.connect(self._on_plan_changed)
        model.stopping_changed.connect(self._on_stopping_changed)
        model.forecast_changed.connect(self._on_stopping_changed)
        model.selection_changed.connect(self._on_selection_changed)
        rooms.built.connect(self._on_built)

    def queue_selected(self) -> None:
        """Let the two selected items be asked next."""
        selected = sorted(self._model.selection)
        if len(selected) == 2:
            self._on_pair_queued((selected[0], selected[1]))
        else:
            self.refused.emit(SELECT_TWO)

    def _on_built(self, name: str) -> None:
        if name == "plan":
            plan = self._rooms.plan
            plan.settings_chosen.connect(self._on_settings_chosen)
            plan.queue_wanted.connect(self.queue_selected)
            plan.unqueue_wanted.connect(self._on_unqueue_wanted)
        elif name in MATRIX_PANELS:
            getattr(self._rooms, name).pair_queued.connect(self._on_pair_queued)

    def _on_plan_changed(self) -> None:
        if self._model.scene.moment.is_fleeting:
            return  # told when the hand rests
        state = self._model.scene.state
        self._rooms.tell_when_seen("plan", "show_sheet", Later.of(plan_sheet, state))
        self._on_selection_changed(self._model.selection)
        self._on_stopping_changed()

    def _on_stopping_changed(self) -> None:
        rules, items = self._model.scene.stop_rules, self._model.scene.state.study.items
        names = {item.item_id: item.name for item in items} if rules else {}
        words = {rule.name: self._words(rule, names) for rule in rules}
        self._rooms.tell_when_seen("plan", "show_stopping", words)
        reached = (words[rule.name] for rule in rules if rule.is_reached)
        self._rooms.compare.show_may_stop(next(reached, ""))

    def _words(self, rule: RuleStanding, names: dict[str, str]) -> str:
        belief, forecast = self._model.scene.belief, None
        if isinstance(rule, TopStanding) and belief is not None and belief.briefing is not None:
            is_foretold = top_k_of(belief.briefing.model) == rule.k
            forecast = self._model.scene.forecast if is_foretold else None
        return stop_words(rule, names, forecast)

    def _on_selection_changed(self, selected: frozenset[int]) -> None:
        if len(selected) != 2:
            self._rooms.tell_panel("plan", "show_selected", "", SELECT_TWO)
            return
        first, second = sorted(selected)
        pair, problem = self._pair(first, second), self._problem(first, second)
        self._rooms.tell_panel("plan", "show_selected", pair, problem)

    def _on_pair_queued(self, pair: tuple[int, int]) -> None:
        first, second = sorted(pair)
        if problem := self._problem(first, second):
            self.refused.emit(problem)
            return
        ids = self._model.items.ids
        words = f"{self._pair(first, second)} is queued."
        if self._model.change(PairQueued(ids[first], ids[second])):
            self.queued.emit(words)

    def _on_unqueue_wanted(self, pair: QueuedPair) -> None:
        self._model.change(PairQueued(pair.a, pair.b, queued=False))

    def _on_settings_chosen(self, changes: tuple[SettingsChanged, ...]) -> None:
        self._model.change(*changes)

    def _problem(self, first: int, second: int) -> str:
        """Why a pair cannot be queued; empty when it can."""
        model, words = self._model, self._pair(first, second)
        belief, ids = model.scene.belief, model.items.ids
        if closed := model.why_not("queue_pair"):
            return closed
        if belief is None or belief.briefing is None:
            return NOT_KNOWN
        pair = {ids[first], ids[second]}
        if any(pair == {each.a, each.b} for each in queued_pairs(model.state)):
            return QUEUED_ALREADY.format(pair=words)
        if model.asking.pair is not None and {first, second} == set(model.asking.pair):
            return ASKED_NOW.format(pair=words)
        is_open = bool(belief.briefing.allowed.partners(first)[second])
        return "" if is_open else NOT_ASKED.format(pair=words)

    def _pair(self, first: int, second: int) -> str:
        names = self._model.items.names
        return f"{names[first]} – {names[second]}"
