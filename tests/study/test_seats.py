"""Pairs at several seats: how they are chosen, recorded, answered one by one and undone."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

import pytest

from prefstudio.engine.batch import best_batch
from prefstudio.engine.control import Control
from prefstudio.engine.criteria import CRITERIA
from prefstudio.study.batch_request import BatchFound, BatchRequest, BatchTerms
from prefstudio.study.briefing import briefing_of
from prefstudio.study.chance import Purpose, generator
from prefstudio.study.changes import ItemExcluded, PairQueued
from prefstudio.study.comparisons import Outcome, Phase
from prefstudio.study.events import Answered, Policy, Redone, TrialShown, Undone, happened
from prefstudio.study.folder import Study, read_study
from prefstudio.study.incremental_posterior import incremental_posterior
from prefstudio.study.model import resolve
from prefstudio.study.query import trial_of
from prefstudio.study.resources import sample
from prefstudio.study.seats import seats_of
from prefstudio.study.sittings import SessionStarted
from prefstudio.study.state import StudyState, fold
from prefstudio.study.store import open_study
from prefstudio.study.store.creating import create
from tests.study.sitting import Sitting, with_settings


@pytest.fixture(scope="module")
def papers() -> Study:
    return read_study(sample("six-papers"))


def drawn(
    state: StudyState,
    size: int,
    left_out: frozenset[tuple[int, int]] = frozenset(),
    on_screen: tuple[int, int] | None = None,
) -> BatchFound:
    briefing = briefing_of(resolve(state.study), state)
    posterior = incremental_posterior(briefing, Control())
    terms = BatchTerms(size, left_out, on_screen)
    return BatchRequest(briefing, posterior, terms).compute(Control())


def seat(sitting: Sitting, *pairs: str, batch: str = "one") -> None:
    for number, (a, b) in enumerate(pairs, 1):
        sitting.record(TrialShown(f"{batch} {number}", a, b, policy=Policy.BATCH, batch=batch))


def said(sitting: Sitting) -> list[Outcome | None]:
    return [each.said.outcome if each.said else None for each in seats_of(sitting.state)]


def is_open(sitting: Sitting) -> list[bool]:
    return [each.is_open for each in seats_of(sitting.state)]


def test_seats_get_the_batch_of_the_criterion_with_predictions_of_what_is_known(
    papers: Study,
) -> None:
    state = StudyState(papers)
    briefing = briefing_of(resolve(papers), state)
    posterior = incremental_posterior(briefing, Control())
    model = briefing.model
    expected = best_batch(
        CRITERIA[model.criterion],
        posterior,
        briefing.allowed,
        4,
        horizon=model.horizon,
        rng=generator(model.seed, Purpose.QUERY, briefing.revision),
    )
    queries = drawn(state, 4).queries
    assert [(each.first, each.second, each.value) for each in queries] == [
        (each.first, each.second, each.value) for each in expected
    ]
    for query in queries:
        assert query.policy is Policy.BATCH and query.criterion == model.criterion
        assert query.phase is Phase.MAIN
        # What was thought answered while choosing must not colour the prediction.
        assert query.p_a == posterior.probability_preferred(query.first, query.second)
        assert query.sd_a == pytest.approx(float(posterior.sd[query.first]), abs=0.0)


def test_queued_pairs_come_first_and_random_ones_by_lot(papers: Study) -> None:
    state = StudyState(papers)
    for a, b in ("ad", "cf"):
        state = state.with_event(happened(PairQueued(a, b)))
    queries = drawn(state, 4).queries
    assert [each.policy for each in queries[:2]] == [Policy.QUEUED, Policy.QUEUED]
    assert [(each.first, each.second) for each in queries[:2]] == [(0, 3), (2, 5)]
    assert {each.policy for each in queries[2:]} == {Policy.BATCH}
    often = StudyState(with_settings(papers, schedule={"holdout": 0.5}))
    kinds = {each.policy for each in drawn(often, 12).queries}
    assert kinds == {Policy.BATCH, Policy.HOLDOUT}


def test_pairs_that_are_left_out_do_not_come_and_few_are_what_is_left(papers: Study) -> None:
    state = StudyState(papers)
    first = frozenset((each.first, each.second) for each in drawn(state, 3).queries)
    others = {(each.first, each.second) for each in drawn(state, 99, first).queries}
    everything = set(itertools.combinations(range(6), 2))
    assert others == everything - first


def test_the_pair_on_screen_comes_only_where_a_seat_stays_empty_else(papers: Study) -> None:
    state = StudyState(papers)
    best = drawn(state, 1).queries[0]
    on_screen = best.second, best.first
    few, all_left = (drawn(state, size, on_screen=on_screen).queries for size in (14, 15))
    others = {(each.first, each.second) for each in few}
    assert len(others) == 14 and (best.first, best.second) not in others
    everything = {(each.first, each.second) for each in all_left}
    assert everything == others | {(best.first, best.second)}


def test_every_answer_counts_on_its_own_and_keeps_its_trial(papers: Study) -> None:
    sitting = Sitting(papers)
    sitting.record(TrialShown("screen", "a", "b"))
    seat(sitting, "cd", "ef", "ac")
    answers = sitting.state.n_answers
    sitting.record(Answered("one 2", "e", "f", Outcome.B))
    assert said(sitting) == [None, Outcome.B, None]
    assert is_open(sitting) == [True, False, True]
    assert sitting.state.n_answers == answers + 1
    assert sitting.state.answers[-1].trial.policy is Policy.BATCH
    assert sitting.state.answers[-1].shown_at == sitting.events[2].at
    assert sitting.state.asked is not None and sitting.state.asked.trial_id == "screen"


def test_undo_opens_the_seat_again_and_redo_closes_it(papers: Study) -> None:
    sitting = Sitting(papers)
    sitting.record(TrialShown("screen", "a", "b"))
    seat(sitting, "cd", "ef")
    answer = sitting.record(Answered("one 1", "c", "d", Outcome.A))
    sitting.record(Undone(answer))
    assert is_open(sitting) == [True, True]
    assert sitting.state.asked is not None and sitting.state.asked.trial_id == "screen"
    sitting.record(Redone(answer))
    assert said(sitting) == [Outcome.A, None]


def test_undo_brings_the_batch_back_that_was_asked_then(papers: Study) -> None:
    sitting = Sitting(papers)
    seat(sitting, "cd", "ef")
    sitting.record(Answered("one 1", "c", "d", Outcome.A))
    last = sitting.record(Answered("one 2", "e", "f", Outcome.A))
    seat(sitting, "ab", "bc", batch="two")
    assert [each.trial.a + each.trial.b for each in seats_of(sitting.state)] == ["ab", "bc"]
    sitting.record(Undone(last))
    assert said(sitting) == [Outcome.A, None] and is_open(sitting) == [False, True]
    sitting.record(Redone(last))
    assert [each.trial.a + each.trial.b for each in seats_of(sitting.state)] == ["ab", "bc"]


def test_redo_at_a_seat_leaves_what_was_asked_since_the_undo(papers: Study) -> None:
    sitting = Sitting(papers)
    sitting.record(TrialShown("screen", "a", "b"))
    seat(sitting, "cd", "ef")
    answer = sitting.record(Answered("one 1", "c", "d", Outcome.A))
    sitting.record(Undone(answer))
    seat(sitting, "ac", "bd", batch="two")
    sitting.record(TrialShown("by hand", "a", "e", policy=Policy.BY_HAND))
    sitting.record(Redone(answer))
    assert [each.trial.batch for each in seats_of(sitting.state)] == ["two", "two"]
    assert sitting.state.asked is not None and sitting.state.asked.trial_id == "by hand"
    replayed = fold(papers, sitting.events)
    assert (replayed.batch, replayed.asked) == ("two", sitting.state.asked)


def test_redo_at_a_seat_takes_its_own_pair_off_the_screen(papers: Study) -> None:
    sitting = Sitting(papers)
    seat(sitting, "cd", "ef")
    answer = sitting.record(Answered("one 1", "c", "d", Outcome.A))
    sitting.record(Undone(answer))
    sitting.record(TrialShown("screen", "d", "c"))
    sitting.record(Redone(answer))
    assert sitting.state.asked is None


def test_redo_on_screen_leaves_the_seats_that_were_drawn_since_the_undo(papers: Study) -> None:
    sitting = Sitting(papers)
    seat(sitting, "cd", "ef")
    sitting.record(TrialShown("screen", "a", "b"))
    answer = sitting.record(Answered("screen", "a", "b", Outcome.A))
    sitting.record(TrialShown("next", "a", "c"))
    sitting.record(Undone(answer))
    seat(sitting, "bd", "ce", batch="two")
    sitting.record(Redone(answer))
    assert sitting.state.batch == "two"
    assert sitting.state.asked is not None and sitting.state.asked.trial_id == "next"
    assert fold(papers, sitting.events).batch == "two"


def test_the_pair_on_screen_goes_when_a_seat_answers_it(papers: Study) -> None:
    sitting = Sitting(papers)
    sitting.record(TrialShown("screen", "d", "c"))
    seat(sitting, "cd", "ef")
    sitting.record(Answered("one 1", "c", "d", Outcome.A))
    assert sitting.state.asked is None


def test_a_seat_is_closed_by_an_answer_elsewhere_and_by_what_is_not_asked(papers: Study) -> None:
    sitting = Sitting(papers)
    seat(sitting, "cd", "ef", "ac")
    sitting.record(Answered("by hand", "d", "c", Outcome.A))
    assert is_open(sitting) == [False, True, True]
    sitting.record(ItemExcluded("f"))
    assert is_open(sitting) == [False, False, True]
    assert said(sitting) == [None, None, None]


def test_a_new_person_does_not_find_the_seats_of_the_last(papers: Study) -> None:
    sitting = Sitting(papers)
    seat(sitting, "cd", "ef")
    sitting.record(SessionStarted())
    assert seats_of(sitting.state) == ()


def test_open_seats_are_found_again_in_the_file(papers: Study, tmp_path: Path) -> None:
    path = tmp_path / "papers.prefstudio"
    queries = drawn(StudyState(papers), 3).queries
    with create(path, papers) as file:
        model = resolve(papers)
        trials = [replace(trial_of(each, model), batch="one") for each in queries]
        for trial in trials:
            file.append(happened(trial))
        file.append(happened(Answered(trials[1].trial_id, trials[1].a, trials[1].b, Outcome.TIE)))
    with open_study(path) as again:
        found = seats_of(again.state)
        assert [each.trial for each in found] == trials
        assert [each.is_open for each in found] == [True, False, True]
        assert fold(papers, again.events).batch == "one"
