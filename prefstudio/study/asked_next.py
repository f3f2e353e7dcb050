"""What each purpose, and each criterion, would ask next."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import ClassVar

from prefstudio.engine.control import Control
from prefstudio.engine.criteria import CRITERIA
from prefstudio.engine.linalg import Array
from prefstudio.engine.ranking import centred_sd
from prefstudio.study.beliefs import Belief
from prefstudio.study.briefing import Briefing
from prefstudio.study.events import Policy
from prefstudio.study.mailbox import Lane
from prefstudio.study.purpose import FIRST_TOP, PURPOSES, purpose_of
from prefstudio.study.query import best_query
from prefstudio.study.reason import Reason, reason_of
from prefstudio.study.why_words import ordinal
from prefstudio.study.words import counted


class NextWants(Enum):
    """Whose next pair somebody looks at."""

    NOTHING = 0
    PURPOSES = 1
    CRITERIA = 2  # as well


@dataclass(frozen=True, slots=True)
class WouldAsk:
    """One way to choose, and the pair it would choose now.

    Attributes
    ----------
    key
        A purpose's key, or the name of a criterion.
    pair
        Positions of its items; None when there is none left.
    reason
        What an answer would be good for; None without a pair.
    """

    key: str
    pair: tuple[int, int] | None
    reason: Reason | None

    @property
    def why(self) -> str:
        """What an answer would be good for, in one line."""
        if self.reason is None:
            return "No pair is left to ask."
        if self.key == "random":
            return "Drawn by lot, to check the model."
        verb = "Decides" if self.reason.decides else "Checks"
        words = f"{verb} {ordinal(self.reason.place)} place"
        if self.reason.n_informed:
            words += f"; also informs {counted(self.reason.n_informed, 'other item')}"
        return f"{words}."


@dataclass(frozen=True, slots=True, eq=False)
class AskedNext:
    """What each would ask.

    Attributes
    ----------
    purposes
        One a purpose, in the order of `PURPOSES`.
    criteria
        One a criterion, for the study's own horizon; none when nobody looks.
    top
        How many the top k are here.
    """

    revision: int
    purposes: tuple[WouldAsk, ...]
    criteria: tuple[WouldAsk, ...]
    top: float


@dataclass(frozen=True, slots=True, eq=False)
class AskedNextRequest:
    """The pair that each purpose would ask now, and each criterion where somebody looks.

    Pairs follow from the incremental posterior and the same lots as the study's own next pair,
    and what is said of them from the best that is known: both as on screen.
    """

    lane: ClassVar[Lane] = Lane.PURPOSE

    briefing: Briefing
    belief: Belief
    wants: NextWants = NextWants.PURPOSES

    @property
    def revision(self) -> int:
        """The moment it speaks of."""
        return self.briefing.moment

    def compute(self, control: Control) -> AskedNext:
        """Choose by every purpose in turn."""
        spread = centred_sd(self.belief.best, self.briefing.model.groups, control)
        own = self.briefing.model.horizon
        top = top_of(own)
        purposes = tuple(
            self._asked(key, each.criterion, each.horizon or top, spread, control)
            for key, each in PURPOSES.items()
        )
        criteria = tuple(
            self._asked(name, name, own, spread, control)
            for name in (CRITERIA if self.wants is NextWants.CRITERIA else ())
        )
        return AskedNext(self.revision, purposes, criteria, top)

    def _asked(
        self, key: str, criterion: str, horizon: float, spread: Array, control: Control
    ) -> WouldAsk:
        control.check()
        model = replace(self.briefing.model, criterion=criterion, horizon=horizon)
        query = best_query(replace(self.briefing, model=model), self.belief.posterior, control)
        if query is None:
            return WouldAsk(key, None, None)
        pair = query.first, query.second
        reason = reason_of(self.belief.best, model.groups, spread, pair, Policy.CRITERION)
        return WouldAsk(key, pair, reason)


def top_of(horizon: float) -> float:
    """The k of "the top k" in a study of some horizon, which may be for something else."""
    return horizon if purpose_of(horizon).horizon is None else float(FIRST_TOP)
