"""The process that reads a large file: a plan comes in, what it says goes out, then it waits.

It is begun by `reading_aside`, which sends a plan, and later what study is wanted; it ends as
soon as nobody is left to talk to.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import sys
import traceback
from pathlib import Path
from typing import BinaryIO

from prefstudio.engine.control import Control
from prefstudio.engine.errors import EngineError
from prefstudio.study.errors import StudyError
from prefstudio.study.importers.plan import ImportPlan, ImportPreview
from prefstudio.study.importers.preview import preview
from prefstudio.study.importers.summary import ImportSummary, summary_of
from prefstudio.study.making import NewStudy, make_study

POLITENESS = 5  # the window comes first, where processors are few
TELLABLE = (StudyError, EngineError, OSError)
"""Errors whose words are for the person who waits."""


class Reader:
    """Reads, tells, and makes the study that is wanted.

    Parameters
    ----------
    questions, answers
        The two pipes to whoever began this process.
    """

    def __init__(self, questions: BinaryIO, answers: BinaryIO) -> None:
        self._questions, self._answers = questions, answers
        self._control = Control(self._tell_progress)
        self._found: ImportPreview | None = None

    def run(self) -> None:
        """Answer until nobody asks."""
        while True:
            try:
                question = pickle.load(self._questions)
            except EOFError:
                return
            self._tell(*self._answer(question))

    def _answer(self, question: object) -> tuple[str, object]:
        try:
            return "done", self._done(question)
        except BrokenPipeError:
            raise
        except TELLABLE as error:
            return "error", error
        except Exception as error:
            # Such an error may not survive the way; its words and where it came from do.
            fault = RuntimeError(f"{type(error).__name__}: {error}")
            fault.add_note("".join(traceback.format_exception(error)))
            return "error", fault

    def _done(self, question: object) -> ImportSummary | Path:
        if isinstance(question, ImportPlan):
            self._found = preview(question, self._control)
            return summary_of(self._found)
        assert isinstance(question, NewStudy) and self._found is not None
        return make_study(self._found, question, self._control)

    def _tell_progress(self, done: int, total: int) -> None:
        self._tell("progress", (done, total))

    def _tell(self, kind: str, what: object) -> None:
        pickle.dump((kind, what), self._answers)
        self._answers.flush()


def main() -> None:
    """Talk by the pipes of this process; what is printed must not come between."""
    if hasattr(os, "nice"):
        os.nice(POLITENESS)
    answers, sys.stdout = sys.stdout.buffer, sys.stderr
    with contextlib.suppress(BrokenPipeError):
        Reader(sys.stdin.buffer, answers).run()
    # What was read is given back by the system at once, and cell by cell otherwise.
    os._exit(0)


if __name__ == "__main__":
    main()
