"""What Compare shows, as a value."""

from __future__ import annotations

from dataclasses import dataclass

from prefstudio.study.events import TrialShown


@dataclass(frozen=True, slots=True)
class Asking:
    """What Compare shows.

    Attributes
    ----------
    trial
        The trial on screen; None while the next one is chosen, or when there is none.
    pair
        Positions of its items, A first.
    is_exhausted
        Whether every pair has been asked.
    """

    trial: TrialShown | None = None
    pair: tuple[int, int] | None = None
    is_exhausted: bool = False
