"""One event after the other: what each does to what is remembered of a study."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import assert_never

from prefstudio.study.changes import (
    AnswerChanged,
    Change,
    ItemAdded,
    ItemChanged,
    ItemExcluded,
    LinkAdded,
    LinkRemoved,
    Note,
    PairQueued,
    ParticipantAdded,
    ParticipantChanged,
    ParticipantExcluded,
    SettingsChanged,
)
from prefstudio.study.comparisons import Comparison, Outcome
from prefstudio.study.events import Answered, Event, Redone, TrialShown, Undone
from prefstudio.study.records import (
    Recorded,
    RecordedAnswer,
    RecordedChange,
    Seated,
    Skipped,
    TakenBack,
)
from prefstudio.study.sittings import (
    Revealed,
    SessionEnded,
    SessionStarted,
    Sitting,
    StudyOpened,
    Unknown,
)


class Folding:
    """What is remembered while events are folded; made and used inside one call.

    Attributes
    ----------
    recorded, changes
        Every answer and change there ever was, by the id of its event.
    undone
        The events that were taken back, by their ids, and the number of the one that did it.
    new_answers
        The answers that came in.
    is_retold
        Whether more must be told anew than the answers that came in.
    is_changed, is_recounted
        Whether the study, or its earlier answers, must be.
    """

    def __init__(
        self,
        revision: int,
        belief_revision: int,
        recorded: Sequence[RecordedAnswer],
        changes: Sequence[RecordedChange],
        undone: Mapping[str, int],
        taken_back: Sequence[TakenBack],
        shown: TrialShown | None,
        shown_at: str,
        sittings: Sequence[Sitting],
        seated: Sequence[Seated],
        batch: str,
        sat_down: int,
        skipped: Sequence[Skipped],
    ) -> None:
        self.revision = revision
        self.belief_revision = belief_revision
        self.recorded = {each.event_id: each for each in recorded}
        self.changes = {each.event_id: each for each in changes}
        self.undone = dict(undone)
        self.taken_back = list(taken_back)
        self.shown, self.shown_at = shown, shown_at
        self.sittings = list(sittings)
        self.seated = {each.trial.trial_id: each for each in seated}
        self.batch, self.sat_down = batch, sat_down
        self.skipped = list(skipped)
        self.new_answers: list[RecordedAnswer] = []
        self.is_retold = self.is_changed = self.is_recounted = False

    def take(self, event: Event) -> None:
        """Take in one event; it never fails, an event without effect is reported."""
        self.revision += 1
        match event.body:
            case TrialShown() as body:
                self._show(event, body)
            case Answered() as body:
                self._answer(event, body)
            case Undone() as body:
                self._undo(event, body.event_id)
            case Redone() as body:
                self._redo(event, body.event_id)
            case SessionStarted() as body:
                self._sit_down(event, body)
            case SessionEnded() as body:
                self._stand_up(event, body)
            case Unknown() as body:
                self._skip(event, body.reason)
            case StudyOpened() as body:
                self._open(body)
            case Revealed():
                pass
            case AnswerChanged() | SettingsChanged() | LinkAdded() | LinkRemoved() as body:
                self._change(event, body)
            case ItemAdded() | ItemChanged() | ItemExcluded() | PairQueued() | Note() as body:
                self._change(event, body)
            case ParticipantAdded() | ParticipantChanged() | ParticipantExcluded() as body:
                self._change(event, body)
            case body:
                assert_never(body)

    def surviving_changes(self) -> list[RecordedChange]:
        """Return the changes that were not taken back, in the order of their recording."""
        return [each for each in self.changes.values() if each.event_id not in self.undone]

    def _show(self, event: Event, trial: TrialShown) -> None:
        if trial.batch:
            self.seated[trial.trial_id] = Seated(trial, event.at)
            self.batch = trial.batch
        else:
            self.shown, self.shown_at = trial, event.at

    def _showing(self, body: Answered) -> tuple[TrialShown, str]:
        """Return the trial that an answer speaks of, and when it was shown."""
        if self.shown is not None and self.shown.trial_id == body.trial_id:
            return self.shown, self.shown_at
        if body.trial_id in self.seated:
            seated = self.seated[body.trial_id]
            return seated.trial, seated.shown_at
        return TrialShown(body.trial_id, body.a, body.b), ""

    def _answer(self, event: Event, body: Answered) -> None:
        if self._is_known(event):
            return
        trial, shown_at = self._showing(body)
        answer = RecordedAnswer(
            self.revision,
            event.event_id,
            trial,
            _comparison(event, body, trial),
            body,
            event.at,
            shown_at,
        )
        self.recorded[event.event_id] = answer
        self.new_answers.append(answer)
        self.taken_back.clear()
        self._clear_screen(trial)
        self.belief_revision = self.revision

    def _clear_screen(self, answered: TrialShown) -> None:
        """Take the pair off the screen, unless the answer was given at a seat to another one."""
        shown = self.shown
        if shown is not None and answered.batch and not _are_one_pair(shown, answered):
            return
        self.shown, self.shown_at = None, ""

    def _change(self, event: Event, body: Change) -> None:
        if self._is_known(event):
            return
        if isinstance(body, AnswerChanged) and body.event_id not in self.recorded:
            self._skip(event, "no answer before it has that event_id")
        change = RecordedChange(self.revision, event.event_id, body, event.at)
        self.changes[event.event_id] = change
        self.taken_back.clear()
        self._changed(change)

    def _undo(self, event: Event, event_id: str) -> None:
        found = self._find(event_id)
        if found is None or event_id in self.undone:
            self._skip(event, "nothing that counts has that event_id")
            return
        self.undone[event_id] = self.revision
        self.taken_back.append(TakenBack(found, self.shown, self.shown_at, self.batch))
        if isinstance(found, RecordedAnswer):
            if found.trial.batch:
                self.batch = found.trial.batch  # it is asked at its seat again
            else:
                self.shown, self.shown_at = found.trial, found.shown_at
        self._changed(found)

    def _redo(self, event: Event, event_id: str) -> None:
        back = next((b for b in self.taken_back if b.answer.event_id == event_id), None)
        if back is None:
            self._skip(event, "nothing that was undone has that event_id")
            return
        self.undone.pop(event_id, None)
        self.taken_back.remove(back)
        if isinstance(back.answer, RecordedAnswer):
            self._leave_again(back, back.answer.trial)
        self._changed(back.answer)

    def _leave_again(self, back: TakenBack, answered: TrialShown) -> None:
        """Ask what was asked before the undo, but leave what the undo did not bring."""
        if not answered.batch:
            self.shown, self.shown_at = back.asked, back.asked_at
            return
        self._clear_screen(answered)
        if self.batch == answered.batch:
            self.batch = back.batch

    def _open(self, body: StudyOpened) -> None:
        if body.sits_down:
            self._begin_sitting()

    def _begin_sitting(self) -> None:
        """Let pairs be asked again that were only skipped in the sitting before."""
        since = (each for each in self.recorded.values() if each.seq > self.sat_down)
        if any(_is_passed_over(each.comparison) for each in since):
            self.belief_revision = self.revision
        self.sat_down = self.revision

    def _sit_down(self, event: Event, body: SessionStarted) -> None:
        self.sittings.append(Sitting(event.session, event.participant, body.attribute))
        self._leave_all()

    def _stand_up(self, event: Event, body: SessionEnded) -> None:
        for place in reversed(range(len(self.sittings))):
            sitting = self.sittings[place]
            if sitting.session == event.session and not sitting.ended_at:
                self.sittings[place] = replace(sitting, ended_at=event.at, reason=body.reason)
                break
        self._leave_all()

    def _leave_all(self) -> None:
        """Ask nothing any more that was asked in another sitting."""
        self._begin_sitting()
        self.shown, self.shown_at, self.batch = None, "", ""

    def _changed(self, what: Recorded) -> None:
        """Note that an answer or a change counts from now on, or counts no more."""
        self.is_retold = True
        if isinstance(what, RecordedAnswer) or isinstance(what.body, AnswerChanged):
            self.is_recounted = True
        elif not isinstance(what.body, PairQueued | Note):
            self.is_changed = True  # those leave the facts, and so the model, as they are
        if isinstance(what, RecordedAnswer) or what.body.touches_belief:
            self.belief_revision = self.revision

    def _is_known(self, event: Event) -> bool:
        """Tell whether the same fact is on record: copies of a study share their events."""
        known = self._find(event.event_id) is not None
        if known:
            self._skip(event, "the same event is there already")
        return known

    def _find(self, event_id: str) -> Recorded | None:
        return self.recorded.get(event_id) or self.changes.get(event_id)

    def _skip(self, event: Event, reason: str) -> None:
        self.skipped.append(Skipped(self.revision, event.kind, reason))


def _is_passed_over(comparison: Comparison) -> bool:
    return comparison.outcome in (Outcome.SKIP, Outcome.TIMEOUT)


def _are_one_pair(one: TrialShown, other: TrialShown) -> bool:
    return {one.a, one.b} == {other.a, other.b}


def _comparison(event: Event, body: Answered, trial: TrialShown) -> Comparison:
    return Comparison(
        body.a,
        body.b,
        body.outcome,
        strength=body.strength,
        participant=event.participant,
        session=event.session,
        phase=trial.phase,
        attribute=trial.attribute,
    )
