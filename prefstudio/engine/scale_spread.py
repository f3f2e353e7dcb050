"""How large utilities are, as far as learning left it open, in the intervals of utilities.

Answers say little of how large utilities are against the noise. With all weights times c, the
mean moves along ∂m/∂log c = 2Σα, m = Kα: section 12 with ∂K = 2K, exact for Laplace's mode and
close for EP. So log c of sd t adds (t ∂m/∂log c)² to every variance, to first order. Who is
before whom does not hang on c, so ranks, chances and expected losses take c as learned.
"""

from __future__ import annotations

import numpy as np

from prefstudio.engine.centring import centred
from prefstudio.engine.control import Control
from prefstudio.engine.linalg import Array, cholesky, inverse_lower
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.ranking import centred_sd


def interval_sd(
    posterior: Posterior,
    scale_spread: float,
    groups: Array | None = None,
    control: Control | None = None,
) -> Array:
    """Sd of every utility about its group's mean, the size of utilities not taken for certain.

    Parameters
    ----------
    posterior : Posterior
        Given how large utilities are.
    scale_spread : float
        Sd of the logarithm of how large they are; 0 where that is taken as given.
    groups : ndarray, shape (n_items,), optional
        One code an item.
    control : Control, optional
        Checked on the way.
    """
    given = centred_sd(posterior, groups, control)
    if control is not None:
        control.check()
    return np.hypot(given, sd_by_scale(posterior, scale_spread, groups))


def sd_by_scale(posterior: Posterior, scale_spread: float, groups: Array | None = None) -> Array:
    """The part of `interval_sd` that the size of utilities makes, shape (n_items,)."""
    if not scale_spread or not posterior.mean.any():
        return np.zeros(posterior.n_items)
    return scale_spread * np.abs(centred(mean_by_log_scale(posterior), groups))


def mean_by_log_scale(posterior: Posterior) -> Array:
    """∂m/∂log c = 2Σα where all weights are times c, shape (n_items,)."""
    return 2.0 * np.asarray(posterior.covariance() @ _coefficients(posterior))


def _coefficients(posterior: Posterior) -> Array:
    """α with m = Kα: Aᵀ(ν − T A m) by the sites (section 3), else by a factor of K."""
    sites = posterior.sites
    if sites is None:
        everyone = np.arange(posterior.n_items)
        root = inverse_lower(cholesky(posterior.prior.covariance.columns(everyone)))
        return root.T @ (root @ posterior.mean)
    first, second = sites.comparisons.first, sites.comparisons.second
    apart = posterior.mean[first] - posterior.mean[second]
    pull = sites.comparisons.count * (sites.shift - sites.precision * apart)
    found = np.zeros(posterior.n_items)
    np.add.at(found, first, pull)
    np.subtract.at(found, second, pull)
    return found
