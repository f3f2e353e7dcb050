"""The work order that foretells where a new item would stand, before it is added."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from prefstudio.engine.centring import centred
from prefstudio.engine.control import Control
from prefstudio.engine.linalg import Array
from prefstudio.engine.ranking import summarise
from prefstudio.engine.scale_spread import interval_sd
from prefstudio.study.briefing import briefing_of
from prefstudio.study.chance import SAME, Purpose, generator
from prefstudio.study.changes import ItemAdded
from prefstudio.study.events import Event
from prefstudio.study.mailbox import Lane
from prefstudio.study.model import ResolvedModel, resolve
from prefstudio.study.state import StudyState
from prefstudio.study.words import listed

MOST_SIMILAR = 2
LEAST_ALIKE = 0.1  # prior correlation from which an item is called similar


@dataclass(frozen=True, slots=True, eq=False)
class NewItemFound:
    """Where a new item would stand.

    Attributes
    ----------
    problem
        Why it cannot be added; then nothing else is told.
    mean, sd
        Its utility about the average of its group, and the sd of that.
    rank, rank_low, rank_high, n_items
        Its place among so many items of its group, and the 95 % interval.
    similar
        Names of the items that are most alike before any answer, the nearest first.
    """

    moment: int
    problem: str = ""
    mean: float = 0.0
    sd: float = 0.0
    rank: int = 0
    rank_low: int = 0
    rank_high: int = 0
    n_items: int = 0
    similar: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """The prediction in one sentence."""
        if self.problem:
            return f"It cannot be added: {self.problem}."
        sign = "−" if round(self.mean, 2) < 0 else ""
        told = f"Predicted: {sign}{abs(self.mean):.2f} (sd {self.sd:.2f}), about rank "
        told += f"{self.rank:,} of {self.n_items:,} "
        told += f"(95\u00a0%: {self.rank_low:,}–{self.rank_high:,})"
        alike = f"similar to {listed(self.similar)}" if self.similar else "similar to no other item"
        return f"{told}; {alike}."


@dataclass(frozen=True, slots=True, eq=False)
class NewItemRequest:
    """Add an item in thought, and see what is believed of it.

    Attributes
    ----------
    state
        The study that it would join.
    change
        The item with its features and links.
    moment
        The number of the moment it speaks of.
    """

    lane: ClassVar[Lane] = Lane.NEW_ITEM

    state: StudyState
    change: ItemAdded
    moment: int

    def compute(self, control: Control) -> NewItemFound:
        """The posterior with the item among the others."""
        after = self.state.with_event(Event("", "", self.change))
        problem = next((each.reason for each in after.unmade if each.seq == after.revision), "")
        if problem:
            return NewItemFound(self.moment, problem)
        return standing_of(after, self.change.item.item_id, self.moment, control)


def standing_of(state: StudyState, item_id: str, moment: int, control: Control) -> NewItemFound:
    """What is believed of an item of a study."""
    (found,) = standings_of(state, (item_id,), moment, control)
    return found


def standings_of(
    state: StudyState, item_ids: Sequence[str], moment: int, control: Control
) -> tuple[NewItemFound, ...]:
    """What is believed of some items of a study, in their order."""
    control.check()
    model = resolve(state.study)
    posterior = briefing_of(model, state, moment).exact_posterior(control)
    rng = generator(model.seed, Purpose.RANKING, SAME)
    ranking = summarise(posterior, rng, model.groups, control=control)
    low, high = ranking.shown_interval
    mean = centred(posterior.mean, model.groups)
    spread = interval_sd(posterior, model.scale_spread, model.groups, control)
    found = []
    for item_id in item_ids:
        control.check()
        place = model.position(item_id)
        members = _members(model, place)
        names = (state.study.items.by_id(each).name for each in _similar(model, place, members))
        standing = NewItemFound(
            moment,
            "",
            float(mean[place]),
            float(spread[place]),
            int(ranking.rank[place]),
            int(low[place]),
            int(high[place]),
            len(members),
            tuple(names),
        )
        found.append(standing)
    return tuple(found)


def _members(model: ResolvedModel, place: int) -> Array:
    everyone = np.arange(len(model.item_ids))
    return everyone if model.groups is None else everyone[model.groups == model.groups[place]]


def _similar(model: ResolvedModel, place: int, members: Array) -> tuple[str, ...]:
    """Ids of the items whose prior correlation with one is largest."""
    covariance = model.prior.covariance
    variances = covariance.diagonal()
    column = covariance.columns(np.array([place]))[0]
    scale = np.sqrt(np.maximum(variances[place] * variances, np.finfo(float).tiny))
    others = members[members != place]
    alike = (column / scale)[others]
    nearest = np.argsort(-alike, kind="stable")[:MOST_SIMILAR]
    chosen = others[[k for k in nearest if alike[k] >= LEAST_ALIKE]]
    return tuple(model.item_ids[k] for k in chosen)
