"""The benchmark program runs and fills its tables; how fast it is, no test says."""

import json
import math
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
pytestmark = pytest.mark.slow  # half a minute of measurements

PRIORS = ("features+links+individual", "identity")


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, dict[str, Any]]:
    """What a quick run prints and writes."""
    file = tmp_path_factory.mktemp("bench") / "deep" / "bench.json"
    done = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks", "--quick", "--json", str(file)],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    return done.stdout, json.loads(file.read_text(encoding="utf-8"))


def test_every_way_of_asking_has_its_rows(run: tuple[str, dict[str, Any]]) -> None:
    steps = run[1]["steps"]
    found = {(row["name"], row["horizon"], row["prior"], row["answers"]) for row in steps}
    asked = [("expected loss", horizon) for horizon in ("1", "20", "all")]
    asked.append(("entropy gain, all pairs", ""))
    expected = {(*way, prior, count) for way in asked for prior in PRIORS for count in (20, 60)}
    assert expected <= found
    assert sum(row["name"].startswith("dense step") for row in steps) == 2
    assert len(steps) == len(expected) + 2


def test_late_is_set_against_early_and_batch_has_a_time(run: tuple[str, dict[str, Any]]) -> None:
    rivals = run[1]["rivals"]
    late = [row for row in rivals if row["reference"] == "ours after 20 answers"]
    assert len(late) == 8
    for row in late:
        assert row["ratio"] == pytest.approx(row["ours"] / row["reference_ms"])
        assert row["met"] is (row["ratio"] <= 2.0 if row["prior"] == PRIORS[0] else None)
    (batch,) = (row for row in rivals if row["name"] == "batch EP")
    assert batch["reference_ms"] is None
    assert batch["ours"] > 0.0


def test_numbers_are_finite_and_choices_exact(run: tuple[str, dict[str, Any]]) -> None:
    for row in run[1]["steps"]:
        for key in ("ours", "cached", "memory", "ratio_cached", "ratio_memory"):
            assert math.isfinite(row[key])
            assert row[key] > 0.0
        assert row["exact"] in (True, None)
        assert row["fold_share"] is None or 0.0 <= row["fold_share"] <= 1.0


def test_the_printed_table_shows_the_written_rows(run: tuple[str, dict[str, Any]]) -> None:
    text, content = run
    lines = text.splitlines()
    for row in content["steps"] + content["rivals"]:
        assert any(
            line.startswith(row["name"]) and f"{row['ours']:.3f}" in line for line in lines
        ), row
    assert all(f"- {note}" in lines for note in content["notes"])
