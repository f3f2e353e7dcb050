"""What every criterion offers: the best pairs to ask, and a score for every pair."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from prefstudio.engine.control import Control
from prefstudio.engine.linalg import Array
from prefstudio.engine.pairs import AllowedPairs, ScoredPair
from prefstudio.engine.posterior import Posterior


@dataclass(frozen=True, slots=True, eq=False)
class PairSearch:
    """What is searched: the `top` best of the allowed pairs.

    Attributes
    ----------
    horizon : how many leading places matter, to the criteria that use it.
    rng : decides among equal values.
    favoured : the pair that comes before its equals, whatever `rng` says.
    """

    posterior: Posterior
    allowed: AllowedPairs
    horizon: float
    top: int
    rng: np.random.Generator
    control: Control
    favoured: tuple[int, int] | None = None


class _Matrix(Protocol):
    def __call__(
        self, posterior: Posterior, groups: Array | None, horizon: float, control: Control
    ) -> Array: ...


class _Value(Protocol):
    def __call__(
        self, posterior: Posterior, groups: Array | None, horizon: float, pair: tuple[int, int]
    ) -> float: ...


@dataclass(frozen=True, slots=True, eq=False)
class Criterion:
    """A way to decide which pair is asked next.

    Attributes
    ----------
    name : as study files and commands write it.
    title : as a person reads it.
    help : one sentence on what it is good for.
    uses_horizon : whether the horizon makes a difference; says where measuring by more than one
        is worth its time, and changes no choice.
    """

    name: str
    title: str
    help: str
    uses_horizon: bool
    find: Callable[[PairSearch], tuple[ScoredPair, ...]]
    score: _Matrix
    score_one: _Value

    def best(
        self,
        posterior: Posterior,
        allowed: AllowedPairs,
        *,
        horizon: float = math.inf,
        top: int = 1,
        rng: np.random.Generator,
        control: Control | None = None,
        favoured: tuple[int, int] | None = None,
    ) -> tuple[ScoredPair, ...]:
        """The `top` best allowed pairs, best first; ties fall by lot through `rng`.

        A `favoured` pair comes before all that are worth the same; random pairs favour none.

        Fewer come back when fewer are allowed, none when there is no allowed pair; pairs of items
        that cannot differ are left out, but for random ones.
        """
        search = PairSearch(posterior, allowed, horizon, top, rng, control or Control(), favoured)
        return self.find(search)

    def value(
        self,
        posterior: Posterior,
        allowed: AllowedPairs,
        pair: tuple[int, int],
        *,
        horizon: float = math.inf,
    ) -> float:
        """The score of one pair of a group, as it stands in `matrix`, without scoring others."""
        return self.score_one(posterior, allowed.groups, horizon, pair)

    def matrix(
        self,
        posterior: Posterior,
        allowed: AllowedPairs,
        *,
        horizon: float = math.inf,
        control: Control | None = None,
    ) -> Array:
        """Every pair's score, symmetric, shape (n_items, n_items).

        Not a number on the diagonal and across groups; pairs that were answered keep their
        score.
        """
        return self.score(posterior, allowed.groups, horizon, control or Control())
