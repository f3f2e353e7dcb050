"""AXPGP's documents: the whole ranking, and the best one, against random pairs.

One query is one study. As in the paper, judged relevance and uniform noise on [−½, ½] are the true
utilities, drawn anew a repeat, and every answer is right by them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from prefstudio.engine.comparisons import ResponseScale
from tests.benchmarks.experiments.courses import Way, course, default_components
from tests.benchmarks.experiments.data import ohsumed
from tests.benchmarks.experiments.people import (
    Judge,
    average_precision,
    rank_agreement,
    top_regret,
)
from tests.benchmarks.experiments.records import (
    Experiment,
    Record,
    Verdict,
    mean_at,
    mean_of,
    paired,
)

NAME = "ohsumed"
QUERIES = range(1, 21)
STOPS = (50, 100, 150, 200, 250, 300, 350, 500)
EARLY, LATEST, LAST = 200, 350, 500
WAYS = {
    "random": Way("random"),
    "expected_loss, all": Way("expected_loss"),
    "entropy_gain": Way("entropy_gain"),
    "expected_loss, 1": Way("expected_loss", 1.0),
}
WHOLE_RANKING, BEST_ONE = "entropy_gain", "expected_loss, 1"
SCALE = ResponseScale(1.0)


def jobs(repeats: int, quick: bool) -> list[tuple[str, int, int, bool]]:
    """(way, query, repeat, quick)."""
    queries = QUERIES[:1] if quick else QUERIES
    return [(way, query, k, quick) for k in range(repeats) for query in queries for way in WAYS]


def run(job: tuple[str, int, int, bool]) -> list[Record]:
    """One query asked one way."""
    way, query, repeat, quick = job
    documents = ohsumed()[query]
    n_items = len(documents.relevance)
    truth = np.random.default_rng([query, repeat, 1])
    utilities = documents.relevance + truth.uniform(-0.5, 0.5, n_items)
    judge = Judge(utilities, 0.0, np.random.default_rng(0))
    stops = {n_items} if way == BEST_ONE else {n_items, *STOPS[: 1 if quick else None]}
    rng = np.random.default_rng([query, repeat, 2])
    found: list[Record] = []
    components = default_components(documents.features)
    for count, standing in course(components, SCALE, judge, WAYS[way], stops, rng):
        posterior = standing.posterior
        values = {
            "average precision": average_precision(posterior, documents.relevance > 0.0),
            "Kendall tau": rank_agreement(posterior, utilities),
        }
        if count == n_items:
            found.append(_record(job, 0, "regret after n", top_regret(posterior, utilities)))
        if count in STOPS:
            found += [_record(job, count, metric, value) for metric, value in values.items()]
    return found


def _record(job: tuple[str, int, int, bool], answers: int, metric: str, value: float) -> Record:
    return Record(NAME, job[0], f"query {job[1]}, repeat {job[2]}", answers, metric, value)


def judge(records: Sequence[Record]) -> list[Verdict]:
    """The three bounds, of every way that might serve the whole ranking."""
    found: list[Verdict] = []
    for way in ("entropy_gain", "expected_loss, all"):
        ours, theirs = paired(records, way, "random", EARLY, "average precision")
        ahead = mean_of(ours - theirs)
        found.append(
            Verdict(f"{way} at {EARLY} ahead of random by 0.05 MAP", str(ahead), ahead.mean >= 0.05)
        )
        late = mean_at(records, "random", LAST, "average precision")
        own = {count: mean_at(records, way, count, "average precision") for count in STOPS}
        reached = [count for count in STOPS if own[count].mean >= late.mean]
        measured = f"by answer {reached[0]}" if reached else "not reached"
        found.append(
            Verdict(
                f"{way} reaches random's {LAST}-answer MAP {late} by {LATEST}",
                f"{measured}; {own[LATEST]} at {LATEST}",
                bool(reached) and reached[0] <= LATEST,
            )
        )
    best = mean_at(records, BEST_ONE, 0, "regret after n")
    plain = mean_at(records, "random", 0, "regret after n")
    found.append(
        Verdict(
            f"{BEST_ONE} has a fifth of random's regret after n answers",
            f"{best} against {plain}",
            best.mean <= 0.2 * plain.mean,
        )
    )
    return found


OHSUMED = Experiment(NAME, "OHSUMED: whole ranking and best one", jobs, run, judge, 5)
