"""Data beside the project, in ../shared/data: read, not kept."""

from __future__ import annotations

import csv
import gzip
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import scipy.sparse as sparse

from prefstudio.engine.linalg import Array
from prefstudio.engine.link_graph import undirected, weight_matrix

FOLDER = Path(__file__).resolve().parents[3].parent / "shared" / "data"


class NoData(Exception):
    """A file of the shared data is not there."""


def _existing(*parts: str) -> Path:
    path = FOLDER.joinpath(*parts)
    if not path.is_file():
        raise NoData(
            f"{'/'.join(parts)} is not in ../shared/data beside the project; put it there, or "
            "name experiments that need no data"
        )
    return path


@dataclass(frozen=True, slots=True, eq=False)
class Houses:
    """Boston housing: features, price, and which tracts are neighbours."""

    features: Array
    price: Array
    links: sparse.csr_matrix


@cache
def houses() -> Houses:
    """The 506 tracts, 13 features each."""
    with _existing("boston-housing", "BostonHousing.csv").open(encoding="utf-8") as file:
        rows = np.array([list(row.values()) for row in csv.DictReader(file)], dtype=float)
    with _existing("boston-housing", "boston_soi_edges.csv").open(encoding="utf-8") as file:
        edges = np.array([(row["i"], row["j"]) for row in csv.DictReader(file)], dtype=int)
    weights = weight_matrix(len(rows), edges[:, 0], edges[:, 1], np.ones(len(edges)))
    return Houses(rows[:, :-1], rows[:, -1], undirected(weights))


@dataclass(frozen=True, slots=True, eq=False)
class Documents:
    """One query's documents: features and judged relevance 0, 1, 2."""

    features: Array
    relevance: Array


@cache
def ohsumed() -> dict[int, Documents]:
    """All queries of LETOR's OHSUMED, by number."""
    rows: dict[int, list[list[float]]] = {}
    with gzip.open(_existing("letor-ohsumed", "OHSUMED.txt.gz"), "rt", encoding="utf-8") as file:
        for line in file:
            relevance, query, *features = line.partition("#")[0].split()
            values = [float(feature.partition(":")[2]) for feature in features]
            rows.setdefault(int(query.removeprefix("qid:")), []).append([float(relevance), *values])
    arrays = {query: np.array(found) for query, found in rows.items()}
    return {query: Documents(found[:, 1:], found[:, 0]) for query, found in arrays.items()}
