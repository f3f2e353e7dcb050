"""What the answers of a study say, for the commands that print some of it."""

from __future__ import annotations

import argparse
import logging
from dataclasses import dataclass

from prefstudio.cli.loading import load
from prefstudio.engine.inference import INFERENCE_TITLES, INFERENCES
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.pseudo_inputs import why_not
from prefstudio.study.comparisons import Comparison
from prefstudio.study.errors import DataError
from prefstudio.study.folder import Study, is_study_file
from prefstudio.study.model import ResolvedModel, learned_from, resolve
from prefstudio.study.state import StudyState
from prefstudio.study.words import did_you_mean, quoted

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, eq=False)
class Believed:
    """A study and what its answers say; `inference` is the name of how that was found."""

    state: StudyState
    study: Study
    model: ResolvedModel
    posterior: Posterior
    inference: str


def resolved(options: argparse.Namespace) -> tuple[StudyState, Study, ResolvedModel]:
    """Return the study that a command names, and its model."""
    state = load(options.study)
    study = state.as_study()
    return state, study, resolve(study)


def believed(
    options: argparse.Namespace, found: tuple[StudyState, Study, ResolvedModel]
) -> Believed:
    """Infer what the answers say of every item.

    Raises
    ------
    DataError
        When there is no such participant or attribute.
    EngineError
        When it cannot be computed.
    """
    state, study, model = found
    rows = told(study, options)
    name = getattr(options, "inference", None) or _inference(study, model)
    posterior = INFERENCES[name](model.prior, model.comparisons(rows), model.scale)
    return Believed(state, study, model, posterior, name)


def _inference(study: Study, model: ResolvedModel) -> str:
    """The model's inference, which is EP where the study's own has no room for the prior."""
    if model.inference != study.settings.model.inference:
        logger.warning("%s computes for now: %s.", INFERENCE_TITLES["ep"], why_not(model.prior))
    return model.inference


def told(study: Study, options: argparse.Namespace) -> list[Comparison]:
    """Return what is learned from; an error names the study file, where there is no table.

    Raises
    ------
    DataError
        When there is no such participant or attribute.
    """
    _check_participant(study, options)
    try:
        return learned_from(study, options.participant, options.attribute)
    except DataError as error:
        if not is_study_file(options.study):
            raise
        raise DataError(options.study, error.message, remedy=error.remedy) from error


def known_participants(study: Study) -> set[str]:
    """Return the ids of all who are listed or have answered."""
    answered = {row.participant for row in study.comparisons}
    return answered.union(person.participant_id for person in study.participants)


def _check_participant(study: Study, options: argparse.Namespace) -> None:
    participant, known = options.participant, sorted(known_participants(study))
    if participant is not None and participant not in known:
        raise DataError(
            options.study,
            f"there is no participant called {quoted(participant)}",
            remedy=did_you_mean(participant, known, "Leave --participant out."),
        )
