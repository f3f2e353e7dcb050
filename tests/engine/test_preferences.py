"""The chance that one is preferred, against one pair at a time."""

from __future__ import annotations

import math

import numpy as np
import pytest

from prefstudio.engine import preferences
from prefstudio.engine.comparisons import ResponseScale
from prefstudio.engine.control import Control
from prefstudio.engine.errors import Cancelled
from prefstudio.engine.posterior import Posterior
from tests.engine.problems import STRENGTHS, TIES, WINS
from tests.engine.states import KINDS, random_posterior


def phi(x: float) -> float:
    return 0.5 * math.erfc(-x / math.sqrt(2.0))


def chance(posterior: Posterior, row: int, column: int) -> float:
    """Φ((m_i − m_j − c₁) / √(s² + v)), c₁ the least difference that is no tie."""
    covariance, scale = posterior.covariance(), posterior.scale
    variance = covariance[row, row] + covariance[column, column] - 2.0 * covariance[row, column]
    least = scale.cuts[0] if scale.cuts else 0.0
    mean = posterior.mean[row] - posterior.mean[column]
    return phi((mean - least) / math.sqrt(scale.noise**2 + variance))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("cuts", [WINS, TIES, STRENGTHS])
def test_every_cell_is_the_chance_of_its_row(kind: str, cuts: tuple[float, ...]) -> None:
    rng = np.random.default_rng(len(cuts))
    posterior = random_posterior(rng, 7, 9, ResponseScale(0.7, cuts), kind)
    matrix = preferences.preference_matrix(posterior)
    for row in range(7):
        for column in range(7):
            if row == column:
                assert math.isnan(matrix[row, column])
            else:
                expected = chance(posterior, row, column)
                assert matrix[row, column] == pytest.approx(expected, abs=1e-10)


def test_one_answer_is_less_sure_than_the_true_order() -> None:
    posterior = random_posterior(np.random.default_rng(4), 6, 9, ResponseScale(0.7))
    covariance, rows = posterior.covariance(), np.triu_indices(6, 1)
    variance = np.add.outer(covariance.diagonal(), covariance.diagonal()) - 2.0 * covariance
    apart = np.subtract.outer(posterior.mean, posterior.mean)
    truly = np.array([phi(each) for each in (apart[rows] / np.sqrt(variance[rows]))])
    answer = preferences.preference_matrix(posterior)[rows]
    assert np.all(np.abs(answer - 0.5) < np.abs(truly - 0.5))
    assert np.all((answer > 0.5) == (truly > 0.5))


def test_both_ways_add_up_unless_one_may_tie() -> None:
    rng = np.random.default_rng(1)
    off = ~np.eye(6, dtype=bool)
    for cuts, is_sure in ((WINS, True), (TIES, False)):
        posterior = random_posterior(rng, 6, 5, ResponseScale(0.7, cuts))
        matrix = preferences.preference_matrix(posterior)
        both = (matrix + matrix.T)[off]
        assert np.allclose(both, 1.0) if is_sure else np.all(both < 1.0)


def test_between_groups_there_is_no_number() -> None:
    groups = np.array([0, 1, 0, 1, 1])
    posterior = random_posterior(np.random.default_rng(2), 5, 4, ResponseScale(1.0))
    matrix = preferences.preference_matrix(posterior, groups)
    alike = (groups[:, None] == groups) & ~np.eye(5, dtype=bool)
    np.testing.assert_array_equal(np.isnan(matrix), ~alike)


def test_it_can_be_stopped() -> None:
    control = Control()
    control.cancel()
    posterior = random_posterior(np.random.default_rng(2), 5, 4, ResponseScale(1.0))
    with pytest.raises(Cancelled):
        preferences.preference_matrix(posterior, None, control)
