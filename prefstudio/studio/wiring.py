"""The model's news told to the panels."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal

from prefstudio.engine.held_out import n_pairs_of
from prefstudio.engine.learning_steps import LearningStep
from prefstudio.studio.asking import INCOMPARABLE, Asking, NoPair
from prefstudio.studio.card_content import card_content
from prefstudio.studio.motion import Motion
from prefstudio.studio.paced_turns import PacedTurns
from prefstudio.studio.panel_wiring import PanelWiring
from prefstudio.studio.panels.learning_row import LearningProgress
from prefstudio.studio.panels.matrix_look import ORDERS
from prefstudio.studio.problem import RequestFailed
from prefstudio.studio.rooms import Rooms
from prefstudio.studio.status import Status
from prefstudio.studio.studio_model import StudioModel
from prefstudio.study.briefing import Briefing
from prefstudio.study.component_words import components_sheet
from prefstudio.study.curve import Curve
from prefstudio.study.forecast import Forecast
from prefstudio.study.links import RelationLinks
from prefstudio.study.mailbox import Lane
from prefstudio.study.model_sheet import ModelSheet, model_sheet
from prefstudio.study.moment import Moment
from prefstudio.study.shown_items import ShownItems
from prefstudio.study.shown_links import shown_links
from prefstudio.study.standing import Standing
from prefstudio.study.state import StudyState
from prefstudio.study.view import View

COMPARED_BY = frozenset({Lane.POSTERIOR, Lane.VIEW, Lane.BASELINES})  # what Baselines waits for
MOST_MOVING = 120  # items above which pictures change at once: frames would cost too much


class Wiring(QObject):
    """Joins one model and its rooms; draws nothing and computes nothing."""

    told = Signal()  # all panels in sight have what they waited for
    change_recorded = Signal(str)  # what was done, in words

    def __init__(
        self, model: StudioModel, rooms: Rooms, motion: Motion, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._model, self._rooms, self._motion = model, rooms, motion
        self._done = PanelWiring(model, rooms, self)
        self._done.change_recorded.connect(self.change_recorded)
        self._drawn: View | None = None
        self._facts: tuple[ShownItems, Mapping[str, RelationLinks]] | None = None
        self._orders = {"utilities": "", "ranking": ""}
        self._are_fixed = False
        self._turns = PacedTurns(self)
        self._turns.given.connect(self._on_turn)
        self._connect_model()
        self.show_study(model.state)

    @property
    def is_telling(self) -> bool:
        """Whether some panel in sight waits for its turn."""
        return self._turns.are_given

    def show_study(self, state: StudyState) -> None:
        """Tell all panels what the study is about; items and links that they know are left out."""
        items, links = self._model.items, state.study.links
        before, self._facts = self._facts, (items, links)
        if before is None or before[0] is not items:
            self._rooms.tell("show_items", items)
            before = None
        if before is None or before[1] is not links:
            self._rooms.tell_panel("links", "show_links", shown_links(state.study, items.ids))
        settings = state.study.settings
        self._rooms.compare.use(settings.response, settings.audio, self._model.record.media)

    @property
    def chosen(self) -> dict[str, str]:
        """What a person chose to see: the group, and the orders of matrices and of items."""
        names, wants = self._model.items.group_names, self._model.scene.wants
        group = names[wants.group] if wants.group < len(names) else ""
        if self._rooms.panels["utilities"].is_built:
            self._orders["utilities"] = str(self._rooms.utilities.order.choice)
        if self._rooms.panels["ranking"].is_built:
            self._orders["ranking"] = self._rooms.ranking.table.order
        return {"group": group, "order": wants.order, **self._orders}

    def choose(self, chosen: dict[str, str]) -> None:
        """Show what was chosen when the study was left; what there is no more stays as it is."""
        if (order := chosen.get("order", "")) in ORDERS:
            self._done.choose_order(order)
        for name in self._orders:
            self._orders[name] = chosen.get(name, "")
            self._rooms.tell_panel(name, "show_order_left", self._orders[name])
        if (group := chosen.get("group", "")) in self._model.items.group_names:
            self._done.choose_group(group)

    def _connect_model(self) -> None:
        model = self._model
        model.study_changed.connect(self.show_study)
        model.moment_entered.connect(self._on_moment_entered)
        model.view_changed.connect(self._on_view_changed)
        model.query_changed.connect(self._on_query_changed)
        model.standing_changed.connect(self._on_standing_changed)
        model.curve_changed.connect(self._on_curve_changed)
        model.forecast_changed.connect(self._on_forecast_changed)
        model.layout_changed.connect(self._on_layout_changed)
        model.asked_next_changed.connect(self._on_asked_next_changed)
        model.baselines_changed.connect(self._on_baselines_changed)
        model.request_failed.connect(self._on_request_failed)
        model.components_changed.connect(self._on_components_changed)
        model.comparer.progressed.connect(self._on_comparing)
        model.comparer.ended.connect(self._on_compared)
        model.learner.stepped.connect(self._on_learning_stepped)
        model.learner.ended.connect(self._on_learning_ended)
        model.selection_changed.connect(self._on_selection_changed)
        model.status_changed.connect(self._on_status_changed)
        self._motion.progressed.connect(self._on_progressed)

    def _on_moment_entered(self, moment: Moment) -> None:
        self._fix_scales(moment.is_past)
        self._rooms.tell_panel("baselines", "show_failed", False)
        if not moment.is_past:
            self._show_moment()

    def _fix_scales(self, are_fixed: bool) -> None:
        """Keep colours comparable while the study is looked at as it was, and ask nothing."""
        if are_fixed != self._are_fixed:
            self._are_fixed = are_fixed
            self._rooms.tell("keep_scale", are_fixed)
            self._rooms.tell("show_past", are_fixed)

    def _show_moment(self) -> None:
        moment, state = self._model.scene.moment, self._model.scene.state
        revision = self._model.state.revision if moment.until is None else moment.until
        n_answers = state.n_answers if moment.is_past else self._model.state.n_answers
        at = (n_answers, revision, moment.is_past, self._model.is_fork)
        self._rooms.tell_panel("history", "show_moment", *at)

    def _on_view_changed(self, view: View) -> None:
        scene = self._model.scene
        is_animated = not scene.moment.is_fleeting and self._drawn is not None
        is_animated = is_animated and not scene.moment.is_past and not self._motion.is_reduced
        is_animated = is_animated and len(view.mean) <= MOST_MOVING
        self._rooms.is_paced = self._is_slow_to_draw
        self._rooms.tell("show_view", view, is_animated=is_animated)
        self._show_reason(view)
        self._rooms.tell_when_seen("utilities", "show_draws", view.draws)
        if scene.moment.tried or not view.is_fleeting:
            self._show_model()
        if view.is_fleeting:  # else it follows with the status and the standing
            self._show_meter()
        self._show_moment()
        self._drawn = view
        self._give_turns()
        if is_animated:
            self._motion.start()
        else:
            self._motion.stop()

    @property
    def _is_slow_to_draw(self) -> bool:
        """Whether drawing all panels in one go would keep a click waiting.

        Not while something is dragged, which is better served by whole pictures, nor before the
        window opens with them.
        """
        is_whole = self._model.scene.moment.is_fleeting
        is_open = self._rooms.compare.window().isVisible()
        return is_open and not is_whole and len(self._model.items.ids) > MOST_MOVING

    def _give_turns(self) -> None:
        """Let panels that wait for it draw what they were told, one after the other."""
        if self._rooms.is_paced:
            self._rooms.is_paced = False
            self._turns.start()

    def _on_turn(self) -> None:
        if not self._rooms.tell_next():
            self._turns.stop()
            self.told.emit()

    def _show_reason(self, view: View) -> None:
        asking, ids = self._model.asking, self._model.items.ids
        pair = "" if asking.pair is None else "–".join(ids[place] for place in asking.pair)
        is_random = asking.trial is not None and asking.trial.criterion == "random"
        is_of_record = asking.trial is not None and asking.trial == self._model.record.asked_before
        self._rooms.compare.show_reason(
            view.reason, pair, is_random=is_random, is_of_record=is_of_record
        )

    def _show_model(self) -> None:
        scene = self._model.scene
        belief = scene.belief
        if belief is None or belief.briefing is None:
            return
        sheet = model_sheet(scene.state.study, belief.briefing.model)
        if scene.moment.tried:
            self._tell_model("show_tried", sheet)
        else:
            self._tell_model("show_sheet", sheet)
            self._rooms.tell_panel("purpose", "show_sheet", sheet)
        self._show_components(sheet, belief.briefing)
        self._tell_model("show_evidence", self._log_evidence())
        self._tell_model("show_plan", self._model.learning_plan)
        self._tell_model("show_learning_possible", self._model.why_not("learn"))

    def _log_evidence(self) -> float | None:
        """Of the exact posterior, or while a model is dragged of what is near it."""
        view = self._model.scene.view
        if view is not None and self._model.scene.moment.tried and view.posterior.sites is not None:
            return view.posterior.log_evidence
        return self._model.status.log_evidence

    def _tell_model(self, method: str, told: object) -> None:
        self._rooms.tell_panel("model", method, told)

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
            self._rooms.tell_panel("expected_loss", "show_chooser", asking.chooser)
        elif asking.no_pair is not None:
            may_again = not state.study.settings.model.ask_again
            is_out = asking.no_pair is NoPair.EXHAUSTED
            words = asking.no_pair.title, asking.no_pair.words
            compare.show_empty(*words, offers_again=is_out and may_again)
        else:
            compare.show_waiting()
        self._rooms.tell_panel("purpose", "show_trial", asking.trial)
        self._rooms.is_paced = self._is_slow_to_draw
        self._rooms.tell("show_asked", asking.pair)
        self._give_turns()

    def _on_standing_changed(self, standing: Standing | None) -> None:
        self._rooms.tell("show_standing", standing)
        self._show_meter()

    def _on_forecast_changed(self, forecast: Forecast) -> None:
        self._show_meter()

    def _show_meter(self) -> None:
        scene = self._model.scene
        never = 0 if scene.view is None else int((scene.view.n_compared == 0).sum())
        standing, n_answers = scene.standing, scene.state.n_answers
        if scene.asking.no_pair in INCOMPARABLE:  # nothing can be settled, nor asked
            standing, never = None, 0
        self._rooms.compare.show_meter(n_answers, standing, scene.forecast, never)

    def _on_curve_changed(self, curve: Curve) -> None:
        self._rooms.tell_panel("history", "show_history", curve.entries)
        self._rooms.tell_when_seen("history", "show_curve", curve)
        self._show_moment()

    def _on_status_changed(self, status: Status) -> None:
        self._rooms.compare.show_undo(status.undo_words)
        self._tell_model("show_plan", self._model.learning_plan)
        self._show_meter()

    def _on_layout_changed(self, layout: object) -> None:
        self._rooms.tell_panel("links", "show_layout", layout)

    def _on_asked_next_changed(self, asked: object) -> None:
        self._rooms.tell_panel("purpose", "show_asked_next", asked)

    def _on_baselines_changed(self, baselines: object) -> None:
        self._rooms.tell_panel("baselines", "show_baselines", baselines)

    def _on_request_failed(self, failure: RequestFailed) -> None:
        if failure.lane in COMPARED_BY:
            self._rooms.tell_panel("baselines", "show_failed", True)

    def _on_components_changed(self, views: object) -> None:
        self._rooms.tell_panel("components", "show_components", views)

    def _on_comparing(self, progress: object) -> None:
        self._rooms.tell_panel("components", "show_comparing", progress)

    def _on_compared(self, comparison: object) -> None:
        self._rooms.tell_panel("components", "show_comparison", comparison)

    def _on_selection_changed(self, chosen: frozenset[int]) -> None:
        self._rooms.tell("show_selection", chosen)

    def _on_progressed(self, share: float) -> None:
        self._rooms.tell("show_progress", share)

    def _on_learning_stepped(self, step: LearningStep) -> None:
        if self._model.learner.is_busy:
            n_answers = self._model.state.n_answers
            progress = LearningProgress(step.step, step.n_steps, step.before, step.now, n_answers)
            self._tell_model("show_learning", progress)

    def _on_learning_ended(self) -> None:
        self._tell_model("show_learning", None)
