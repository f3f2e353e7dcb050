"""The commands; no command means: open the window."""

from __future__ import annotations

import argparse
import codecs
import json
import logging
import math
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from prefstudio import __version__
from prefstudio.engine.criteria import CRITERIA
from prefstudio.engine.errors import EngineError
from prefstudio.engine.inference import INFERENCES
from prefstudio.engine.pairs import AllowedPairs
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.ranking import centred_sd
from prefstudio.study.chance import Purpose, generator
from prefstudio.study.errors import DataError, StudyError, on_one_line
from prefstudio.study.folder import Study, read_study
from prefstudio.study.home import log_file
from prefstudio.study.model import ResolvedModel, learned_from, resolve
from prefstudio.study.setting import ALL
from prefstudio.study.words import counted, did_you_mean, nearest, quoted

logger = logging.getLogger(__name__)

PROGRAM = "prefstudio"
DONE, AT_FAULT, USAGE, PROGRAM_FAULT = 0, 1, 2, 3


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        if not words or (words[0] not in COMMANDS and not words[0].startswith("-")):
            return _open_window(words)
        options = _parser().parse_args(words)
        text = _text(COMMANDS[options.command](options), options)
    except (StudyError, EngineError) as error:
        return _ended(AT_FAULT, str(error))
    except OSError as error:
        return _ended(AT_FAULT, _unreadable(error))
    except MemoryError:
        return _ended(USAGE, "there is not enough memory for this study.")
    except Exception as error:
        return _program_fault(error)
    return _written(text)


def _ended(code: int, message: str) -> int:
    """The one line on standard error that goes with an exit code."""
    print(f"{PROGRAM}: {on_one_line(message)}", file=sys.stderr)
    return code


def _open_window(words: list[str]) -> int:
    near = nearest(words[0], list(COMMANDS)) if words else None
    if len(words) > 1 or (near and not Path(words[0]).exists()):
        remedy = f"Did you mean {quoted(near)}?" if near else f"See {PROGRAM} --help."
        return _ended(USAGE, f"no command is called {quoted(words[0])}. {remedy}")
    try:
        from prefstudio.studio.app import open_window
    except ImportError as error:
        return _ended(USAGE, f"the window needs what is not installed here ({error}).")
    return open_window(Path(words[0]) if words else None)


def _unreadable(error: OSError) -> str:
    return f"{error.filename or 'a file'}: it cannot be read ({error.strerror or error})."


def _program_fault(error: Exception) -> int:
    """One line for the person, everything for the log."""
    try:
        path = log_file()
        handler = logging.FileHandler(path, encoding="utf-8", errors="backslashreplace")
    except OSError as trouble:
        what = f"{type(error).__name__}: {error}"
        return _ended(
            PROGRAM_FAULT,
            f"this is a fault of the program ({what}), and its log cannot be written ({trouble}).",
        )
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    logger.addHandler(handler)
    try:
        logger.error("a fault of %s %s", PROGRAM, __version__, exc_info=error)
    finally:
        logger.removeHandler(handler)
        handler.close()
    return _ended(PROGRAM_FAULT, f"this is a fault of the program; details are in {path}")


def _written(text: str) -> int:
    """Print a command's answer; a reader that has seen enough is no fault."""
    try:
        print(text, flush=True)
    except OSError as error:
        # What is still held back would fail once more when the interpreter ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            return _ended(USAGE, f"the answer cannot be written ({error.strerror or error}).")
    return DONE


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=PROGRAM,
        description="Active preference learning over items and the links between them. "
        "Without a command, or with the PATH of a study alone, the window opens.",
    )
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    fit = _command(commands, "fit", "print what the answers say of every item")
    fit.add_argument("--inference", choices=sorted(INFERENCES))
    fit.add_argument("--covariance", action="store_true", help="add the covariance")
    suggest = _command(commands, "suggest", "print the pairs most worth asking")
    suggest.add_argument("--criterion", choices=sorted(CRITERIA))
    suggest.add_argument(
        "--horizon",
        type=_horizon,
        metavar="H|all",
        help="how many leading places matter to expected_loss: 1 seeks the best item, all serves "
        "the whole ranking (after b beats e among the six papers, 1 asks b against c or f; all "
        "asks c against f, of which nothing is known)",
    )
    suggest.add_argument(
        "--top", type=_positive, default=1, metavar="K", help="how many pairs to print"
    )
    predict = _command(commands, "predict", "print how a comparison would be answered")
    predict.add_argument("a", metavar="A")
    predict.add_argument("b", metavar="B")
    return parser


def _command(commands: Any, name: str, help_text: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(
        name, help=help_text, description=f"{help_text[0].upper()}{help_text[1:]}."
    )
    parser.add_argument("study", metavar="STUDY", type=Path, help="folder of a study")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--participant", metavar="ID", help="answers of this person only")
    parser.add_argument("--attribute", metavar="NAME", help="answers about this attribute only")
    return parser


def _positive(text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError("give a whole number from 1 on")
    return number


def _horizon(text: str) -> float:
    try:
        number = math.inf if text == ALL else float(text)
    except ValueError:
        number = 0.0
    if not number > 0.0:
        raise argparse.ArgumentTypeError("give a positive number, or all")
    return number


def _posterior(
    study: Study, model: ResolvedModel, options: argparse.Namespace
) -> tuple[Posterior, str]:
    _check_participant(study, options.participant)
    name = getattr(options, "inference", None) or model.inference
    if name not in INFERENCES:
        raise study.settings.error(
            "model.inference",
            f"this version has no inference called {quoted(name)}",
            f"Use one of {', '.join(INFERENCES)}.",
        )
    rows = learned_from(study, options.participant, options.attribute)
    return INFERENCES[name](model.prior, model.comparisons(rows), model.scale), name


def _fit(options: argparse.Namespace) -> dict[str, Any]:
    study = read_study(options.study)
    model = resolve(study)
    posterior, name = _posterior(study, model, options)
    answer = {
        "items": list(model.item_ids),
        "mean": posterior.mean.tolist(),
        "sd": posterior.sd.tolist(),
        "sd_centred": centred_sd(posterior, model.groups).tolist(),
    }
    if options.covariance:
        answer["covariance"] = posterior.covariance().tolist()
    evidence = None if name == "incremental" else posterior.log_evidence
    return answer | {
        "log_evidence": evidence,
        "inference": name,
        "converged": True,
        "answers": posterior.n_answers,
    }


def _check_participant(study: Study, participant: str | None) -> None:
    answered = {row.participant for row in study.comparisons}
    known = sorted(answered.union(person.participant_id for person in study.participants))
    if participant is not None and participant not in known:
        raise DataError(
            study.folder,
            f"there is no participant called {quoted(participant)}",
            remedy=did_you_mean(participant, known, "Leave --participant out."),
        )


def _suggest(options: argparse.Namespace) -> dict[str, Any]:
    study = read_study(options.study)
    model = resolve(study)
    posterior, _ = _posterior(study, model, options)
    criterion = CRITERIA[options.criterion or model.criterion]
    allowed = model.allowed(_closed(study, model, options))
    n_items = len(model.item_ids)
    pairs = criterion.best(
        posterior,
        allowed,
        horizon=options.horizon or model.horizon,
        top=min(options.top, n_items * n_items),
        rng=generator(model.seed, Purpose.QUERY, len(study.comparisons)),
    )
    answer: dict[str, Any] = {"criterion": criterion.name}
    answer["pairs"] = [
        {
            "a": model.item_ids[pair.first],
            "b": model.item_ids[pair.second],
            "value": pair.value if math.isfinite(pair.value) else None,
            "p_a": posterior.probability_preferred(pair.first, pair.second),
        }
        for pair in pairs
    ]
    if not pairs:
        answer["reason"] = _why_none(model, allowed)
    return answer


def _closed(
    study: Study, model: ResolvedModel, options: argparse.Namespace
) -> list[tuple[str, str]]:
    """Pairs that were answered: by the person and on the attribute that were asked for, if any."""
    return [
        (row.a, row.b)
        for row in study.comparisons
        if row.answers_its_pair
        and not model.ask_again
        and options.participant in (None, row.participant)
        and options.attribute in (None, row.attribute)
    ]


def _why_none(model: ResolvedModel, allowed: AllowedPairs) -> str:
    n_items = len(model.item_ids)
    if n_items < 2:
        return "There is only one item, so there is nothing to compare."
    if model.groups is not None and len(set(model.groups.tolist())) == n_items:
        return "Each group has only one item, so there is nothing to compare."
    if any(allowed.partners(item).any() for item in range(n_items)):
        return "By the prior no two items left to compare can differ, so no answer would tell more."
    return "Every pair that may be asked has been answered; set ask_again = true to ask again."


def _predict(options: argparse.Namespace) -> dict[str, Any]:
    study = read_study(options.study)
    model = resolve(study)
    first, second = (_position(study, model, name) for name in (options.a, options.b))
    if first == second:
        raise DataError(
            study.folder,
            f"{quoted(options.a)} cannot be compared with itself",
            remedy="Name two different items.",
        )
    posterior, _ = _posterior(study, model, options)
    p_a = posterior.probability_preferred(first, second)
    p_b = posterior.probability_preferred(second, first)
    p_tie = posterior.probability(first, second, 0) if model.scale.cuts else 0.0
    return {"a": options.a, "b": options.b, "p_a": p_a, "p_b": p_b, "p_tie": p_tie}


def _position(study: Study, model: ResolvedModel, name: str) -> int:
    if name in model.item_ids:
        return model.position(name)
    raise DataError(
        study.folder,
        f"no item is called {quoted(name)}",
        remedy=did_you_mean(name, model.item_ids, "Name an item of items.csv."),
    )


COMMANDS: dict[str, Callable[[argparse.Namespace], dict[str, Any]]] = {
    "fit": _fit,
    "suggest": _suggest,
    "predict": _predict,
}


def _text(answer: dict[str, Any], options: argparse.Namespace) -> str:
    """What is printed, in characters that standard output can take."""
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    if options.json:
        is_utf8 = codecs.lookup(encoding).name == "utf-8"
        return json.dumps(answer, ensure_ascii=not is_utf8, allow_nan=False)
    lines = map(on_one_line, _READABLE[options.command](answer))
    return "\n".join(lines).encode(encoding, "backslashreplace").decode(encoding)


def _readable_fit(answer: dict[str, Any]) -> list[str]:
    items = [on_one_line(item) for item in answer["items"]]
    width = max(4, *map(len, items))
    lines = [f"{'item':<{width}}      mean        sd"]
    for item, mean, sd in zip(items, answer["mean"], answer["sd"], strict=True):
        lines.append(f"{item:<{width}}  {round(mean, 3) + 0.0:8.3f}  {sd:8.3f}")
    lines.append(f"{counted(answer['answers'], 'answer')}, inference {answer['inference']}")
    if answer["log_evidence"] is not None:
        lines.append(f"log evidence {answer['log_evidence']:.3f}")
    for row in answer.get("covariance", ()):
        lines.append("  ".join(f"{value:8.3f}" for value in row))
    return lines


def _readable_suggest(answer: dict[str, Any]) -> list[str]:
    if not answer["pairs"]:
        return [answer["reason"]]
    return [
        f"{pair['a']} or {pair['b']}?  {answer['criterion']} "
        f"{'infinite' if pair['value'] is None else format(pair['value'], '.4g')}, "
        f"{100.0 * pair['p_a']:.0f} % for {pair['a']}"
        for pair in answer["pairs"]
    ]


def _readable_predict(answer: dict[str, Any]) -> list[str]:
    lines = [f"{answer[key]} wins: {100.0 * answer['p_' + key]:.1f} %" for key in ("a", "b")]
    return [*lines, f"tie: {100.0 * answer['p_tie']:.1f} %"] if answer["p_tie"] else lines


_READABLE = {"fit": _readable_fit, "suggest": _readable_suggest, "predict": _readable_predict}
