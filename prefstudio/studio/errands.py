"""What is asked of the engine thread: whatever the scene lacks, and nothing twice."""

from __future__ import annotations

from pathlib import Path

from prefstudio.engine.posterior import Posterior
from prefstudio.studio.batch_wanted import batch_wanted
from prefstudio.studio.outbox import Outbox
from prefstudio.studio.scene import Scene
from prefstudio.study.asked_next import AskedNextRequest, NextWants
from prefstudio.study.baseline_request import BaselineRequest
from prefstudio.study.batch_request import BatchRequest
from prefstudio.study.beliefs import Belief, BeliefShelf
from prefstudio.study.briefing import Briefing, rows_learned_from
from prefstudio.study.changes import ItemAdded
from prefstudio.study.component_views import ComponentsRequest
from prefstudio.study.curve import CurveRequest
from prefstudio.study.events import TrialShown
from prefstudio.study.forecast import ForecastRequest, can_foretell
from prefstudio.study.learn_request import LearnRequest
from prefstudio.study.lesson import lesson_problem, lesson_request
from prefstudio.study.link_layout import LayoutRequest
from prefstudio.study.look_ahead import LookAheadRequest, sayings_of
from prefstudio.study.mailbox import Mailbox
from prefstudio.study.model_comparison_request import ModelComparisonRequest
from prefstudio.study.moment import Moment, MomentRequest
from prefstudio.study.new_item_request import NewItemRequest
from prefstudio.study.new_items_request import NewItemsRequest
from prefstudio.study.polish_request import PolishRequest
from prefstudio.study.query_request import QueryRequest
from prefstudio.study.standing import StandingRequest
from prefstudio.study.stopping import StopRequest
from prefstudio.study.timeline import Timeline
from prefstudio.study.viewing import ViewRequest, ViewWants


class Errands:
    """Sends requests in one place, after every change; the mailbox puts them in order.

    Attributes
    ----------
    shelf
        Beliefs that are still at hand.
    """

    def __init__(self, mailbox: Mailbox) -> None:
        self.shelf = BeliefShelf()
        self._timeline = Timeline()
        self._outbox = Outbox(mailbox)
        self._last_exact: Posterior | None = None

    def keep(self, scene: Scene, belief: Belief) -> None:
        """Remember what is believed in a recorded study."""
        self._last_exact = belief.exact or self._last_exact
        if scene.is_now:
            self.shelf.keep(scene.state, belief)

    def forget_query(self) -> None:
        """Let the same pair be chosen once more."""
        self._outbox.forget(QueryRequest.lane)

    def forget_batch(self, scene: Scene) -> None:
        """Let pairs be chosen for the seats once more, though they could not be before."""
        scene.failed -= {BatchRequest.lane}
        self._outbox.forget(BatchRequest.lane)

    def forget_look_ahead(self, scene: Scene) -> None:
        """Let it be thought anew what follows from each answer: more was recorded meanwhile."""
        scene.look_ahead = None
        self._outbox.forget(LookAheadRequest.lane)

    def send_missing(self, scene: Scene, *, is_writable: bool) -> None:
        """Ask for whatever is not known yet."""
        belief = scene.belief
        if belief is None:
            self._send_moment(scene)
            return
        briefing = belief.briefing
        assert briefing is not None  # of every belief that came from the engine thread
        if scene.wants_component is not None:
            self._send_components(scene, belief, briefing, scene.wants_component)
        if scene.moment.is_fleeting:
            return
        if scene.asking.is_awaited and scene.is_now and is_writable:
            self._outbox.send(QueryRequest(briefing, belief.posterior))
        self._send_view(scene, belief, briefing)
        if scene.asking.trial is not None and scene.is_now and is_writable:
            self._send_look_ahead(scene, scene.asking.trial, belief, briefing)
        if belief.exact is None and briefing.model.inference != "incremental":
            self._outbox.send(PolishRequest(briefing, self._last_exact))
        if scene.is_now and is_writable:
            self._send_batch(scene, belief, briefing)
        self._send_background(scene, belief, briefing)

    def send_ahead(self, moment: Moment, wants: ViewWants) -> None:
        """Ask for a fleeting moment that is entered next."""
        self._outbox.send(MomentRequest(moment, self._timeline, None, wants, self._last_exact))

    def send_lesson(self, scene: Scene) -> str | None:
        """Ask for the classroom's pictures; the sentence that says why there are none."""
        belief = scene.belief
        if belief is None or belief.briefing is None:
            return None
        model = belief.briefing.model
        problem = lesson_problem(model, scene.state)
        if problem is None:
            self._outbox.send(lesson_request(model, scene.state, scene.moment.number))
        return problem

    def send_anew(
        self, request: LearnRequest | ModelComparisonRequest | NewItemRequest | NewItemsRequest
    ) -> None:
        """Ask for what a person wants, even if it was asked for before."""
        self._outbox.forget(request.lane)
        self._outbox.send(request)

    def send_foretelling(self, scene: Scene, change: ItemAdded) -> None:
        """Ask where an item would stand that is not yet there, in the study as it stands.

        The scene may not have reached it yet.
        """
        self.send_anew(NewItemRequest(scene.moment.state, change, scene.moment.number))

    def send_table(self, scene: Scene, path: Path, folder: Path) -> None:
        """Ask what a table of new items holds, and where each would stand, likewise."""
        self.send_anew(NewItemsRequest(scene.moment.state, path, folder, scene.moment.number))

    def ask_by_hand(self, scene: Scene, first: int, second: int) -> None:
        """Ask for the prediction of a pair that a person chose."""
        belief = scene.belief
        assert belief is not None and belief.briefing is not None
        request = QueryRequest(belief.briefing, belief.posterior, (first, second))
        self._outbox.send(request, (first, second, scene.state.revision))

    def ask_anew(self, scene: Scene) -> None:
        """Ask for the pair that Purpose offers, although one is on screen."""
        belief = scene.belief
        assert belief is not None and belief.briefing is not None
        request = QueryRequest(belief.briefing, belief.best, replaces=True)
        self._outbox.send(request, ("anew", scene.state.revision))

    def _send_moment(self, scene: Scene) -> None:
        start = None
        if scene.is_now:
            before = self.shelf.before_last(scene.moment.state)
            start = None if before is None else before.posterior
        wants = scene.wants if scene.moment.is_fleeting else None
        request = MomentRequest(scene.moment, self._timeline, start, wants, self._last_exact)
        self._outbox.send(request)

    def _send_view(self, scene: Scene, belief: Belief, briefing: Briefing) -> None:
        trial = scene.asking.trial
        asked = "" if trial is None else trial.trial_id
        key = (belief.exact is not None, scene.wants, asked)
        self._outbox.send(ViewRequest(briefing, belief, scene.state, scene.wants), key)

    def _send_batch(self, scene: Scene, belief: Belief, briefing: Briefing) -> None:
        terms = batch_wanted(scene)
        if terms is not None:
            request = BatchRequest(briefing, belief.posterior, terms)
            self._outbox.send(request, terms)

    def _send_components(
        self, scene: Scene, belief: Belief, briefing: Briefing, chosen: int
    ) -> None:
        wants = scene.wants
        looks = (wants.order, wants.group, wants.is_centred)
        key = (belief.exact is not None, looks, chosen)
        request = ComponentsRequest(scene.state.study, briefing, belief, wants, chosen)
        self._outbox.send(request, key)

    def _send_look_ahead(
        self, scene: Scene, trial: TrialShown, belief: Belief, briefing: Briefing
    ) -> None:
        sayings = sayings_of(scene.state.study.settings.response)
        request = LookAheadRequest(
            briefing.model, scene.state, trial, sayings, belief, scene.moment.number
        )
        key = (belief.exact is not None, trial.trial_id)
        self._outbox.send(request, key)

    def _send_background(self, scene: Scene, belief: Belief, briefing: Briefing) -> None:
        """What may come late: ranking, layout, curve and forecast."""
        number, is_exact, group = scene.moment.number, belief.exact is not None, scene.wants.group
        study = scene.state.study
        goal = study.settings.stop.top_k_probability
        pair = scene.asking.pair
        standing = StandingRequest(briefing, belief.best, pair, group, goal)
        self._outbox.send(standing, (is_exact, pair, group))
        if study.settings.stop.has_rules:
            stop = StopRequest(briefing, belief.best, scene.state, self._timeline)
            self._outbox.send(stop, is_exact)
        if scene.layout is None or not scene.layout.is_of(study):
            self._outbox.send(LayoutRequest.of(scene.state, number, scene.layout))
        if scene.wants_baselines and not self._outbox.has_sent(BaselineRequest.lane, number):
            rows = rows_learned_from(scene.state)
            self._outbox.send(BaselineRequest.of(briefing, rows))
        if scene.moment.is_past:
            return
        curve = CurveRequest(
            briefing, scene.state, self._timeline, group, goal, scene.curve, belief.best
        )
        self._outbox.send(curve, (is_exact, group))
        if scene.wants_next is not NextWants.NOTHING:
            following = AskedNextRequest(briefing, belief, scene.wants_next, pair)
            self._outbox.send(following, (is_exact, scene.wants_next, pair))
        if can_foretell(briefing, scene.state.n_answers):
            forecast = ForecastRequest(briefing, belief.best, goal, group)
            self._outbox.send(forecast, (is_exact, group))
        else:
            scene.forecast = None
