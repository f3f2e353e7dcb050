"""What a study is for, in plain words; each purpose is a horizon and a criterion."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from prefstudio.engine.criteria import CRITERIA

BEST, TOP, RANKING = "best", "top", "ranking"

RANKING_CRITERION = "entropy_gain"
"""What chooses pairs where the whole ranking matters; the one place that says so."""

FIRST_TOP = 3  # what the top is where nobody has said how many
MANY_ITEMS = 40  # above which a whole ranking is more than a person will answer for
TOP_OF_MANY = 10


@dataclass(frozen=True, slots=True)
class StudyPurpose:
    """One purpose.

    Attributes
    ----------
    key
        Its name on a command line.
    title
        What is sought, with ``{k}`` for how many.
    criterion
        What chooses the next pair.
    horizon
        How many leading places matter; None where a person says how many.
    short
        What is asked and what stays rough, in a line.
    asks, learns, leaves
        A sentence each: what is asked, what one comes to know, and what not.
    """

    key: str
    title: str
    criterion: str
    horizon: float | None
    short: str
    asks: str
    learns: str
    leaves: str

    def called(self, k: float = FIRST_TOP) -> str:
        """What is sought, such as "the top 3"."""
        return self.title.format(k=f"{k:g}")

    def in_short(self, k: float = FIRST_TOP) -> str:
        """What is asked and what stays rough, in a line."""
        return self.short.format(k=f"{k:g}")

    def sentences(self, k: float = FIRST_TOP) -> str:
        """What it means for the person who answers."""
        return " ".join((self.asks, self.learns, self.leaves)).format(k=f"{k:g}")


PURPOSES: Mapping[str, StudyPurpose] = {
    purpose.key: purpose
    for purpose in (
        StudyPurpose(
            BEST, "the best one", "expected_loss", 1.0,
            "Asks about likely winners; the rest stays rough.",
            "Asks about the items that may still be the best.",
            "You know the winner after few answers.",
            "Whatever cannot win stays roughly ordered.",
        ),
        StudyPurpose(
            TOP, "the top {k}", "expected_loss", None,
            "Asks who is among the best {k}; the rest stays rough.",
            "Asks about the items that may belong to the best {k}.",
            "You know which {k} lead, and their order.",
            "Places further down stay rough.",
        ),
        StudyPurpose(
            RANKING, "the whole ranking", RANKING_CRITERION, math.inf,
            "Asks wherever most is open; the winner shows later.",
            "Asks wherever an answer tells most, also about the last places.",
            "You know a place for every item.",
            "Who wins is known later than if you asked for the best one alone.",
        ),
    )
}  # fmt: skip
"""All purposes by key, in the order of every list."""


def purpose_of(horizon: float) -> StudyPurpose:
    """The purpose that a horizon stands for."""
    if math.isinf(horizon):
        return PURPOSES[RANKING]
    return PURPOSES[BEST if horizon == 1.0 else TOP]


def is_overridden(horizon: float, criterion: str) -> bool:
    """Whether pairs are chosen otherwise than the purpose would have it."""
    return purpose_of(horizon).criterion != criterion


def purpose_words(horizon: float, criterion: str) -> str:
    """What a study is for: "the top 3", or "the best one, by BALD"."""
    words = purpose_of(horizon).called(horizon)
    if is_overridden(horizon, criterion):
        words += f", by {lower_title(criterion)}"
    return words


def lower_title(criterion: str) -> str:
    """What a criterion is called inside a sentence."""
    title = CRITERIA[criterion].title
    return title if title.isupper() else f"{title[:1].lower()}{title[1:]}"


def guessed_horizon(n_items: int) -> float:
    """How many leading places matter in a study of which nothing was said."""
    return math.inf if n_items <= MANY_ITEMS else float(TOP_OF_MANY)
