"""Gradient of EP's evidence: worked cases, finite differences and the scale that cannot be told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import pytest

from prefstudio.engine import ep, incremental, laplace
from prefstudio.engine.comparisons import Comparisons, ResponseScale
from prefstudio.engine.components import Features, Individual, Links
from prefstudio.engine.errors import BadPrior
from prefstudio.engine.evidence import evidence_gradient
from prefstudio.engine.link_graph import nearest_neighbour_weights, undirected, weight_matrix
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.prior import Prior, sum_of
from prefstudio.engine.warp import Warp
from tests.engine.golden_cases import case, problem
from tests.engine.problems import SCALES, STRENGTHS, random_answers

N_ITEMS = 9


@dataclass(frozen=True)
class Hyperparameters:
    """Every number that the evidence of the full model depends on."""

    features_weight: float = 1.1
    amplitude: float = 0.9
    length_scale: tuple[float, ...] = (0.8, 1.7, 2.4)
    strength: float = 0.6
    cites_weight: float = 0.8
    cites_beta: float = 1.3
    cites_iota: float = 0.9
    shares_weight: float = 0.5
    shares_beta: float = 0.7
    shares_iota: float = 1.4
    individual_weight: float = 0.4
    noise: float = 0.6
    cuts: tuple[float, ...] = ()

    def prior(self) -> Prior:
        rng = np.random.default_rng(4)
        values = rng.standard_normal((N_ITEMS, 3))
        warp = Warp(nearest_neighbour_weights(values, 2), self.strength)
        features = Features(
            values,
            self.features_weight,
            amplitude=self.amplitude,
            length_scale=np.array(self.length_scale),
            warp=warp,
        )
        relations = [
            Links(
                _some_links(rng),
                getattr(self, f"{name}_weight"),
                beta=getattr(self, f"{name}_beta"),
                iota=getattr(self, f"{name}_iota"),
                name=name,
            )
            for name in ("cites", "shares")
        ]
        return sum_of([features, *relations, Individual(N_ITEMS, self.individual_weight)])

    def infer(self, answers: Comparisons) -> Posterior:
        return ep.infer(self.prior(), answers, ResponseScale(self.noise, self.cuts))


def _some_links(rng: np.random.Generator):
    source = rng.integers(0, N_ITEMS, 8)
    target = (source + rng.integers(1, N_ITEMS, 8)) % N_ITEMS
    return undirected(weight_matrix(N_ITEMS, source, target, rng.uniform(0.3, 1.0, 8)))


BY_LOG = {
    "features.weight": "features_weight",
    "features.amplitude": "amplitude",
    "features.length_scale[0]": ("length_scale", 0),
    "features.length_scale[1]": ("length_scale", 1),
    "features.length_scale[2]": ("length_scale", 2),
    "features.strength": "strength",
    "cites.weight": "cites_weight",
    "cites.beta": "cites_beta",
    "cites.iota": "cites_iota",
    "shares.weight": "shares_weight",
    "shares.beta": "shares_beta",
    "shares.iota": "shares_iota",
    "individual.weight": "individual_weight",
}


def _changed(given: Hyperparameters, where: str | tuple[str, int], value: float) -> Hyperparameters:
    if isinstance(where, str):
        return replace(given, **{where: value})
    name, place = where
    values = list(getattr(given, name))
    values[place] = value
    return replace(given, **{name: tuple(values)})


def _value(given: Hyperparameters, where: str | tuple[str, int]) -> float:
    return getattr(given, where) if isinstance(where, str) else getattr(given, where[0])[where[1]]


def _slope(function: Callable[[float], float], step: float = 2e-3) -> float:
    """Fourth-order central difference at 0."""
    near = function(step) - function(-step)
    far = function(2.0 * step) - function(-2.0 * step)
    return (8.0 * near - far) / (12.0 * step)


def _model(cuts: tuple[float, ...], n_answers: int) -> tuple[Hyperparameters, Comparisons]:
    given = Hyperparameters(cuts=cuts)
    scale = ResponseScale(given.noise, cuts)
    return given, random_answers(np.random.default_rng(n_answers), N_ITEMS, n_answers, scale)


@pytest.mark.parametrize("n_answers", [7, 30])  # by sites and by items
@pytest.mark.parametrize("cuts", SCALES)
def test_every_slope_is_that_of_the_evidence(cuts: tuple[float, ...], n_answers: int) -> None:
    given, answers = _model(cuts, n_answers)
    gradient = evidence_gradient(given.infer(answers))
    places = {"noise": "noise", **{f"cuts[{k}]": ("cuts", k) for k in range(len(cuts))}}
    assert set(gradient) == set(BY_LOG) | set(places)
    for name, where in BY_LOG.items():
        at = _value(given, where)
        numeric = _slope(
            lambda x, where=where, at=at: (
                _changed(given, where, at * np.exp(x)).infer(answers).log_evidence
            )
        )
        assert gradient[name] == pytest.approx(numeric, rel=1e-5, abs=1e-7), name
    for name, where in places.items():
        at = _value(given, where)
        numeric = _slope(
            lambda x, where=where, at=at: _changed(given, where, at + x).infer(answers).log_evidence
        )
        assert gradient[name] == pytest.approx(numeric, rel=1e-5, abs=1e-7), name


def test_one_length_scale_for_all_columns() -> None:
    values = np.random.default_rng(4).standard_normal((6, 3))
    scale = ResponseScale(0.6)
    answers = random_answers(np.random.default_rng(1), 6, 10, scale)

    def infer(length_scale: float, kernel: str) -> Posterior:
        features = Features(values, kernel=kernel, length_scale=length_scale)
        return ep.infer(sum_of([features, Individual(6)]), answers, scale)

    for kernel in ("squared_exponential", "linear"):
        gradient = evidence_gradient(infer(1.3, kernel))
        numeric = _slope(lambda x, kernel=kernel: infer(1.3 * np.exp(x), kernel).log_evidence)
        assert gradient["features.length_scale"] == pytest.approx(numeric, rel=1e-5)


@dataclass(frozen=True, eq=False)
class Whole:
    """A component whose squared weight is the factor c of the golden covariances c K."""

    kernel: np.ndarray
    weight: float = 1.0
    name: str = "whole"

    def matrix(self) -> np.ndarray:
        return self.kernel.copy()

    def derivatives(self) -> dict[str, Callable[[np.ndarray], np.ndarray]]:
        return {}


@pytest.mark.parametrize("name", ["ep_features", "ep_links", "ep_mixed", "ep_ties", "ep_strength"])
def test_golden_gradients(name: str) -> None:
    given, expect = case(name)
    prior, answers, scale = problem(given)
    prior = sum_of([Whole(np.array(given["cov0"]))])
    gradient = evidence_gradient(ep.infer(prior, answers, scale))
    assert gradient["noise"] == pytest.approx(expect["by_s"], rel=1e-9)
    # ∂/∂log weight = 2 ∂/∂log c
    assert 0.5 * gradient["whole.weight"] == pytest.approx(expect["by_amplitude"], rel=1e-9)
    by_cuts = expect.get("by_cuts") or ([expect["by_w"]] if "by_w" in expect else [])
    found = [gradient[key] for key in sorted(gradient) if key.startswith("cuts")]
    assert found == pytest.approx(by_cuts, rel=1e-9)


@pytest.mark.parametrize("n_answers", [7, 30])
@pytest.mark.parametrize("cuts", SCALES)
def test_the_scale_of_utilities_cannot_be_told(cuts: tuple[float, ...], n_answers: int) -> None:
    """log Z is the same for c²K, cs and cw: s ∂_s + w ∂_w + 2 ∂_{log amplitude²} = 0."""
    given, answers = _model(cuts, n_answers)
    gradient = evidence_gradient(given.infer(answers))
    by_weights = sum(value for name, value in gradient.items() if name.endswith(".weight"))
    by_cuts = sum(cut * gradient[f"cuts[{k}]"] for k, cut in enumerate(cuts))
    terms = np.array([given.noise * gradient["noise"], by_cuts, by_weights])
    assert abs(terms.sum()) < 1e-10
    assert np.abs(terms).max() > 0.1


def test_repeated_answers_count_as_often_as_they_were_given() -> None:
    given, answers = _model(STRENGTHS, 8)
    times = np.array([3, 1, 2, 1, 4, 1, 1, 2])
    repeated = evidence_gradient(given.infer(answers.chosen(np.repeat(np.arange(8), times))))
    counted = evidence_gradient(given.infer(replace(answers, count=times)))
    assert counted == pytest.approx(repeated, rel=1e-10)


def test_no_answers_have_no_slope() -> None:
    given, answers = _model(STRENGTHS, 4)
    gradient = evidence_gradient(given.infer(answers.chosen(slice(0, 0))))
    assert set(gradient) == set(BY_LOG) | {"noise", "cuts[0]", "cuts[1]", "cuts[2]"}
    assert set(gradient.values()) == {0.0}


def test_only_a_fixed_point_of_ep_has_this_gradient() -> None:
    given, answers = _model((), 4)
    for method in (incremental, laplace):
        posterior = method.infer(given.prior(), answers, ResponseScale(given.noise))
        with pytest.raises(BadPrior, match="made by EP"):
            evidence_gradient(posterior)
