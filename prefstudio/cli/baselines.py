"""``baselines``: other methods on the same answers, beside ours."""

from __future__ import annotations

import argparse
import math

from prefstudio.cli.believing import resolved, told
from prefstudio.cli.command import Answer, Command, add_study, add_whose
from prefstudio.cli.loading import checked_pair
from prefstudio.engine.control import Control
from prefstudio.engine.held_out import COIN
from prefstudio.study.baseline_request import BaselineRequest, MethodResult
from prefstudio.study.baseline_words import conclusion, scoring
from prefstudio.study.briefing import Briefing


def _add_options(parser: argparse.ArgumentParser) -> None:
    add_study(parser)
    add_whose(parser)
    parser.add_argument(
        "--pair", nargs=2, metavar=("A", "B"), help="add how likely each method thinks that A wins"
    )


def _run(options: argparse.Namespace) -> Answer:
    state, study, model = resolved(options)
    pair = checked_pair(options.study, model.item_ids, *options.pair) if options.pair else None
    rows = told(study, options)
    revision = state.belief_revision
    briefing = Briefing(model, revision, model.comparisons(rows), model.allowed(), revision)
    found = BaselineRequest.of(briefing, rows).compute(Control())
    return {
        "items": list(model.item_ids),
        "answers": found.n_answers,
        "scored": found.n_scored,
        "holdout": found.is_held_out,
        "coin": COIN,
        "methods": [_told_of(each, pair) for each in found.methods],
        "conclusion": conclusion(found),
        "scoring": scoring(found) if found.n_scored else "",
    }


def _told_of(result: MethodResult, pair: tuple[int, int] | None) -> Answer:
    quality = result.quality
    answer: Answer = {
        "name": result.method.name,
        "title": result.method.title,
        "log_loss": None if quality is None else quality.log_loss,
        "log_loss_se": None if quality is None else quality.log_loss_se,
        "accuracy": None if quality is None else quality.accuracy,
        "worse_by": None if quality is None else quality.worse_by,
        "worse_by_se": None if quality is None else quality.worse_by_se,
        "tau": None if math.isnan(result.tau) else result.tau,
        "mean": result.mean.tolist(),
        "sd": result.sd.tolist(),
        "rank": result.ranks.tolist(),
    }
    return answer if pair is None else answer | {"p_a": result.chance(*pair)}


def _readable(answer: Answer) -> list[str]:
    head = f"{'method':<14}  {'log-loss':>16}  {'right':>6}  {'tau':>6}"
    has_pair = "p_a" in answer["methods"][0]
    lines = [head + (f"  {'P(A)':>6}" if has_pair else "")]
    for each in answer["methods"]:
        line = f"{each['title']:<14}  {_loss(each):>16}  {_share(each['accuracy']):>6}"
        line += f"  {_tau(each['tau']):>6}"
        lines.append(line + (f"  {_share(each['p_a']):>6}" if has_pair else ""))
    return [*lines, answer["conclusion"], *filter(None, [answer["scoring"]])]


def _loss(method: Answer) -> str:
    if method["log_loss"] is None:
        return "-"
    return f"{method['log_loss']:.3f} ± {method['log_loss_se']:.3f}"


def _share(value: float | None) -> str:
    return "-" if value is None else f"{100.0 * value:.0f} %"


def _tau(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


BASELINES = Command(
    "baselines", "compare other methods with ours on the same answers", _add_options, _run,
    _readable,
)  # fmt: skip
