"""Run experiments, print their tables and how the bounds stand."""

from __future__ import annotations

import argparse
import logging
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.benchmarks.experiments.data import NoData
from tests.benchmarks.experiments.pool import records_of
from tests.benchmarks.experiments.records import (
    Experiment,
    Record,
    table,
    verdict_lines,
    write_csv,
)
from tests.benchmarks.experiments.table import EXPERIMENTS

log = logging.getLogger(__name__)

QUICK_REPEATS = 1


def arguments(given: list[str] | None = None) -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser("python -m tests.benchmarks.experiments", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(EXPERIMENTS)}")
    parser.add_argument("--repeats", type=int, help="seeds of each; the full number by itself")
    parser.add_argument("--quick", action="store_true", help="small and once, to see that it works")
    parser.add_argument("--only", nargs="+", metavar="ARM", help="these arms, not all")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--csv", type=Path, metavar="FILE", help="every number of every run")
    asked = parser.parse_args(given)
    unknown = [name for name in asked.names if name not in EXPERIMENTS]
    if unknown:
        parser.error(f"no experiment is called {unknown[0]!r}; there are {', '.join(EXPERIMENTS)}")
    return asked


def _measured(
    experiment: Experiment, jobs: Sequence[Any], asked: argparse.Namespace, before: list[Record]
) -> list[Record]:
    """The records of all jobs; the file holds what there is so far."""
    records: list[Record] = []
    for done, found in enumerate(records_of(experiment.run, jobs, asked.processes), start=1):
        records += found
        log.info("%s: %d of %d", experiment.name, done, len(jobs))
        if asked.csv:
            write_csv(asked.csv, before + records)
    return records


def main(given: list[str] | None = None) -> int:
    """Run what is asked for; 1 when data are missing."""
    asked = arguments(given)
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    found: list[Record] = []
    for name in asked.names or EXPERIMENTS:
        experiment = EXPERIMENTS[name]
        repeats = asked.repeats or (QUICK_REPEATS if asked.quick else experiment.repeats)
        jobs = experiment.jobs(repeats, asked.quick)
        if asked.only:
            jobs = [job for job in jobs if job[0] in asked.only]
        try:
            records = _measured(experiment, jobs, asked, found)
        except NoData as missing:
            print(missing, file=sys.stderr)
            return 1
        print(f"\n{experiment.title}: {repeats} repeats, seeds 0 to {repeats - 1}\n")
        print(table(records))
        if not asked.quick:  # nothing is asked that far in a quick look
            print(verdict_lines(experiment.judge(records)), flush=True)
        found += records
    return 0


if __name__ == "__main__":
    sys.exit(main())
