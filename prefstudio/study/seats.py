"""The pairs that are asked at several seats at the same time, and what was said there."""

from __future__ import annotations

from dataclasses import dataclass

from prefstudio.study.comparisons import Comparison
from prefstudio.study.events import TrialShown
from prefstudio.study.state import StudyState


@dataclass(frozen=True, slots=True)
class SeatWants:
    """How many seats somebody sits at.

    Attributes
    ----------
    is_due
        Whether new pairs are wanted although some are still open.
    left_out
        Ids of pairs that shall not come again at once.
    """

    size: int
    is_due: bool = False
    left_out: frozenset[tuple[str, str]] = frozenset()


@dataclass(frozen=True, slots=True)
class Seat:
    """One pair of those asked now.

    Attributes
    ----------
    said
        What was answered here, a skip included; None when nothing was.
    is_open
        Whether it may be answered: nobody has, here or elsewhere, and both items may be asked.
    """

    trial: TrialShown
    said: Comparison | None
    is_open: bool


def seats_of(state: StudyState) -> tuple[Seat, ...]:
    """The seats of a study, first to last; none when no pairs were asked at the same time."""
    trials = [each.trial for each in state.seated if each.trial.batch == state.batch]
    if not state.batch or not trials:
        return ()
    closed = state.closed_pairs(state.study.settings.model.ask_again)
    said = {answer.trial.trial_id: answer.comparison for answer in state.answers}
    return tuple(
        Seat(trial, said.get(trial.trial_id), _is_open(state, trial, closed, said))
        for trial in trials
    )


def _is_open(
    state: StudyState,
    trial: TrialShown,
    closed: frozenset[tuple[str, str]],
    said: dict[str, Comparison],
) -> bool:
    pair = trial.a, trial.b
    is_asked = all(each in state.study.items and each not in state.excluded_items for each in pair)
    is_closed = pair in closed or pair[::-1] in closed
    return is_asked and not is_closed and trial.trial_id not in said
