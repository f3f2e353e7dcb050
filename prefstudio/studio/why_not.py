"""Why an action cannot be chosen now, in one sentence each."""

from __future__ import annotations

NO_ANSWERS = "There are no answers yet."
STILL_COMPUTING = "Still computing: try again in a moment."
NOT_COMPUTED = "This could not be computed, so that there is nothing to go on from."
NOT_NOW = "Looking back: return to now to learn."
WHY_NOT = {
    "undo": "There is nothing to undo.",
    "redo": "Nothing was undone.",
    "now": "This is now; there is no earlier moment to return from.",
    "what_if": "You are in a what-if already.",
    "leave_what_if": "There is no what-if to leave.",
    "keep_fork": "There is no what-if to keep.",
    "answer_tie": "This study does not offer “no preference”.",
    "replay": NO_ANSWERS,
    "learn": "There are no answers to learn from, or this is not now.",
    "flip_answer": NO_ANSWERS,
    "remove_answer": NO_ANSWERS,
    "start_over": "Only a sample can be started over.",
}
OTHERWISE = "Not possible now."


def why_not(name: str, closed_reason: str = "") -> str:
    """Why an action is not possible.

    Parameters
    ----------
    name : str
        Of the action.
    closed_reason : str
        Why no answer is taken now; empty when one is.
    """
    if (name.startswith("answer_") or name == "add_item") and closed_reason:
        return closed_reason
    return WHY_NOT.get(name, OTHERWISE)
