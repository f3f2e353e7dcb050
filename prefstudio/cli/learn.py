"""``learn``: the model that explains the answers best, on record before the command returns."""

from __future__ import annotations

import argparse
import sys

from prefstudio.cli.command import Answer, Command, add_file
from prefstudio.cli.recording import open_to_record, record
from prefstudio.engine.control import Control
from prefstudio.engine.learning_methods import METHODS
from prefstudio.engine.learning_steps import LearningStep
from prefstudio.study.briefing import Briefing
from prefstudio.study.errors import DataError
from prefstudio.study.folder import Study
from prefstudio.study.learn_request import LearnFound, LearnRequest
from prefstudio.study.learned_model import LearnedModel
from prefstudio.study.model import learned_from, resolve
from prefstudio.study.settings_tables import tables_of
from prefstudio.study.state import StudyState
from prefstudio.study.steps import in_one_step

_CLEAR = "\r\x1b[K"  # the line on a terminal that tells how far it is


def _add_options(parser: argparse.ArgumentParser) -> None:
    add_file(parser)
    parser.add_argument("--method", choices=list(METHODS), default="evidence")
    parser.add_argument("--attribute", metavar="NAME", help="answers about this attribute only")


def _run(options: argparse.Namespace) -> Answer:
    with open_to_record(options.study) as file:
        state = file.state
        found = _learned(state, state.as_study(), options)
        if found.changes:
            record(file, *in_one_step(found.to_record))
        settings = tables_of(file.state.study.settings)
    learned = found.learned
    return {
        "log_evidence_before": learned.log_evidence_before,
        "log_evidence_after": learned.log_evidence_after,
        "model": settings["model"],
        "converged": learned.converged,
        "found": found.words,
    }


def _learned(state: StudyState, study: Study, options: argparse.Namespace) -> LearnedModel:
    """Return what the answers say of the model.

    Raises
    ------
    DataError
        When there is no answer.
    """
    model = resolve(study)
    comparisons = model.comparisons(learned_from(study, attribute=options.attribute))
    if not len(comparisons):
        raise DataError(
            options.study,
            "there is no answer to learn from",
            remedy="Record some with prefstudio answer FILE A B --outcome A.",
        )
    revision = state.belief_revision
    briefing = Briefing(model, revision, comparisons, model.allowed(), revision)
    is_watched = sys.stderr.isatty()
    request = LearnRequest(study, briefing, options.method, on_step=_tell if is_watched else None)
    try:
        found = request.compute(Control())
    finally:
        if is_watched:
            print(_CLEAR, end="", file=sys.stderr, flush=True)
    assert isinstance(found, LearnFound)  # nobody stops it but by ending the program
    return found.model


def _tell(step: LearningStep) -> None:
    line = f"step {step.step} of {step.n_steps}, log evidence {step.before:.2f} → {step.now:.2f}"
    print(f"{_CLEAR}{line}", end="", file=sys.stderr, flush=True)


def _readable(answer: Answer) -> list[str]:
    before, after = answer["log_evidence_before"], answer["log_evidence_after"]
    lines = [f"log evidence {before:.3f} → {after:.3f}", answer["found"]]
    if not answer["converged"]:
        lines.append("It could still gain a little: learn once more.")
    return lines


LEARN = Command(
    "learn", "learn the model of a study file from its answers", _add_options, _run, _readable
)
