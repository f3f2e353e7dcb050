"""When a study learns its model by itself: after 10, 20, 40, … answers."""

from __future__ import annotations

import itertools
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, replace

from prefstudio.study.briefing import which_enter
from prefstudio.study.changes import ChangedBy, SettingsChanged
from prefstudio.study.folder import Study
from prefstudio.study.items import Role
from prefstudio.study.records import RecordedChange
from prefstudio.study.state import StudyState
from prefstudio.study.words import counted

FIRST = 10  # answers; fewer tell next to nothing of a model
MOST_ITEMS = 1000  # above which learning takes minutes, and waits until somebody wants it

OFF = "Learns only when you press the button."
RANDOM = "Off while random pairs are asked; tick it to learn all the same."
TESTED = "Off while people are tested; tick it to learn all the same."
MANY = f"Off above {MOST_ITEMS:,} items, where it takes minutes; tick it to learn all the same."


def learns_while_asking(study: Study) -> bool:
    """Whether a study learns by itself: as it says, or else where nobody is tested.

    People are tested where participants are named, where trials are there for practice, repeats,
    checks or prediction, and where several people have answered: a model that changes under way
    would ask them by different rules.
    """
    return not why_off(study)


def why_off(study: Study) -> str:
    """Why a study does not learn by itself, in one sentence; empty where it does."""
    said = study.settings.model.learn_while_asking
    if said is not None:
        return "" if said else OFF
    schedule = study.settings.schedule
    people = {row.participant for row in study.comparisons} - {""}
    is_test = any((schedule.training, schedule.repeats, schedule.catch))
    if is_test or study.participants or len(people) > 1:
        return TESTED
    if schedule.holdout:
        return RANDOM
    n_items = sum(item.role is Role.ITEM for item in study.items)
    return MANY if n_items > MOST_ITEMS else ""


def moment_after(n_answers: int) -> int:
    """The first moment of learning that so many answers have not reached."""
    moment = FIRST
    while moment <= n_answers:
        moment *= 2
    return moment


@dataclass(frozen=True, slots=True)
class LearningPlan:
    """When a study last learned and when it will next.

    Attributes
    ----------
    is_on
        Whether it learns by itself.
    n_answers, n_founding
        Answers that count, and how many of them the study began with.
    learned_after
        How many there were when it last learned, be it by itself or by hand; None if never.
    is_taken_back
        Whether what it learned then was undone.
    tried_after
        How many there were when it last learned that nothing is to be changed; 0 if never.
    why_off
        Why it does not learn by itself, in a sentence.
    """

    is_on: bool = False
    n_answers: int = 0
    n_founding: int = 0
    learned_after: int | None = None
    is_taken_back: bool = False
    tried_after: int = 0
    why_off: str = OFF

    @property
    def due(self) -> int | None:
        """The moment that was reached and not learned at; None when there is none.

        What the study began with was known before: it learns at moments that were reached since.
        """
        reached = moment_after(self.n_answers) // 2
        known = max(self.n_founding, self.learned_after or 0, self.tried_after)
        is_due = self.is_on and reached >= FIRST and reached > known
        return reached if is_due else None

    @property
    def words(self) -> str:
        """One quiet line for the model's panel."""
        last = self._last
        if not self.is_on:
            return f"{last}. {self.why_off}" if last else self.why_off
        if self.due is not None:
            return f"{last}; learns again when idle." if last else "Learns when idle."
        following = moment_after(self.n_answers)
        return f"{last}; next after {following:,}." if last else f"Learns after {following:,}."

    @property
    def _last(self) -> str:
        """When it last learned, and what came of it; empty when it never has."""
        after = self.learned_after or 0
        if after < self.tried_after <= self.n_answers:
            return f"Nothing new after {counted(self.tried_after, 'answer')}"
        if self.learned_after is None:
            return ""
        undone = ", undone" if self.is_taken_back else ""
        return f"Learned after {counted(after, 'answer')}{undone}"


def learning_plan(state: StudyState) -> LearningPlan:
    """When a study learns, from its events alone."""
    study, said = state.study, state.answers
    enters = which_enter(study, study.comparisons)
    n_founding = sum(row.count for row in itertools.compress(study.comparisons, enters))
    counts = which_enter(study, (answer.comparison for answer in said))
    seqs = [answer.seq for answer in itertools.compress(said, counts)]
    off = why_off(study)
    plan = LearningPlan(not off, n_founding + len(seqs), n_founding, why_off=off or OFF)
    last = next(_learned(state), None)
    if last is None:
        return plan
    after = n_founding + bisect_left(seqs, last.seq)
    return replace(plan, learned_after=after, is_taken_back=last.event_id in state.undone)


def _learned(state: StudyState) -> Iterator[RecordedChange]:
    """Every change that was learned, the latest first, be it taken back or not."""
    for change in reversed(state.changes):
        body = change.body
        if isinstance(body, SettingsChanged) and body.by is ChangedBy.LEARNED:
            yield change
