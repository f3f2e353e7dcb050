"""Measure, print the tables, write the JSON."""

from __future__ import annotations

import argparse
import logging
from pathlib import Path

from tests.benchmarks import batch
from tests.benchmarks.dense_step import dense_step
from tests.benchmarks.learning_time import learning_time
from tests.benchmarks.next_pair import next_pair
from tests.benchmarks.plan import DEFAULT, FULL, IDENTITY, QUICK, Plan, notes
from tests.benchmarks.report import RivalRow, StepRow, text, write_json
from tests.benchmarks.window.section import window_rows, window_text

DEFAULT_JSON = Path(".bench") / "bench.json"


def arguments() -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser("python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--peers", action="store_true", help="BoTorch and choix in the same run")
    parser.add_argument("--quick", action="store_true", help="tiny sizes, to see that it works")
    parser.add_argument("--only", choices=("engine", "window"), help="one section alone")
    parser.add_argument("--json", type=Path, default=DEFAULT_JSON, metavar="FILE")
    return parser.parse_args()


def measured(plan: Plan, peers: bool) -> tuple[list[StepRow], list[RivalRow]]:
    """All rows."""
    steps: list[StepRow] = []
    rivals: list[RivalRow] = []
    sizes = [(n, DEFAULT) for n in plan.sizes] + [(n, IDENTITY) for n in plan.identity_sizes]
    for n_items, prior_name in sizes:
        found = next_pair(plan, n_items, prior_name, peers)
        steps += found[0]
        rivals += found[1]
    steps += dense_step(plan, plan.sizes[-1])
    for n_items, n_answers in plan.batches:
        rivals += batch.batch_ep(plan, n_items, n_answers, peers)
    for n_items, n_answers in plan.learnings:
        rivals += learning_time(n_items, n_answers)
    return steps, rivals


def main() -> None:
    """Run everything."""
    asked = arguments()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    plan = QUICK if asked.quick else FULL
    remarks = notes(plan)
    versions: dict[str, str] = {}
    if asked.peers:
        from tests.benchmarks import peer_botorch, peer_choix

        peer_botorch.silence()
        remarks += [batch.NOTE, *peer_botorch.NOTES]
        versions = peer_botorch.VERSIONS | peer_choix.VERSIONS
    steps, rivals = ([], []) if asked.only == "window" else measured(plan, asked.peers)
    # The comparison with other programs runs where no window can be opened.
    has_window = asked.only != "engine" and not asked.peers
    if steps:
        print(text(steps, rivals, remarks))
    window = window_rows(asked.quick) if has_window else []
    if window:
        print(window_text(window))
    found = [row.as_json() for row in window]
    write_json(asked.json, steps, rivals, remarks, versions, found)


if __name__ == "__main__":
    main()
