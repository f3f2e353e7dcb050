"""All measurements of the window, each in a fresh process, as rows with their bounds."""

from __future__ import annotations

import json
import logging
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.benchmarks.report import table
from tests.benchmarks.window.studies import study_file, table_file

log = logging.getLogger(__name__)

HEAD = ("name", "n", "answers", "measured", "unit", "bound", "met?")
NOTES = (
    "window: offscreen, 1600 × 1000, in processes of their own; each figure is by itself the best "
    "of its repetitions, since others at work on the machine only make it worse; the JSON has all.",
    "counts of clicks are those of the first repetition.",
    "gaps: between beats of a timer of 1 ms in the window's event loop, while the engine works.",
    "unhindered: less the time in which the window's thread was ready to run and other programs "
    "had the processors; work: what that thread computed itself.",
    "importing: a table of some 100 MB in the dialog for a new study.",
    "click → painted: from the key to the end of the first painting of the next pair.",
    "start: warm, so with modules compiled as in an installed program, and the files read before.",
)


@dataclass(frozen=True, slots=True)
class Bound:
    """What a figure is held to."""

    unit: str
    limit: float | None = None
    is_least: bool = False

    def met(self, value: float) -> bool | None:
        """Whether it holds; None where nothing is asked for."""
        if self.limit is None:
            return None
        return value >= self.limit if self.is_least else value < self.limit

    def words(self) -> str:
        """As the table has it."""
        return "" if self.limit is None else f"{'≥' if self.is_least else '<'} {self.limit:g}"


BOUNDS: dict[str, Bound] = {
    "start to usable": Bound("ms", 2000.0),
    "p99 gap": Bound("ms", 16.0),
    "worst gap": Bound("ms", 50.0),
    "worst gap, unhindered": Bound("ms", 50.0),
    "most work in a gap": Bound("ms"),
    "hit: count": Bound("clicks"),
    "miss: count": Bound("clicks"),
    "hit: median": Bound("ms", 50.0),
    "hit: worst": Bound("ms", 50.0),
    "miss: median": Bound("ms", 150.0),
    "miss: worst": Bound("ms", 150.0),
    "hit: median, unhindered": Bound("ms", 50.0),
    "miss: median, unhindered": Bound("ms", 150.0),
    "hit: work": Bound("ms"),
    "miss: work": Bound("ms"),
    "work a picture": Bound("ms"),
    "pictures a second": Bound("1/s", 15.0, is_least=True),
    "paintings a second": Bound("1/s"),
    "scrubbing: exact after": Bound("ms", 1000.0),
    "dragging: exact after": Bound("ms"),
    "all done after": Bound("ms"),
    "memory": Bound("MB", 400.0),
    "memory at its peak": Bound("MB"),
    "seconds": Bound("s"),
}
"""By the end of a figure's name; the longest that fits counts."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What one measurement is, at which size."""

    what: str
    n_items: int
    n_answers: int
    horizon: str = '"all"'
    number: int = 0

    @property
    def words(self) -> str:
        """What tells its rows from others."""
        if self.what == "importing":
            return f"importing, {self.number:,} columns, "
        if self.what != "answering":
            return ""
        return f"horizon {self.horizon.strip(chr(34))}, "


FULL = (
    Figures("starting", 1000, 300),
    Figures("answering", 1000, 300, "1", 30),
    Figures("answering", 1000, 300, '"all"', 30),
    Figures("dragging", 300, 300),
    Figures("dragging", 300, 2000),
    Figures("scrubbing", 300, 2000),
    Figures("importing", 200_000, 0, number=40),
    Figures("importing", 2000, 0, number=4000),
)
QUICK = (
    Figures("starting", 20, 10),
    Figures("answering", 20, 10, "1", 4),
    Figures("importing", 20, 0, number=5),
)
REPEATS = 3


@dataclass(frozen=True, slots=True)
class WindowRow:
    """One figure of the window."""

    name: str
    n_items: int
    answers: int
    value: float
    every: tuple[float, ...]

    @property
    def bound(self) -> Bound:
        """What it is held to."""
        fitting = (end for end in BOUNDS if self.name.endswith(end))
        return BOUNDS[max(fitting, key=len)]

    def cells(self) -> list[str]:
        """As the table shows it."""
        bound = self.bound
        met = bound.met(self.value)
        told = "" if met is None else "yes" if met else "NO"
        size = [str(self.n_items), str(self.answers)]
        return [self.name, *size, f"{self.value:.1f}", bound.unit, bound.words(), told]

    def as_json(self) -> dict[str, object]:
        """With all repetitions."""
        return {
            "name": self.name,
            "n_items": self.n_items,
            "answers": self.answers,
            "measured": self.value,
            "unit": self.bound.unit,
            "limit": self.bound.limit,
            "met": self.bound.met(self.value),
            "every": list(self.every),
        }


def window_rows(is_quick: bool) -> list[WindowRow]:
    """Measure everything."""
    rows: list[WindowRow] = []
    for figures in QUICK if is_quick else FULL:
        log.info("window: %s, %d items", figures.what, figures.n_items)
        rows += _rows(figures, 1 if is_quick else REPEATS)
    return rows


def window_text(rows: list[WindowRow]) -> str:
    """The section as it is printed."""
    lines = ["", "window", "", table(HEAD, [row.cells() for row in rows]), ""]
    return "\n".join([*lines, *(f"- {note}" for note in NOTES)])


def _rows(figures: Figures, repeats: int) -> Iterator[WindowRow]:
    with tempfile.TemporaryDirectory() as folder:
        study = _file_for(figures, Path(folder))
        runs = [_measured(figures, study) for _ in range(repeats)]
    names = dict.fromkeys(name for run in runs for name in run)
    for name in names:
        every = tuple(run[name] for run in runs if name in run)
        row = WindowRow(figures.words + name, figures.n_items, figures.n_answers, 0.0, every)
        best = max(every) if row.bound.is_least else min(every)
        value = every[0] if row.bound.unit == "clicks" else best
        yield WindowRow(row.name, row.n_items, row.answers, value, every)


def _file_for(figures: Figures, folder: Path) -> Path:
    if figures.what == "importing":
        return table_file(folder / "table.csv", figures.n_items, figures.number)
    study = folder / "study.prefstudio"
    return study_file(study, figures.n_items, figures.n_answers, figures.horizon)


def _measured(figures: Figures, study: Path) -> dict[str, float]:
    """One measurement, of a copy of the study, by a process that remembers nothing."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(shutil.copy(study, folder))
        began = time.time() if figures.what == "starting" else figures.number
        done = subprocess.run(
            [sys.executable, "-m", "tests.benchmarks.window", figures.what, copy, repr(began)],
            env=_environment(Path(folder) / "home"),
            capture_output=True,
            encoding="utf-8",
        )
    if done.returncode != 0:
        raise RuntimeError(f"{figures.what} went wrong:\n{done.stderr}")
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def _environment(home: Path) -> dict[str, str]:
    """What a measured process is told: where to remember, and that it may keep compiled modules.

    Without them every module would be compiled at every start, which an installed program is not.
    """
    told = {**os.environ, "PREFSTUDIO_HOME": str(home)}
    told.pop("PYTHONDONTWRITEBYTECODE", None)
    return told
