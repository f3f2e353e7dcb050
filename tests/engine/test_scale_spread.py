"""What an open scale adds to the intervals of utilities, against differences of whole fits."""

from dataclasses import replace

import numpy as np
import pytest

from prefstudio.engine import ep, incremental, laplace
from prefstudio.engine.centring import centred
from prefstudio.engine.comparisons import Comparisons, ResponseScale
from prefstudio.engine.components import Component, Features, Individual
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.prior import sum_of
from prefstudio.engine.ranking import centred_sd
from prefstudio.engine.scale_spread import interval_sd, mean_by_log_scale

SCALE = ResponseScale(0.8)
N_ITEMS = 14


def study_of(seed: int) -> tuple[list[Component], Comparisons]:
    rng = np.random.default_rng(seed)
    components: list[Component] = [
        Features(rng.standard_normal((N_ITEMS, 2)), 0.9, length_scale=1.3),
        Individual(N_ITEMS, 0.5),
    ]
    utilities = rng.standard_normal(N_ITEMS)
    said = []
    for _ in range(40):
        a, b = rng.choice(N_ITEMS, 2, replace=False).tolist()
        won = utilities[a] - utilities[b] + 0.8 * rng.standard_normal() > 0.0
        said.append((a, b) if won else (b, a))
    return components, Comparisons.of_levels(SCALE, said)


def slope_by_differences(infer, components: list[Component], answers: Comparisons) -> np.ndarray:
    step = 1e-3
    ahead, behind = (
        infer(
            sum_of([replace(each, weight=each.weight * np.exp(by)) for each in components]),
            answers,
            SCALE,
        ).mean
        for by in (step, -step)
    )
    return (ahead - behind) / (2.0 * step)


@pytest.mark.parametrize(
    ("infer", "tolerance"), [(laplace.infer, 1e-5), (ep.infer, 0.15), (incremental.infer, 0.4)]
)
@pytest.mark.parametrize("seed", range(3))
def test_the_slope_is_that_of_whole_fits(infer, tolerance: float, seed: int) -> None:
    components, answers = study_of(seed)
    found = mean_by_log_scale(infer(sum_of(components), answers, SCALE))
    wanted = slope_by_differences(infer, components, answers)
    assert np.linalg.norm(found - wanted) < tolerance * np.linalg.norm(wanted)


@pytest.mark.parametrize("infer", [laplace.infer, ep.infer])
def test_sites_and_a_factor_of_the_prior_lead_to_the_same(infer) -> None:
    components, answers = study_of(2)
    posterior = infer(sum_of(components), answers, SCALE)
    assert posterior.sites is not None
    without = replace(posterior, sites=None)
    np.testing.assert_allclose(
        mean_by_log_scale(posterior), mean_by_log_scale(without), rtol=1e-8, atol=1e-10
    )


def test_items_that_cannot_differ_are_no_hindrance() -> None:
    rng = np.random.default_rng(4)
    values = np.repeat(rng.standard_normal((5, 1)), 2, axis=0)  # a singular covariance
    components: list[Component] = [Features(values)]
    answers = Comparisons.of_levels(SCALE, [(0, 2), (2, 4), (4, 6), (0, 8)])
    posterior = laplace.infer(sum_of(components), answers, SCALE)
    found = mean_by_log_scale(posterior)
    wanted = slope_by_differences(laplace.infer, components, answers)
    np.testing.assert_allclose(found, wanted, atol=1e-3 * np.abs(wanted).max())


def test_intervals_grow_by_what_the_scale_moves_within_groups() -> None:
    components, answers = study_of(7)
    posterior = laplace.infer(sum_of(components), answers, SCALE)
    groups = np.repeat([0, 1], N_ITEMS // 2)
    slope = slope_by_differences(laplace.infer, components, answers)
    for codes in (None, groups):
        given = centred_sd(posterior, codes)
        found = interval_sd(posterior, 0.5, codes)
        wanted = np.sqrt(given**2 + 0.25 * centred(slope, codes) ** 2)
        np.testing.assert_allclose(found, wanted, rtol=1e-4)
        np.testing.assert_array_equal(interval_sd(posterior, 0.0, codes), given)


def test_before_the_first_answer_there_is_nothing_to_scale() -> None:
    components, _ = study_of(1)
    posterior = Posterior.of_prior(sum_of(components), SCALE)
    np.testing.assert_array_equal(interval_sd(posterior, 0.5), centred_sd(posterior))
