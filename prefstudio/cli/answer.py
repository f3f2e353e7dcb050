"""``answer``: one answer, on the disk before the command returns."""

from __future__ import annotations

import argparse
from dataclasses import replace

from prefstudio.cli.believing import known_participants
from prefstudio.cli.command import Answer, Command, add_file
from prefstudio.cli.loading import checked_pair
from prefstudio.cli.recording import changed_anew, open_to_record, record
from prefstudio.engine import incremental
from prefstudio.study.changes import ParticipantAdded
from prefstudio.study.comparisons import Outcome, attributes_of
from prefstudio.study.errors import DataError
from prefstudio.study.events import Answered, Body, TrialShown
from prefstudio.study.folder import Study
from prefstudio.study.model import ResolvedModel, learned_from, resolve
from prefstudio.study.query import query_of, trial_of
from prefstudio.study.words import counted, did_you_mean, listed, quoted

_OUTCOMES = (Outcome.A, Outcome.B, Outcome.TIE, Outcome.SKIP)


def _add_options(parser: argparse.ArgumentParser) -> None:
    add_file(parser)
    parser.add_argument("a", metavar="A", help="the item that was shown left or first")
    parser.add_argument("b", metavar="B", help="the other item")
    parser.add_argument(
        "--outcome",
        required=True,
        choices=[str(outcome) for outcome in _OUTCOMES],
        help="which is better, that neither is, or that there is no answer",
    )
    parser.add_argument("--participant", metavar="ID", help="who answered; a new person is added")
    parser.add_argument("--attribute", metavar="NAME", help="what the pair was judged on")


def _run(options: argparse.Namespace) -> Answer:
    with open_to_record(options.study) as file:
        study = file.state.as_study()
        participant = (options.participant or "").strip()
        trial = _trial(study, options)
        bodies: list[Body] = [
            trial,
            Answered(trial.trial_id, trial.a, trial.b, Outcome(options.outcome)),
        ]
        if participant and participant not in known_participants(study):
            bodies.insert(0, ParticipantAdded(participant))
        record(file, *bodies, participant=participant)
        answers = {"answers": file.state.n_answers}
        return answers | {"skipped": True} if options.outcome == Outcome.SKIP else answers


def _trial(study: Study, options: argparse.Namespace) -> TrialShown:
    """Return the showing that is answered, with what was expected of it.

    Raises
    ------
    DataError
        When the study cannot take the answer.
    """
    model = resolve(study)
    pair = checked_pair(options.study, model.item_ids, options.a, options.b)
    _check_group(study, model, pair, options)
    if options.outcome == Outcome.TIE and not study.settings.response.ties_allowed:
        raise DataError(
            options.study,
            "the study allows no ties",
            remedy=f"Answer A, B or skip; or {changed_anew('tie = true under [response]')}",
        )
    attribute = _attribute(study, options)
    # As in the window, the prediction follows from the answers alone, in their order.
    rows = learned_from(study, attribute=attribute) if attribute is not None else []
    posterior = incremental.infer(model.prior, model.comparisons(rows), model.scale)
    trial = trial_of(query_of(posterior, *pair), model)
    return replace(trial, attribute=attribute or "", swapped=pair[0] > pair[1])


def _check_group(
    study: Study, model: ResolvedModel, pair: tuple[int, int], options: argparse.Namespace
) -> None:
    if model.groups is None or model.groups[pair[0]] == model.groups[pair[1]]:
        return
    groups = [study.items.by_id(model.item_ids[place]).group for place in pair]
    raise DataError(
        options.study,
        f"{quoted(options.a)} is of the group {quoted(groups[0])}, and {quoted(options.b)} of "
        f"{quoted(groups[1])}",
        remedy="Compare items within a group only.",
    )


def _attribute(study: Study, options: argparse.Namespace) -> str | None:
    """Return what is judged: what was named, or else the only attribute there is.

    None is what nobody has judged yet.
    """
    judged = attributes_of(study.comparisons)
    declared = [attribute.name for attribute in study.settings.attributes]
    known = [*judged, *(name for name in declared if name not in judged)]
    named = options.attribute
    if named is not None and named not in known:
        raise DataError(
            options.study,
            f"there is no attribute called {quoted(named)}",
            remedy=did_you_mean(named, known, "Leave --attribute out."),
        )
    candidates = [named] if named is not None else list(judged) or declared
    if len(candidates) > 1:
        names = listed(quoted(name) if name else "none" for name in candidates)
        raise DataError(
            options.study,
            f"several attributes are judged: {names}",
            remedy="Say which with --attribute NAME.",
        )
    return candidates[0] if candidates else None


def _readable(answer: Answer) -> list[str]:
    skip = "The skip is recorded; " if "skipped" in answer else ""
    return [f"{skip}{counted(answer['answers'], 'answer')} on record"]


ANSWER = Command("answer", "record one answer in a study file", _add_options, _run, _readable, True)
