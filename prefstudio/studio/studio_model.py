"""The study on screen: its state, the latest results, and who is asked for more."""

from __future__ import annotations

import time

from PySide6.QtCore import QObject, Signal

from prefstudio.engine.posterior import Posterior
from prefstudio.studio.asking import NO_PAIR_WITHOUT, Asking, NoPair
from prefstudio.studio.outbox import Outbox
from prefstudio.studio.problem import RequestFailed
from prefstudio.studio.record import Opened, Record
from prefstudio.studio.status import Status, status_of
from prefstudio.study.beliefs import Belief, BeliefShelf
from prefstudio.study.briefing import Briefing, briefing_of
from prefstudio.study.comparisons import Outcome
from prefstudio.study.events import Answered, Event, Policy, TrialShown, Undone
from prefstudio.study.look_ahead import Branch, LookAhead, LookAheadRequest
from prefstudio.study.mailbox import Lane, Mailbox
from prefstudio.study.model import ResolvedModel, resolve
from prefstudio.study.query import Query, trial_of
from prefstudio.study.requests import (
    Matrices,
    MatrixKind,
    PolishFound,
    PolishRequest,
    PosteriorFound,
    PosteriorRequest,
    QueryFound,
    QueryRequest,
    ViewRequest,
)
from prefstudio.study.state import StudyState


class StudioModel(QObject):
    """Keeps the state and the latest snapshots; the only sender of requests.

    What is missing is asked for in one place, `_request_missing`, after every change; the
    mailbox puts it in order. Results and failures of earlier revisions are dropped.
    """

    posterior_changed = Signal(object)  # Posterior
    query_changed = Signal(object)  # Asking
    matrices_changed = Signal(object)  # Matrices
    status_changed = Signal(object)  # Status
    problem_found = Signal(object)  # Problem

    def __init__(self, opened: Opened, mailbox: Mailbox, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.record = Record(opened, self)
        self.record.problem_found.connect(self.problem_found)
        self.resolved: ResolvedModel = resolve(self.state.study)
        self.posterior: Posterior | None = None
        self.matrices: Matrices | None = None
        self.asking = Asking()
        self._outbox = Outbox(mailbox)
        self._shelf = BeliefShelf()
        self._belief: Belief | None = None
        self._briefing: Briefing = briefing_of(self.resolved, self.state)
        self._look_ahead: LookAhead | None = None
        self._visible: frozenset[MatrixKind] = frozenset()
        self._last_exact: Posterior | None = None
        self._shown_at = time.monotonic()
        self._failed: frozenset[Lane] = frozenset()  # at the belief's revision
        self._is_closed = False

    @property
    def state(self) -> StudyState:
        """The study after all events."""
        return self.record.state

    @property
    def events(self) -> list[Event]:
        """All events in the order of their recording."""
        return self.record.events

    @property
    def is_read_only(self) -> bool:
        """Whether nothing can be recorded."""
        return bool(self.record.read_only_reason)

    @property
    def status(self) -> Status:
        """What the status bar says now."""
        study = (self.state, self.resolved, self._belief, self._failed)
        return status_of(*study, is_read_only=self.is_read_only)

    def start(self) -> None:
        """Ask for the first posterior."""
        self._enter_belief(self._shelf.at_hand(self.state))

    def close(self) -> None:
        """Let go of the study's file; what the engine thread still sends is dropped."""
        self._is_closed = True
        self.record.close()

    def answer(self, outcome: Outcome) -> None:
        """Record what was answered to the pair on screen; without one nothing happens."""
        trial = self.state.asked
        if trial is None or self.is_read_only:
            return
        elapsed = 1000.0 * (time.monotonic() - self._shown_at)
        branch = self._branch_for(trial, outcome)
        said = Answered(trial.trial_id, trial.a, trial.b, outcome, rt_ms=elapsed)
        if not self.record.append(said):
            return
        if branch is not None and branch.revision == self.state.belief_revision:
            self._enter_belief(Belief(branch.posterior, branch.exact), branch)
        else:
            self._enter_belief(None)

    def undo(self) -> None:
        """Take the latest answer back; the same pair returns."""
        last = self.state.undoable
        if last is None or self.is_read_only:
            return
        if self.record.append(Undone(last.event_id)):
            self._enter_belief(self._shelf.at_hand(self.state))

    def ask(self, first: int, second: int) -> None:
        """Ask a pair that a person chose, in the place of the one on screen."""
        first, second = sorted((first, second))
        is_allowed = bool(self._briefing.allowed.partners(first)[second])
        is_awaited = self.state.asked is None and Lane.QUERY not in self._failed
        if self._belief is None or is_awaited or not is_allowed or self.is_read_only:
            return
        request = QueryRequest(self._briefing, self._belief.posterior, (first, second))
        self._outbox.send(request, (first, second, self.state.revision))

    def show_matrices(self, kinds: frozenset[MatrixKind]) -> None:
        """Keep these matrices up to date, and no others: the ones whose panels are visible."""
        self._visible = kinds
        self._request_missing()

    def take_result(self, result: object) -> None:
        """Keep what the engine thread found, unless it speaks of an earlier revision."""
        is_stale = getattr(result, "revision", None) != self.state.belief_revision
        if is_stale or self._is_closed:
            return
        match result:
            case PosteriorFound():
                self._keep_belief(Belief(result.posterior))
            case PolishFound() if self._belief is not None:
                self._keep_belief(Belief(self._belief.posterior, result.posterior))
            case QueryFound():
                self._take_query(result.query)
            case LookAhead():
                self._look_ahead = result
            case Matrices() if self._belief is not None:
                if result.posterior is self._belief.best:
                    self.matrices = result
                    self.matrices_changed.emit(result)
        self._request_missing()

    def take_failure(self, failure: RequestFailed) -> None:
        """Note what could not be computed, if it is waited for; it is not asked for again."""
        # A look-ahead speaks of answers that nobody gave; without it the next one is a miss.
        is_stale = failure.revision != self.state.belief_revision
        if is_stale or self._is_closed or failure.lane is Lane.LOOK_AHEAD:
            return
        if failure.lane is not Lane.QUERY or self.state.asked is None:
            self._failed |= {failure.lane}
        if self.asking.is_awaited and failure.lane in NO_PAIR_WITHOUT:
            self._show_asking(NO_PAIR_WITHOUT[failure.lane])
        self.status_changed.emit(self.status)
        self.problem_found.emit(failure.problem)

    def _branch_for(self, trial: TrialShown, outcome: Outcome) -> Branch | None:
        ahead = self._look_ahead
        if ahead is None or ahead.trial_id != trial.trial_id:
            return None
        return ahead.branches.get(outcome)

    def _enter_belief(self, belief: Belief | None, branch: Branch | None = None) -> None:
        """Go on from the state as it is now, with what is already known of it."""
        self._briefing = briefing_of(self.resolved, self.state)
        self._belief, self._look_ahead, self._failed = None, None, frozenset()
        if belief is not None:
            self._keep_belief(belief)
        if branch is not None:
            self._take_query(branch.query)
        else:
            self._show_asking()
        self.status_changed.emit(self.status)
        self._request_missing()

    def _keep_belief(self, belief: Belief) -> None:
        self._belief = belief
        self._shelf.keep(self.state, belief)
        self._last_exact = belief.exact or self._last_exact
        if self.posterior is not belief.best:
            self.posterior = belief.best
            self.posterior_changed.emit(belief.best)
        self.status_changed.emit(self.status)

    def _take_query(self, query: Query | None) -> None:
        if query is None:
            self._show_asking(NoPair.EXHAUSTED)
        elif self.state.asked is None or query.policy is Policy.BY_HAND:
            self._show_query(query)

    def _show_query(self, query: Query) -> None:
        """Ask a pair, once it is on record that it is asked."""
        if self.record.append(trial_of(query, self.resolved)):
            self._look_ahead = None
            self._show_asking()
            self._failed -= {Lane.QUERY}
        else:
            self._outbox.forget(Lane.QUERY)  # the same pair may be chosen again
            if self.state.asked is None:
                self._failed |= {Lane.QUERY}
                self._show_asking(NoPair.NOT_RECORDED)
        self.status_changed.emit(self.status)

    def _show_asking(self, no_pair: NoPair | None = None) -> None:
        trial, pair = self.state.asked, None
        if self.is_read_only:
            no_pair = NoPair.READ_ONLY
        if trial is not None:
            pair = (self.resolved.position(trial.a), self.resolved.position(trial.b))
        self.asking = Asking(trial, pair, no_pair if trial is None else None)
        self._shown_at = time.monotonic()
        self.query_changed.emit(self.asking)

    def _request_missing(self) -> None:
        """Ask for whatever is not known yet; the mailbox knows what is urgent."""
        belief, revision = self._belief, self.state.belief_revision
        if belief is None:
            start = self._shelf.before_last(self.state)
            before = None if start is None else start.posterior
            self._outbox.send(PosteriorRequest(self._briefing, before), revision)
            return
        is_exact = belief.exact is not None
        if self.asking.is_awaited:
            self._outbox.send(QueryRequest(self._briefing, belief.posterior), revision)
        if self._visible:
            view = ViewRequest(self._briefing, belief.best, self._visible)
            self._outbox.send(view, (revision, is_exact, self._visible))
        if self.asking.trial is not None and not self.is_read_only:
            ahead = self._look_ahead_request(self.asking.trial, belief)
            self._outbox.send(ahead, (self.state.revision, is_exact))
        if not is_exact and self.resolved.inference != "incremental":
            self._outbox.send(PolishRequest(self._briefing, self._last_exact), revision)

    def _look_ahead_request(self, trial: TrialShown, belief: Belief) -> LookAheadRequest:
        outcomes = (Outcome.A, Outcome.B)
        return LookAheadRequest(
            self.resolved, self.state, trial, outcomes, belief.posterior, belief.exact
        )
