"""Why a pair is asked: every number recomputed by hand."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from prefstudio.engine import incremental
from prefstudio.engine.posterior import Posterior
from prefstudio.study.events import Policy
from prefstudio.study.reason import Reason, reason_of
from tests.study.briefings import posterior_of, random_briefing

GROUPS = np.array([0, 0, 1, 0, 1, 0])


def projection(groups: np.ndarray | None, n_items: int) -> np.ndarray:
    codes = np.zeros(n_items, dtype=int) if groups is None else groups
    alike = (codes[:, None] == codes).astype(float)
    return np.eye(n_items) - alike / alike.sum(axis=1, keepdims=True)


def centred_variances(posterior: Posterior, groups: np.ndarray | None) -> np.ndarray:
    project = projection(groups, posterior.n_items)
    return np.diag(project @ posterior.covariance() @ project.T).copy()


def reason(posterior: Posterior, groups: np.ndarray | None, pair: tuple[int, int]) -> Reason:
    spread = np.sqrt(centred_variances(posterior, groups))
    return reason_of(posterior, groups, spread, pair, Policy.CRITERION)


@pytest.mark.parametrize("cuts", [(), (0.4,), (0.3, 0.9)])
@pytest.mark.parametrize("groups", [None, GROUPS])
@pytest.mark.parametrize("seed", range(3))
def test_every_number_is_what_it_says(
    seed: int, groups: np.ndarray | None, cuts: tuple[float, ...]
) -> None:
    posterior = posterior_of(random_briefing(seed, 6, 5, groups, cuts=cuts))
    first, second = 1, 3
    covariance = posterior.covariance()
    variance = covariance[1, 1] + covariance[3, 3] - 2.0 * covariance[1, 3]
    mean, sd = posterior.mean[1] - posterior.mean[3], math.sqrt(variance)
    found = reason(posterior, groups, (first, second))
    assert found.p_wrong == pytest.approx(0.5 * math.erfc(abs(mean) / sd / math.sqrt(2.0)))
    assert found.decides is bool(abs(mean) <= sd)
    members = range(6) if groups is None else np.flatnonzero(groups == 0).tolist()
    places = sorted(members, key=lambda item: -posterior.mean[item])
    assert found.place == 1 + min(places.index(first), places.index(second))
    assert found.n_informed == n_informed(posterior, groups, (first, second))
    assert not found.shares_place


def n_informed(posterior: Posterior, groups: np.ndarray | None, pair: tuple[int, int]) -> int:
    """Others whose centred variance falls by 1 % on average over the answers given in thought."""
    before, after = centred_variances(posterior, groups), np.zeros(posterior.n_items)
    for level in posterior.scale.levels:
        edges = posterior.scale.edge_indices(level)
        answered = incremental.condition(posterior, *pair, *edges)
        chance = posterior.probability(*pair, level)
        after += chance * centred_variances(answered, groups)
    falls = before - after >= 0.01 * before
    falls[list(pair)] = False
    if groups is not None:
        falls &= groups == groups[pair[0]]
    return int(falls.sum())


def test_both_orders_of_a_pair_have_the_same_reason() -> None:
    posterior = posterior_of(random_briefing(4))
    one, other = reason(posterior, None, (0, 2)), reason(posterior, None, (2, 0))
    assert one.p_wrong == pytest.approx(other.p_wrong)
    assert (one.place, one.decides, one.n_informed) == (
        other.place,
        other.decides,
        other.n_informed,
    )


def test_before_any_answer_a_guess_is_as_often_wrong_as_right() -> None:
    posterior = posterior_of(random_briefing(1, n_answers=0))
    found = reason(posterior, None, (0, 1))
    assert (found.p_wrong, found.place, found.decides) == (0.5, 1, True)
    assert found.shares_place


def test_two_whose_means_part_by_rounding_alone_share_their_place() -> None:
    posterior = posterior_of(random_briefing(1))
    means = posterior.mean.copy()
    means[3] = means[1] + 1e-12
    tied = replace(posterior, mean=means)
    assert reason(tied, None, (1, 3)).shares_place
    assert not reason(tied, None, (1, 2)).shares_place
