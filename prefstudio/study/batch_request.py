"""The work order that chooses different pairs to be asked at the same time, one a seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from prefstudio.engine.batch import best_batch
from prefstudio.engine.control import Control
from prefstudio.engine.criteria import CRITERIA
from prefstudio.engine.posterior import Posterior
from prefstudio.study.briefing import Briefing
from prefstudio.study.chance import Purpose, generator
from prefstudio.study.mailbox import Lane
from prefstudio.study.query import Query, query_of_choice


@dataclass(frozen=True, slots=True, eq=False)
class BatchFound:
    """The pairs for the seats, the most useful first; none when every pair has been asked."""

    revision: int
    queries: tuple[Query, ...]


@dataclass(frozen=True, slots=True, eq=False)
class BatchRequest:
    """Different pairs by the study's policy, each chosen as if those before it were answered.

    Attributes
    ----------
    posterior
        The incremental one, as for a single pair.
    size
        How many seats there are.
    left_out
        Positions of pairs that shall not come now, though they may be asked.
    """

    lane: ClassVar[Lane] = Lane.BATCH

    briefing: Briefing
    posterior: Posterior
    size: int
    left_out: frozenset[tuple[int, int]] = frozenset()

    @property
    def revision(self) -> int:
        """The moment it speaks of."""
        return self.briefing.moment

    def compute(self, control: Control) -> BatchFound:
        """Choose for every seat, and predict what will be answered there."""
        briefing, model = self.briefing, self.briefing.model
        allowed = briefing.allowed
        for first, second in self.left_out:
            allowed = allowed.without(first, second)
        choices = best_batch(
            CRITERIA[model.criterion],
            self.posterior,
            allowed,
            self.size,
            rules=briefing.rules,
            horizon=model.horizon,
            rng=generator(model.seed, Purpose.QUERY, briefing.revision),
            holdout_rng=generator(model.seed, Purpose.HOLDOUT, briefing.revision),
            control=control,
        )
        queries = (query_of_choice(self.posterior, model, each, in_batch=True) for each in choices)
        return BatchFound(self.revision, tuple(queries))
