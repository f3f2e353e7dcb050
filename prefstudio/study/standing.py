"""How far a study has come: the ranking with its uncertainty, and how settled it is."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from scipy.special import ndtr

from prefstudio.engine.control import Control
from prefstudio.engine.linalg import Array, read_only
from prefstudio.engine.pairs import AllowedPairs
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.ranking import (
    N_DRAWS,
    drawn_ranks,
    holding,
    rank_intervals,
    ranks,
    shown_first,
)
from prefstudio.engine.settledness import order_settled
from prefstudio.study.briefing import Briefing
from prefstudio.study.chance import SAME, Purpose, generator
from prefstudio.study.mailbox import Lane
from prefstudio.study.model import ResolvedModel

LARGE_TOP = 10
"""Above so many leading places it counts how many are right, not whether all are."""


@dataclass(frozen=True, slots=True, eq=False)
class Leading:
    """Chances to be among the leading items that a study is about.

    Attributes
    ----------
    k
        How many lead; 1 is the best one.
    chance
        Of every item to be one of them within its group, shape (n_items,).
    if_a, if_b
        Of the asked items A and B: the same if it is preferred now; None when no pair is asked.
    """

    k: int
    chance: Array
    if_a: float | None = None
    if_b: float | None = None

    @property
    def words(self) -> str:
        """What the chance is called."""
        return leading_words(self.k)


def leading_words(k: int) -> str:
    """What the chance to be among the first k is called."""
    return "P(best)" if k == 1 else f"P(top\u00a0{k:,})"


def leading_meaning(k: int, *, is_grouped: bool = False) -> str:
    """What the chance to be among the first k is, as the beginning of a sentence.

    Parameters
    ----------
    k : int
        How many are first.
    is_grouped : bool
        Whether the study has groups, within which the chance is counted.
    """
    first = "the best one" if k == 1 else f"among the best {k:,}"
    whole = " of its group" if is_grouped else " of all" if k == 1 else ""
    return f"The chance to be {first}{whole}"


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """The ranking and how settled it is, from draws of one posterior.

    Attributes
    ----------
    moment
        The number of the moment it speaks of.
    rank, rank_low, rank_high
        Place of every item within its group and its 95 % interval, shape (n_items,).
    p_best
        Chance that an item is the best of its group, shape (n_items,).
    p_best_if_a, p_best_if_b
        Of the asked items A and B: the chance to be the best if it is preferred now; None
        when no pair is asked.
    settled
        Mean of Φ(|m_i − m_j| / ν_ij) over the pairs within groups, or for the top k the chance
        that the k items shown first are the best k.
    top_k
        k, when the study is for the top k, or all items of a shown group that has fewer; None
        when it is for the whole ranking.
    n_top_right
        Expected number of right items among the first k; None when the ranking is whole.
    goal
        How settled it should be, from the study's stop rule; None when there is none.
    top
        Chances to be among the first k, where those are more than one; None elsewhere.
    """

    moment: int
    rank: Array
    rank_low: Array
    rank_high: Array
    p_best: Array
    p_best_if_a: float | None
    p_best_if_b: float | None
    settled: float
    top_k: int | None = None
    n_top_right: float | None = None
    goal: float | None = None
    top: Leading | None = None

    @property
    def counts_right_ones(self) -> bool:
        """Whether so many lead that it tells more how many of them are right."""
        return self.top_k is not None and self.top_k > LARGE_TOP

    @property
    def share(self) -> float:
        """How far the study has come, from 0 to 1: settled, or the share of many leaders."""
        if self.top_k is None or self.n_top_right is None or not self.counts_right_ones:
            return self.settled
        return self.n_top_right / self.top_k

    @property
    def is_reached(self) -> bool | None:
        """Whether it is as settled as it should be; None where there is no goal."""
        return None if self.goal is None else self.settled >= self.goal

    @property
    def leading(self) -> Leading:
        """Chances of what the study is about: its top k, else the best one."""
        return self.top or Leading(1, self.p_best, self.p_best_if_a, self.p_best_if_b)


@dataclass(frozen=True, slots=True, eq=False)
class StandingRequest:
    """The ranking of a posterior, for one group of the study.

    Attributes
    ----------
    asked
        Positions of the asked items, A first; None when no pair is asked.
    group
        The code of the group that is shown; nothing else counts where there is one only.
    goal
        How settled the study wants to be; None when no rule says so.
    """

    lane: ClassVar[Lane] = Lane.STANDING

    briefing: Briefing
    posterior: Posterior
    asked: tuple[int, int] | None
    group: int = 0
    goal: float | None = None

    @property
    def moment(self) -> int:
        """The number of the moment it speaks of."""
        return self.briefing.moment

    def compute(self, control: Control) -> Standing:
        """Draw, rank and count."""
        model, posterior = self.briefing.model, self.posterior
        top_k, places = top_k_of(model), places_of(model, self.group)
        leaders = leaders_of(posterior, model, places, self.group)
        drawn = np.empty((N_DRAWS, posterior.n_items), np.min_scalar_type(posterior.n_items))
        favours = np.empty((2, N_DRAWS))
        done = 0
        rng = generator(model.seed, Purpose.RANKING, SAME)
        for utilities, chunk in drawn_ranks(posterior, rng, model.groups, N_DRAWS, control):
            rows = slice(done, done + len(chunk))
            drawn[rows] = chunk
            if self.asked is not None:
                favours[:, rows] = self._chances_of_winning(utilities)
            done += len(chunk)
        rank = ranks(posterior, model.groups)
        low, high = holding(rank, *rank_intervals(drawn, control))
        best = self._leading(1, drawn, favours)
        inside = drawn[:, leaders] <= (places or 0)
        return Standing(
            self.moment,
            read_only(rank),
            read_only(low),
            read_only(high),
            best.chance,
            best.if_a,
            best.if_b,
            settled_by(posterior, model, self.group, inside, control),
            places,
            None if places is None else float(inside.sum(axis=1).mean()),
            self.goal,
            self._leading(top_k, drawn, favours) if top_k is not None and top_k > 1 else None,
        )

    def _chances_of_winning(self, utilities: Array) -> Array:
        """Chance of A and of B to be preferred in every draw, which then counts by it."""
        assert self.asked is not None
        first, second = self.asked
        scale = self.posterior.scale
        least = scale.edges[scale.win[0]]
        difference = utilities[:, first] - utilities[:, second]
        return np.asarray(ndtr((np.array([difference, -difference]) - least) / scale.noise))

    def _leading(self, k: int, drawn: Array, favours: Array) -> Leading:
        """Chances to be among the first k, also of A once it is preferred, and of B likewise."""
        chance = read_only(np.count_nonzero(drawn <= k, axis=0) / N_DRAWS)
        if self.asked is None:
            return Leading(k, chance)
        leads = drawn[:, list(self.asked)] <= k
        return Leading(
            k,
            chance,
            float(np.average(leads[:, 0], weights=favours[0])),
            float(np.average(leads[:, 1], weights=favours[1])),
        )


def top_k_of(model: ResolvedModel) -> int | None:
    """How many first places the study is about; None when about all of them."""
    largest = len(model.item_ids)
    if model.groups is not None:
        largest = int(np.bincount(model.groups).max())
    if math.isinf(model.horizon) or model.horizon >= largest:
        return None
    return max(1, int(model.horizon))


def places_of(model: ResolvedModel, group: int) -> int | None:
    """How many first places of a group the study is about: no more than the group has items."""
    top_k = top_k_of(model)
    if top_k is None or model.groups is None:
        return top_k
    return min(top_k, int(np.count_nonzero(model.groups == group)))


def settled_by(
    posterior: Posterior,
    model: ResolvedModel,
    group: int,
    inside: Array,
    control: Control | None = None,
) -> float:
    """How settled the study's purpose is, given which leaders are inside in every draw."""
    if inside.shape[1]:
        return float(np.all(inside, axis=1).mean())
    return order_settled(posterior, pairs_of_group(model, group), control)


def pairs_of_group(model: ResolvedModel, group: int) -> AllowedPairs:
    """All pairs of the shown group, asked or not."""
    groups = model.groups
    others = [] if groups is None else np.flatnonzero(groups != group).tolist()
    return AllowedPairs.of(len(model.item_ids), groups, others)


def leaders_of(posterior: Posterior, model: ResolvedModel, places: int | None, group: int) -> Array:
    """The items shown first that the study is about; none when it is about all."""
    if places is None:
        return np.empty(0, dtype=np.intp)
    per_group = shown_first(posterior, places, model.groups)
    return per_group[group if model.groups is not None else 0]
