"""The model's news told to the panels, and what people do in them told to the model."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication

from prefstudio.engine.held_out import n_pairs_of
from prefstudio.engine.learning import LearningStep
from prefstudio.studio.asking import Asking
from prefstudio.studio.card_content import card_content
from prefstudio.studio.motion import Motion
from prefstudio.studio.panels.compare_saying import Saying
from prefstudio.studio.panels.comparison_page import CompareWanted
from prefstudio.studio.panels.learning_row import LearningProgress
from prefstudio.studio.panels.matrix_look import ORDERS
from prefstudio.studio.plots.links_plot import LinkDrawn, LinkErased
from prefstudio.studio.rooms import Rooms
from prefstudio.studio.status import Status
from prefstudio.studio.studio_model import StudioModel
from prefstudio.study.briefing import Briefing
from prefstudio.study.changes import (
    AnswerChanged,
    ItemExcluded,
    LinkAdded,
    LinkRemoved,
    SettingsChanged,
)
from prefstudio.study.comparisons import Outcome
from prefstudio.study.component_words import components_sheet
from prefstudio.study.curve import Curve
from prefstudio.study.forecast import Forecast
from prefstudio.study.model_sheet import ModelSheet, model_sheet
from prefstudio.study.moment import Moment
from prefstudio.study.shown_links import shown_links
from prefstudio.study.standing import Standing
from prefstudio.study.state import StudyState
from prefstudio.study.view import MatrixKind, View

MOST_MOVING = 120  # items above which pictures change at once: frames would cost too much
FLIPPED = {Outcome.A: Outcome.B, Outcome.B: Outcome.A}


class Wiring(QObject):
    """Joins one model and its rooms; draws nothing and computes nothing."""

    told = Signal()  # all panels in sight have what they waited for

    def __init__(
        self, model: StudioModel, rooms: Rooms, motion: Motion, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._model, self._rooms, self._motion = model, rooms, motion
        self._drawn: View | None = None
        self._are_fixed = False
        self._largest: dict[MatrixKind, float] = {}  # of each kind, in all that was shown
        self._turns = QTimer(self)
        self._turns.setInterval(0)
        self._turns.timeout.connect(self._on_turn)
        self._connect_model()
        self._connect_compare()
        self._connect_panels()
        self.show_study(model.state)

    @property
    def is_telling(self) -> bool:
        """Whether some panel in sight waits for its turn."""
        return self._turns.isActive()

    def show_study(self, state: StudyState) -> None:
        """Tell all panels what the study is about."""
        items = self._model.items
        self._rooms.tell("show_items", items)
        self._rooms.links.show_links(shown_links(state.study, items.ids))
        settings = state.study.settings
        self._rooms.compare.use(settings.response, settings.audio, self._model.record.media)

    @property
    def chosen(self) -> dict[str, str]:
        """What a person chose to see: the group, and the orders of matrices and utilities."""
        names, wants = self._model.items.group_names, self._model.scene.wants
        group = names[wants.group] if wants.group < len(names) else ""
        utilities = str(self._rooms.utilities.order.choice)
        return {"group": group, "order": wants.order, "utilities": utilities}

    def choose(self, chosen: dict[str, str]) -> None:
        """Show what was chosen when the study was left; what there is no more stays as it is."""
        if (order := chosen.get("order", "")) in ORDERS:
            self._on_order_chosen(order)
        if (order := chosen.get("utilities", "")) in self._rooms.utilities.order.buttons:
            self._rooms.utilities.order.choose(order)
        if (group := chosen.get("group", "")) in self._model.items.group_names:
            self._on_group_chosen(group)

    def _connect_model(self) -> None:
        model, rooms = self._model, self._rooms
        model.study_changed.connect(self.show_study)
        model.moment_entered.connect(self._on_moment_entered)
        model.view_changed.connect(self._on_view_changed)
        model.query_changed.connect(self._on_query_changed)
        model.standing_changed.connect(self._on_standing_changed)
        model.curve_changed.connect(self._on_curve_changed)
        model.forecast_changed.connect(self._on_forecast_changed)
        model.layout_changed.connect(rooms.links.show_layout)
        model.asked_next_changed.connect(rooms.purpose.show_asked_next)
        model.baselines_changed.connect(rooms.baselines.show_baselines)
        model.selection_changed.connect(self._on_selection_changed)
        model.status_changed.connect(self._on_status_changed)
        self._motion.progressed.connect(self._on_progressed)

    def _connect_compare(self) -> None:
        compare, model = self._rooms.compare, self._model
        compare.answered.connect(self._on_answered)
        compare.undo_clicked.connect(model.undo)
        compare.problem_reported.connect(self._on_problem_reported)

    def _connect_panels(self) -> None:
        rooms, model = self._rooms, self._model
        for body in rooms.able_to("item_chosen"):
            body.item_chosen.connect(self._on_item_chosen)
        for body in rooms.able_to("window_moved"):
            body.window_moved.connect(self._on_window_moved)
        for body in rooms.able_to("pair_chosen"):
            body.pair_chosen.connect(self._on_pair_chosen)
        for panel in rooms.matrices:
            panel.order_chosen.connect(self._on_order_chosen)
        for name, dock in rooms.panels.items():
            shown: Any = rooms.bodies[name]
            if hasattr(shown, "caption_changed"):
                shown.caption_changed.connect(dock.set_caption)
            if hasattr(shown, "caption"):
                dock.set_caption(shown.caption)
        rooms.ranking.group_chosen.connect(self._on_group_chosen)
        rooms.links.items_chosen.connect(model.select)
        rooms.links.link_drawn.connect(self._on_link_drawn)
        rooms.links.link_removed.connect(self._on_link_removed)
        for body in rooms.able_to("settings_tried"):
            body.settings_tried.connect(model.try_settings)
            body.settings_chosen.connect(self._on_settings_chosen)
        rooms.model.learn_wanted.connect(model.learn)
        rooms.model.cancel_wanted.connect(model.learner.stop)
        model.learner.stepped.connect(self._on_learning_stepped)
        model.learner.ended.connect(self._on_learning_ended)
        rooms.components.compare_wanted.connect(self._on_compare_wanted)
        rooms.components.cancel_wanted.connect(model.comparer.stop)
        model.comparer.progressed.connect(rooms.components.show_comparing)
        model.comparer.ended.connect(rooms.components.show_comparison)
        model.components_changed.connect(rooms.components.show_components)
        self._connect_history()

    def _connect_history(self) -> None:
        history, model = self._rooms.history, self._model
        history.moment_chosen.connect(self._on_moment_chosen)
        history.moment_settled.connect(model.look_back)
        history.returned_to_now.connect(model.return_to_now)
        history.what_if_wanted.connect(model.fork)
        history.fork_left.connect(model.leave_fork)
        history.flip_wanted.connect(self._on_flip_wanted)
        history.remove_wanted.connect(self._on_remove_wanted)

    def _on_moment_entered(self, moment: Moment) -> None:
        self._fix_scales(moment.is_past)
        if not moment.is_past:
            self._show_moment()

    def _fix_scales(self, are_fixed: bool) -> None:
        """Keep colours comparable while the study is looked at as it was."""
        if are_fixed != self._are_fixed:
            self._are_fixed = are_fixed
            for panel in self._rooms.matrices:
                panel.show_scale(self._largest.get(panel.kind) if are_fixed else None)

    def _show_moment(self) -> None:
        moment, state = self._model.scene.moment, self._model.scene.state
        revision = self._model.state.revision if moment.until is None else moment.until
        n_answers = state.n_answers if moment.is_past else self._model.state.n_answers
        self._rooms.history.show_moment(n_answers, revision, moment.is_past, self._model.is_fork)

    def _on_view_changed(self, view: View) -> None:
        scene = self._model.scene
        is_animated = not scene.moment.is_fleeting and self._drawn is not None
        is_animated = is_animated and not scene.moment.is_past and not self._motion.is_reduced
        is_animated = is_animated and len(view.mean) <= MOST_MOVING
        self._rooms.is_paced = self._is_slow_to_draw(view)
        self._rooms.tell("show_view", view, is_animated=is_animated)
        self._show_reason(view)
        self._rooms.tell_when_seen("utilities", "show_draws", view.draws)
        if scene.moment.tried or not view.is_fleeting:
            self._show_model()
        self._show_moment()
        self._drawn = view
        if self._rooms.is_paced:
            self._rooms.is_paced = False
            self._turns.start()
        if is_animated:
            self._motion.start()
        else:
            self._motion.stop()

    def _is_slow_to_draw(self, view: View) -> bool:
        """Whether drawing all panels in one go would keep a click waiting.

        Not while something is dragged, which is better served by whole pictures, nor before the
        window opens with them.
        """
        is_whole = self._model.scene.moment.is_fleeting
        is_open = self._rooms.compare.window().isVisible()
        return is_open and not is_whole and len(view.mean) > MOST_MOVING

    def _on_turn(self) -> None:
        if not self._rooms.tell_next():
            self._turns.stop()
            self.told.emit()

    def _show_reason(self, view: View) -> None:
        asking, ids = self._model.asking, self._model.items.ids
        pair = "" if asking.pair is None else "–".join(ids[place] for place in asking.pair)
        is_random = asking.trial is not None and asking.trial.criterion == "random"
        self._rooms.compare.show_reason(view.reason, pair, is_random=is_random)

    def _show_model(self) -> None:
        scene = self._model.scene
        belief = scene.belief
        if belief is None or belief.briefing is None:
            return
        sheet = model_sheet(scene.state.study, belief.briefing.model)
        if scene.moment.tried:
            self._rooms.model.show_tried(sheet)
        else:
            self._rooms.model.show_sheet(sheet)
            self._rooms.purpose.show_sheet(sheet)
        self._show_components(sheet, belief.briefing)
        self._rooms.model.show_evidence(self._model.status.log_evidence)
        self._rooms.model.idle_row.show_plan(self._model.learning_plan)
        self._rooms.model.show_learning_available(self._model.state.n_answers > 0)

    def _show_components(self, sheet: ModelSheet, briefing: Briefing) -> None:
        scene = self._model.scene
        n_pairs = n_pairs_of(briefing.comparisons)
        told = components_sheet(scene.state.study, sheet, n_pairs)
        method = "show_tried" if scene.moment.tried else "show_sheet"
        self._rooms.tell_when_seen("components", method, told)

    def _on_query_changed(self, asking: Asking) -> None:
        compare, state = self._rooms.compare, self._model.scene.state
        if asking.trial is not None:
            places = asking.pair or (None, None)
            card_a = card_content(state, asking.trial.a, places[0])
            card_b = card_content(state, asking.trial.b, places[1])
            compare.show_pair(card_a, card_b, asking.closed_reason)
        elif asking.no_pair is not None:
            compare.show_empty(asking.no_pair.title, asking.no_pair.words)
        else:
            compare.show_waiting()
        self._rooms.tell("show_asked", asking.pair)

    def _on_standing_changed(self, standing: Standing) -> None:
        self._rooms.tell("show_standing", standing)
        self._show_meter()

    def _on_forecast_changed(self, forecast: Forecast) -> None:
        self._show_meter()

    def _show_meter(self) -> None:
        scene = self._model.scene
        never = 0 if scene.view is None else int((scene.view.n_compared == 0).sum())
        n_answers = scene.state.n_answers
        self._rooms.compare.show_meter(n_answers, scene.standing, scene.forecast, never)

    def _on_curve_changed(self, curve: Curve) -> None:
        self._rooms.history.show_history(curve.entries)
        self._rooms.tell_when_seen("history", "show_curve", curve)
        self._show_moment()

    def _on_status_changed(self, status: Status) -> None:
        self._rooms.compare.show_undo(status.undo_words)
        self._rooms.model.idle_row.show_plan(self._model.learning_plan)
        self._show_meter()

    def _on_selection_changed(self, chosen: frozenset[int]) -> None:
        self._rooms.tell("show_selection", chosen)

    def _on_progressed(self, share: float) -> None:
        self._rooms.tell("show_progress", share)

    def _on_answered(self, saying: Saying) -> None:
        heard = {
            "plays_a": saying.plays_a,
            "plays_b": saying.plays_b,
            "switches": saying.switches,
            "underruns": saying.underruns,
        }
        self._model.answer(saying.outcome, saying.strength, **heard)

    def _on_item_chosen(self, item: int) -> None:
        """Select one item, or with Ctrl one more or one less; once more lets it go."""
        held = QGuiApplication.keyboardModifiers()
        chosen = self._model.selection
        if held & Qt.KeyboardModifier.ControlModifier:
            self._model.select(chosen ^ {item})
        else:
            self._model.select(frozenset() if chosen == {item} else frozenset({item}))

    def _on_window_moved(self, window: tuple[int, int]) -> None:
        for body in self._rooms.able_to("show_window"):
            if body is not self.sender():
                body.show_window(window)

    def _on_order_chosen(self, order: str) -> None:
        for panel in (*self._rooms.matrices, self._rooms.components):
            panel.show_order(order)
        self._model.show(replace(self._model.scene.wants, order=order))

    def _on_group_chosen(self, name: str) -> None:
        group = self._model.items.group_names.index(name)
        self._model.show(replace(self._model.scene.wants, group=group))

    def _on_pair_chosen(self, pair: tuple[int, int]) -> None:
        self._model.ask(*pair)
        self._rooms.compare.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_problem_reported(self, side: str) -> None:
        trial = self._model.asking.trial
        if trial is not None:
            item = trial.a if side == "a" else trial.b
            self._model.change(ItemExcluded(item, reason="reported as a problem in Compare"))

    def _on_link_drawn(self, drawn: LinkDrawn) -> None:
        ids = self._model.items.ids
        self._model.change(LinkAdded(ids[drawn.first], ids[drawn.second], relation=drawn.relation))

    def _on_link_removed(self, erased: LinkErased) -> None:
        ids = self._model.items.ids
        self._model.change(LinkRemoved(ids[erased.first], ids[erased.second], erased.relation))

    def _on_settings_chosen(self, changes: tuple[SettingsChanged, ...]) -> None:
        if changes:
            self._model.change(*changes)
        else:
            self._model.return_to_now()

    def _on_compare_wanted(self, wanted: CompareWanted) -> None:
        self._model.compare(wanted.without, wanted.title, wanted.relearns)

    def _on_learning_stepped(self, step: LearningStep) -> None:
        if self._model.learner.is_busy:
            n_answers = self._model.state.n_answers
            progress = LearningProgress(step.step, step.n_steps, step.before, step.now, n_answers)
            self._rooms.model.show_learning(progress)

    def _on_learning_ended(self) -> None:
        self._rooms.model.show_learning(None)

    def _on_moment_chosen(self, revision: int) -> None:
        self._model.look_back(revision, is_fleeting=True)

    def _on_flip_wanted(self, event_id: str) -> None:
        answers = {each.event_id: each.comparison for each in self._model.state.answers}
        said = answers.get(event_id)
        if said is not None and said.outcome in FLIPPED:
            strength = None if said.strength is None else -said.strength
            flipped = FLIPPED[said.outcome]
            self._model.change(AnswerChanged(event_id, flipped, strength=strength))

    def _on_remove_wanted(self, event_id: str) -> None:
        self._model.change(AnswerChanged(event_id, removed=True))
