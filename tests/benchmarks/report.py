"""Results as rows, as a table to read and as JSON."""

from __future__ import annotations

import json
import platform
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import scipy

WHAT_HEAD = ("name", "n", "answers", "prior", "horizon", "ours (ms)")


@dataclass(frozen=True, slots=True)
class StepRow:
    """One answer → next pair against scaling n² doubles in place; times in milliseconds."""

    name: str
    n_items: int
    answers: int
    prior: str
    horizon: str
    ours: float
    fold_share: float | None
    exact: bool | None
    cached: float
    memory: float
    core_share: float | None = None
    at_most: float | None = None

    def cells(self) -> list[str]:
        """As the table shows it."""
        by_cached, by_memory = self.ours / self.cached, self.ours / self.memory
        limit = self.at_most
        return [
            *_what(self),
            _time(self.ours),
            _time(self.cached),
            f"{by_cached:.2f}",
            _time(self.memory),
            f"{by_memory:.2f}",
            "" if limit is None else f"≤ {limit:g}",
            "" if limit is None else f"{_yes(by_cached <= limit)} / {_yes(by_memory <= limit)}",
            "" if self.fold_share is None else f"{self.fold_share:.0%}",
            "" if self.core_share is None else f"{self.core_share:.0%}",
            "" if self.exact is None else _yes(self.exact),
        ]


STEP_HEAD = (
    *WHAT_HEAD,
    "floor cached (ms)",
    "ratio",
    "floor memory (ms)",
    "ratio",
    "bound",
    "met? cached / memory",
    "fold share",
    "core share",
    "exact?",
)


@dataclass(frozen=True, slots=True)
class RivalRow:
    """Ours against another way to the same end; times in milliseconds.

    Attributes
    ----------
    is_speedup : the ratio is reference by ours and should be large, else ours by reference.
    bound : least or largest ratio, None where nothing is asked for.
    """

    name: str
    n_items: int
    answers: int
    prior: str
    horizon: str
    ours: float
    reference: str = ""
    reference_ms: float | None = None
    is_speedup: bool = True
    bound: float | None = None
    fold_share: float | None = None

    def ratio(self) -> float | None:
        """How many times faster or dearer ours is, None without a reference."""
        if self.reference_ms is None:
            return None
        return self.reference_ms / self.ours if self.is_speedup else self.ours / self.reference_ms

    def met(self) -> bool | None:
        """Whether the bound holds, None where there is none."""
        ratio = self.ratio()
        if ratio is None or self.bound is None:
            return None
        return ratio >= self.bound if self.is_speedup else ratio <= self.bound

    def cells(self) -> list[str]:
        """As the table shows it."""
        met, ratio = self.met(), self.ratio()
        sign = "≥" if self.is_speedup else "≤"
        return [
            *_what(self),
            _time(self.ours),
            self.reference,
            "" if self.reference_ms is None else _time(self.reference_ms),
            "" if ratio is None else f"{ratio:.2f}" if ratio < 100.0 else f"{ratio:.0f}",
            "" if self.bound is None else f"{sign} {self.bound:g}",
            "" if met is None else _yes(met),
            "" if self.fold_share is None else f"{self.fold_share:.0%}",
        ]


RIVAL_HEAD = (
    *WHAT_HEAD,
    "reference",
    "reference (ms)",
    "ratio",
    "bound",
    "met?",
    "fold share",
)


def _what(row: StepRow | RivalRow) -> list[str]:
    return [row.name, str(row.n_items), str(row.answers), row.prior, row.horizon]


def _time(milliseconds: float) -> str:
    return f"{milliseconds:.3f}" if milliseconds < 100.0 else f"{milliseconds:.0f}"


def _yes(holds: bool) -> str:
    return "yes" if holds else "NO"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns lined up, words to the left and numbers to the right."""
    widths = [max(len(line[k]) for line in (head, *rows)) for k in range(len(head))]
    left = {"name", "prior", "reference"}
    lines = []
    for line in (head, ["-" * width for width in widths], *rows):
        cells = [
            cell.ljust(width) if title in left else cell.rjust(width)
            for title, cell, width in zip(head, line, widths, strict=True)
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def text(steps: Sequence[StepRow], rivals: Sequence[RivalRow], notes: Sequence[str]) -> str:
    """Both tables with their notes."""
    parts = ["One answer → next pair, and the memory floor", ""]
    parts += [table(STEP_HEAD, [row.cells() for row in steps]), ""]
    parts += ["Against other ways", "", table(RIVAL_HEAD, [row.cells() for row in rivals]), ""]
    return "\n".join(parts + [f"- {note}" for note in notes])


def write_json(
    path: Path,
    steps: Sequence[StepRow],
    rivals: Sequence[RivalRow],
    notes: Sequence[str],
    versions: dict[str, str],
    window: Sequence[dict[str, object]] = (),
) -> None:
    """All rows with ratios, bounds and what they were measured on."""
    known = {
        "python": platform.python_version(),
        "numpy": np.__version__,
        "scipy": scipy.__version__,
        "machine": f"{platform.system()} {platform.machine()}",
        **versions,
    }
    content = {
        "unit": "milliseconds",
        "versions": known,
        "notes": list(notes),
        "steps": [
            {
                **asdict(row),
                "ratio_cached": row.ours / row.cached,
                "ratio_memory": row.ours / row.memory,
            }
            for row in steps
        ],
        "rivals": [{**asdict(row), "ratio": row.ratio(), "met": row.met()} for row in rivals],
        "window": list(window),
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
