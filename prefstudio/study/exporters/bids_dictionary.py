"""What the columns of a BIDS dataset mean."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

Entry: TypeAlias = Mapping[str, object]


def _column(
    description: str, units: str = "", levels: Mapping[str, str] | None = None
) -> dict[str, object]:
    entry: dict[str, object] = {"Description": description}
    if units:
        entry["Units"] = units
    if levels:
        entry["Levels"] = dict(levels)
    return entry


_YES_NO = {"1": "yes", "0": "no"}

TRIAL_COLUMNS: Mapping[str, Entry] = {
    "observer": _column("Who answered, as the study calls the person."),
    "session": _column("The sitting."),
    "scene": _column("The set of items that the pair is from."),
    "condition_A": _column("Id of the item that was shown left or first."),
    "condition_B": _column("Id of the item that was shown right or second."),
    "is_A_selected": _column(
        "Which item was better.", levels={"1": "A", "0": "B", "n/a": "a tie, or no answer"}
    ),
    "outcome": _column(
        "What became of the pair.",
        levels={
            "A": "A is better",
            "B": "B is better",
            "tie": "neither is better",
            "skip": "the person would not say",
            "timeout": "the time was over",
        },
    ),
    "strength": _column("How much better A is, from -3 to 3; below 0 when B is better."),
    "trial": _column("Number or id of the trial."),
    "phase": _column(
        "The part of the sitting.",
        levels={
            "main": "chosen to learn from",
            "training": "practice, never learned from",
            "repeat": "shown before",
            "catch": "the answer is known, never learned from",
            "holdout": "chosen at random and predicted before it was learned from",
        },
    ),
    "attribute": _column("What the pair was judged on."),
    "swapped": _column(
        "Whether the item that comes first in the study was shown right.", levels=_YES_NO
    ),
    "is_repeat_of": _column("The trial that is shown once more."),
    "is_catch": _column("Whether the answer is known.", levels=_YES_NO),
    "t_shown": _column("When the pair was shown, ISO 8601 in UTC."),
    "rt_ms": _column("Time from the showing to the answer.", "ms"),
    "plays_A": _column("How often A was played."),
    "plays_B": _column("How often B was played."),
    "switches": _column("How often the person went from one item to the other."),
    "level_db": _column("Level at which sounds were played.", "dB"),
    "underruns": _column("How often the sound was interrupted."),
    "policy": _column(
        "What made this pair the one to be asked.",
        levels={
            "criterion": "the criterion",
            "by_hand": "a person, in the place of another pair",
            "queued": "a person, who had queued it",
            "holdout": "a lot, to check predictions by",
            "batch": "the criterion, for one of several seats",
        },
    ),
    "criterion": _column("The criterion that chose the pair."),
    "criterion_value": _column("What the pair was worth to the criterion."),
    "p_A": _column("Predicted chance that A is better, from before the answer."),
    "p_B": _column("Predicted chance that B is better, from before the answer."),
    "mean_A": _column("Mean of A's utility, from before the answer."),
    "sd_A": _column("Standard deviation of A's utility, from before the answer."),
    "mean_B": _column("Mean of B's utility, from before the answer."),
    "sd_B": _column("Standard deviation of B's utility, from before the answer."),
    "seed": _column("Where chance began."),
    "undone": _column("Whether the answer was taken back.", levels=_YES_NO),
    "event_id": _column("Id of the answer in the study."),
    "comment": _column("What the person wrote."),
    "n": _column("How many times it was answered so."),
}

PERSON_COLUMNS: Mapping[str, Entry] = {
    "participant_id": _column("Label of the person in this dataset."),
    "observer": _column("What the study calls the person."),
    "excluded": _column("Whether the person's answers do not count.", levels=_YES_NO),
    "reason": _column("Why they do not count."),
}


def column_entry(heading: str) -> Entry:
    """Return what a column of trials means."""
    return TRIAL_COLUMNS.get(heading, _column("A column that came with the comparisons."))


def person_entry(heading: str) -> Entry:
    """Return what a column of participants means."""
    if heading.startswith("u_"):
        return _column("A feature of the person.")
    return PERSON_COLUMNS.get(heading, _column("A question to the person, or a column of theirs."))
