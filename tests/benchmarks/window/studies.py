"""Studies to open: features, links and individual worth, with answers on record."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np

from prefstudio.engine.link_graph import nearest_neighbour_weights
from prefstudio.study.comparisons import Outcome
from prefstudio.study.events import Answered, Event, TrialShown
from prefstudio.study.folder import read_study
from prefstudio.study.store import create
from tests.benchmarks.workloads import N_FEATURES, NEIGHBOURS, features_of

SETTINGS = """format = 1
title = "{n_items} generated items"
seed = 7

[model]
noise = 1.0
inference = "ep"
criterion = "expected_loss"
horizon = {horizon}

[[model.component]]
kind = "features"
kernel = "squared_exponential"
amplitude = 1.0
length_scale = 2.2
standardize = true
weight = 0.577

[[model.component]]
kind = "links"
relation = "near"
kernel = "regularized_laplacian"
weight = 0.577

[[model.component]]
kind = "individual"
weight = 0.577
"""
AT = "2026-01-01T00:00:00.000Z"


def study_file(path: Path, n_items: int, n_answers: int, horizon: str = '"all"') -> Path:
    """A study file of so many items and answers; `horizon` as the settings file has it."""
    folder = path.with_suffix(".folder")
    folder.mkdir(parents=True)
    (folder / "study.toml").write_text(SETTINGS.format(n_items=n_items, horizon=horizon))
    _write_items(folder / "items.csv", n_items)
    _write_links(folder / "links.csv", n_items)
    create(path, read_study(folder), _events(n_items, n_answers)).close()
    return path


def table_file(path: Path, n_items: int, n_columns: int) -> Path:
    """A table of items with so many features of some twelve characters each."""
    rng = np.random.default_rng([n_items, n_columns])
    with path.open("w", encoding="utf-8") as stream:
        stream.write(",".join(["item_id", *(f"x_{k}" for k in range(n_columns))]) + "\n")
        for position in range(n_items):
            numbers = ",".join(f"{value:.9f}" for value in rng.standard_normal(n_columns).tolist())
            stream.write(f"{_item(position)},{numbers}\n")
    return path


def _write_items(file: Path, n_items: int) -> None:
    heads = ["item_id", "type", "label", "text", *(f"x_{k}" for k in range(N_FEATURES))]
    rows = [
        [_item(k), "text", f"Item {k}", f"What there is to say about item {k}, in a line.", *each]
        for k, each in enumerate(features_of(n_items).round(4).tolist())
    ]
    _write(file, heads, rows)


def _write_links(file: Path, n_items: int) -> None:
    places = np.random.default_rng([n_items, 1]).random((n_items, 2))
    links = nearest_neighbour_weights(places, NEIGHBOURS).tocoo()
    pairs = zip(links.row.tolist(), links.col.tolist(), strict=True)
    rows = [[_item(first), _item(second), "near"] for first, second in pairs if first < second]
    _write(file, ["source", "target", "relation"], rows)


def _write(file: Path, heads: list[str], rows: list[list[object]]) -> None:
    with file.open("w", newline="", encoding="utf-8") as stream:
        csv.writer(stream).writerows([heads, *rows])


def _item(position: int) -> str:
    return f"i{position:04d}"


def _events(n_items: int, n_answers: int) -> list[Event]:
    """Random pairs, shown and answered by somebody whose utilities follow one feature."""
    rng = np.random.default_rng([n_items, n_answers, 5])
    utilities = features_of(n_items)[:, 0]
    events = []
    for number in range(n_answers):
        a, b = rng.choice(n_items, 2, replace=False)
        gap = utilities[a] - utilities[b] + rng.standard_normal()
        pair = (f"t{number}", _item(a), _item(b))
        said = Answered(*pair, Outcome.A if gap > 0.0 else Outcome.B, rt_ms=900.0)
        events += [Event(f"s{number}", AT, TrialShown(*pair)), Event(f"a{number}", AT, said)]
    return events
