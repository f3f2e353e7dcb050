"""The study on screen: its state, the latest results, and who is asked for more."""

from __future__ import annotations

import itertools
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from prefstudio.engine.posterior import Posterior
from prefstudio.studio.asking import NO_PAIR_WITHOUT, Asking, NoPair
from prefstudio.studio.comparer import Comparer
from prefstudio.studio.errands import Errands
from prefstudio.studio.idle_learner import IdleLearner
from prefstudio.studio.learner import Learner
from prefstudio.studio.problem import RequestFailed
from prefstudio.studio.record import Opened, Record
from prefstudio.studio.scene import Scene
from prefstudio.studio.status import Status, status_of
from prefstudio.study.asked_next import AskedNext, NextWants
from prefstudio.study.baseline_request import BaselinesFound
from prefstudio.study.beliefs import Belief
from prefstudio.study.briefing import asked_attribute
from prefstudio.study.changes import ItemAdded, SettingsChanged
from prefstudio.study.compare_request import CompareStopped
from prefstudio.study.comparisons import Outcome
from prefstudio.study.component_views import ComponentsShown
from prefstudio.study.curve import Curve
from prefstudio.study.events import Answered, Body, Policy, Redone, TrialShown, Undone
from prefstudio.study.forecast import Forecast
from prefstudio.study.learn_request import LearnFound, LearnStopped
from prefstudio.study.learning_moments import LearningPlan
from prefstudio.study.lesson import Lesson
from prefstudio.study.link_layout import LinkLayout
from prefstudio.study.look_ahead import Branch, LookAhead
from prefstudio.study.mailbox import Lane, Mailbox
from prefstudio.study.model_comparison import ModelComparison
from prefstudio.study.moment import Moment, MomentFound
from prefstudio.study.new_item_request import NewItemFound
from prefstudio.study.policy_rules import rules_of
from prefstudio.study.query import Query, trial_of
from prefstudio.study.requests import PolishFound, QueryFound
from prefstudio.study.shown_items import shown_items
from prefstudio.study.standing import Standing
from prefstudio.study.state import StudyState
from prefstudio.study.steps import in_one_step
from prefstudio.study.stopping import Stopping
from prefstudio.study.view import View
from prefstudio.study.viewing import ViewWants

LOOKING_BACK = "Looking back: return to now to answer, or ask what if."


class StudioModel(QObject):
    """Keeps the state and the latest snapshots; the only sender of requests.

    Results and failures of earlier moments are dropped. While something is dragged, the next
    moment waits until the one before it is drawn, so that pictures keep coming.
    """

    moment_entered = Signal(object)  # Moment
    study_changed = Signal(object)  # StudyState, when its facts are others
    view_changed = Signal(object)  # View
    query_changed = Signal(object)  # Asking
    standing_changed = Signal(object)  # Standing
    stopping_changed = Signal(object)  # Stopping
    curve_changed = Signal(object)  # Curve
    forecast_changed = Signal(object)  # Forecast
    layout_changed = Signal(object)  # LinkLayout
    asked_next_changed = Signal(object)  # AskedNext
    components_changed = Signal(object)  # ComponentsShown
    item_foretold = Signal(object)  # NewItemFound
    baselines_changed = Signal(object)  # BaselinesFound
    lesson_changed = Signal(object)  # Lesson
    lesson_failed = Signal(str)  # why there is none
    status_changed = Signal(object)  # Status
    selection_changed = Signal(object)  # frozenset of int
    problem_found = Signal(object)  # Problem

    def __init__(self, opened: Opened, mailbox: Mailbox, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.record = Record(opened, self)
        self.record.problem_found.connect(self.problem_found)
        self.scene = Scene(Moment(0, self.state), self.state, Asking(), ViewWants())
        self.items = shown_items(self.state.study)
        self.selection: frozenset[int] = frozenset()
        self._errands = Errands(mailbox)
        self.learner, self.comparer = Learner(self), Comparer(self)
        self._idle_learner = IdleLearner()
        self._told = self.state.study  # the facts that the panels know
        self._trunk: Record | None = None
        self._posterior: Posterior | None = None
        self._shown, self._shown_at = "", time.monotonic()  # the trial on screen, and since when
        self._next: Moment | None = None
        self._is_closed = False

    @property
    def state(self) -> StudyState:
        """The study after all events."""
        return self.record.state

    @property
    def posterior(self) -> Posterior | None:
        """What is believed in the moment shown, or in the last one that was reached."""
        return self._posterior

    @property
    def asking(self) -> Asking:
        """What Compare shows."""
        return self.scene.asking

    @property
    def is_read_only(self) -> bool:
        """Whether nothing can be recorded."""
        return bool(self.record.read_only_reason)

    @property
    def is_fork(self) -> bool:
        """Whether what happens now is thought, not recorded."""
        return self.record.is_fork

    @property
    def status(self) -> Status:
        """What the status bar says now."""
        return status_of(self.scene, self.state, is_read_only=self.is_read_only)

    @property
    def learning_plan(self) -> LearningPlan:
        """When the model was last learned and will be next, in the view that is drawn."""
        view = self.scene.view
        return LearningPlan() if view is None else self._idle_learner.plan(view.learning)

    def start(self) -> None:
        """Ask for the first posterior."""
        self._enter()

    def close(self) -> None:
        """Let go of the study's file; what the engine thread still sends is dropped."""
        self._is_closed = True
        (self._trunk or self.record).close()

    def answer(self, outcome: Outcome, strength: int | None = None, **heard: Any) -> None:
        """Record what was answered to the pair on screen; without one nothing happens.

        Parameters
        ----------
        outcome : Outcome
        strength : int, optional
            How much better, where that is asked.
        heard
            How the sounds were heard, as `Answered` has it.
        """
        trial = self.state.asked
        if trial is None or self.is_read_only or not self.scene.is_now:
            return
        elapsed = 1000.0 * (time.monotonic() - self._shown_at)
        branch = self._branch_for(trial, outcome, strength)
        said = Answered(trial.trial_id, trial.a, trial.b, outcome, strength, elapsed, **heard)
        if self.record.append(said):
            self._idle_learner.note_answer()
            is_foreseen = branch is not None and branch.revision == self.state.belief_revision
            self._enter(branch if is_foreseen else None)

    def undo(self) -> None:
        """Take the latest answer or step of changes back; an answer's pair returns."""
        self.change(*(Undone(each.event_id) for each in self.state.last_step))

    def redo(self) -> None:
        """Bring back what was undone last."""
        self.change(*(Redone(each.event_id) for each in self.state.redo_step))

    def change(self, *bodies: Body) -> None:
        """Record changes of any kind as one step and go on from them."""
        if not self.is_read_only and self._append(bodies):
            self._enter()

    def _append(self, bodies: Sequence[Body]) -> bool:
        """Record what happened in one go, up to what cannot be; False when nothing was."""
        recorded = list(itertools.takewhile(bool, map(self.record.append, in_one_step(bodies))))
        return bool(recorded)

    def learn(self) -> None:
        """Learn the model from the answers; what is found is recorded and can be undone."""
        belief = self.scene.belief
        if belief is None or belief.briefing is None or self.learner.is_busy or self.is_read_only:
            return
        if self.scene.is_now and self.state.n_answers:
            self._errands.send_anew(self.learner.begin(self.state.study, belief.briefing))

    def compare(self, without: SettingsChanged, title: str, relearns: bool) -> None:
        """Compare the model as it is with the same after a change; nothing is recorded."""
        belief = self.scene.belief
        if belief is not None and belief.briefing is not None and not self.comparer.is_busy:
            request = self.comparer.begin(
                self.scene.state, belief.briefing, without, title, relearns
            )
            self._errands.send_anew(request)

    def foretell(self, change: ItemAdded) -> None:
        """Find out where an item would stand that is not yet there."""
        self._errands.send_foretelling(self.scene, change)

    def ask(self, first: int, second: int) -> None:
        """Ask a pair that a person chose, in the place of the one on screen."""
        first, second = sorted((first, second))
        belief = self.scene.belief
        is_awaited = self.state.asked is None and Lane.QUERY not in self.scene.failed
        if belief is None or belief.briefing is None or is_awaited or self.is_read_only:
            return
        if self.scene.is_now and bool(belief.briefing.allowed.partners(first)[second]):
            self._errands.ask_by_hand(self.scene, first, second)

    def look_back(self, revision: int, *, is_fleeting: bool = False) -> None:
        """Show the study as it was after its first `revision` events, with the pair asked then."""
        events = tuple(self.record.events)
        while revision < len(events) and isinstance(events[revision].body, TrialShown):
            revision += 1
        if revision >= self.state.revision:
            self.return_to_now()
        else:
            self._show(Moment(0, self.state, events, revision, is_fleeting=is_fleeting))

    def return_to_now(self) -> None:
        """Show the study as it stands."""
        if not self.scene.is_now or self._next is not None:
            self._enter()

    def try_settings(self, tried: tuple[SettingsChanged, ...]) -> None:
        """Show what some settings would do; nothing is recorded."""
        self._show(Moment(0, self.state, tried=tried, is_fleeting=True))

    def fork(self) -> None:
        """Go on in thought from what is shown; nothing is recorded any more."""
        if self._trunk is None:
            self._trunk = self.record
            self.record = self.record.fork(self.scene.state)
            self._enter()

    def leave_fork(self) -> None:
        """Forget what was thought and return to the record."""
        if self._trunk is not None:
            self.record, self._trunk = self._trunk, None
            self._enter()

    def show(self, wants: ViewWants) -> None:
        """Keep what is wanted up to date, and no more: what visible panels draw."""
        if wants != self.scene.wants:
            self.scene.wants = wants
            self._request_missing()

    def want_lesson(self, is_wanted: bool) -> None:
        """Keep the classroom's six pictures up to date, or no longer."""
        self.scene.wants_lesson = is_wanted
        self._request_missing()

    def want_next(self, wants: NextWants) -> None:
        """Keep it up to date what each purpose would ask, or no longer."""
        if wants is not self.scene.wants_next:
            self.scene.wants_next = wants
            self._request_missing()

    def want_components(self, chosen: int | None) -> None:
        """Keep pictures of the components up to date, a chosen one large; None is no longer."""
        if chosen != self.scene.wants_component:
            self.scene.wants_component = chosen
            self._request_missing()

    def want_baselines(self, is_wanted: bool) -> None:
        """Keep other methods beside ours up to date, or no longer."""
        if is_wanted != self.scene.wants_baselines:
            self.scene.wants_baselines = is_wanted
            self._request_missing()

    def select(self, chosen: frozenset[int]) -> None:
        """Mark items everywhere."""
        self.selection = chosen
        self.selection_changed.emit(chosen)

    def take_result(self, result: object) -> None:
        """Keep what the engine thread found, unless it speaks of an earlier moment."""
        if self._is_closed:
            return
        if getattr(result, "revision", None) == self.scene.moment.number:
            if isinstance(result, MomentFound) and self._next is not None:
                # The engine thread goes on to it while this one is drawn.
                self._errands.send_ahead(self._following(self._next), self.scene.wants)
            self._keep(result)
        self._show_next()
        self._request_missing()

    def take_failure(self, failure: RequestFailed) -> None:
        """Note what could not be computed, if it is waited for; it is not asked for again."""
        # A look-ahead speaks of answers that nobody gave; without it the next one is a miss.
        is_stale = failure.revision != self.scene.moment.number
        if is_stale or self._is_closed or failure.lane is Lane.LOOK_AHEAD:
            return
        if failure.lane is Lane.LEARN and not self.learner.is_busy:
            self._take_nothing_learned()  # nobody wanted it; the model stays
            return
        if failure.lane is not Lane.QUERY or self.state.asked is None:
            self.scene.failed |= {failure.lane}
        if self.asking.is_awaited and failure.lane in NO_PAIR_WITHOUT:
            self._show_asking(NO_PAIR_WITHOUT[failure.lane])
        if failure.lane is Lane.LEARN:
            self.learner.end()
        if failure.lane is Lane.COMPARISON:
            self.comparer.end()
        self.status_changed.emit(self.status)
        self.problem_found.emit(failure.problem)
        self._show_next()

    def _keep(self, result: object) -> None:
        match result:
            case MomentFound():
                self._reach(result)
            case PolishFound() if self.scene.belief is not None:
                self._keep_belief(replace(self.scene.belief, exact=result.posterior))
            case QueryFound():
                self._take_query(result.query)
            case LookAhead():
                self.scene.look_ahead = result
            case View():
                self.scene.view = result
                self.view_changed.emit(result)
            case Standing():
                self.scene.standing = result
                self.standing_changed.emit(result)
            case Stopping():
                self.scene.stopping = result
                self.stopping_changed.emit(result)
                self.status_changed.emit(self.status)
            case Curve():
                self.scene.curve = result
                self.curve_changed.emit(result)
            case Forecast():
                self.scene.forecast = result
                self.forecast_changed.emit(result)
            case LearnFound():
                self._take_learned(result)
            case LearnStopped():
                self.learner.end()
            case ModelComparison():
                self.comparer.end(result)
            case CompareStopped():
                self.comparer.end()
            case ComponentsShown():
                self.scene.components = result
                self.components_changed.emit(result)
            case NewItemFound():
                self.item_foretold.emit(result)
            case BaselinesFound():
                self.baselines_changed.emit(result)
            case Lesson():
                self.lesson_changed.emit(result)
            case AskedNext():
                self.asked_next_changed.emit(result)
            case LinkLayout():
                self.scene.layout = result
                self.layout_changed.emit(result)

    def _branch_for(
        self, trial: TrialShown, outcome: Outcome, strength: int | None
    ) -> Branch | None:
        ahead = self.scene.look_ahead
        if ahead is None or ahead.trial_id != trial.trial_id:
            return None
        return ahead.branches.get((outcome, strength))

    def _show(self, moment: Moment) -> None:
        """Show a moment; one that is dragged through waits for the one before it."""
        is_busy = self.scene.moment.is_fleeting and self.scene.belief is None
        if moment.is_fleeting and is_busy and Lane.POSTERIOR not in self.scene.failed:
            self._next = moment
            return
        self._next = None
        self.comparer.end()
        was_fleeting = self.scene.moment.is_fleeting
        self.scene.enter(self._following(moment))
        self.moment_entered.emit(self.scene.moment)
        if not (moment.is_fleeting and was_fleeting):  # its words come with each picture
            self.status_changed.emit(self.status)
        self._request_missing()

    def _following(self, moment: Moment) -> Moment:
        """A moment as the one that is shown next."""
        return replace(moment, number=self.scene.moment.number + 1)

    def _show_next(self) -> None:
        if self._next is not None:
            self._show(self._next)

    def _enter(self, branch: Branch | None = None) -> None:
        """Go on from the study as it stands, with what is already known of it."""
        self.learner.end()  # the answers it learns from are others now
        self.comparer.end()
        was_known = self.scene.state.study is self.state.study
        belief = self._errands.shelf.at_hand(self.state) if branch is None else branch.belief
        self._next = None
        self.scene.enter(Moment(self.scene.moment.number + 1, self.state))
        self.scene.asking = Asking()
        if belief is not None:
            self._change_state(self.state)
            self._keep_belief(self._stamped(belief))
        if branch is not None:
            self._take_query(branch.query)  # which shows it, too
        elif belief is not None or was_known:
            self.scene.state = self.state
            self._show_asking(self.asking.no_pair)
        self.moment_entered.emit(self.scene.moment)
        self.status_changed.emit(self.status)
        self._request_missing()

    def _stamped(self, belief: Belief) -> Belief:
        """A belief that is shown now, whenever it was made."""
        assert belief.briefing is not None
        briefing = replace(
            belief.briefing,
            moment=self.scene.moment.number,
            revision=self.state.belief_revision,
            rules=rules_of(belief.briefing.model, self.state),
        )
        return replace(belief, briefing=briefing)

    def _reach(self, found: MomentFound) -> None:
        """Arrive at a moment."""
        self._change_state(found.state)
        self._keep_belief(found.belief)
        self._show_asking()
        if found.view is not None:
            self._keep(found.view)

    def _change_state(self, state: StudyState) -> None:
        self.scene.state = state
        if state.study is not self._told and not self.scene.moment.tried:
            self._told = state.study
            self.items = shown_items(state.study)
            self.study_changed.emit(state)

    def _keep_belief(self, belief: Belief) -> None:
        self.scene.belief, self._posterior = belief, belief.best
        self._errands.keep(self.scene, belief)
        self.status_changed.emit(self.status)

    def _take_learned(self, found: LearnFound) -> None:
        """Record what was learned; what nobody waits for is not talked about."""
        is_recorded = self._append(found.model.changes)
        if not is_recorded and not self.learner.is_busy:
            self._take_nothing_learned()
        self._idle_learner.end()
        self.learner.end(found.model.words if is_recorded or not found.model.changes else "")
        if is_recorded:
            self._enter()

    def _take_nothing_learned(self) -> None:
        self._idle_learner.end(self.learning_plan.n_answers)
        self.status_changed.emit(self.status)

    def _take_query(self, query: Query | None) -> None:
        if query is None:
            self._show_asking(NoPair.EXHAUSTED)
        elif self.state.asked is None or query.policy is Policy.BY_HAND:
            self._show_query(query)

    def _show_query(self, query: Query) -> None:
        """Ask a pair, once it is on record that it is asked."""
        belief = self.scene.belief
        assert belief is not None and belief.briefing is not None
        trial = trial_of(query, belief.briefing.model, asked_attribute(self.state.study))
        if self.record.append(trial):
            self.scene.look_ahead, self.scene.state = None, self.state
            self.scene.failed -= {Lane.QUERY}
            self._show_asking()
        else:
            self._errands.forget_query(self.scene)
            if self.state.asked is None:
                self.scene.failed |= {Lane.QUERY}
                self._show_asking(NoPair.NOT_RECORDED)
        self.status_changed.emit(self.status)

    def _show_asking(self, no_pair: NoPair | None = None) -> None:
        scene, closed = self.scene, ""
        trial = scene.state.asked
        if self.is_read_only:
            no_pair, closed = NoPair.READ_ONLY, f"Read-only: {self.record.read_only_reason}."
        elif scene.moment.is_past:
            no_pair, closed = NoPair.LOOKING_BACK, LOOKING_BACK
        pair = None if trial is None else self.items.pair(trial.a, trial.b)
        before = scene.asking
        scene.asking = Asking(trial, pair, no_pair if trial is None else None, closed)
        if scene.moment.is_fleeting and scene.asking == before:
            return  # what is dragged changes the pictures, not the pair
        shown = "" if trial is None else trial.trial_id
        if shown != self._shown:  # a pair that stays on screen is looked at since it came
            self._shown, self._shown_at = shown, time.monotonic()
        self.query_changed.emit(scene.asking)

    def _request_missing(self) -> None:
        if self._is_closed:
            return
        self._errands.send_missing(self.scene, is_writable=not self.is_read_only)
        if self.scene.wants_lesson and (problem := self._errands.send_lesson(self.scene)):
            self.lesson_failed.emit(problem)
        if not self.is_read_only and not self.is_fork and not self.learner.is_busy:
            request = self._idle_learner.request(self.scene)
            if request is not None:
                self._errands.send_anew(request)
