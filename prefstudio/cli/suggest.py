"""``suggest``: the pairs most worth asking."""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence

from prefstudio.cli.believing import believed, resolved
from prefstudio.cli.command import (
    Answer,
    Command,
    Sought,
    UsageError,
    add_study,
    add_whose,
    horizon,
    positive,
    purpose,
)
from prefstudio.engine.batch import best_batch
from prefstudio.engine.criteria import CRITERIA
from prefstudio.engine.pairs import AllowedPairs, ScoredPair
from prefstudio.engine.policy import Choice
from prefstudio.study.chance import Purpose, generator
from prefstudio.study.model import ResolvedModel
from prefstudio.study.words import counted


def _add_options(parser: argparse.ArgumentParser) -> None:
    add_study(parser)
    add_whose(parser)
    parser.add_argument(
        "--purpose",
        type=purpose,
        metavar="best|top:K|ranking",
        help="what the answer is for, instead of --criterion and --horizon",
    )
    parser.add_argument("--criterion", choices=sorted(CRITERIA))
    parser.add_argument(
        "--horizon",
        type=horizon,
        metavar="H|all",
        help="how many leading places matter to expected_loss: 1 seeks the best item, all serves "
        "the whole ranking (after b beats e among the six papers, 1 asks b against c or f; all "
        "asks c against f, of which nothing is known)",
    )
    count = parser.add_mutually_exclusive_group()
    count.add_argument(
        "--top", type=positive, default=1, metavar="K", help="how many pairs to print"
    )
    count.add_argument(
        "--batch",
        type=positive,
        metavar="K",
        help="K different pairs to ask at the same time, for several seats: each is chosen as if "
        "those before it were answered",
    )


def _run(options: argparse.Namespace) -> Answer:
    found = believed(options, resolved(options))
    posterior, model = found.posterior, found.model
    own = Sought(model.horizon, model.criterion) if options.purpose is None else options.purpose
    criterion = CRITERIA[options.criterion or own.criterion]
    closed = found.state.closed_pairs(model.ask_again, options.participant, options.attribute)
    allowed = model.allowed(closed, found.state.excluded_items)
    n_items = len(model.item_ids)
    _check_places(options.purpose, n_items)
    # The rows of a folder stand for the events that it does not have.
    revision = found.state.belief_revision or len(found.study.comparisons)
    reach = options.horizon or own.horizon
    rng = generator(model.seed, Purpose.QUERY, revision)
    pairs: Sequence[ScoredPair | Choice]
    if options.batch is None:
        top = min(options.top, n_items * n_items)
        pairs = criterion.best(posterior, allowed, horizon=reach, top=top, rng=rng)
    else:
        pairs = best_batch(criterion, posterior, allowed, options.batch, horizon=reach, rng=rng)
    answer: Answer = {"criterion": criterion.name}
    answer["pairs"] = [
        {
            "a": model.item_ids[pair.first],
            "b": model.item_ids[pair.second],
            "value": _finite(pair.value),
            "p_a": posterior.probability_preferred(pair.first, pair.second),
        }
        for pair in pairs
    ]
    if not pairs:
        answer["reason"] = _why_none(model, allowed)
    return answer


def _check_places(sought: Sought | None, n_items: int) -> None:
    """See that no more leading places are sought than there are."""
    if sought is not None and n_items < sought.horizon < math.inf:
        raise UsageError(
            f"--purpose top:{sought.horizon:.0f}: the study has {counted(n_items, 'item')}; "
            f"give top:K with a K up to {n_items}, or ranking."
        )


def _finite(value: float | None) -> float | None:
    return value if value is not None and math.isfinite(value) else None


def _why_none(model: ResolvedModel, allowed: AllowedPairs) -> str:
    n_items = len(model.item_ids)
    if n_items < 2:
        return "There is only one item, so there is nothing to compare."
    if model.groups is not None and len(set(model.groups.tolist())) == n_items:
        return "Each group has only one item, so there is nothing to compare."
    if any(allowed.partners(item).any() for item in range(n_items)):
        return "By the prior no two items left to compare can differ, so no answer would tell more."
    return (
        "Every pair that may be asked has been answered; to ask again, write ask_again = true "
        "under [model] in study.toml (of a study file: export it, change study.toml, make it anew)."
    )


def _readable(answer: Answer) -> list[str]:
    if not answer["pairs"]:
        return [answer["reason"]]
    return [
        f"{pair['a']} or {pair['b']}?  {answer['criterion']} "
        f"{'infinite' if pair['value'] is None else format(pair['value'], '.4g')}, "
        f"{100.0 * pair['p_a']:.0f} % for {pair['a']}"
        for pair in answer["pairs"]
    ]


SUGGEST = Command("suggest", "print the pairs most worth asking", _add_options, _run, _readable)
