"""What Compare shows, as a value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from prefstudio.study.events import TrialShown
from prefstudio.study.mailbox import Lane
from prefstudio.study.state import StudyState


class NoPair(Enum):
    """Why there is no pair to ask and none to wait for; a title and what to do."""

    EXHAUSTED = (
        "Every pair has been asked.",
        "Ask again in Plan lets them come once more; Undo takes the latest answer back.",
    )
    ONE_ITEM = (
        "It takes two items to compare.",
        "Add an item in the Study menu, and the first pair is asked.",
    )
    GROUPS_OF_ONE = (
        "It takes two items of a group to compare.",
        "No group has two yet. Add an item in the Study menu, and the first pair is asked.",
    )
    SET_ASIDE = (
        "It takes two items to compare.",
        "All that an item could be compared with are set aside.",
    )
    NO_POSTERIOR = (
        "What the answers say could not be computed.",
        "They are kept. Undo takes the latest one back.",
    )
    NO_QUERY = (
        "The next pair could not be chosen.",
        "Click a cell of Expected loss to choose one yourself.",
    )
    NOT_RECORDED = (
        "The next pair could not be recorded.",
        "Once the file can be written, click a cell of Expected loss to choose one yourself.",
    )
    LOOKING_BACK = ("No pair was asked at this moment.", "Return to now (Alt+End) to answer.")
    READ_ONLY = ("No pair is asked here.", "The study is open for reading only.")

    def __init__(self, title: str, words: str) -> None:
        self.title, self.words = title, words


INCOMPARABLE = frozenset({NoPair.ONE_ITEM, NoPair.GROUPS_OF_ONE, NoPair.SET_ASIDE})
"""Why there is no pair, nor could be one whatever was asked before."""

NO_PAIR_WITHOUT = {Lane.POSTERIOR: NoPair.NO_POSTERIOR, Lane.QUERY: NoPair.NO_QUERY}
"""What a pair cannot be had without, and what is said when it fails."""


def why_none(state: StudyState) -> NoPair:
    """Why there is no pair to choose: all have been asked, or no two items can be compared."""
    items, aside = state.study.items, state.excluded_items
    if _has_two(item.group for item in items if item.item_id not in aside):
        return NoPair.EXHAUSTED
    if len(items) < 2:
        return NoPair.ONE_ITEM
    return NoPair.SET_ASIDE if _has_two(item.group for item in items) else NoPair.GROUPS_OF_ONE


def _has_two(groups: Iterable[str]) -> bool:
    return any(count > 1 for count in Counter(groups).values())


@dataclass(frozen=True, slots=True)
class Asking:
    """What Compare shows.

    Attributes
    ----------
    trial
        The trial on screen; None while the next one is chosen, or when there is none.
    pair
        Positions of its items, A first.
    no_pair
        Why there is none to wait for.
    closed_reason
        Why the pair cannot be answered though it is shown; empty when it can.
    """

    trial: TrialShown | None = None
    pair: tuple[int, int] | None = None
    no_pair: NoPair | None = None
    closed_reason: str = ""

    @property
    def chooser(self) -> str:
        """Name of the criterion that chose the pair; empty when a person or a lot did."""
        return "" if self.trial is None else self.trial.criterion

    @property
    def is_awaited(self) -> bool:
        """Whether the next pair is still to come."""
        return self.trial is None and self.no_pair is None
