"""Why a pair is asked, in one or two sentences."""

from __future__ import annotations

from prefstudio.study.events import Policy, TrialShown
from prefstudio.study.reason import Reason
from prefstudio.study.words import counted

NO_BREAK = "\u00a0"

BY_HAND = "You chose this pair."
QUEUED = "You queued this pair."
BY_HAND_THEN = "The record goes on with this pair, which was chosen by hand."
QUEUED_THEN = "The record goes on with this pair, which was queued."
RANDOM = "A random pair, to check the model."
OVERTAKEN = "Other pairs are more useful by now."
BY_EXACT = "Chosen at once; by exact numbers, others are more useful."


def why_words(
    reason: Reason, pair: str = "", *, is_random: bool = False, is_of_record: bool = False
) -> str:
    """Say why a pair is asked; nothing of a hold-out. Every number is one of the reason's.

    Parameters
    ----------
    reason : Reason
    pair : str
        What the pair is called, such as "b–f"; said when lots fell on it.
    is_random : bool
        Whether pairs are drawn instead of chosen.
    is_of_record : bool
        Whether it is the pair of an earlier moment, from which somebody goes on in thought.
    """
    if reason.policy is Policy.HOLDOUT:
        return ""  # whoever knows that a pair only checks the model may answer otherwise
    if reason.policy in (Policy.BY_HAND, Policy.QUEUED):
        by_hand, queued = (BY_HAND_THEN, QUEUED_THEN) if is_of_record else (BY_HAND, QUEUED)
        return by_hand if reason.policy is Policy.BY_HAND else queued
    if is_random:
        return RANDOM
    if reason.n_tied > 1 and not reason.is_overtaken:
        return _lots(reason, pair)
    verb = "Decides" if reason.decides else "Checks"
    words = f"{verb} {ordinal(reason.place)} place: {order_words(reason)}."
    if reason.is_overtaken:
        return f"{words} {BY_EXACT if reason.is_best_at_once else OVERTAKEN}"
    if reason.n_informed:
        words += f" Also informs {counted(reason.n_informed, 'other item')}."
    return words


def order_words(reason: Reason) -> str:
    """Say how open the order of the two is; tied ones have none that could be wrong."""
    if reason.shares_place:
        return "the two are tied so far"
    return f"{percent(reason.p_wrong)} chance the current order is wrong"


def origin_words(trial: TrialShown) -> str:
    """Say of a pair on screen that a person or a lot put it there; nothing of a hold-out.

    Nothing is said of what a criterion chose either, so that a hold-out looks like it.
    """
    if trial.policy is Policy.BY_HAND:
        return "The pair on screen was chosen by hand."
    if trial.policy is Policy.QUEUED:
        return "The pair on screen was queued."
    is_random = trial.policy is Policy.CRITERION and trial.criterion == "random"
    return "The pair on screen was drawn by lot." if is_random else ""


def percent(share: float) -> str:
    """A share of 0 to 1 in per cent; what is neither none nor all is never said to be."""
    rounded = round(100.0 * share)
    if rounded <= 0 and share > 0.0:
        return f"<{NO_BREAK}1{NO_BREAK}%"
    if rounded >= 100 and share < 1.0:
        return f">{NO_BREAK}99{NO_BREAK}%"
    return f"{rounded}{NO_BREAK}%"


def ordinal(place: int) -> str:
    """A place in a ranking, such as 1st, 12th or 1,003rd."""
    is_teen = place // 10 % 10 == 1
    ending = "th" if is_teen else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place:,}{ending}"


def _lots(reason: Reason, pair: str) -> str:
    count = "all pairs" if reason.are_all_tied else counted(reason.n_tied, "pair")
    words = f"{count[0].upper()}{count[1:]} are equally useful"
    return f"{words}; lots fell on {pair}." if pair else f"{words}; lots fell on this one."
