"""When a study learns its model by itself: after 10, 20, 40, … answers."""

from __future__ import annotations

import itertools
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace

from prefstudio.study.briefing import which_enter
from prefstudio.study.changes import ChangedBy, SettingsChanged
from prefstudio.study.counting_answers import answers_after
from prefstudio.study.folder import Study
from prefstudio.study.items import Role
from prefstudio.study.records import Recorded, RecordedChange, are_one_step
from prefstudio.study.state import StudyState
from prefstudio.study.words import counted

FIRST = 10  # answers; fewer tell next to nothing of a model
MOST_ITEMS = 1000  # above which learning takes minutes, and waits until somebody wants it

OFF = "Learns only when you press the button."
RANDOM = "Off while random pairs are asked; tick it to learn all the same."
TESTED = "Off while people are tested; tick it to learn all the same."
MANY = f"Off above {MOST_ITEMS:,} items, where it takes minutes; tick it to learn all the same."


def why_off(study: Study) -> str:
    """Why a study does not learn by itself, in one sentence; empty where it does.

    That is as it says, or else where nobody is tested. People are tested where participants are
    named, where trials are there for practice, repeats, checks or prediction, and where several
    people have answered: a model that changes under way would ask them by different rules.
    """
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
class LearnedLast:
    """What learning found last: after how many answers, when, and the sentence."""

    n_answers: int
    at: str
    found: str


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
        How many of them there were when it last learned, be it by itself or by hand, and though
        that was undone; None if never.
    made_from
        How many answers there were for what it learned last of all that is in force, or of all
        where nothing is; None where they are those of `learned_after`.
    is_taken_back
        Whether all that it learned was undone.
    learned
        What it found then; None where no sentence was recorded.
    tried
        When it last learned that nothing is to be changed; None if never.
    why_off
        Why it does not learn by itself, in a sentence.
    """

    is_on: bool = False
    n_answers: int = 0
    n_founding: int = 0
    learned_after: int | None = None
    made_from: int | None = None
    is_taken_back: bool = False
    learned: LearnedLast | None = None
    tried: LearnedLast | None = None
    why_off: str = OFF

    @property
    def due(self) -> int | None:
        """The moment that was reached and not learned at; None when there is none.

        What the study began with was known before: it learns at moments that were reached since.
        """
        reached = moment_after(self.n_answers) // 2
        tried_after = 0 if self.tried is None else self.tried.n_answers
        known = max(self.n_founding, self.learned_after or 0, tried_after)
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
        if not last:
            return f"Learns after {following:,}."
        following_word = "next" if following > (self._made_from or 0) else "again"
        return f"{last}; {following_word} after {following:,}."

    @property
    def last(self) -> LearnedLast | None:
        """What was found when it last learned; None when that is not known or was undone."""
        last = self._tried_since or (None if self.is_taken_back else self.learned)
        return last if last is not None and last.found else None

    @property
    def _tried_since(self) -> LearnedLast | None:
        """What it tried last, if that changed nothing; None if it has learned since."""
        tried, learned_after = self.tried, self.learned_after or 0
        if tried is None or not learned_after <= tried.n_answers <= self.n_answers:
            return None
        if tried.n_answers == learned_after and not self._is_learned_before(tried):
            return None
        return tried

    def _is_learned_before(self, tried: LearnedLast) -> bool:
        """Whether what was learned from the same answers counts, and was known when it tried."""
        learned = self.learned
        return learned is not None and not self.is_taken_back and learned.at <= tried.at

    @property
    def _last(self) -> str:
        """When it last learned, and what came of it; empty when it never has."""
        if self._tried_since is not None:
            return f"Nothing new after {counted(self._tried_since.n_answers, 'answer')}"
        made_from = self._made_from
        if made_from is None or (self.is_taken_back and made_from > self.n_answers):
            return ""  # never, or what it was made from went with it
        undone = ", undone" if self.is_taken_back else ""
        return f"Learned after {counted(made_from, 'answer')}{undone}"

    @property
    def _made_from(self) -> int | None:
        return self.learned_after if self.made_from is None else self.made_from


def learning_plan(state: StudyState) -> LearningPlan:
    """When a study learns, from its events alone."""
    study, said = state.study, state.answers
    enters = which_enter(study, study.comparisons)
    n_founding = sum(row.count for row in itertools.compress(study.comparisons, enters))
    counts = which_enter(study, (answer.comparison for answer in said))
    seqs = [answer.seq for answer in itertools.compress(said, counts)]
    off = why_off(study)
    plan = LearningPlan(not off, n_founding + len(seqs), n_founding, why_off=off or OFF)
    learned = list(filter(_is_learned, reversed(state.changes)))
    if not learned:
        return plan
    in_force = next((each for each in learned if each.event_id not in state.undone), None)
    told = in_force or _latest_undone(state, learned, len(seqs))
    found = _found_with(state, told)
    made_from = n_founding + _n_answers_then(state, told.seq)
    learned_after = n_founding + bisect_left(seqs, learned[0].seq)
    return replace(
        plan,
        learned_after=learned_after,
        made_from=None if made_from == learned_after else made_from,
        is_taken_back=in_force is None,
        learned=LearnedLast(made_from, told.at, found) if found else None,
    )


def _is_learned(change: RecordedChange) -> bool:
    body = change.body
    return isinstance(body, SettingsChanged) and body.by is ChangedBy.LEARNED


def _latest_undone(
    state: StudyState, learned: Sequence[RecordedChange], n_said: int
) -> RecordedChange:
    """The latest of changes that were undone, unless the answers it was made from went as well."""
    left = (each for each in learned if _n_answers_then(state, each.seq) <= n_said)
    return next(left, learned[0])


def _found_with(state: StudyState, learned: RecordedChange) -> str:
    """What was found when a change was learned; empty where that was not recorded."""
    step = (each.body for each in state.changes if are_one_step(each, learned))
    told = (body.found for body in step if isinstance(body, SettingsChanged))
    return next(filter(None, told), "")


def _n_answers_then(state: StudyState, seq: int) -> int:
    """How many answers counted at an event, though some were undone or removed since."""
    recorded = [each for each in state.recorded if _counted_then(state, each, seq)]
    changes = [each for each in state.changes if _counted_then(state, each, seq)]
    said = answers_after(recorded, changes, state.study).answers
    return sum(which_enter(state.study, (answer.comparison for answer in said)))


def _counted_then(state: StudyState, record: Recorded, seq: int) -> bool:
    return record.seq < seq < state.undone.get(record.event_id, seq + 1)
