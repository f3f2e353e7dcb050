"""What an experiment finds: one number a record, and tables of their means."""

from __future__ import annotations

import csv
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np


@dataclass(frozen=True, slots=True)
class Record:
    """One number of one run.

    Attributes
    ----------
    arm : what is compared: a criterion, a model.
    run : which data and which repeat; runs of the same name see the same person and noise.
    answers : after how many answers.
    """

    experiment: str
    arm: str
    run: str
    answers: int
    metric: str
    value: float


@dataclass(frozen=True, slots=True)
class Verdict:
    """One bound, what was measured, and whether it is met."""

    bound: str
    measured: str
    is_met: bool


@dataclass(frozen=True, slots=True)
class Experiment:
    """One experiment.

    Attributes
    ----------
    jobs : makes the arguments of `run`, by the number of repeats and whether it is a quick look.
    run : one job's records; called in another process.
    judge : the bounds.
    repeats : of the full experiment.
    """

    name: str
    title: str
    jobs: Callable[[int, bool], Sequence[Any]]
    run: Callable[[Any], list[Record]]
    judge: Callable[[Sequence[Record]], list[Verdict]]
    repeats: int


@dataclass(frozen=True, slots=True)
class Mean:
    """Mean and standard error over runs."""

    mean: float
    error: float
    count: int

    def __str__(self) -> str:
        return f"{self.mean:.4f} ± {self.error:.4f}"


def mean_of(values: Iterable[float]) -> Mean:
    """Mean and standard error; no error of a single run."""
    found = np.array(list(values), dtype=float)
    if not len(found):
        return Mean(math.nan, math.nan, 0)
    error = float(found.std(ddof=1) / math.sqrt(len(found))) if len(found) > 1 else math.nan
    return Mean(float(found.mean()), error, len(found))


def by_run(records: Iterable[Record], arm: str, answers: int, metric: str) -> dict[str, float]:
    """Values of one arm, by the run's name."""
    return {
        record.run: record.value
        for record in records
        if (record.arm, record.answers, record.metric) == (arm, answers, metric)
    }


def mean_at(records: Iterable[Record], arm: str, answers: int, metric: str) -> Mean:
    """Mean of one arm."""
    return mean_of(by_run(records, arm, answers, metric).values())


def paired(
    records: Sequence[Record], arm: str, other: str, answers: int, metric: str
) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Values of two arms in the runs that both have, in the same order."""
    left, right = (by_run(records, each, answers, metric) for each in (arm, other))
    runs = sorted(left.keys() & right.keys())
    return np.array([left[run] for run in runs]), np.array([right[run] for run in runs])


def table(records: Sequence[Record]) -> str:
    """Means and standard errors, one line a metric, number of answers and arm."""
    keys = sorted({(each.metric, each.answers, each.arm) for each in records})
    lines = [f"{'metric':<22}{'answers':>8}  {'arm':<34}{'mean':>9}{'s.e.':>9}{'runs':>6}"]
    for metric, answers, arm in keys:
        found = mean_at(records, arm, answers, metric)
        lines.append(
            f"{metric:<22}{answers:>8}  {arm:<34}"
            f"{found.mean:>9.4f}{found.error:>9.4f}{found.count:>6}"
        )
    return "\n".join(lines)


def verdict_lines(verdicts: Sequence[Verdict]) -> str:
    """The bounds, one a line."""
    return "\n".join(
        f"{'met   ' if each.is_met else 'MISSED'}  {each.bound}: {each.measured}"
        for each in verdicts
    )


def write_csv(path: Path, records: Iterable[Record]) -> None:
    """All records, one a row."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([field.name for field in fields(Record)])
        writer.writerows(astuple(record) for record in records)


def read_csv(path: Path) -> list[Record]:
    """Records as `write_csv` wrote them."""
    with path.open(newline="", encoding="utf-8") as file:
        return [
            Record(
                row["experiment"],
                row["arm"],
                row["run"],
                int(row["answers"]),
                row["metric"],
                float(row["value"]),
            )
            for row in csv.DictReader(file)
        ]
