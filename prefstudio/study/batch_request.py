"""The work order that chooses different pairs to be asked at the same time, one a seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from prefstudio.engine.batch import best_batch
from prefstudio.engine.control import Control
from prefstudio.engine.criteria import CRITERIA
from prefstudio.engine.pairs import AllowedPairs
from prefstudio.engine.policy import Choice
from prefstudio.engine.posterior import Posterior
from prefstudio.study.briefing import Briefing
from prefstudio.study.chance import Purpose, generator
from prefstudio.study.mailbox import Lane
from prefstudio.study.query import Query, query_of_choice


@dataclass(frozen=True, slots=True)
class BatchTerms:
    """For how many seats pairs are chosen, and which shall not come; all by positions.

    Attributes
    ----------
    left_out
        Pairs that shall not come now, though they may be asked.
    on_screen
        The pair that is asked elsewhere already; it comes only where a seat stays empty else.
    """

    size: int
    left_out: frozenset[tuple[int, int]] = frozenset()
    on_screen: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class BatchFound:
    """The pairs for the seats, the most useful first; none when every pair has been asked."""

    moment: int
    queries: tuple[Query, ...]
    terms: BatchTerms


@dataclass(frozen=True, slots=True, eq=False)
class BatchRequest:
    """Different pairs by the study's policy, each chosen as if those before it were answered.

    Attributes
    ----------
    posterior
        The incremental one, as for a single pair.
    """

    lane: ClassVar[Lane] = Lane.BATCH

    briefing: Briefing
    posterior: Posterior
    terms: BatchTerms

    @property
    def moment(self) -> int:
        """The number of the moment it speaks of."""
        return self.briefing.moment

    def compute(self, control: Control) -> BatchFound:
        """Choose for every seat, and predict what will be answered there."""
        model, allowed = self.briefing.model, self.briefing.allowed
        for first, second in self.terms.left_out:
            allowed = allowed.without(first, second)
        pair = self.terms.on_screen
        others = allowed if pair is None else allowed.without(*pair)
        choices = self._choose(others, control)
        if len(choices) < self.terms.size and others is not allowed:
            choices = self._choose(allowed, control)
        queries = (query_of_choice(self.posterior, model, each, in_batch=True) for each in choices)
        return BatchFound(self.moment, tuple(queries), self.terms)

    def _choose(self, allowed: AllowedPairs, control: Control) -> tuple[Choice, ...]:
        briefing, model = self.briefing, self.briefing.model
        return best_batch(
            CRITERIA[model.criterion],
            self.posterior,
            allowed,
            self.terms.size,
            rules=briefing.rules,
            horizon=model.horizon,
            rng=generator(model.seed, Purpose.QUERY, briefing.revision),
            holdout_rng=generator(model.seed, Purpose.HOLDOUT, briefing.revision),
            control=control,
        )
