"""BoTorch's PairwiseGP refitted after an answer, and its EUBO over pairs of items."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from time import perf_counter

import numpy as np
import torch
from botorch.acquisition.preference import AnalyticExpectedUtilityOfBestOption
from botorch.fit import fit_gpytorch_mll
from botorch.models.pairwise_gp import PairwiseGP, PairwiseLaplaceMarginalLogLikelihood

from prefstudio.engine.linalg import Array

MOST_PAIRS = 1225  # all pairs of 50 items
PAIRS_AT_ONCE = 1225
VERSIONS = {name: version(name) for name in ("torch", "botorch", "gpytorch")}
NOTES = (
    "BoTorch refit: PairwiseGP on the features alone and on the compared items alone (items "
    "never compared would only slow it), fitted by fit_gpytorch_mll from its default start.",
    f"EUBO by class: AnalyticExpectedUtilityOfBestOption on all pairs, or on {MOST_PAIRS} random "
    "ones where there are more; so it searches 0.2 % of the pairs of 1000 items.",
    "EUBO by formula: the model's joint posterior of all items once and EUBO's formula on all "
    "pairs at once, which is the quickest way we know to let BoTorch choose.",
)

torch.set_num_threads(1)


def silence() -> None:
    """No warning of a peer is of interest in this program."""
    warnings.simplefilter("ignore")


@dataclass(slots=True)
class BotorchStep:
    """One call is one refit and one choice; gives its seconds.

    Parameters
    ----------
    features : ndarray, shape (n_items, n_columns)
    answers : winners and losers.
    by_class : EUBO by BoTorch's own class, else by formula from a joint posterior.
    """

    features: Array
    answers: Sequence[tuple[int, int]]
    by_class: bool
    value: float = float("nan")

    def __call__(self) -> float:
        pairs = self._pairs()
        start = perf_counter()
        model = self._refit()
        with torch.no_grad():
            values = self._by_class(model, pairs) if self.by_class else self._by_formula(model)
            self.value = float(values.max())
        return perf_counter() - start

    def _refit(self) -> PairwiseGP:
        items, comparisons = np.unique(np.asarray(self.answers), return_inverse=True)
        model = PairwiseGP(
            torch.from_numpy(self.features[items]), torch.from_numpy(comparisons.reshape(-1, 2))
        )
        fit_gpytorch_mll(PairwiseLaplaceMarginalLogLikelihood(model.likelihood, model))
        return model

    def _pairs(self) -> Array:
        first, second = np.triu_indices(len(self.features), 1)
        if len(first) > MOST_PAIRS:
            chosen = np.random.default_rng(0).choice(len(first), MOST_PAIRS, replace=False)
            first, second = first[chosen], second[chosen]
        return np.stack([first, second], axis=1)

    def _by_class(self, model: PairwiseGP, pairs: Array) -> torch.Tensor:
        items = torch.from_numpy(self.features)
        criterion = AnalyticExpectedUtilityOfBestOption(model)
        blocks = torch.from_numpy(pairs).split(PAIRS_AT_ONCE)
        return torch.cat([criterion(items[block]) for block in blocks])

    def _by_formula(self, model: PairwiseGP) -> torch.Tensor:
        """E max(ξ_i, ξ_j) = m_j + σ (N(u) + u Φ(u)), u = (m_i − m_j)/σ; n×n, symmetric."""
        posterior = model.posterior(torch.from_numpy(self.features))
        mean, covariance = posterior.mean.squeeze(-1), posterior.covariance_matrix
        own = covariance.diagonal()
        variance = own[:, None] + own[None, :] - 2.0 * covariance
        sigma = variance.clamp_(min=1e-8).sqrt_()
        u = (mean[:, None] - mean[None, :]) / sigma
        density = torch.exp(-0.5 * u * u) / (2.0 * torch.pi) ** 0.5
        return mean[None, :] + sigma * (density + u * torch.special.ndtr(u))

    def largest_disagreement(self) -> float:
        """Between class and formula over the pairs that the class is given; should be rounding."""
        model, pairs = self._refit(), self._pairs()
        with torch.no_grad():
            by_class = self._by_class(model, pairs)
            by_formula = self._by_formula(model)[pairs[:, 0], pairs[:, 1]]
            return float((by_class - by_formula).abs().max())
