"""``undo``: the latest answer is taken back; it stays on record."""

from __future__ import annotations

import argparse

from prefstudio.cli.command import Answer, Command, add_file
from prefstudio.cli.recording import open_to_record, record
from prefstudio.study.errors import DataError
from prefstudio.study.events import Undone
from prefstudio.study.words import counted


def _run(options: argparse.Namespace) -> Answer:
    with open_to_record(options.study) as file:
        last = file.state.undoable
        if last is None:
            raise DataError(
                options.study,
                "there is no answer to take back",
                remedy="What the study was made with stays; only later answers can be undone.",
            )
        record(file, Undone(last.event_id), participant=last.comparison.participant)
        return {
            "answers": file.state.n_answers,
            "a": last.comparison.a,
            "b": last.comparison.b,
        }


def _readable(answer: Answer) -> list[str]:
    left = counted(answer["answers"], "answer")
    return [f"Took back the answer to {answer['a']} or {answer['b']}; {left} on record"]


UNDO = Command("undo", "take the latest answer back", add_file, _run, _readable)
