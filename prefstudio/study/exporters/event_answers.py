"""Answers recorded as events, as rows of comparisons.csv with all that is known of them."""

from __future__ import annotations

import logging
from dataclasses import replace

from prefstudio.study.comparisons import Comparison, Outcome
from prefstudio.study.exporters.written_table import number_cell, yes_no_cell
from prefstudio.study.records import RecordedAnswer
from prefstudio.study.state import StudyState
from prefstudio.study.words import counted

logger = logging.getLogger(__name__)


def comparisons_of(state: StudyState) -> tuple[Comparison, ...]:
    """Return every answer there ever was; those that were undone are marked so.

    An answer that the study as it is now cannot take is left out: no file could be read that
    holds it.
    """
    unfit = {skipped.seq for skipped in state.unfit}
    ties_allowed = state.study.settings.response.ties_allowed
    rows = [
        replace(answer.comparison, extra={**answer.comparison.extra, **_columns(answer)})
        for answer in state.history
        if answer.seq not in unfit
        and (ties_allowed or answer.comparison.outcome is not Outcome.TIE)
    ]
    left_out = len(state.recorded) - len(rows)
    if left_out:
        logger.warning("%s left out of the export: they do not fit the study as it is now",
                       counted(left_out, "answer is", "answers are"))  # fmt: skip
    return tuple(rows)


def _columns(answer: RecordedAnswer) -> dict[str, str]:
    trial, body = answer.trial, answer.body
    return {
        "trial": trial.trial_id,
        "swapped": yes_no_cell(trial.swapped),
        "is_repeat_of": trial.is_repeat_of,
        "t_shown": answer.shown_at,
        "policy": trial.policy.value,
        "criterion": trial.criterion,
        "criterion_value": number_cell(trial.value),
        "p_A": number_cell(trial.p_a),
        "mean_A": number_cell(trial.mean_a),
        "sd_A": number_cell(trial.sd_a),
        "mean_B": number_cell(trial.mean_b),
        "sd_B": number_cell(trial.sd_b),
        "p_B": number_cell(trial.p_b),
        "seed": "" if trial.seed is None else str(trial.seed),
        "event_id": answer.event_id,
        "rt_ms": number_cell(body.rt_ms),
        "plays_A": number_cell(body.plays_a),
        "plays_B": number_cell(body.plays_b),
        "switches": number_cell(body.switches),
        "level_db": number_cell(body.level_db),
        "underruns": number_cell(body.underruns),
        "comment": body.comment,
    }
