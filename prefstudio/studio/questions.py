"""The pair on screen: who chose it, since when it is shown, and why there is none."""

from __future__ import annotations

import time

from prefstudio.studio.asking import Asking, NoPair, why_none
from prefstudio.studio.desk import Desk
from prefstudio.studio.why_not import why_closed
from prefstudio.study.briefing import Briefing, asked_attribute
from prefstudio.study.comparisons import Outcome
from prefstudio.study.events import TrialShown
from prefstudio.study.look_ahead import Branch
from prefstudio.study.mailbox import Lane
from prefstudio.study.query import Query, trial_of
from prefstudio.study.query_request import QueryFound


class Questions:
    """Asks pairs, each once it is on record that it is asked.

    Attributes
    ----------
    shown_at
        When the pair on screen came, by the monotonic clock.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._shown, self.shown_at = "", time.monotonic()  # the trial on screen, and since when

    def foreseen(self, outcome: Outcome, strength: int | None) -> Branch | None:
        """What was computed ahead for an answer to the pair on screen."""
        ahead, trial = self._desk.scene.look_ahead, self._desk.scene.asking.trial
        if ahead is None or trial is None or ahead.trial_id != trial.trial_id:
            return None
        return ahead.branches.get((outcome, strength))

    def asked_after(self, branch: Branch | None) -> tuple[TrialShown, ...]:
        """The trial that is asked once a foreseen answer is given; none where none is known."""
        if branch is None or branch.query is None:
            return ()
        assert branch.belief.briefing is not None
        attribute = asked_attribute(self._desk.state.study)
        return (trial_of(branch.query, branch.belief.briefing.model, attribute),)

    def follow(self, branch: Branch) -> None:
        """Show the trial that was recorded with a foreseen answer, or that there is none."""
        if branch.query is None:
            self.show(why_none(self._desk.state))
        else:
            self._show_recorded()

    def ask(self, first: int, second: int) -> None:
        """Ask a pair that a person chose, in the place of the one on screen."""
        first, second = sorted((first, second))
        briefing = self._replacing()
        if briefing is not None and bool(briefing.allowed.partners(first)[second]):
            self._desk.errands.ask_by_hand(self._desk.scene, first, second)

    def ask_anew(self) -> None:
        """Ask what the study's criterion would ask by now, in the place of the pair on screen."""
        if self._replacing() is not None:
            self._desk.errands.ask_anew(self._desk.scene)

    def take(self, found: QueryFound) -> None:
        """Ask what was chosen, unless a pair is on screen that nobody wants to replace."""
        if found.query is None:
            self.show(why_none(self._desk.state))
        elif self._desk.state.asked is None or found.replaces:
            self._record(found.query)

    def show(self, no_pair: NoPair | None = None) -> None:
        """Show the pair that is asked in the scene, or why there is none."""
        desk, scene = self._desk, self._desk.scene
        trial, closed = scene.state.asked, why_closed(desk)
        if closed:
            no_pair = NoPair.READ_ONLY if desk.is_read_only else NoPair.LOOKING_BACK
        pair = None if trial is None else desk.items.pair(trial.a, trial.b)
        before = scene.asking
        scene.asking = Asking(trial, pair, no_pair if trial is None else None, closed)
        if scene.moment.is_fleeting and scene.asking == before:
            return  # what is dragged changes the pictures, not the pair
        shown = "" if trial is None else trial.trial_id
        if shown != self._shown:  # a pair that stays on screen is looked at since it came
            self._shown, self.shown_at = shown, time.monotonic()
        desk.news.query_changed.emit(scene.asking)

    def keep(self, before: Asking) -> None:
        """Leave the pair on screen there if it is still asked; any other takes no answer.

        For a study whose facts the panels do not know yet: they know those that `before` was
        shown with.
        """
        desk, scene = self._desk, self._desk.scene
        is_asked = before.trial is not None and before.trial == desk.state.asked
        scene.asking = before if is_asked and not before.closed_reason else Asking()
        if scene.asking is not before:
            desk.news.query_changed.emit(scene.asking)

    def _replacing(self) -> Briefing | None:
        """What is known where another pair may take the place of the one on screen, else None."""
        desk, scene = self._desk, self._desk.scene
        is_awaited = desk.state.asked is None and Lane.QUERY not in scene.failed
        if scene.belief is None or is_awaited or desk.is_read_only or not scene.is_now:
            return None
        return scene.belief.briefing

    def _record(self, query: Query) -> None:
        """Ask a pair, once it is on record that it is asked."""
        desk, scene = self._desk, self._desk.scene
        belief = scene.belief
        assert belief is not None and belief.briefing is not None
        trial = trial_of(query, belief.briefing.model, asked_attribute(desk.state.study))
        if desk.record.append(trial):
            self._show_recorded()
        else:
            desk.errands.forget_query()
            if desk.state.asked is None:
                scene.failed |= {Lane.QUERY}
                self.show(NoPair.NOT_RECORDED)
        desk.tell_status()

    def _show_recorded(self) -> None:
        scene = self._desk.scene
        scene.look_ahead, scene.state = None, self._desk.state
        scene.failed -= {Lane.QUERY}
        self.show()
