"""Scores that depend on a pair's own mean and variance: every pair, in blocks of rows."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator

import numpy as np

from prefstudio.engine.control import Control
from prefstudio.engine.criteria.criterion import PairSearch
from prefstudio.engine.criteria.shortlist import Shortlist
from prefstudio.engine.linalg import Array
from prefstudio.engine.pairs import AllowedPairs, ScoredPair
from prefstudio.engine.posterior import Posterior

PairScore = Callable[[slice, Array, Array], Array]  # (rows, mean, variance) → value


def pair_blocks(posterior: Posterior, height: int = 64) -> Iterator[tuple[slice, Array, Array]]:
    """Every pair once: rows, then mean and variance of ξ_row − ξ_column, columns rows.start … n.

    Entries on and below the diagonal stand for no pair and hold a variance of 0.
    """
    for rows, variance in upper_variances(posterior, height):
        mean = np.subtract.outer(posterior.mean[rows], posterior.mean[rows.start :])
        yield rows, mean, variance


def upper_variances(posterior: Posterior, height: int = 64) -> Iterator[tuple[slice, Array]]:
    """Variances of ξ_row − ξ_column, zeroed where there is no pair or it comes elsewhere."""
    for rows, variance in posterior.difference_variance_blocks(height):
        size = rows.stop - rows.start
        variance[:, :size][_lower_half(size)] = 0.0
        yield rows, variance


@functools.lru_cache(maxsize=4)
def _lower_half(size: int) -> Array:
    return np.tri(size, dtype=bool)


def best_by(score: PairScore, search: PairSearch) -> tuple[ScoredPair, ...]:
    """The allowed pairs of largest score; pairs that cannot differ are left out."""
    shortlist = Shortlist(search.top)
    for rows, mean, variance in pair_blocks(search.posterior):
        search.control.check()
        values = score(rows, mean, variance)
        offer_permitted(shortlist, search.allowed, rows, values, variance > 0.0)
    return shortlist.chosen(search.rng, search.favoured)


def offer_permitted(
    shortlist: Shortlist, allowed: AllowedPairs, rows: slice, values: Array, wanted: Array
) -> None:
    """Offer the wanted entries of one block that reach the threshold and may be asked."""
    wanted &= values >= shortlist.threshold
    flat = np.flatnonzero(wanted)
    if not len(flat):
        return
    first, second = np.divmod(flat, values.shape[1])
    first += rows.start
    second += rows.start
    permitted = allowed.permits(first, second)
    shortlist.offer(values.ravel()[flat][permitted], first[permitted], second[permitted])


def matrix_by(
    score: PairScore, posterior: Posterior, groups: Array | None, control: Control
) -> Array:
    """Every pair's score as a symmetric matrix."""
    matrix = np.empty((posterior.n_items, posterior.n_items))
    for rows, mean, variance in pair_blocks(posterior):
        control.check()
        values = score(rows, mean, variance)
        size = rows.stop - rows.start
        square = values[:, :size]
        square[:] = np.where(_lower_half(size), square.T, square)
        matrix[rows, rows.start :] = values
        matrix[rows.start :, rows] = values.T
    return without_pairless(matrix, groups)


def without_pairless(matrix: Array, groups: Array | None) -> Array:
    """Not a number where there is no pair: on the diagonal and across groups."""
    matrix[np.diag_indices_from(matrix)] = np.nan
    if groups is not None:
        matrix[groups[:, None] != groups[None, :]] = np.nan
    return matrix
