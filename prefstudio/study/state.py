"""The study at one moment: its founding facts and the fold of all events up to a revision."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass, replace

from prefstudio.study.comparisons import Comparison, Outcome, Phase
from prefstudio.study.events import Answered, Event, Redone, TrialShown, Undone
from prefstudio.study.folder import Study


@dataclass(frozen=True, slots=True)
class RecordedAnswer:
    """An answer on record.

    Attributes
    ----------
    seq
        Number of its event; answers count in the order of their recording.
    trial
        The showing it answers, which comes back when the answer is undone.
    """

    seq: int
    event_id: str
    trial: TrialShown
    comparison: Comparison


@dataclass(frozen=True, slots=True)
class TakenBack:
    """An undone answer, and the trial that was on screen when it was undone."""

    answer: RecordedAnswer
    asked: TrialShown | None


@dataclass(frozen=True, slots=True, eq=False)
class StudyState:
    """A study after some events; a value, followed by another one with every event.

    Attributes
    ----------
    study
        The founding facts.
    revision
        Number of the last event folded in; 0 before the first.
    belief_revision
        Number of the last event that changed what is believed or what may be asked. Showing a
        trial does neither, so whatever was computed for the belief stays good.
    answers
        Answers that count, skips among them, in the order of their recording.
    taken_back
        Undone answers that may be redone, the next one last.
    asked
        The trial on screen, or None when the next one is still to be chosen.
    """

    study: Study
    revision: int = 0
    belief_revision: int = 0
    answers: tuple[RecordedAnswer, ...] = ()
    taken_back: tuple[TakenBack, ...] = ()
    asked: TrialShown | None = None

    @property
    def comparisons(self) -> tuple[Comparison, ...]:
        """All comparisons that count: the founding ones, then those of the events."""
        return (*self.study.comparisons, *(answer.comparison for answer in self.answers))

    @property
    def n_answers(self) -> int:
        """How many answers there are, the founding ones included; a skip is none."""
        return sum(each.count for each in self.comparisons if each.answers_its_pair)

    @property
    def undoable(self) -> RecordedAnswer | None:
        """The answer that undo takes back."""
        return self.answers[-1] if self.answers else None

    @property
    def redoable(self) -> RecordedAnswer | None:
        """The answer that redo brings back."""
        return self.taken_back[-1].answer if self.taken_back else None

    def closed_pairs(self, ask_again: bool) -> frozenset[tuple[str, str]]:
        """Pairs of ids that may not be asked: answered ones, unless again, and skipped ones."""
        answered = () if ask_again else filter(_answers_its_pair, self.comparisons)
        skipped = (answer.comparison for answer in self.answers if _is_skip(answer.comparison))
        return frozenset((each.a, each.b) for each in itertools.chain(answered, skipped))

    def with_event(self, event: Event) -> StudyState:
        """The study after one more event."""
        seq = self.revision + 1
        match event.body:
            case TrialShown():
                after = replace(self, asked=event.body)
            case Answered():
                after = self._with_answer(seq, event, event.body)
            case Undone():
                after = self._without_answer(seq, event.body.event_id)
            case Redone():
                after = self._with_answer_again(seq, event.body.event_id)
        return replace(after, revision=seq)

    def _with_answer(self, seq: int, event: Event, body: Answered) -> StudyState:
        trial = self.asked
        if trial is None or trial.trial_id != body.trial_id:
            trial = TrialShown(body.trial_id, body.a, body.b)
        answer = RecordedAnswer(seq, event.event_id, trial, _comparison(event, body, trial.phase))
        return replace(
            self,
            belief_revision=seq,
            answers=(*self.answers, answer),
            taken_back=(),
            asked=None,
        )

    def _without_answer(self, seq: int, event_id: str) -> StudyState:
        undone = next((each for each in self.answers if each.event_id == event_id), None)
        if undone is None:
            return self
        return replace(
            self,
            belief_revision=seq,
            answers=tuple(each for each in self.answers if each is not undone),
            taken_back=(*self.taken_back, TakenBack(undone, self.asked)),
            asked=undone.trial,
        )

    def _with_answer_again(self, seq: int, event_id: str) -> StudyState:
        redone = next((b for b in self.taken_back if b.answer.event_id == event_id), None)
        if redone is None:
            return self
        answers = sorted((*self.answers, redone.answer), key=_by_seq)
        return replace(
            self,
            belief_revision=seq,
            answers=tuple(answers),
            taken_back=tuple(each for each in self.taken_back if each is not redone),
            asked=redone.asked,
        )


def fold(study: Study, events: Iterable[Event], revision: int | None = None) -> StudyState:
    """The study after its first `revision` events, or after all of them."""
    state = StudyState(study)
    for event in itertools.islice(events, revision):
        state = state.with_event(event)
    return state


def _comparison(event: Event, body: Answered, phase: Phase) -> Comparison:
    return Comparison(
        body.a,
        body.b,
        body.outcome,
        strength=body.strength,
        participant=event.participant,
        session=event.session,
        phase=phase,
    )


def _answers_its_pair(comparison: Comparison) -> bool:
    return comparison.answers_its_pair


def _is_skip(comparison: Comparison) -> bool:
    return comparison.outcome in (Outcome.SKIP, Outcome.TIMEOUT)


def _by_seq(answer: RecordedAnswer) -> int:
    return answer.seq
