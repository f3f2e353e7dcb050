"""``predict``: how a comparison would be answered."""

from __future__ import annotations

import argparse

from prefstudio.cli.believing import believed, resolved
from prefstudio.cli.command import Answer, Command, add_study, add_whose
from prefstudio.cli.loading import checked_pair


def _add_options(parser: argparse.ArgumentParser) -> None:
    add_study(parser)
    add_whose(parser)
    parser.add_argument("a", metavar="A")
    parser.add_argument("b", metavar="B")


def _run(options: argparse.Namespace) -> Answer:
    state, study, model = resolved(options)
    first, second = checked_pair(options.study, model.item_ids, options.a, options.b)
    posterior = believed(options, (state, study, model)).posterior
    p_a = posterior.probability_preferred(first, second)
    p_b = posterior.probability_preferred(second, first)
    p_tie = posterior.probability(first, second, 0) if model.scale.cuts else 0.0
    return {"a": options.a, "b": options.b, "p_a": p_a, "p_b": p_b, "p_tie": p_tie}


def _readable(answer: Answer) -> list[str]:
    lines = [f"{answer[key]} wins: {100.0 * answer['p_' + key]:.1f} %" for key in ("a", "b")]
    return [*lines, f"tie: {100.0 * answer['p_tie']:.1f} %"] if answer["p_tie"] else lines


PREDICT = Command(
    "predict", "print how a comparison would be answered", _add_options, _run, _readable
)
