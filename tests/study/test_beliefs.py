"""What the shelf remembers, and what it lets go of when matrices grow too many."""

from __future__ import annotations

import itertools
import weakref
from collections.abc import Iterator

import numpy as np
import pytest

from prefstudio.engine.control import Control
from prefstudio.engine.posterior import Posterior
from prefstudio.study import beliefs
from prefstudio.study.beliefs import KEPT, Belief, BeliefShelf
from prefstudio.study.briefing import briefing_of
from prefstudio.study.comparisons import Outcome
from prefstudio.study.events import Answered, happened, new_id
from prefstudio.study.folder import read_study
from prefstudio.study.incremental_posterior import incremental_posterior
from prefstudio.study.model import ResolvedModel, resolve
from prefstudio.study.resources import sample
from prefstudio.study.state import StudyState

MATRIX_BYTES = 6 * 6 * 8
N_STATES = 12


@pytest.fixture(scope="module")
def states() -> list[StudyState]:
    """Six papers after 1, 2, 3 … answers."""
    return list(itertools.islice(answered(StudyState(read_study(sample("six-papers")))), N_STATES))


@pytest.fixture(scope="module")
def model(states: list[StudyState]) -> ResolvedModel:
    return resolve(states[0].study)


@pytest.fixture
def room_for_three(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beliefs, "MATRIX_BYTES_KEPT", 3 * MATRIX_BYTES)


def answered(state: StudyState) -> Iterator[StudyState]:
    for a, b in itertools.cycle(itertools.combinations("abcdef", 2)):
        state = state.with_event(happened(Answered(new_id(), a, b, Outcome.A)))
        yield state


def incremental(model: ResolvedModel, state: StudyState) -> Posterior:
    return incremental_posterior(briefing_of(model, state), Control())


def matrix_of(posterior: Posterior) -> weakref.ref[np.ndarray]:
    return weakref.ref(posterior.base.columns(slice(None)).base)


def kept_exact(
    shelf: BeliefShelf, model: ResolvedModel, states: list[StudyState]
) -> list[weakref.ref[np.ndarray]]:
    """Keep a belief for every state, its exact posterior with a matrix that is no other's."""
    matrices = []
    for state in states:
        exact = briefing_of(model, state).exact_posterior(Control()).folded()
        shelf.keep(state, Belief(incremental(model, state), exact))
        matrices.append(matrix_of(exact))
    return matrices


def n_alive(matrices: list[weakref.ref[np.ndarray]]) -> int:
    return sum(matrix() is not None for matrix in matrices)


@pytest.mark.usefixtures("room_for_three")
def test_three_matrices_are_kept_beside_the_latest(
    model: ResolvedModel, states: list[StudyState]
) -> None:
    shelf = BeliefShelf()
    matrices = kept_exact(shelf, model, states)
    assert n_alive(matrices) == n_alive(matrices[-4:]) == 4
    assert shelf.matrix_bytes == 3 * MATRIX_BYTES


@pytest.mark.usefixtures("room_for_three")
def test_the_incremental_posterior_outlives_the_exact_one(
    model: ResolvedModel, states: list[StudyState]
) -> None:
    shelf = BeliefShelf()
    kept_exact(shelf, model, states)
    found = [shelf.at_hand(state) for state in states]
    assert all(belief is not None for belief in found)
    assert [belief.exact is not None for belief in found if belief] == [False] * 8 + [True] * 4


@pytest.mark.usefixtures("room_for_three")
def test_the_belief_that_was_returned_to_is_the_latest(
    model: ResolvedModel, states: list[StudyState]
) -> None:
    shelf = BeliefShelf()
    kept_exact(shelf, model, states)
    earlier = shelf.at_hand(states[-4])
    assert earlier is not None
    shelf.keep(states[-4], earlier)
    kept_exact(shelf, model, states[:1])
    again = shelf.at_hand(states[-4])
    assert again is earlier


@pytest.mark.usefixtures("room_for_three")
def test_incremental_posteriors_that_share_nothing_are_forgotten(
    model: ResolvedModel, states: list[StudyState]
) -> None:
    shelf, matrices = BeliefShelf(), []
    for state in states:
        folded = incremental(model, state).folded()
        shelf.keep(state, Belief(folded))
        matrices.append(matrix_of(folded))
        del folded
    assert n_alive(matrices) == 4
    at_hand = [shelf.at_hand(state) is not None for state in states]
    assert at_hand == [False] * 8 + [True] * 4


@pytest.mark.usefixtures("room_for_three")
def test_priors_of_earlier_settings_count_too(states: list[StudyState]) -> None:
    shelf, matrices = BeliefShelf(), []
    for state in states:
        posterior = incremental(resolve(state.study), state)
        shelf.keep(state, Belief(posterior))
        matrices.append(matrix_of(posterior))
        del posterior
    assert n_alive(matrices) == 4


@pytest.mark.usefixtures("room_for_three")
def test_a_matrix_that_many_share_counts_once(
    model: ResolvedModel, states: list[StudyState]
) -> None:
    shelf = BeliefShelf()
    posterior = incremental(model, states[0]).folded()
    for state in states:
        shelf.keep(state, Belief(posterior, posterior))
    assert shelf.matrix_bytes == 0
    assert all(shelf.at_hand(state) is not None for state in states)


def test_small_studies_lose_nothing(model: ResolvedModel, states: list[StudyState]) -> None:
    shelf = BeliefShelf()
    assert n_alive(kept_exact(shelf, model, states)) == N_STATES


def test_no_more_beliefs_than_so_many(model: ResolvedModel) -> None:
    shelf = BeliefShelf()
    seen = list(itertools.islice(answered(StudyState(read_study(sample("six-papers")))), KEPT + 1))
    posterior = incremental(model, seen[0])
    for state in seen:
        shelf.keep(state, Belief(posterior))
    assert shelf.at_hand(seen[0]) is None
    assert shelf.at_hand(seen[1]) is not None
    assert shelf.before_last(seen[2]) is shelf.at_hand(seen[1])
