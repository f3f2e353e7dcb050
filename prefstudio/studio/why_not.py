"""Why an action is not possible now: the one place that knows, for menus, keys and panels alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from prefstudio.studio.desk import Desk

NO_ANSWERS = "There are no answers yet."
NOTHING_TO_UNDO = "There is nothing to undo."
NOTHING_UNDONE = "Nothing was undone."
IS_NOW = "This is now; there is no earlier moment to return from."
IS_WHAT_IF = "You are in a what-if already."
NO_WHAT_IF = "There is no what-if to {do}."
NO_TIES = "This study does not offer “no preference”."
NO_SAMPLE = "Only a sample can be started over."
AS_IN_PAPERS = "The classroom draws utilities as in the papers."
NO_PANELS = "The classroom has no panels to put back."
LOOKING_BACK = "Looking back: return to now (Alt+End) to answer, or ask what if (W)."
NOTHING_TO_LEARN = "There are no answers to learn from yet."
LEARNING_BACK = "Looking back: return to now (Alt+End) to learn."
STILL_COMPUTING = "Still computing: try again in a moment."
NOT_COMPUTED = "This could not be computed, so that there is nothing to go on from."

Why: TypeAlias = Callable[[Desk], str]
"""Gives a sentence; empty when there is no reason."""


def why_not(name: str, desk: Desk) -> str:
    """Why an action is not possible now; empty when it is.

    What only passes, such as a posterior that is still computed, is said when it is tried.

    Parameters
    ----------
    name : str
        Of the action.
    desk : Desk
        The study that is worked on, and what is shown of it.
    """
    return WHY_NOT[name](desk) if name in WHY_NOT else ""


def why_closed(desk: Desk) -> str:
    """Why nothing can be answered, asked or added now; empty when it can."""
    return desk.record.read_only_words or (LOOKING_BACK if desk.scene.moment.is_past else "")


def _why_not_said(desk: Desk) -> str:
    return desk.forbidden_words or why_closed(desk)


def _why_no_tie(desk: Desk) -> str:
    allowed = desk.state.study.settings.response.ties_allowed
    return _why_not_said(desk) or ("" if allowed else NO_TIES)


def _why_not_undone(desk: Desk) -> str:
    return desk.record.read_only_words or ("" if desk.state.last_step else NOTHING_TO_UNDO)


def _why_not_redone(desk: Desk) -> str:
    return desk.record.read_only_words or ("" if desk.state.redo_step else NOTHING_UNDONE)


def _why_not_learned(desk: Desk) -> str:
    if desk.record.read_only_words:
        return desk.record.read_only_words
    if not desk.state.n_answers:
        return NOTHING_TO_LEARN
    return LEARNING_BACK if desk.scene.moment.is_past else ""


def _why_not_changed(desk: Desk) -> str:
    return desk.forbidden_words or _why_not_replayed(desk)


def _why_not_replayed(desk: Desk) -> str:
    return "" if desk.state.n_answers else NO_ANSWERS


def _why_not_back(desk: Desk) -> str:
    return "" if desk.scene.moment.is_past else IS_NOW


def _why_no_fork(desk: Desk) -> str:
    return IS_WHAT_IF if desk.record.is_fork else ""


def _why_not_left(desk: Desk) -> str:
    return "" if desk.record.is_fork else NO_WHAT_IF.format(do="leave")


def _why_not_kept(desk: Desk) -> str:
    return "" if desk.record.is_fork else NO_WHAT_IF.format(do="keep")


def _why_not_anew(desk: Desk) -> str:
    return "" if desk.record.is_sample else NO_SAMPLE


def _why_not_reset(desk: Desk) -> str:
    return NO_PANELS if desk.scene.wants_lesson else ""


def _why_not_centred(desk: Desk) -> str:
    return AS_IN_PAPERS if desk.scene.wants_lesson else ""


WHY_NOT: dict[str, Why] = {
    "undo": _why_not_undone,
    "redo": _why_not_redone,
    "answer_a": _why_not_said,
    "answer_b": _why_not_said,
    "answer_tie": _why_no_tie,
    "answer_skip": _why_not_said,
    "queue_pair": why_closed,
    "seats": why_closed,
    "add_item": why_closed,
    "add_items": why_closed,
    "learn": _why_not_learned,
    "replay": _why_not_replayed,
    "flip_answer": _why_not_changed,
    "remove_answer": _why_not_changed,
    "now": _why_not_back,
    "what_if": _why_no_fork,
    "leave_what_if": _why_not_left,
    "keep_fork": _why_not_kept,
    "start_over": _why_not_anew,
    "reset_layout": _why_not_reset,
    "centred": _why_not_centred,
}
"""Who tells, for every action that is not always possible."""
