"""What a person said of a pair, and how she heard it."""

from __future__ import annotations

from dataclasses import dataclass

from prefstudio.studio.media.player import Player
from prefstudio.study.comparisons import Outcome


@dataclass(frozen=True, slots=True)
class Saying:
    """An answer.

    Attributes
    ----------
    outcome
        A, B, a tie or a skip.
    strength
        −3 … 3, above 0 when A is better; None where that is not asked.
    plays_a, plays_b, switches, underruns
        How the sounds were heard; None when there were none.
    """

    outcome: Outcome
    strength: int | None = None
    plays_a: int | None = None
    plays_b: int | None = None
    switches: int | None = None
    underruns: int | None = None


def saying_of(outcome: Outcome, strength: int | None, player: Player | None) -> Saying:
    """What was said, with how it was heard; None for the player of a pair without sounds."""
    if player is None:
        return Saying(outcome, strength)
    heard = player.heard
    plays_a, plays_b = heard.plays
    return Saying(outcome, strength, plays_a, plays_b, heard.switches, player.n_underruns)
