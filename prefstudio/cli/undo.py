"""``undo``: the latest answer or change is taken back; it stays on record."""

from __future__ import annotations

import argparse

from prefstudio.cli.command import Answer, Command, add_file
from prefstudio.cli.recording import open_to_record, record
from prefstudio.study.errors import DataError
from prefstudio.study.events import Undone
from prefstudio.study.records import RecordedAnswer, RecordedChange
from prefstudio.study.state import StudyState
from prefstudio.study.steps import step_in_words
from prefstudio.study.words import counted


def _run(options: argparse.Namespace) -> Answer:
    with open_to_record(options.study) as file:
        last = file.state.last_change
        if last is None:
            raise DataError(
                options.study,
                "there is no answer to take back",
                remedy="What the study was made with stays; only what came later can be undone.",
            )
        if not isinstance(last, RecordedAnswer):
            what = _step_words(file.state)
            record(file, *(Undone(each.event_id) for each in file.state.last_step))
            return {
                "answers": file.state.n_answers,
                "a": None,
                "b": None,
                "change": last.body.kind,
                "what": what,
            }
        said = last.comparison
        record(file, Undone(last.event_id), participant=said.participant)
        return {"answers": file.state.n_answers, "a": said.a, "b": said.b}


def _step_words(state: StudyState) -> str:
    """What undo takes back, as History tells it; changes in the order they were made."""
    step = [each for each in reversed(state.last_step) if isinstance(each, RecordedChange)]
    answers = {each.event_id: each.comparison for each in state.recorded}
    return step_in_words(step, state.study.items.names, answers)


def _readable(answer: Answer) -> list[str]:
    what = f"the answer to {answer['a']} or {answer['b']}"
    if "change" in answer:
        what = f"a change: {answer['what']}"
    return [f"Took back {what}; {counted(answer['answers'], 'answer')} on record"]


UNDO = Command("undo", "take the latest answer or change back", add_file, _run, _readable, True)
