"""The study at one moment: its founding facts and the fold of all events up to a revision."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from prefstudio.study.changed_study import StudyAfter, study_after
from prefstudio.study.counting_answers import AnswersAfter, answers_after
from prefstudio.study.events import Event
from prefstudio.study.folder import Study
from prefstudio.study.folding import Folding
from prefstudio.study.recorded_study import RecordedStudy, count_answers
from prefstudio.study.records import RecordedAnswer, RecordedChange


@dataclass(frozen=True, slots=True, eq=False)
class StudyState(RecordedStudy):
    """A study after some events; a value, followed by another one with every event."""

    def with_event(self, event: Event) -> StudyState:
        """The study after one more event."""
        return self.with_events((event,))

    def with_events(self, events: Iterable[Event]) -> StudyState:
        """The study after some more events."""
        folding = Folding(
            self.revision,
            self.belief_revision,
            self.recorded,
            self.changes,
            self.undone,
            self.taken_back,
            self.shown,
            self.shown_at,
            self.sittings,
            self.seated,
            self.batch,
            self.sat_down,
            self.skipped,
        )
        for event in events:
            folding.take(event)
        return self._after(folding)

    def _after(self, folding: Folding) -> StudyState:
        """The state that a folding left behind; only what changed is told anew."""
        after = replace(
            self,
            revision=folding.revision,
            belief_revision=folding.belief_revision,
            taken_back=tuple(folding.taken_back),
            shown=folding.shown,
            shown_at=folding.shown_at,
            sittings=tuple(folding.sittings),
            seated=tuple(folding.seated.values()),
            batch=folding.batch,
            sat_down=folding.sat_down,
            skipped=tuple(folding.skipped),
        )
        changes = folding.surviving_changes()
        if folding.is_retold:
            told = after._retold(folding, changes)
            if told.answers is self.answers and told.study.comparisons is self.study.comparisons:
                told._counted.append(self.n_answers)
            return told
        new = answers_after(folding.new_answers, changes, self.study)
        told = replace(
            after,
            answers=self.answers + new.answers,
            refused=self.refused + new.refused,
            recorded=self.recorded + tuple(folding.new_answers),
            unfit=self.unfit + new.skipped,
        )
        # Few are new and many were counted: who scrubs asks at every step.
        told._counted.append(
            self.n_answers + count_answers(each.comparison for each in new.answers)
        )
        return told

    def _retold(self, folding: Folding, changes: list[RecordedChange]) -> StudyState:
        """The state with its study, where it changed, and all answers told anew."""
        told = self.told or StudyAfter(self.study, self.excluded_items, self.unmade)
        if folding.is_changed:
            told = study_after(self.founding, changes, told)
        if self._leaves_answers(folding, told.study):
            answers = AnswersAfter(self.answers, self.refused, self.unfit)
        else:
            counting = [each for each in folding.recorded.values() if not _in(each, folding.undone)]
            answers = answers_after(counting, changes, told.study)
        return replace(
            self,
            study=told.study,
            original=self.founding,
            told=told,
            answers=answers.answers,
            refused=answers.refused,
            recorded=tuple(folding.recorded.values()),
            changes=tuple(folding.changes.values()),
            undone=folding.undone,
            excluded_items=told.excluded_items,
            unmade=told.skipped,
            unfit=answers.skipped,
        )

    def _leaves_answers(self, folding: Folding, study: Study) -> bool:
        """Whether nothing changed that answers depend on."""
        is_as_it_was = not folding.new_answers and not folding.is_recounted
        is_as_it_was = is_as_it_was and study.items is self.study.items
        return is_as_it_was and study.settings.response == self.study.settings.response


def fold(study: Study, events: Iterable[Event], revision: int | None = None) -> StudyState:
    """The study after its first `revision` events, or after all of them."""
    return StudyState(study).with_events(itertools.islice(events, revision))


def _in(answer: RecordedAnswer, undone: Mapping[str, int]) -> bool:
    return answer.event_id in undone
