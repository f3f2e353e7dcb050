"""Why a pair is asked, in numbers with definitions."""

from __future__ import annotations

from dataclasses import dataclass

from prefstudio.study.events import Policy


@dataclass(frozen=True, slots=True)
class Reason:
    """What an answer to the asked pair is good for.

    Attributes
    ----------
    policy
        What chose the pair.
    p_wrong
        Chance that the current order of the two is wrong, Φ(−|m_d| / √v).
    place
        The better rank of the two, within their group.
    decides
        Whether both lie within one sd of each other; else the answer checks an order.
    n_informed
        Linked or similar items whose centred variance the answer is expected to cut by 1 % or
        more, the two themselves not counted.
    n_tied
        How many pairs are worth the same as this one; lots fell on it when there are others.
    """

    policy: Policy
    p_wrong: float
    place: int
    decides: bool
    n_informed: int
    n_tied: int = 1
