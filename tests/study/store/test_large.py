"""A large study opens quickly and its events stay small."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from prefstudio.study.comparisons import Outcome
from prefstudio.study.events import Answered, Event, TrialShown, happened, new_id
from prefstudio.study.folder import read_study
from prefstudio.study.store import create, open_study
from prefstudio.study.store.event_rows import append_row, row_of

N_ITEMS, N_LINKS, N_EVENTS = 10_000, 100_000, 20_000


def sitting(chance: random.Random) -> list[Event]:
    """One trial and its answer, with all that is recorded of them."""
    a, b = (f"item{number:05d}" for number in chance.sample(range(N_ITEMS), 2))
    told = [chance.gauss(0, 1) for _ in range(6)]
    names = ("value", "p_a", "mean_a", "sd_a", "mean_b", "sd_b")
    trial = TrialShown(
        new_id(), a, b, criterion="expected_loss", posterior="incremental", seed=20261116,
        **dict(zip(names, told, strict=True)),
    )  # fmt: skip
    answer = Answered(trial.trial_id, a, b, Outcome.A, rt_ms=1e4 * chance.random())
    return [happened(trial, "anna", "s1"), happened(answer, "anna", "s1")]


@pytest.mark.slow
def test_a_large_study(tmp_path: Path) -> None:
    chance = random.Random(3)
    rows = "".join(f"item{k:05d},Item {k},{chance.random()}\n" for k in range(N_ITEMS))
    (tmp_path / "items.csv").write_text(f"item_id,label,x_size\n{rows}")
    pairs: set[tuple[int, int]] = set()
    while len(pairs) < N_LINKS:
        first, second = chance.sample(range(N_ITEMS), 2)
        pairs.add((first, second))
    links = "".join(f"item{a:05d},item{b:05d}\n" for a, b in sorted(pairs))
    (tmp_path / "links.csv").write_text(f"source,target\n{links}")
    path = tmp_path / "large.prefstudio"
    with create(path, read_study(tmp_path)) as made:
        founding = path.stat().st_size
        events = [event for _ in range(N_EVENTS // 2) for event in sitting(chance)]
        assert made.connection is not None
        made.connection.execute("BEGIN")
        for seq, event in enumerate(events, start=1):
            append_row(made.connection, seq, row_of(event))
        made.connection.execute("COMMIT")
    assert path.stat().st_size - founding < 10_000_000
    times = []
    for _ in range(3):
        start = time.perf_counter()
        with open_study(path) as opened:
            assert opened.state.n_answers == N_EVENTS // 2
            times.append(time.perf_counter() - start)
    assert min(times) < 2.0
