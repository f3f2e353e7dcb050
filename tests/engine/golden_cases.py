"""Worked cases of `golden.json`: numbers from 50-digit arithmetic that the engine must meet."""

import json
from pathlib import Path
from typing import Any

import numpy as np

from prefstudio.engine.comparisons import Comparisons, ResponseScale
from prefstudio.engine.prior import Prior

GOLDEN: dict[str, Any] = json.loads(
    Path(__file__).with_name("golden.json").read_text(encoding="utf-8")
)

MOMENTS = {"rtol": 1e-12, "atol": 1e-12}  # of a single answer
CLOSE = {"rtol": 1e-9, "atol": 1e-12}  # of everything else
OUTCOME_LEVELS = {"A": 1, "tie": 0, "B": -1}


def case(name: str) -> tuple[Any, Any]:
    """What the case gives and what it expects."""
    return GOLDEN[name]["given"], GOLDEN[name]["expect"]


def bounds(interval: list[float | None]) -> tuple[float, float]:
    """An interval's ends; null means none."""
    lower, upper = interval
    return -np.inf if lower is None else lower, np.inf if upper is None else upper


def problem(given: dict[str, Any]) -> tuple[Prior, Comparisons, ResponseScale]:
    """Prior, answers and scale of a case of winners and losers, outcomes or levels."""
    prior = Prior.of_matrix(np.array(given["cov0"]))
    if "comparisons" in given:
        scale = ResponseScale(given["s"])
        return prior, Comparisons.of_levels(scale, given["comparisons"]), scale
    cuts = tuple(given["cuts"]) if "cuts" in given else (given["w"],)
    scale = ResponseScale(given["s"], cuts)
    levels = given.get("levels") or [OUTCOME_LEVELS[outcome] for outcome in given["outcomes"]]
    return prior, Comparisons.of_levels(scale, given["pairs"], levels), scale
