"""What the engine thread found: kept in the scene, and told."""

from __future__ import annotations

from dataclasses import replace

from prefstudio.studio.asking import NO_PAIR_WITHOUT
from prefstudio.studio.background_work import BackgroundWork
from prefstudio.studio.desk import Desk
from prefstudio.studio.moments import Moments
from prefstudio.studio.problem import RequestFailed
from prefstudio.studio.questions import Questions
from prefstudio.studio.seating import Seating
from prefstudio.study.asked_next import AskedNext
from prefstudio.study.baseline_request import BaselinesFound
from prefstudio.study.batch_request import BatchFound
from prefstudio.study.component_views import ComponentsShown
from prefstudio.study.curve import Curve
from prefstudio.study.forecast import Forecast
from prefstudio.study.learn_request import LearnFound, LearnStopped
from prefstudio.study.lesson import Lesson
from prefstudio.study.link_layout import LinkLayout
from prefstudio.study.look_ahead import LookAhead
from prefstudio.study.mailbox import Lane
from prefstudio.study.model_comparison import ModelComparison
from prefstudio.study.model_comparison_request import ModelComparisonStopped
from prefstudio.study.moment import MomentFound
from prefstudio.study.new_item_request import NewItemFound
from prefstudio.study.new_items_request import NewItemsFound
from prefstudio.study.polish_request import PolishFound
from prefstudio.study.query_request import QueryFound
from prefstudio.study.standing import Standing
from prefstudio.study.stopping import Stopping
from prefstudio.study.view import View

PICTURES: dict[type, Lane] = {
    View: Lane.VIEW,
    Standing: Lane.STANDING,
    Stopping: Lane.STOP,
    Curve: Lane.CURVE,
    Forecast: Lane.FORECAST,
    ComponentsShown: Lane.COMPONENTS,
    LinkLayout: Lane.LAYOUT,
    NewItemFound: Lane.NEW_ITEM,
    NewItemsFound: Lane.NEW_ITEM,
    BaselinesFound: Lane.BASELINES,
    Lesson: Lane.LESSON,
    AskedNext: Lane.PURPOSE,
}
"""What panels draw, and the lane it comes in."""


class Results:
    """Takes results and failures of the moment shown, each to whom it concerns."""

    def __init__(
        self,
        desk: Desk,
        questions: Questions,
        seating: Seating,
        work: BackgroundWork,
        moments: Moments,
    ) -> None:
        self._desk, self._questions, self._seating = desk, questions, seating
        self._work, self._moments = work, moments

    def keep(self, result: object) -> None:
        """Keep what was found, and say so."""
        match result:
            case MomentFound():
                self._moments.reach(result)
                if result.view is not None:
                    self._keep_standing(result.standing)
                    self._keep_picture(result.view)
            case PolishFound():
                self._keep_exact(result)
            case QueryFound():
                self._questions.take(result)
            case BatchFound():
                self._seating.take(result)
            case LookAhead():
                self._desk.scene.look_ahead = result
            case LearnFound():
                if self._work.take_learned(result):
                    self._moments.enter()
            case LearnStopped():
                self._work.learner.end()
            case ModelComparison():
                self._work.comparer.end(result)
            case ModelComparisonStopped():
                self._work.comparer.end()
            case _:
                self._keep_picture(result)

    def note_failure(self, failure: RequestFailed) -> None:
        """Remember what could not be computed, and say so; it is not asked for again."""
        scene = self._desk.scene
        if failure.lane is not Lane.QUERY or self._desk.state.asked is None:
            scene.failed |= {failure.lane}
        if scene.asking.is_awaited and failure.lane in NO_PAIR_WITHOUT:
            self._questions.show(NO_PAIR_WITHOUT[failure.lane])
        if failure.lane is Lane.QUERY:
            self._desk.errands.forget_query()  # whoever wants a pair by hand may want it again
        if failure.lane is Lane.LEARN:
            self._work.learner.end()
        if failure.lane is Lane.COMPARISON:
            self._work.comparer.end()
        if failure.lane is Lane.BATCH:
            self._desk.news.seats_changed.emit()
        self._desk.tell_status()
        self._desk.news.request_failed.emit(failure)
        self._desk.news.problem_found.emit(failure.problem)

    def _keep_exact(self, found: PolishFound) -> None:
        belief = self._desk.scene.belief
        if belief is not None:
            self._moments.keep_belief(replace(belief, exact=found.posterior))

    def _keep_standing(self, standing: Standing | None) -> None:
        """Keep a standing, or none where that of another moment would be false beside a picture."""
        scene = self._desk.scene
        if standing is not scene.standing:
            scene.standing = standing
            self._desk.news.standing_changed.emit(standing)

    def _mend(self, lane: Lane | None) -> None:
        """Forget that something could not be computed, now that it was."""
        scene = self._desk.scene
        if lane in scene.failed:
            scene.failed -= {lane}
            self._desk.tell_status()

    def _keep_picture(self, result: object) -> None:
        """Keep what panels draw."""
        scene, news = self._desk.scene, self._desk.news
        self._mend(PICTURES.get(type(result)))
        match result:
            case View():
                scene.view = result
                news.view_changed.emit(result)
            case Standing():
                self._keep_standing(result)
            case Stopping():
                scene.stopping = result
                news.stopping_changed.emit(result)
                self._desk.tell_status()
            case Curve():
                scene.curve = result
                news.curve_changed.emit(result)
            case Forecast():
                scene.forecast = result
                news.forecast_changed.emit(result)
            case ComponentsShown():
                scene.components = result
                news.components_changed.emit(result)
            case LinkLayout():
                scene.layout = result
                news.layout_changed.emit(result)
            case NewItemFound():
                news.item_foretold.emit(result)
            case NewItemsFound():
                news.items_foretold.emit(result)
            case BaselinesFound():
                news.baselines_changed.emit(result)
            case Lesson():
                news.lesson_changed.emit(result)
            case AskedNext():
                news.asked_next_changed.emit(result)
