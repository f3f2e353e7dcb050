"""About how many answers are left, from asking on in thought."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from prefstudio.engine import incremental
from prefstudio.engine.control import Control
from prefstudio.engine.criteria import CRITERIA
from prefstudio.engine.linalg import Array
from prefstudio.engine.pairs import AllowedPairs
from prefstudio.engine.posterior import Posterior
from prefstudio.study.briefing import Briefing
from prefstudio.study.chance import Purpose, generator
from prefstudio.study.curve import settled_as_shown, settled_roughly
from prefstudio.study.mailbox import Lane

FEWEST_ANSWERS = 5  # before these nothing is foretold
MOST_ITEMS = 60  # above these asking on takes too long
MOST_ANSWERS = 200
N_FUTURES = 8
ANSWERS_APART = 4  # between two looks at how settled it is


@dataclass(frozen=True, slots=True)
class Forecast:
    """About how many more answers it takes, in eight out of ten futures or so.

    Attributes
    ----------
    fewest, most
        In the quickest and the slowest of some simulated futures; None is more than 200, or
        never with the pairs that are left.
    runs_out
        How many more answers the pairs that are left can have, where a future ends with them
        before it is settled; None where none does.
    """

    moment: int
    fewest: int | None
    most: int | None
    runs_out: int | None = None


@dataclass(frozen=True, slots=True)
class _Future:
    """One future: the answers it had, and whether it was settled or out of pairs at its end."""

    n_asked: int
    is_settled: bool = False
    is_exhausted: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class ForecastRequest:
    """Ask on in thought: utilities are drawn from the posterior and answer by the model.

    Whether the goal is reached now is judged as the meter does, and futures begin only where it
    is not.

    Attributes
    ----------
    posterior
        The best that is known of all answers, as the meter has it.
    """

    lane: ClassVar[Lane] = Lane.FORECAST

    briefing: Briefing
    posterior: Posterior
    goal: float
    group: int = 0

    @property
    def moment(self) -> int:
        """The number of the moment it speaks of."""
        return self.briefing.moment

    def compute(self, control: Control) -> Forecast:
        """See how long each future takes."""
        model = self.briefing.model
        if settled_as_shown(self.posterior, model, self.group, control) >= self.goal:
            return Forecast(self.moment, 0, 0)
        rng = generator(model.seed, Purpose.FORECAST, self.briefing.revision)
        truths = self.posterior.sample(rng, N_FUTURES)
        futures = [self._future(truth, rng, control) for truth in truths]
        reached = sorted(each.n_asked for each in futures if each.is_settled)
        most = reached[-1] if len(reached) == N_FUTURES else None
        ended = (each.n_asked for each in futures if each.is_exhausted)
        return Forecast(
            self.moment, reached[0] if reached else None, most, max(ended, default=None)
        )

    def _future(self, truth: Array, rng: np.random.Generator, control: Control) -> _Future:
        """Ask on until it is settled, no pair is left, or that takes too many answers."""
        posterior, allowed = self.posterior, self.briefing.allowed
        for n_asked in range(MOST_ANSWERS + 1):
            control.check()
            is_looked_at = n_asked > 0 and n_asked % ANSWERS_APART == 0
            if is_looked_at and self._is_settled(posterior):
                return _Future(n_asked, is_settled=True)
            asked = self._asked(posterior, allowed, rng, control)
            if asked is None:
                is_settled = n_asked > 0 and self._is_settled(posterior)
                return _Future(n_asked, is_settled, is_exhausted=not is_settled)
            posterior = self._answered(posterior, asked, truth, rng)
            if not self.briefing.model.ask_again:
                allowed = allowed.without(*asked)
        return _Future(MOST_ANSWERS)

    def _is_settled(self, posterior: Posterior) -> bool:
        return settled_roughly(posterior, self.briefing.model, self.group) >= self.goal

    def _asked(
        self,
        posterior: Posterior,
        allowed: AllowedPairs,
        rng: np.random.Generator,
        control: Control,
    ) -> tuple[int, int] | None:
        model = self.briefing.model
        best = CRITERIA[model.criterion].best(
            posterior, allowed, horizon=model.horizon, rng=rng, control=control
        )
        return (best[0].first, best[0].second) if best else None

    def _answered(
        self,
        posterior: Posterior,
        asked: tuple[int, int],
        truth: Array,
        rng: np.random.Generator,
    ) -> Posterior:
        first, second = asked
        scale = posterior.scale
        felt = truth[first] - truth[second] + scale.noise * rng.standard_normal()
        upper = int(np.searchsorted(scale.edges, felt, side="right"))
        upper = min(max(upper, 1), len(scale.edges) - 1)
        return incremental.condition(posterior, first, second, upper - 1, upper)


def can_foretell(briefing: Briefing, n_answers: int) -> bool:
    """Whether there is enough to go by and not too much to simulate."""
    return n_answers >= FEWEST_ANSWERS and len(briefing.model.item_ids) <= MOST_ITEMS
