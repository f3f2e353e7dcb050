"""What each purpose, and each criterion, would ask next."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import ClassVar

from prefstudio.engine.control import Control
from prefstudio.engine.criteria import CRITERIA
from prefstudio.engine.linalg import Array
from prefstudio.engine.ranking import centred_sd
from prefstudio.study.answered_leaders import n_leaders_answered
from prefstudio.study.beliefs import Belief
from prefstudio.study.briefing import Briefing
from prefstudio.study.events import Policy
from prefstudio.study.mailbox import Lane
from prefstudio.study.purpose import (
    FIRST_TOP,
    PURPOSES,
    StudyPurpose,
    lower_title,
    purpose_of,
)
from prefstudio.study.query import criterion_query
from prefstudio.study.reason import Reason, reason_of
from prefstudio.study.why_words import ordinal
from prefstudio.study.words import amount_word, counted


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
    rule
        The criterion that chooses in the place of the purpose's own; empty where none does.
    n_leaders
        How many lead up to a pair below the places that matter, whose own pairs are all
        answered; 0 where some are not.
    """

    key: str
    pair: tuple[int, int] | None
    reason: Reason | None
    rule: str = ""
    n_leaders: int = 0

    @property
    def why(self) -> str:
        """What an answer would be good for, in one line."""
        if self.reason is None:
            return "No pair is left to ask."
        if "random" in (self.key, self.rule):
            return "Drawn by lot, to check the model."
        words = (
            f"{'decides' if self.reason.decides else 'checks'} {ordinal(self.reason.place)} place"
        )
        if self.n_leaders:
            words += f"; {_leaders_words(self.n_leaders)}"
        if self.reason.n_informed:
            words += f"; also informs {counted(self.reason.n_informed, 'other item')}"
        if self.rule:
            return f"By {lower_title(self.rule)}: {words}."
        return f"{words[:1].upper()}{words[1:]}."


@dataclass(frozen=True, slots=True, eq=False)
class AskedNext:
    """What each would ask.

    Attributes
    ----------
    purposes
        One a purpose, in the order of `PURPOSES`; the study's own chooses by the study's rule.
    criteria
        One a criterion, for the study's own horizon; none when nobody looks.
    top
        How many the top k are here.
    """

    moment: int
    purposes: tuple[WouldAsk, ...]
    criteria: tuple[WouldAsk, ...]
    top: float


@dataclass(frozen=True, slots=True, eq=False)
class AskedNextRequest:
    """The pair that each purpose would ask now, and each criterion where somebody looks.

    Pairs and what is said of them follow from the best posterior that is known, and from the lots
    of the study's own next pair. Neither the queue nor a lot for random pairs has a say: either
    would give the same pair to all.

    Attributes
    ----------
    asked
        Positions of the pair on screen: whoever finds it as useful as the best would ask it.
    """

    lane: ClassVar[Lane] = Lane.PURPOSE

    briefing: Briefing
    belief: Belief
    wants: NextWants = NextWants.PURPOSES
    asked: tuple[int, int] | None = None

    @property
    def moment(self) -> int:
        """The number of the moment it speaks of."""
        return self.briefing.moment

    def compute(self, control: Control) -> AskedNext:
        """Choose by every purpose in turn."""
        spread = centred_sd(self.belief.best, self.briefing.model.groups, control)
        own = self.briefing.model.horizon
        top = top_of(own)
        purposes = tuple(self._asked_for(each, top, spread, control) for each in PURPOSES.values())
        criteria = tuple(
            self._asked(name, name, own, spread, control)
            for name in (CRITERIA if self.wants is NextWants.CRITERIA else ())
        )
        return AskedNext(self.moment, purposes, criteria, top)

    def _asked_for(
        self, purpose: StudyPurpose, top: float, spread: Array, control: Control
    ) -> WouldAsk:
        """What a purpose would ask; the study's own by the rule that the study has."""
        model, criterion = self.briefing.model, purpose.criterion
        if purpose is purpose_of(model.horizon):
            criterion = model.criterion
        horizon = purpose.horizon or top
        asked = self._asked(purpose.key, criterion, horizon, spread, control)
        asked = replace(asked, n_leaders=self._n_leaders(asked, horizon))
        return asked if criterion == purpose.criterion else replace(asked, rule=criterion)

    def _n_leaders(self, asked: WouldAsk, horizon: float) -> int:
        """How many lead with all their pairs answered, where that is why others are asked."""
        if asked.pair is None or asked.reason is None or asked.reason.place <= horizon:
            return 0
        return n_leaders_answered(self.briefing, self.belief.best, asked.pair, asked.reason.place)

    def _asked(
        self, key: str, criterion: str, horizon: float, spread: Array, control: Control
    ) -> WouldAsk:
        control.check()
        best = self.belief.best
        model = replace(self.briefing.model, criterion=criterion, horizon=horizon)
        query = criterion_query(replace(self.briefing, model=model), best, control, self.asked)
        if query is None:
            return WouldAsk(key, None, None)
        pair = query.first, query.second
        reason = reason_of(best, model.groups, spread, pair, Policy.CRITERION)
        return WouldAsk(key, pair, reason)


def _leaders_words(n_leaders: int) -> str:
    if n_leaders == 2:
        return "the pair of the first two is answered"
    return f"all pairs of the first {amount_word(n_leaders)} are answered"


def top_of(horizon: float) -> float:
    """The k of "the top k" in a study of some horizon, which may be for something else."""
    return horizon if purpose_of(horizon).horizon is None else float(FIRST_TOP)
