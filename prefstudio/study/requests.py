"""Work orders for the engine thread; each takes along all it needs and answers by value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import ClassVar

import numpy as np

from prefstudio.engine import incremental
from prefstudio.engine.control import Control
from prefstudio.engine.criteria import CRITERIA
from prefstudio.engine.linalg import Array, read_only
from prefstudio.engine.posterior import Posterior
from prefstudio.study.briefing import Briefing
from prefstudio.study.mailbox import Lane
from prefstudio.study.query import Query, best_query, query_of


@dataclass(frozen=True, slots=True, eq=False)
class PosteriorFound:
    """The incremental posterior of a revision."""

    revision: int
    posterior: Posterior


@dataclass(frozen=True, slots=True, eq=False)
class PosteriorRequest:
    """One pass over the answers, from an earlier posterior on where there is one.

    Attributes
    ----------
    start
        The incremental posterior of the first so many of the same answers.
    """

    lane: ClassVar[Lane] = Lane.POSTERIOR

    briefing: Briefing
    start: Posterior | None = None

    @property
    def revision(self) -> int:
        """The belief's revision."""
        return self.briefing.revision

    def compute(self, control: Control) -> PosteriorFound:
        """Learn what `start` has not seen."""
        posterior = self.start
        model, comparisons = self.briefing.model, self.briefing.comparisons
        if posterior is None:
            posterior = incremental.infer(model.prior, comparisons, model.scale, control)
            return PosteriorFound(self.revision, posterior)
        unseen = np.flatnonzero(np.cumsum(comparisons.count) > posterior.n_answers)
        for row in unseen:
            for _ in range(int(comparisons.count[row])):
                control.check()
                posterior = incremental.condition(
                    posterior,
                    int(comparisons.first[row]),
                    int(comparisons.second[row]),
                    int(comparisons.lower[row]),
                    int(comparisons.upper[row]),
                )
        return PosteriorFound(self.revision, posterior)


@dataclass(frozen=True, slots=True, eq=False)
class QueryFound:
    """The pair to ask next, or None when every pair has been asked."""

    revision: int
    query: Query | None


@dataclass(frozen=True, slots=True, eq=False)
class QueryRequest:
    """The next pair by the study's criterion, or a pair that a person chose.

    Attributes
    ----------
    posterior
        The incremental one: it follows from the answers alone, not from what was computed
        when, so that the same events give the same next pair.
    by_hand
        Positions of the pair that was chosen by hand, A first.
    """

    lane: ClassVar[Lane] = Lane.QUERY

    briefing: Briefing
    posterior: Posterior
    by_hand: tuple[int, int] | None = None

    @property
    def revision(self) -> int:
        """The belief's revision."""
        return self.briefing.revision

    def compute(self, control: Control) -> QueryFound:
        """Choose, and predict what will be answered."""
        if self.by_hand is not None:
            query: Query | None = query_of(self.posterior, *self.by_hand)
        else:
            query = best_query(self.briefing, self.posterior, control)
        return QueryFound(self.revision, query)


class MatrixKind(StrEnum):
    """A matrix that a panel shows."""

    COVARIANCE = "covariance"
    EXPECTED_LOSS = "expected_loss"


def _covariance(posterior: Posterior, briefing: Briefing, control: Control) -> Array:
    control.check()
    return posterior.covariance()


def _expected_loss(posterior: Posterior, briefing: Briefing, control: Control) -> Array:
    return CRITERIA["expected_loss"].matrix(
        posterior, briefing.allowed, horizon=briefing.model.horizon, control=control
    )


MATRICES: dict[MatrixKind, Callable[[Posterior, Briefing, Control], Array]] = {
    MatrixKind.COVARIANCE: _covariance,
    MatrixKind.EXPECTED_LOSS: _expected_loss,
}


@dataclass(frozen=True, slots=True, eq=False)
class Matrices:
    """What the visible matrices show of one posterior.

    Attributes
    ----------
    by_kind
        Arrays of shape (n_items, n_items), read-only; not a number where there is no pair.
    askable
        True where a pair may be asked, shape (n_items, n_items).
    """

    revision: int
    posterior: Posterior
    by_kind: Mapping[MatrixKind, Array]
    askable: Array


@dataclass(frozen=True, slots=True, eq=False)
class ViewRequest:
    """The matrices of the visible panels."""

    lane: ClassVar[Lane] = Lane.VIEW

    briefing: Briefing
    posterior: Posterior
    kinds: frozenset[MatrixKind]

    @property
    def revision(self) -> int:
        """The belief's revision."""
        return self.briefing.revision

    def compute(self, control: Control) -> Matrices:
        """Make every matrix that is wanted."""
        made = {
            kind: read_only(MATRICES[kind](self.posterior, self.briefing, control))
            for kind in sorted(self.kinds)
        }
        askable = self.briefing.allowed.mask(np.arange(self.posterior.n_items))
        return Matrices(self.revision, self.posterior, MappingProxyType(made), read_only(askable))


@dataclass(frozen=True, slots=True, eq=False)
class PolishFound:
    """The posterior at the fixed point of the study's inference."""

    revision: int
    posterior: Posterior


@dataclass(frozen=True, slots=True, eq=False)
class PolishRequest:
    """The exact posterior, from the sites of an earlier one where there is one."""

    lane: ClassVar[Lane] = Lane.POLISH

    briefing: Briefing
    start: Posterior | None = None

    @property
    def revision(self) -> int:
        """The belief's revision."""
        return self.briefing.revision

    def compute(self, control: Control) -> PolishFound:
        """Infer until nothing moves."""
        return PolishFound(self.revision, self.briefing.exact_posterior(control, self.start))
