"""``fit``: what the answers say of every item."""

from __future__ import annotations

import argparse

from prefstudio.cli.believing import believed, resolved
from prefstudio.cli.command import Answer, Command, add_study, add_whose
from prefstudio.engine.inference import INFERENCES
from prefstudio.engine.scale_spread import interval_sd
from prefstudio.study.errors import on_one_line
from prefstudio.study.words import counted


def _add_options(parser: argparse.ArgumentParser) -> None:
    add_study(parser)
    add_whose(parser)
    parser.add_argument("--inference", choices=sorted(INFERENCES))
    parser.add_argument("--covariance", action="store_true", help="add the covariance")


def _run(options: argparse.Namespace) -> Answer:
    found = believed(options, resolved(options))
    posterior, model = found.posterior, found.model
    answer: Answer = {
        "items": list(model.item_ids),
        "mean": posterior.mean.tolist(),
        "sd": posterior.sd.tolist(),
        "sd_centred": interval_sd(posterior, model.scale_spread, model.groups).tolist(),
    }
    if options.covariance:
        answer["covariance"] = posterior.covariance().tolist()
    evidence = None if found.inference == "incremental" else posterior.log_evidence
    return answer | {
        "log_evidence": evidence,
        "inference": found.inference,
        "converged": True,
        "answers": posterior.n_answers,
    }


def _readable(answer: Answer) -> list[str]:
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


FIT = Command("fit", "print what the answers say of every item", _add_options, _run, _readable)
