"""How a study goes on from here, as one sheet: queue, random pairs, spacing and stop rules."""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter

from prefstudio.study.changes import SettingsChanged
from prefstudio.study.holdout import held_out, holdout_score, holdout_words
from prefstudio.study.queue import QueuedPair, queued_pairs
from prefstudio.study.settings import StudySettings
from prefstudio.study.state import StudyState

HOLDOUT, GAP, ASK_AGAIN = "schedule.holdout", "presentation.min_item_gap", "model.ask_again"
TRIALS, MINUTES, LOSS = "stop.trials", "stop.minutes", "stop.expected_loss"
TOP, TOP_CHANCE = "stop.top_k", "stop.top_k_probability"


@dataclass(frozen=True, slots=True)
class PlanSheet:
    """What a person may plan, and how right the predictions of random pairs were.

    Attributes
    ----------
    settings
        All settings as they are.
    queue
        The pairs that wait, the next one first.
    names
        What they are called, such as "Matrix – Stereo".
    holdout_words
        How right the predictions of random pairs were.
    """

    settings: StudySettings
    queue: tuple[QueuedPair, ...]
    names: tuple[str, ...]
    holdout_words: str

    def value(self, name: str) -> object:
        """The value of a setting, called as in study.toml; None when it is left out."""
        return attrgetter(name)(self.settings)

    def with_setting(self, name: str, value: object) -> tuple[SettingsChanged, ...]:
        """The change that gives a setting another value; () when it has it already."""
        before = self.value(name)
        return () if before == value else (SettingsChanged(name, before, value),)


def plan_sheet(state: StudyState) -> PlanSheet:
    """The plan of a study as it is."""
    queue = queued_pairs(state)
    items = state.study.items
    names = tuple(f"{items.by_id(each.a).name} – {items.by_id(each.b).name}" for each in queue)
    words = holdout_words(holdout_score(held_out(state)))
    return PlanSheet(state.study.settings, queue, names, words)
