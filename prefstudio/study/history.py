"""Everything a person said and changed in a study, one entry each, in words."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Literal

from prefstudio.study.change_words import (
    Names,
    change_in_words,
    comparison_in_words,
    items_in_change,
)
from prefstudio.study.changes import AnswerChanged, Change, SettingsChanged
from prefstudio.study.comparisons import Comparison, Outcome
from prefstudio.study.counting_answers import changes_by_answer, readings_of
from prefstudio.study.recorded_study import count_answers
from prefstudio.study.records import Recorded, RecordedAnswer
from prefstudio.study.state import StudyState

EntryKind = Literal["answer", "change"]
TURNED = {Outcome.A: Outcome.B, Outcome.B: Outcome.A}


@dataclass(frozen=True, slots=True)
class Reading:
    """How an answer read from some event on.

    Attributes
    ----------
    since
        Number of that event.
    words, names, is_flipped
        As an entry has them.
    """

    since: int
    words: str
    names: tuple[str, ...]
    is_flipped: bool


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One answer or one change, as it reads now.

    Attributes
    ----------
    revision
        Number of its event; 0 for the answers that the study was founded with.
    event_id
        Id of its event; empty for a founding answer, which nothing can change.
    n_answers
        Answers that count up to and with this one; a skip, an undone answer and a change are
        none.
    words
        What was said or changed, such as "Matrix ≻ Stereo".
    is_undone
        Whether it does not count: undone, removed, or nothing that the study can take.
    can_flip
        Whether it may be turned round: it prefers one item and counts.
    changed_id
        Id of the answer that a change flipped or removed; empty for anything else.
    names
        The names of items that stand in the words, in their order.
    is_flipped
        Whether it prefers the other item than when it was given.
    is_otherwise_now
        Whether it reads otherwise now than at the moment it is told of.
    readings
        How an answer that was changed read before, as it was given first; empty for others.
    """

    revision: int
    event_id: str
    n_answers: int
    words: str
    kind: EntryKind
    is_undone: bool
    can_flip: bool
    changed_id: str = ""
    names: tuple[str, ...] = ()
    is_flipped: bool = False
    is_otherwise_now: bool = False
    readings: tuple[Reading, ...] = ()

    def as_at(self, revision: int) -> HistoryEntry:
        """The entry as it read after so many events; whether it counts is told as of now."""
        place = bisect_right(self.readings, revision, key=attrgetter("since")) - 1
        if place < 0:
            return self
        then = self.readings[place]
        return replace(
            self,
            words=then.words,
            names=then.names,
            is_flipped=then.is_flipped,
            is_otherwise_now=then.words != self.words,
        )

    @property
    def can_remove(self) -> bool:
        """Whether it may be removed: an answer on record that counts."""
        return self.kind == "answer" and bool(self.event_id) and not self.is_undone


def history_entries(state: StudyState) -> tuple[HistoryEntry, ...]:
    """Every answer and change there ever was, in the order of their recording."""
    names = state.study.items.names
    entries = list(_founding_entries(state, names))
    n_answers = entries[-1].n_answers if entries else 0
    records: list[Recorded] = [*state.history, *state.changes]
    unmade = {problem.seq for problem in state.unmade}
    answers = {each.event_id: each.comparison for each in state.recorded}
    readings = _readings(state, names)
    for record in sorted(records, key=attrgetter("seq")):
        if isinstance(record, RecordedAnswer):
            comparison = record.comparison
            n_answers += comparison.answers_its_pair
            entry = _answer_entry(names, comparison, n_answers, record.seq, record.event_id)
            is_flipped = comparison.outcome is TURNED.get(record.body.outcome)
            read = readings.get(record.event_id, ())
            entry = replace(entry, is_flipped=is_flipped, readings=read)
        else:
            words = _change_words(record.body, names, answers)
            is_undone = record.event_id in state.undone or record.seq in unmade
            body = record.body
            said = items_in_change(body, answers)
            entry = HistoryEntry(
                record.seq,
                record.event_id,
                n_answers,
                words,
                "change",
                is_undone,
                can_flip=False,
                changed_id=body.event_id if isinstance(body, AnswerChanged) else "",
                names=_in_order(words, names, said),
            )
        entries.append(entry)
    return tuple(entries)


def answer_number(state: StudyState, event_id: str) -> int | None:
    """Answers that count up to and with one, as its entry tells; None where there is no such."""
    answer = next((each for each in state.recorded if each.event_id == event_id), None)
    if answer is None:
        return None
    said = (each.comparison for each in state.answers if each.seq <= answer.seq)
    n_founding = count_answers(state.study.comparisons)
    return n_founding + sum(comparison.answers_its_pair for comparison in said)


def _readings(state: StudyState, names: Names) -> dict[str, tuple[Reading, ...]]:
    """How the answers that were changed read over time, by the ids of their events."""
    changes = changes_by_answer(state.changes)
    return {
        answer.event_id: tuple(
            _reading(since, comparison, answer, names)
            for since, comparison in readings_of(answer, changes[answer.event_id], state.undone)
        )
        for answer in state.recorded
        if answer.event_id in changes
    }


def _reading(since: int, comparison: Comparison, answer: RecordedAnswer, names: Names) -> Reading:
    words = comparison_in_words(comparison, names)
    in_order = _in_order(words, names, (comparison.a, comparison.b))
    return Reading(since, words, in_order, comparison.outcome is TURNED.get(answer.body.outcome))


def _change_words(change: Change, names: Names, answers: Mapping[str, Comparison]) -> str:
    """What a change did, and what learning found with it."""
    words = change_in_words(change, names, answers)
    found = change.found if isinstance(change, SettingsChanged) else ""
    return f"{words}: {found}" if found else words


def _founding_entries(state: StudyState, names: Names) -> Iterator[HistoryEntry]:
    n_answers = 0
    for comparison in state.study.comparisons:
        if comparison.answers_its_pair:
            n_answers += comparison.count
        yield _answer_entry(names, comparison, n_answers)


def _answer_entry(
    names: Names, comparison: Comparison, n_answers: int, revision: int = 0, event_id: str = ""
) -> HistoryEntry:
    says_which = comparison.outcome in (Outcome.A, Outcome.B)
    words = comparison_in_words(comparison, names)
    return HistoryEntry(
        revision,
        event_id,
        n_answers,
        words,
        "answer",
        comparison.undone,
        can_flip=says_which and bool(event_id) and not comparison.undone,
        names=_in_order(words, names, (comparison.a, comparison.b)),
    )


def _in_order(words: str, names: Names, item_ids: tuple[str, ...]) -> tuple[str, ...]:
    """What items are called, in the order in which the words have them."""
    called = {names.get(item_id, item_id) for item_id in item_ids}
    # Of two that begin alike the longer one stands there first, else it would be found later.
    in_order = sorted(called, key=lambda name: (words.find(name), -len(name)))
    return tuple(name for name in in_order if name in words)
