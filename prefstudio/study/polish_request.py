"""The exact posterior, made in the engine thread while nothing else is wanted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from prefstudio.engine.control import Control
from prefstudio.engine.posterior import Posterior
from prefstudio.study.briefing import Briefing
from prefstudio.study.mailbox import Lane


@dataclass(frozen=True, slots=True, eq=False)
class PolishFound:
    """The posterior at the fixed point of the study's inference."""

    moment: int
    posterior: Posterior


@dataclass(frozen=True, slots=True, eq=False)
class PolishRequest:
    """The exact posterior, from the sites of an earlier one where there is one."""

    lane: ClassVar[Lane] = Lane.POLISH

    briefing: Briefing
    start: Posterior | None = None

    @property
    def moment(self) -> int:
        """The number of the moment it speaks of."""
        return self.briefing.moment

    def compute(self, control: Control) -> PolishFound:
        """Infer until nothing moves."""
        return PolishFound(self.moment, self.briefing.exact_posterior(control, self.start))
