"""Which pair is asked next: one queued by hand, a random one by lot, or the criterion's best."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from prefstudio.engine.control import Control
from prefstudio.engine.criteria import Criterion
from prefstudio.engine.criteria.random_pair import RANDOM
from prefstudio.engine.pairs import AllowedPairs
from prefstudio.engine.posterior import Posterior


class ChosenBy(StrEnum):
    """What made a pair the one to be asked."""

    QUEUE = "queue"
    HOLDOUT = "holdout"
    CRITERION = "criterion"


@dataclass(frozen=True, slots=True)
class Rules:
    """What a policy goes by besides the belief, the criterion and the pairs that may be asked.

    Without any of it the criterion chooses alone, as in the papers.

    Attributes
    ----------
    queued
        Pairs that come first, in their order; one that may not be asked is passed over.
    recent
        The items shown in the last trials, those of the latest first.
    gap
        So many trials lie between two showings of an item, where that leaves a pair to ask.
    holdout
        Share of the trials that are random pairs, to check predictions by.
    """

    queued: tuple[tuple[int, int], ...] = ()
    recent: tuple[tuple[int, ...], ...] = ()
    gap: int = 0
    holdout: float = 0.0


@dataclass(frozen=True, slots=True)
class Choice:
    """A pair to ask, ``first < second``; its value is None unless a criterion chose it."""

    first: int
    second: int
    by: ChosenBy
    value: float | None = None


def choose(
    criterion: Criterion,
    posterior: Posterior,
    allowed: AllowedPairs,
    rules: Rules,
    *,
    horizon: float = math.inf,
    lots: np.random.Generator,
    holdout_lots: np.random.Generator,
    control: Control | None = None,
    favoured: tuple[int, int] | None = None,
) -> Choice | None:
    """The pair to ask next; None when no pair is left.

    Parameters
    ----------
    criterion : Criterion
        What makes a pair worth asking.
    posterior : Posterior
    allowed : AllowedPairs
        The pairs that may be asked at all.
    rules : Rules
    horizon : float
    lots, holdout_lots : numpy.random.Generator
        Lots among equally good pairs, and lots for random ones; both fresh, so that the same
        state gives the same pair.
    control : Control, optional
    favoured : tuple of int, optional
        The pair that the criterion takes before all that are worth the same.
    """
    for first, second in rules.queued:
        if bool(allowed.partners(first)[second]):
            return Choice(min(first, second), max(first, second), ChosenBy.QUEUE)
    is_random = rules.holdout > 0.0 and holdout_lots.random() < rules.holdout
    asked, rng = (RANDOM, holdout_lots) if is_random else (criterion, lots)
    for pairs in _ever_closer(allowed, rules):
        best = asked.best(
            posterior, pairs, horizon=horizon, rng=rng, control=control, favoured=favoured
        )
        if best and is_random:
            return Choice(best[0].first, best[0].second, ChosenBy.HOLDOUT)
        if best:
            return Choice(best[0].first, best[0].second, ChosenBy.CRITERION, best[0].value)
    return None


def well_spaced(allowed: AllowedPairs, rules: Rules) -> AllowedPairs:
    """The allowed pairs that were shown longest ago, up to the gap that is wanted."""
    return next(_ever_closer(allowed, rules))


def _ever_closer(allowed: AllowedPairs, rules: Rules) -> Iterator[AllowedPairs]:
    """The pairs left by the wanted gap, then by ever smaller ones, at last all of them.

    A pair whose items were shown g trials ago or earlier is there as long as the gap is below
    g: so where not all can be had, those shown longest ago come first.
    """
    for gap in range(min(rules.gap, len(rules.recent)), 0, -1):
        shown = {item for items in rules.recent[:gap] for item in items}
        pairs = allowed.without_items(shown)
        if pairs.has_any:
            yield pairs
    yield allowed
