"""What is known of a study at one moment: facts, answers, and what undo and redo would do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from prefstudio.study.changed_study import StudyAfter
from prefstudio.study.comparisons import Comparison, Outcome
from prefstudio.study.events import TrialShown
from prefstudio.study.folder import Study
from prefstudio.study.records import (
    Recorded,
    RecordedAnswer,
    RecordedChange,
    Seated,
    Skipped,
    TakenBack,
    are_one_step,
)
from prefstudio.study.sittings import Sitting


@dataclass(frozen=True, slots=True, eq=False)
class RecordedStudy:
    """A study after some events: what is known of it, and what undo and redo would do.

    Attributes
    ----------
    study
        The facts as they are now: the founding ones and all changes to items, features, links,
        participants and settings. Its comparisons are the founding ones alone.
    revision
        Number of the last event folded in; 0 before the first.
    belief_revision
        Number of the last event that changed what is believed or what may be asked. Showing a
        trial does neither, so whatever was computed for the belief stays good.
    answers
        Answers that count, skips among them, in the order of their recording.
    taken_back
        What was undone and may be redone, the next one last.
    shown, shown_at
        The trial that was shown last and not yet answered, and when.
    refused
        Ties that the study allows no more: not learned from, but their pairs are answered.
    original
        The facts the study was made with; None while they are those of `study`.
    recorded, changes, undone
        All answers and changes there ever were, and those that were taken back, by their ids,
        with the number of the event that did it.
    excluded_items
        Why an item is not to be asked, by its id.
    sittings
        Who sat down to it, and when.
    seated, batch
        All pairs that were ever asked at several seats, in the order of their showing, and the id
        that those of them share which are asked there now; empty when none are.
    sat_down
        Number of the event with which the present sitting began; 0 before the first.
    skipped
        Events without effect, such as those of a kind that this version does not know.
    unmade, unfit
        Changes that cannot be made, and answers that the study as it is now cannot take.
    told
        How `study` follows from the changes, from which it is told quickly after others; None
        before the first.
    """

    study: Study
    revision: int = 0
    belief_revision: int = 0
    answers: tuple[RecordedAnswer, ...] = ()
    taken_back: tuple[TakenBack, ...] = ()
    shown: TrialShown | None = None
    shown_at: str = ""
    refused: tuple[Comparison, ...] = ()
    original: Study | None = None
    recorded: tuple[RecordedAnswer, ...] = ()
    changes: tuple[RecordedChange, ...] = ()
    undone: Mapping[str, int] = field(default_factory=dict)
    excluded_items: Mapping[str, str] = field(default_factory=dict)
    sittings: tuple[Sitting, ...] = ()
    seated: tuple[Seated, ...] = ()
    batch: str = ""
    sat_down: int = 0
    skipped: tuple[Skipped, ...] = ()
    unmade: tuple[Skipped, ...] = ()
    unfit: tuple[Skipped, ...] = ()
    told: StudyAfter | None = None
    # Of this very state, once it was counted; one that follows counts what is new, if anything.
    _counted: list[int] = field(default_factory=list, init=False, repr=False)

    @property
    def founding(self) -> Study:
        """The facts the study was made with."""
        return self.study if self.original is None else self.original

    @property
    def asked(self) -> TrialShown | None:
        """The trial on screen; None when the next is to be chosen, its items excluded or gone."""
        trial = self.shown
        if trial is None or not all(self._may_ask(each) for each in (trial.a, trial.b)):
            return None
        return trial

    @property
    def comparisons(self) -> tuple[Comparison, ...]:
        """All comparisons that count: the founding ones, then those of the events."""
        return (*self.study.comparisons, *[answer.comparison for answer in self.answers])

    @property
    def n_answers(self) -> int:
        """How many answers there are, the founding ones included; a skip is none."""
        if not self._counted:
            self._counted.append(count_answers(self.comparisons))
        return self._counted[0]

    @property
    def last_change(self) -> Recorded | None:
        """The latest answer or change of any kind that counts: what undo takes back."""
        records: tuple[Iterable[Recorded], ...] = (reversed(self.recorded), reversed(self.changes))
        counting = (
            next((each for each in kind if each.event_id not in self.undone), None)
            for kind in records
        )
        return max((each for each in counting if each is not None), key=_by_seq, default=None)

    @property
    def last_step(self) -> tuple[Recorded, ...]:
        """All that undo takes back: the latest, and what was changed in one go with it."""
        last = self.last_change
        if last is None:
            return ()
        counting = (each for each in reversed(self.changes) if each.event_id not in self.undone)
        return tuple(each for each in counting if are_one_step(each, last)) or (last,)

    @property
    def next_redo(self) -> Recorded | None:
        """The answer or change of any kind that redo brings back."""
        return self.taken_back[-1].answer if self.taken_back else None

    @property
    def redo_step(self) -> tuple[Recorded, ...]:
        """All that redo brings back: the next, and what was changed in one go with it."""
        following = self.next_redo
        if following is None:
            return ()
        back = [each.answer for each in reversed(self.taken_back)]
        return tuple(each for each in back if are_one_step(each, following))

    @property
    def history(self) -> tuple[RecordedAnswer, ...]:
        """Every answer there ever was, as it reads now; one that does not count is marked undone.

        `unfit` tells which of those were not taken back, but do not fit the study as it is now.
        """
        counting = {answer.event_id: answer for answer in self.answers}
        return tuple(counting.get(each.event_id) or _marked(each) for each in self.recorded)

    @property
    def problems(self) -> tuple[Skipped, ...]:
        """All events that have no effect, and why, in the order of their recording."""
        return tuple(sorted((*self.skipped, *self.unmade, *self.unfit), key=_by_seq))

    def as_study(self) -> Study:
        """Return the facts as they are now with all answers that count among them."""
        return replace(self.study, comparisons=self.comparisons)

    def closed_pairs(
        self, ask_again: bool, participant: str | None = None, attribute: str | None = None
    ) -> frozenset[tuple[str, str]]:
        """Pairs of ids that may not be asked: answered ones, unless again, and skipped ones.

        A skip counts in its own sitting only.

        Parameters
        ----------
        ask_again
            Whether an answered pair may be asked again.
        participant, attribute
            By whom and on what; None is by anyone and on anything.
        """
        skipped = self.skipped_pairs(participant, attribute)
        return skipped if ask_again else skipped | self.answered_pairs(participant, attribute)

    def answered_pairs(
        self, participant: str | None = None, attribute: str | None = None
    ) -> frozenset[tuple[str, str]]:
        """Pairs of ids that were answered, also by what is not learned from."""
        said = (*self.comparisons, *self.refused)
        return _pairs_of(filter(_answers_its_pair, said), participant, attribute)

    def skipped_pairs(
        self, participant: str | None = None, attribute: str | None = None
    ) -> frozenset[tuple[str, str]]:
        """Pairs of ids that were skipped in the present sitting."""
        here = (answer.comparison for answer in self.answers if answer.seq > self.sat_down)
        return _pairs_of(filter(_is_skip, here), participant, attribute)

    def _may_ask(self, item_id: str) -> bool:
        return item_id in self.study.items and item_id not in self.excluded_items


def count_answers(comparisons: Iterable[Comparison]) -> int:
    """How many answers they are; a skip is none."""
    return sum(each.count for each in comparisons if each.answers_its_pair)


def _marked(answer: RecordedAnswer) -> RecordedAnswer:
    return replace(answer, comparison=replace(answer.comparison, undone=True))


def _pairs_of(
    said: Iterable[Comparison], participant: str | None, attribute: str | None
) -> frozenset[tuple[str, str]]:
    return frozenset(
        (each.a, each.b)
        for each in said
        if participant in (None, each.participant) and attribute in (None, each.attribute)
    )


def _answers_its_pair(comparison: Comparison) -> bool:
    return comparison.answers_its_pair


def _is_skip(comparison: Comparison) -> bool:
    return comparison.outcome in (Outcome.SKIP, Outcome.TIMEOUT)


def _by_seq(entry: Recorded | Skipped) -> int:
    return entry.seq
