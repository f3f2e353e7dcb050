"""Why a pair is asked, in numbers with definitions."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtr

from prefstudio.engine.centring import centred
from prefstudio.engine.incremental import expected_curvature
from prefstudio.engine.linalg import Array
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.ranking import ranks
from prefstudio.study.events import Policy
from prefstudio.study.usefulness import Usefulness

WORTH_TELLING = 0.01  # the least expected cut of a variance that counts as being informed


@dataclass(frozen=True, slots=True)
class Reason:
    """What an answer to the asked pair is good for.

    Attributes
    ----------
    policy
        What chose the pair.
    p_wrong
        Chance that the current order of the two is wrong, Φ(−|m_d| / √v).
    place
        The better rank of the two, within their group.
    decides
        Whether both lie within one sd of each other; else the answer checks an order.
    n_informed
        Other items whose centred variance the answer is expected to cut by 1 % or more.
    n_tied
        How many pairs are worth the same as this one; lots fell on it when there are others.
    is_overtaken
        Whether others are worth clearly more by now, as after an answer was flipped or removed.
    are_all_tied
        Whether there is no other pair to ask than those that are worth the same.
    is_best_at_once
        Whether it was overtaken by no more than the exact posterior, which came after it.
    shares_place
        Whether the two are tied at their place, so that no order of theirs can be wrong.
    """

    policy: Policy
    p_wrong: float
    place: int
    decides: bool
    n_informed: int
    n_tied: int = 1
    is_overtaken: bool = False
    are_all_tied: bool = False
    is_best_at_once: bool = False
    shares_place: bool = False


def reason_of(
    posterior: Posterior,
    groups: Array | None,
    centred_sd: Array,
    pair: tuple[int, int],
    policy: Policy,
    usefulness: Usefulness | None = None,
) -> Reason:
    """Why a pair is worth asking, given what is believed.

    Parameters
    ----------
    centred_sd : ndarray, shape (n_items,)
        Sd of every utility less the mean of its group.
    pair : tuple of int
        Positions of the asked items.
    usefulness : Usefulness, optional
        How the pair compares with all others; by itself no other is worth as much.
    """
    compared = usefulness or Usefulness()
    first, second = pair
    mean, variance = posterior.pair_moments(first, second)
    sd = math.sqrt(max(variance, 0.0))
    p_wrong = float(ndtr(-abs(mean) / sd)) if sd > 0.0 else 0.5 * (mean == 0.0)
    places = ranks(posterior, groups)
    cut = centred(posterior.difference(first, second), groups) ** 2
    cut *= expected_curvature(posterior, mean, variance)
    is_informed = cut >= WORTH_TELLING * centred_sd**2
    is_informed &= cut > 0.0
    is_informed[[first, second]] = False
    if groups is not None:
        is_informed &= groups == groups[first]
    return Reason(
        policy,
        p_wrong,
        int(min(places[first], places[second])),
        abs(mean) <= sd,
        int(np.count_nonzero(is_informed)),
        compared.n_tied,
        compared.is_overtaken,
        compared.are_all_tied,
        compared.is_best_at_once,
        bool(places[first] == places[second]),
    )
