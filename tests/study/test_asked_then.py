"""The pair that was asked at a moment, whatever else happened before it was answered."""

from __future__ import annotations

from dataclasses import replace

import pytest

from prefstudio.study.asked_then import end_of_moment
from prefstudio.study.changes import Note, SettingsChanged
from prefstudio.study.comparisons import Outcome
from prefstudio.study.events import Answered, Body, Redone, TrialShown, Undone, happened
from prefstudio.study.folder import read_study
from prefstudio.study.resources import sample
from prefstudio.study.sittings import SessionEnded, SessionStarted, StudyOpened
from prefstudio.study.state import fold

FIRST, CHOSEN, NEXT = (TrialShown(name, *name) for name in ("cf", "be", "bf"))
SAID = Answered("be", "b", "e", Outcome.A)
OPENED, STARTED, ENDED = StudyOpened(), SessionStarted(), SessionEnded()
SET = SettingsChanged("model.noise", 1.0, 0.8)


def asked_after(n_answers: int, *bodies: Body) -> tuple[str, int]:
    """The pair asked once so many answers were given, and how many the moment counts."""
    events = [replace(happened(body), event_id=f"e{place}") for place, body in enumerate(bodies)]
    said = [0, *(k + 1 for k, body in enumerate(bodies) if isinstance(body, Answered))]
    study = read_study(sample("six-papers"))
    state = fold(study, events, end_of_moment(events, said[n_answers]))
    return "" if state.asked is None else state.asked.trial_id, state.n_answers


@pytest.mark.parametrize(
    "before",
    [
        (FIRST, CHOSEN),
        (OPENED, FIRST, CHOSEN),
        (OPENED, STARTED, FIRST, ENDED, OPENED, CHOSEN),
        (OPENED, CHOSEN, ENDED, OPENED, STARTED),
    ],
)
def test_the_pair_that_was_answered_was_asked_before(before: tuple[Body, ...]) -> None:
    undone = Undone(f"e{len(before)}"), Redone(f"e{len(before)}")
    assert asked_after(0, *before, SAID, *undone, NEXT) == ("be", 0)
    assert asked_after(1, *before, SAID, *undone, NEXT) == ("bf", 1)
    assert asked_after(1, *before, SAID, NEXT, *undone, OPENED) == ("bf", 1)


def test_what_is_taken_back_and_not_back_belongs_to_no_moment_before() -> None:
    assert asked_after(1, CHOSEN, SAID, NEXT, Undone("e1")) == ("bf", 1)


def test_who_sits_down_takes_the_pair_of_no_earlier_moment_away() -> None:
    assert asked_after(0, CHOSEN, STARTED, SET) == ("be", 0)


def test_a_change_begins_another_moment() -> None:
    assert asked_after(0, SET, CHOSEN, SAID) == ("", 0)
    assert asked_after(0, FIRST, SET, CHOSEN, SAID) == ("cf", 0)
    assert asked_after(0, FIRST, Note("so"), CHOSEN, SAID) == ("cf", 0)
