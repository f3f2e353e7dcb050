"""What a forecast comes to: the one place that tells its cases apart, for meter and plan alike."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from prefstudio.study.forecast import Forecast


class LeftCase(Enum):
    """What can be said of the answers that are left."""

    REACHED = auto()  # none: the goal is reached
    NO_PAIR = auto()  # none: there is no pair left, and the goal is not reached
    ENDS_BEFORE = auto()  # pairs end before the goal in every future
    MAY_END = auto()  # pairs end before the goal in some futures
    MANY = auto()  # more than are foretold
    AT_LEAST = auto()
    ABOUT = auto()
    BETWEEN = auto()


@dataclass(frozen=True, slots=True)
class AnswersLeft:
    """How many answers are left, as far as it can be said.

    Attributes
    ----------
    fewest
        Answers it takes at least; 0 where that is not known or none is left.
    most
        The answers it takes at most, or the pairs that are left where these may end before.
    """

    case: LeftCase
    fewest: int = 0
    most: int = 0


def answers_left(forecast: Forecast, is_reached: bool | None = None) -> AnswersLeft | None:
    """Tell what a forecast comes to, beside where the study stands.

    Parameters
    ----------
    forecast : Forecast
    is_reached : bool, optional
        Whether the study stands at its goal; None where that is not known, or there is no goal.

    Returns
    -------
    AnswersLeft or None
        None where the forecast speaks of a goal that is reached and the study stands below it:
        it began with less precise numbers, and the next one is on its way.
    """
    fewest, most, n_pairs = forecast.fewest, forecast.most, forecast.runs_out
    if is_reached or (most == 0 and is_reached is None):
        return AnswersLeft(LeftCase.REACHED)
    if most == 0:
        return None
    if n_pairs is not None:
        return _before_pairs_end(fewest, n_pairs)
    if fewest is None:
        return AnswersLeft(LeftCase.MANY)
    if most is None:
        return AnswersLeft(LeftCase.AT_LEAST, fewest)
    case = LeftCase.ABOUT if most == fewest else LeftCase.BETWEEN
    return AnswersLeft(case, fewest, most)


def _before_pairs_end(fewest: int | None, n_pairs: int) -> AnswersLeft:
    if n_pairs == 0:
        return AnswersLeft(LeftCase.NO_PAIR)
    if fewest is None:
        return AnswersLeft(LeftCase.ENDS_BEFORE, most=n_pairs)
    return AnswersLeft(LeftCase.MAY_END, fewest, n_pairs)
