"""The pair to ask next, chosen in the engine thread."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from prefstudio.engine.control import Control
from prefstudio.engine.posterior import Posterior
from prefstudio.study.briefing import Briefing
from prefstudio.study.mailbox import Lane
from prefstudio.study.query import Query, best_query, criterion_query, query_of


@dataclass(frozen=True, slots=True, eq=False)
class QueryFound:
    """The pair to ask next, or None when every pair has been asked.

    Attributes
    ----------
    replaces
        Whether a person wants it in the place of the pair on screen.
    """

    moment: int
    query: Query | None
    replaces: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class QueryRequest:
    """The next pair by the study's policy, or a pair that a person chose.

    Attributes
    ----------
    posterior
        Where the study goes on by itself, the incremental one: it follows from the answers alone,
        not from what was computed when, so that the same events give the same next pair. What a
        person wants anew comes from the best that is known, as what she was shown did.
    by_hand
        Positions of the pair that was chosen by hand, A first.
    replaces
        Whether a person wants it in the place of the pair on screen, as one by hand always is;
        it is then what the criterion asks.
    """

    lane: ClassVar[Lane] = Lane.QUERY

    briefing: Briefing
    posterior: Posterior
    by_hand: tuple[int, int] | None = None
    replaces: bool = False

    @property
    def moment(self) -> int:
        """The number of the moment it speaks of."""
        return self.briefing.moment

    def compute(self, control: Control) -> QueryFound:
        """Choose, and predict what will be answered."""
        if self.by_hand is not None:
            query = query_of(self.posterior, *self.by_hand)
            return QueryFound(self.moment, query, replaces=True)
        choose = criterion_query if self.replaces else best_query
        found = choose(self.briefing, self.posterior, control)
        return QueryFound(self.moment, found, self.replaces)
