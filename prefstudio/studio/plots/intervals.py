"""Utilities of all items as they are drawn at one instant."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from prefstudio.engine.linalg import Array
from prefstudio.studio.plots.value_range import Ends, ValueRange
from prefstudio.study.view import View

REACH = 1.96  # sd on either side of the mean: the 95 % interval
HALF_REACH = 0.674  # the 50 % interval


@dataclass(frozen=True, slots=True, eq=False)
class Intervals:
    """Means with their uncertainty, and the place of every item along the other axis.

    Attributes
    ----------
    mean, sd
        By position of the item, shape (n_items,).
    before
        The means before the last answer; None when there is none.
    n_compared
        How often each item was compared, shape (n_items,).
    order
        Positions of the items that are drawn, the first place first.
    places
        Where each item is drawn, from 0; not a number for those that are not. Between two
        orders they are fractions.
    is_fleeting
        Whether others are on their way at once, as while a slider is dragged.
    goal, share
        Where these are on the way to, and what share of it they have gone; None at rest.
    """

    mean: Array
    sd: Array
    before: Array | None
    n_compared: Array
    order: Array
    places: Array
    is_fleeting: bool = False
    goal: Intervals | None = None
    share: float = 1.0

    def ends(self, items: Array) -> Ends:
        """Lowest and highest end of the 95 % intervals of some items."""
        reach = REACH * self.sd[items]
        return float(np.min(self.mean[items] - reach)), float(np.max(self.mean[items] + reach))

    def range_in(self, span: ValueRange, items: Array) -> Ends:
        """The range that a plot of some items shows now; while a slider is dragged it is kept."""
        if self.goal is None:
            return span.fit(self.ends(items), may_narrow=not self.is_fleeting)
        return span.go(self.share, self.ends(items), self.goal.ends(items))


def intervals_of(view: View, order: Array) -> Intervals:
    """What a view says, its items in a given order."""
    places = np.full(len(view.mean), np.nan)
    places[order] = np.arange(len(order))
    counts = view.n_compared
    return Intervals(view.mean, view.sd, view.mean_before, counts, order, places, view.is_fleeting)


def between(start: Intervals, end: Intervals, share: float) -> Intervals:
    """What is drawn on the way; the end itself where there is no way."""
    if share >= 1.0 or len(start.mean) != len(end.mean):
        return end
    places = start.places + share * (end.places - start.places)
    return replace(
        end,
        mean=start.mean + share * (end.mean - start.mean),
        sd=start.sd + share * (end.sd - start.sd),
        places=np.where(np.isnan(places), end.places, places),
        goal=end,
        share=share,
    )
