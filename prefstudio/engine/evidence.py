"""Gradient of EP's log evidence in every hyperparameter (sections 3 and 11)."""

from __future__ import annotations

import numpy as np

from prefstudio.engine.differences import differences_of
from prefstudio.engine.ep import site_answers
from prefstudio.engine.errors import BadPrior
from prefstudio.engine.posterior import Posterior


def evidence_gradient(posterior: Posterior) -> dict[str, float]:
    """∂log Z at EP's fixed point.

    Parameters
    ----------
    posterior : Posterior
        Made by `ep.infer`; the gradient holds at a fixed point only.

    Returns
    -------
    dict
        By ``log θ`` for every name of ``prior.derivative_names()``; by the plain value for
        ``noise`` and ``cuts[k]``.

    Raises
    ------
    BadPrior
        When the posterior was not made by EP.
    """
    if posterior.inference != "ep" or posterior.sites is None:
        raise BadPrior("only a posterior made by EP has this gradient")
    return {**_by_prior(posterior), **_by_scale(posterior)}


def _by_prior(posterior: Posterior) -> dict[str, float]:
    prior, sites = posterior.prior, posterior.sites
    assert sites is not None
    if not len(sites.comparisons):
        return dict.fromkeys(prior.derivative_names(), 0.0)
    count = sites.comparisons.count
    differences = differences_of(prior, sites.comparisons)
    alpha = differences.coefficients(count * sites.precision, count * sites.shift)
    information = differences.information(count * sites.precision)
    gradient = {}
    for name, change in prior.derivatives(differences.items):
        gradient[name] = float(0.5 * alpha @ change @ alpha - 0.5 * np.sum(information * change))
    return gradient


def _by_scale(posterior: Posterior) -> dict[str, float]:
    sites, scale = posterior.sites, posterior.scale
    assert sites is not None
    names = ["noise", *(f"cuts[{k}]" for k in range(len(scale.cuts)))]
    if not len(sites.comparisons):
        return dict.fromkeys(names, 0.0)
    rows, answer = sites.comparisons, site_answers(posterior)
    by_edge = np.bincount(rows.lower, rows.count * answer.by_lower, len(scale.edges))
    by_edge += np.bincount(rows.upper, rows.count * answer.by_upper, len(scale.edges))
    inner = by_edge[1:-1]
    n_cuts = len(scale.cuts)
    by_cuts = inner[n_cuts:] - inner[:n_cuts][::-1]  # edges are −c_K … −c₁, c₁ … c_K
    return dict(zip(names, [float(rows.count @ answer.by_noise), *by_cuts.tolist()], strict=True))
