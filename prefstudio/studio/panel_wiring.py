"""What people do in panels told to the model, from the moment that a panel is built."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication

from prefstudio.studio.panels.compare_saying import Saying
from prefstudio.studio.panels.comparison_page import CompareWanted
from prefstudio.studio.plots.links_plot import LinkDrawn, LinkErased
from prefstudio.studio.rooms import Rooms
from prefstudio.studio.studio_model import StudioModel
from prefstudio.study.change_words import change_in_words
from prefstudio.study.changes import (
    AnswerChanged,
    Change,
    ItemExcluded,
    LinkAdded,
    LinkRemoved,
    SettingsChanged,
)
from prefstudio.study.comparisons import Outcome
from prefstudio.study.history import answer_number
from prefstudio.study.plan_sheet import ASK_AGAIN, plan_sheet

FLIPPED = {Outcome.A: Outcome.B, Outcome.B: Outcome.A}


class PanelWiring(QObject):
    """Listens to the bodies of all panels; draws nothing and computes nothing."""

    change_recorded = Signal(str)  # what was done, in words

    def __init__(self, model: StudioModel, rooms: Rooms, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model, self._rooms = model, rooms
        self._connectors = {
            "compare": self._connect_compare,
            "links": self._connect_links,
            "history": self._connect_history,
            "model": self._connect_model,
            "components": self._connect_components,
        }
        rooms.built.connect(self._on_built)

    def choose_order(self, order: str) -> None:
        """Order all matrices alike."""
        self._rooms.tell("show_order", order)
        self._model.show(replace(self._model.scene.wants, order=order))

    def choose_group(self, name: str) -> None:
        """Show the items of one group."""
        group = self._model.items.group_names.index(name)
        self._model.show(replace(self._model.scene.wants, group=group))

    def _on_built(self, name: str) -> None:
        body: Any = self._rooms.bodies[name]
        slots = {
            "item_chosen": self._on_item_chosen,
            "window_moved": self._on_window_moved,
            "pair_chosen": self._on_pair_chosen,
            "new_pair_wanted": self._on_new_pair_wanted,
            "order_chosen": self.choose_order,
            "group_chosen": self.choose_group,
            "caption_changed": self._rooms.panels[name].set_caption,
            "settings_tried": self._model.try_settings,
        }
        for signal, slot in slots.items():
            if hasattr(body, signal):
                getattr(body, signal).connect(slot)
        if hasattr(body, "settings_tried"):
            body.settings_chosen.connect(self._on_settings_chosen)
        if hasattr(body, "caption"):
            self._rooms.panels[name].set_caption(body.caption)
        if name in self._connectors:
            self._connectors[name]()

    def _connect_compare(self) -> None:
        compare, model = self._rooms.compare, self._model
        compare.answered.connect(self._on_answered)
        compare.undo_clicked.connect(model.undo)
        compare.problem_reported.connect(self._on_problem_reported)
        compare.again_wanted.connect(self._on_again_wanted)

    def _connect_links(self) -> None:
        links = self._rooms.links
        links.items_chosen.connect(self._model.select)
        links.link_drawn.connect(self._on_link_drawn)
        links.link_removed.connect(self._on_link_removed)

    def _connect_model(self) -> None:
        self._rooms.model.learn_wanted.connect(self._model.learn)
        self._rooms.model.cancel_wanted.connect(self._model.learner.stop)

    def _connect_components(self) -> None:
        components = self._rooms.components
        components.compare_wanted.connect(self._on_compare_wanted)
        components.cancel_wanted.connect(self._model.comparer.stop)

    def _connect_history(self) -> None:
        history, model = self._rooms.history, self._model
        history.moment_chosen.connect(self._on_moment_chosen)
        history.moment_settled.connect(model.look_back)
        history.returned_to_now.connect(model.return_to_now)
        history.what_if_wanted.connect(model.fork)
        history.fork_left.connect(model.leave_fork)
        history.flip_wanted.connect(self._on_flip_wanted)
        history.remove_wanted.connect(self._on_remove_wanted)

    def _on_answered(self, saying: Saying) -> None:
        """Record an answer, after a change that keys have just made of the model."""
        if self._model.scene.moment.tried:
            self._rooms.settle()
        heard = {
            "plays_a": saying.plays_a,
            "plays_b": saying.plays_b,
            "switches": saying.switches,
            "underruns": saying.underruns,
        }
        if not self._model.answer(saying.outcome, saying.strength, **heard):
            self._rooms.compare.take_back()

    def _on_item_chosen(self, item: int) -> None:
        """Select one item, or with Ctrl one more or one less; once more lets it go."""
        held = QGuiApplication.keyboardModifiers()
        chosen = self._model.selection
        if held & Qt.KeyboardModifier.ControlModifier:
            self._model.select(chosen ^ {item})
        else:
            self._model.select(frozenset() if chosen == {item} else frozenset({item}))

    def _on_window_moved(self, window: tuple[int, int]) -> None:
        for name in self._rooms.hearing("show_window"):
            panel = self._rooms.panels[name]
            if not panel.is_built or panel.body is not self.sender():
                self._rooms.tell_panel(name, "show_window", window)

    def _on_pair_chosen(self, pair: tuple[int, int]) -> None:
        self._model.ask(*pair)
        self._rooms.compare.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_new_pair_wanted(self) -> None:
        self._model.ask_anew()
        self._rooms.compare.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_again_wanted(self) -> None:
        """Let answered pairs come once more, as the switch of Plan does."""
        self._on_settings_chosen(plan_sheet(self._model.state).with_setting(ASK_AGAIN, True))
        self._rooms.compare.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_problem_reported(self, side: str) -> None:
        trial = self._model.asking.trial
        if trial is not None:
            item = trial.a if side == "a" else trial.b
            self._model.change(ItemExcluded(item, reason="reported as a problem in Compare"))

    def _on_link_drawn(self, drawn: LinkDrawn) -> None:
        ids = self._model.items.ids
        self._change_link(LinkAdded(ids[drawn.first], ids[drawn.second], relation=drawn.relation))

    def _on_link_removed(self, erased: LinkErased) -> None:
        ids = self._model.items.ids
        self._change_link(LinkRemoved(ids[erased.first], ids[erased.second], erased.relation))

    def _change_link(self, change: LinkAdded | LinkRemoved) -> None:
        names = self._model.state.study.items.names
        self._change(change, change_in_words(change, names, {}))

    def _on_settings_chosen(self, changes: tuple[SettingsChanged, ...]) -> None:
        if changes:
            self._model.change(*changes)
        else:
            self._model.return_to_now()

    def _on_compare_wanted(self, wanted: CompareWanted) -> None:
        self._model.compare(wanted.without, wanted.title, wanted.relearns)

    def _on_moment_chosen(self, revision: int) -> None:
        self._model.look_back(revision, is_fleeting=True)

    def _on_flip_wanted(self, event_id: str) -> None:
        answers = {each.event_id: each.comparison for each in self._model.state.answers}
        said = answers.get(event_id)
        if said is not None and said.outcome in FLIPPED:
            strength = None if said.strength is None else -said.strength
            flipped = FLIPPED[said.outcome]
            self._change_answer(AnswerChanged(event_id, flipped, strength=strength), "flipped")

    def _on_remove_wanted(self, event_id: str) -> None:
        self._change_answer(AnswerChanged(event_id, removed=True), "removed")

    def _change_answer(self, change: AnswerChanged, done: str) -> None:
        """Change an answer, and tell it by its number if that was recorded."""
        state = self._model.state
        number = answer_number(state, change.event_id)
        said = next((each for each in state.answers if each.event_id == change.event_id), None)
        is_skip = said is not None and not said.comparison.answers_its_pair
        called = "Skip" if is_skip or number is None else f"Answer {number:,}"
        self._change(change, "" if number is None else f"{called} {done}")

    def _change(self, change: Change, words: str) -> None:
        """Change something, and tell it in these words if that was recorded."""
        if self._model.change(change) and words:
            self.change_recorded.emit(words)
