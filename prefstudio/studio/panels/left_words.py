"""What the meter says of the answers that are left."""

from __future__ import annotations

from prefstudio.studio.numbers_as_text import NO_BREAK
from prefstudio.study.answers_left import AnswersLeft, LeftCase

FORECAST_TIP = (
    "Answers until the goal is reached, in the quickest and the slowest of some simulated futures, "
    "in which people answer as the model expects."
)
RUNS_OUT_TIP = (
    "The goal is not expected to be reached before all pairs are asked: no simulated future, in "
    "which people answer as the model expects, reaches it. Ask again in Plan lets answered pairs "
    "come once more."
)
MAY_END_TIP = (
    "Answers until the goal is reached in the quickest of some simulated futures, in which people "
    "answer as the model expects, and the pairs that are left: in some futures these end before."
)
LEFT_TIPS = {LeftCase.ENDS_BEFORE: RUNS_OUT_TIP, LeftCase.MAY_END: MAY_END_TIP}


def left_words(left: AnswersLeft) -> tuple[str, str, str]:
    """Before, the first figure, after; such as "about ", "39", " to 90 left"."""
    fewest, most = f"{left.fewest:,}", f"{left.most:,}"
    match left.case:
        case LeftCase.REACHED:
            return "", "", "goal reached"
        case LeftCase.NO_PAIR:
            return "", "", ""  # Compare says that every pair has been asked
        case LeftCase.ENDS_BEFORE:
            return "", most, f"{NO_BREAK}pair{'' if left.most == 1 else 's'} left"
        case LeftCase.MAY_END:
            return "at least ", fewest, f" of {most} left"
        case LeftCase.AT_LEAST:
            return "at least ", fewest, " left"
        case LeftCase.ABOUT:
            return "about ", fewest, " left"
        case LeftCase.BETWEEN:
            return "about ", fewest, f" to {most} left"
    return "", "", "many more left"


def left_tip(left: AnswersLeft) -> str:
    """What these words mean."""
    return LEFT_TIPS.get(left.case, FORECAST_TIP)
