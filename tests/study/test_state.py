"""The fold of the events: pure, and undo brings back the same pair."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from prefstudio.study.comparisons import Outcome, Phase
from prefstudio.study.events import (
    KINDS,
    Answered,
    Event,
    Redone,
    TrialShown,
    Undone,
    happened,
    new_id,
)
from prefstudio.study.folder import Study, read_study
from prefstudio.study.resources import sample
from prefstudio.study.sittings import SessionEnded, SessionStarted, StudyOpened
from prefstudio.study.state import StudyState, fold


@pytest.fixture(scope="module")
def study() -> Study:
    return read_study(sample("six-papers"))


def trial(a: str, b: str, phase: Phase = Phase.MAIN) -> TrialShown:
    return TrialShown(new_id(), a, b, phase, criterion="expected_loss", value=0.5, p_a=0.5)


def answer(shown: TrialShown, outcome: Outcome) -> Answered:
    return Answered(shown.trial_id, shown.a, shown.b, outcome)


def said(shown: TrialShown, outcome: Outcome = Outcome.A) -> list[Event]:
    return [happened(shown), happened(answer(shown, outcome))]


def pairs(state: StudyState) -> list[tuple[str, str, str]]:
    return [(each.a, each.b, each.outcome) for each in state.comparisons]


def test_a_fresh_study_has_no_answers_and_asks_nothing(study: Study) -> None:
    state = StudyState(study)
    assert (state.revision, state.n_answers, state.asked, state.last_change) == (0, 0, None, None)


def test_every_event_is_one_revision(study: Study) -> None:
    first, second = trial("a", "b"), trial("c", "d")
    events = [*said(first), happened(second)]
    revisions = [fold(study, events, count).revision for count in range(4)]
    assert revisions == [0, 1, 2, 3]


def test_showing_a_trial_changes_no_belief(study: Study) -> None:
    events = [*said(trial("a", "b")), happened(trial("c", "d"))]
    assert [fold(study, events, count).belief_revision for count in range(4)] == [0, 0, 2, 2]


def test_an_answer_is_a_comparison_and_leaves_the_screen_free(study: Study) -> None:
    shown = trial("b", "e")
    state = fold(study, [happened(shown)])
    assert state.asked is shown
    after = state.with_event(happened(answer(shown, Outcome.B), "anna", "s1"))
    (comparison,) = after.comparisons
    assert (comparison.a, comparison.b, comparison.outcome) == ("b", "e", Outcome.B)
    assert (comparison.participant, comparison.session) == ("anna", "s1")
    assert after.asked is None
    assert after.n_answers == 1


def test_the_phase_of_an_answer_is_that_of_its_trial(study: Study) -> None:
    state = fold(study, said(trial("a", "b", Phase.TRAINING)))
    assert [each.phase for each in state.comparisons] == [Phase.TRAINING]


def test_the_state_before_stays_as_it_was(study: Study) -> None:
    before = fold(study, said(trial("a", "b")))
    before.with_event(happened(Undone(before.answers[0].event_id)))
    assert (before.revision, before.n_answers) == (2, 1)
    with pytest.raises(dataclasses.FrozenInstanceError):
        before.revision = 3  # type: ignore[misc]


def test_undo_brings_back_the_same_trial_and_takes_the_answer_away(study: Study) -> None:
    first, second, third = trial("a", "b"), trial("c", "d"), trial("e", "f")
    state = fold(study, [*said(first), *said(second), happened(third)])
    assert state.last_change is not None
    undone = state.with_event(happened(Undone(state.last_change.event_id)))
    assert undone.asked is second
    assert pairs(undone) == [("a", "b", "A")]
    assert undone.revision == state.revision + 1
    assert undone.belief_revision == undone.revision


def test_undo_goes_back_many_steps(study: Study) -> None:
    trials = [trial("a", "b"), trial("c", "d"), trial("e", "f")]
    state = fold(study, [event for each in trials for event in said(each)])
    for expected in reversed(trials):
        assert state.last_change is not None
        state = state.with_event(happened(Undone(state.last_change.event_id)))
        assert state.asked is expected
    assert state.last_change is None
    assert state.n_answers == 0


def test_redo_brings_back_answer_and_the_trial_after_it(study: Study) -> None:
    first, second, third = trial("a", "b"), trial("c", "d"), trial("e", "f")
    state = fold(study, [*said(first), *said(second, Outcome.B), happened(third)])
    back = state
    for _ in range(2):
        assert back.last_change is not None
        back = back.with_event(happened(Undone(back.last_change.event_id)))
    for _ in range(2):
        assert back.next_redo is not None
        back = back.with_event(happened(Redone(back.next_redo.event_id)))
    assert pairs(back) == pairs(state)
    assert back.asked is third
    assert back.next_redo is None


def test_a_redone_answer_keeps_its_place(study: Study) -> None:
    state = fold(study, [*said(trial("a", "b")), *said(trial("c", "d"))])
    first = state.answers[0].event_id
    without = state.with_event(happened(Undone(first)))
    assert pairs(without) == [("c", "d", "A")]
    assert pairs(without.with_event(happened(Redone(first)))) == pairs(state)


def test_a_new_answer_ends_redo(study: Study) -> None:
    state = fold(study, said(trial("a", "b")))
    undone = state.with_event(happened(Undone(state.answers[0].event_id)))
    assert undone.asked is not None
    again = undone.with_event(happened(answer(undone.asked, Outcome.B)))
    assert pairs(again) == [("a", "b", "B")]
    assert again.next_redo is None


def test_undoing_twice_changes_nothing_more(study: Study) -> None:
    state = fold(study, [*said(trial("a", "b")), *said(trial("c", "d"))])
    undo = Undone(state.answers[-1].event_id)
    once = state.with_event(happened(undo))
    twice = once.with_event(happened(undo))
    assert pairs(twice) == pairs(once)
    assert twice.asked is once.asked
    assert twice.belief_revision == once.belief_revision


def test_an_answer_to_a_trial_that_was_never_shown_counts(study: Study) -> None:
    state = fold(study, [happened(Answered("t", "a", "c", Outcome.A))])
    assert pairs(state) == [("a", "c", "A")]
    undone = state.with_event(happened(Undone(state.answers[0].event_id)))
    assert undone.asked is not None
    assert (undone.asked.trial_id, undone.asked.a, undone.asked.b) == ("t", "a", "c")


def test_a_skip_is_no_answer_but_can_be_undone(study: Study) -> None:
    shown = trial("a", "b")
    state = fold(study, said(shown, Outcome.SKIP))
    assert state.n_answers == 0
    assert state.last_change is not None
    assert state.with_event(happened(Undone(state.last_change.event_id))).asked is shown


@pytest.mark.parametrize(
    ("outcome", "ask_again", "is_closed"),
    [
        (Outcome.A, False, True),
        (Outcome.B, False, True),
        (Outcome.TIE, False, True),
        (Outcome.SKIP, False, True),
        (Outcome.A, True, False),
        (Outcome.TIE, True, False),
        (Outcome.SKIP, True, True),
        (Outcome.TIMEOUT, True, True),
    ],
)
def test_which_pairs_may_not_be_asked(
    study: Study, outcome: Outcome, ask_again: bool, is_closed: bool
) -> None:
    state = fold(study, said(trial("a", "b"), outcome))
    assert state.closed_pairs(ask_again) == ({("a", "b")} if is_closed else set())
    assert state.closed_pairs(ask_again, participant="someone else") == set()
    assert state.closed_pairs(ask_again, attribute="another one") == set()


@pytest.mark.parametrize("outcome", [Outcome.SKIP, Outcome.TIMEOUT])
def test_a_skip_closes_its_pair_in_its_own_sitting_only(study: Study, outcome: Outcome) -> None:
    state = fold(study, said(trial("a", "b"), outcome))
    state = state.with_events(said(trial("c", "d"), Outcome.A))
    written = state.with_event(happened(StudyOpened()))  # by a command, to write one thing
    assert written.closed_pairs(ask_again=False) == {("a", "b"), ("c", "d")}
    assert written.belief_revision == state.belief_revision
    for begins in (StudyOpened(sits_down=True), SessionStarted(), SessionEnded()):
        again = written.with_event(happened(begins))
        assert again.closed_pairs(ask_again=False) == {("c", "d")}
        # Other pairs may be asked, so that lots and look-aheads must be made anew.
        assert again.belief_revision == again.revision
        more = again.with_events(said(trial("e", "f"), outcome))
        assert more.closed_pairs(ask_again=False) == {("c", "d"), ("e", "f")}
        assert more.n_answers == state.n_answers


def test_a_sitting_without_skips_changes_nothing_of_what_is_believed(study: Study) -> None:
    state = fold(study, said(trial("a", "b"), Outcome.A))
    again = state.with_event(happened(StudyOpened(sits_down=True)))
    assert again.belief_revision == state.belief_revision


def test_founding_comparisons_come_first_and_cannot_be_undone(
    write: Callable[[str, str], Path], tmp_path: Path
) -> None:
    write("items.csv", "item_id\nx\ny\nz\n")
    write("comparisons.csv", "winner,loser,n\nx,y,3\n")
    state = StudyState(read_study(tmp_path))
    assert state.n_answers == 3
    assert state.last_change is None
    assert state.closed_pairs(ask_again=False) == {("x", "y")}
    after = fold(state.study, said(trial("y", "z"), Outcome.B))
    assert pairs(after) == [("x", "y", "A"), ("y", "z", "B")]
    assert after.n_answers == 4


def test_the_fold_is_pure(study: Study) -> None:
    events = [*said(trial("a", "b")), *said(trial("c", "d"), Outcome.B), happened(trial("e", "f"))]
    events.append(happened(Undone(events[3].event_id)))
    one, other = fold(study, events), fold(study, events)
    assert replace(one) is not other
    for name in ("revision", "belief_revision", "answers", "taken_back", "asked"):
        assert getattr(one, name) == getattr(other, name)


def test_events_have_their_own_id_time_and_kind() -> None:
    one, other = happened(Undone("x")), happened(Undone("x"))
    assert one.event_id != other.event_id
    assert one.at.endswith("Z")
    assert len(one.at) == len("2026-11-16T21:00:00.123Z")
    assert one.kind == "undone"
    assert {"trial_shown", "answered", "undone", "redone"} <= set(KINDS)
