"""How far the colours of matrices must reach to mean the same at every answer of a study.

No belief exceeds its prior: K − Σ is positive semi-definite (section 10), so neither covariances
nor what answers change of them nor expected losses are ever larger than before the first answer.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from prefstudio.engine.centring import centred_covariance
from prefstudio.engine.linalg import Array
from prefstudio.study.model import ResolvedModel
from prefstudio.study.view import MatrixKind


def limits_of(
    model: ResolvedModel, kinds: Iterable[MatrixKind], is_centred: bool
) -> dict[MatrixKind, float]:
    """The largest amount of each kind that any answers can lead to, where the prior tells it.

    Parameters
    ----------
    model : ResolvedModel
        Whose prior it is.
    kinds : iterable
        Those that are drawn.
    is_centred : bool
        Whether covariances are about the average.
    """
    limits: dict[MatrixKind, float] = {}
    for kind in kinds:
        if kind is MatrixKind.EXPECTED_LOSS:
            limits[kind] = _largest_loss(model)
        elif kind is not MatrixKind.PREFERENCE:  # a chance, whatever the prior is
            limits[kind] = _largest_covariance(model, is_centred)
    return limits


def _prior_matrix(model: ResolvedModel) -> Array:
    return model.prior.covariance.columns(np.arange(len(model.item_ids)))


def _largest_covariance(model: ResolvedModel, is_centred: bool) -> float:
    matrix = _prior_matrix(model)
    if is_centred:
        matrix = centred_covariance(matrix.copy(), model.groups)
    return float(np.abs(matrix).max())


def _largest_loss(model: ResolvedModel) -> float:
    """e^{−1/h} ½ν² (section 7) of the pair of one group that differs most."""
    matrix = _prior_matrix(model)
    variances = matrix.diagonal()
    largest = 0.0
    codes = np.zeros(len(matrix)) if model.groups is None else model.groups
    for code in np.unique(codes):
        members = np.flatnonzero(codes == code)
        own = variances[members]
        apart = own[:, None] + own - 2.0 * matrix[np.ix_(members, members)]
        largest = max(largest, float(apart.max()))
    return 0.5 * largest * math.exp(-1.0 / model.horizon)
