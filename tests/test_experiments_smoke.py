"""The experiments run on made data and count what they say they count."""

import math
from pathlib import Path

import numpy as np
import pytest

from prefstudio.engine.comparisons import ResponseScale
from prefstudio.engine.components import Individual
from prefstudio.engine.linalg import Array
from prefstudio.engine.link_graph import nearest_neighbour_weights
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.prior import Prior, sum_of
from tests.benchmarks.experiments import data
from tests.benchmarks.experiments.__main__ import main
from tests.benchmarks.experiments.chu_ghahramani import NEIGHBOURS, spiral
from tests.benchmarks.experiments.courses import Way, course, default_components
from tests.benchmarks.experiments.people import (
    Judge,
    average_precision,
    pair_error,
    rank_agreement,
    top_regret,
)
from tests.benchmarks.experiments.records import (
    Record,
    mean_at,
    paired,
    read_csv,
    write_csv,
)
from tests.benchmarks.experiments.table import EXPERIMENTS

NO_DATA = ("independent", "spiral", "calibration", "learning_speed")


def believing(mean: list[float]) -> Posterior:
    prior = sum_of([Individual(len(mean), 1.0)])
    start = Posterior.of_prior(prior, ResponseScale(1.0))
    return Posterior(np.array(mean), start.variances, prior, start.scale, start.base, start.columns)


@pytest.fixture
def made_data(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small data in the place of the real ones."""
    rng = np.random.default_rng(5)
    features = rng.standard_normal((24, 3))
    links = nearest_neighbour_weights(rng.random((24, 2)), 3)
    made = data.Houses(features, features @ [1.0, 0.5, 0.0], links)
    relevance = rng.integers(0, 3, 36).astype(float)
    documents = data.Documents(rng.standard_normal((36, 2)) + relevance[:, None], relevance)
    for module in ("chu_ghahramani", "links"):
        monkeypatch.setattr(f"tests.benchmarks.experiments.{module}.houses", lambda: made)
    queries = dict.fromkeys(range(1, 21), documents)
    monkeypatch.setattr("tests.benchmarks.experiments.ohsumed.ohsumed", lambda: queries)


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_a_quick_look_fills_the_table_and_the_file(
    name: str, made_data: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "runs.csv"
    assert main([name, "--quick", "--csv", str(file)]) == 0
    records = read_csv(file)
    arms = {job[0] for job in EXPERIMENTS[name].jobs(1, True)}
    assert arms <= {record.arm for record in records}
    assert all(math.isfinite(record.value) for record in records)
    printed = capsys.readouterr().out
    assert all(
        f"{mean_at(records, r.arm, r.answers, r.metric).mean:.4f}" in printed for r in records
    )


@pytest.mark.parametrize("name", [name for name in EXPERIMENTS if name not in NO_DATA])
def test_missing_data_are_told_in_one_line(
    name: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(data, "FOLDER", tmp_path)
    data.houses.cache_clear()
    data.ohsumed.cache_clear()
    assert main([name, "--quick"]) == 1
    said = capsys.readouterr().err.strip().splitlines()[-1]
    assert "is not in ../shared/data" in said


def test_an_unknown_experiment_is_refused_with_the_known_ones(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        main(["nothing"])
    assert "independent" in capsys.readouterr().err


def test_metrics_of_a_small_ranking_by_hand() -> None:
    posterior = believing([3.0, 2.0, 1.0, 0.0])
    utilities = np.array([1.0, 4.0, 3.0, 2.0])
    # relevant at ranks 1 and 3: (1/1 + 2/3)/2
    assert average_precision(posterior, np.array([True, False, True, False])) == pytest.approx(
        5 / 6
    )
    assert average_precision(posterior, np.zeros(4, dtype=bool)) == 0.0
    assert top_regret(posterior, utilities) == 3.0
    assert rank_agreement(posterior, utilities) == pytest.approx(0.0)  # three pairs each way
    assert pair_error(posterior.mean, utilities) == pytest.approx(0.5)
    assert pair_error(posterior.mean, utilities, {(0, 1), (0, 2), (0, 3)}) == 0.0
    assert pair_error(np.zeros(4), utilities) == 0.5


def prior_variance(prior: Prior) -> Array:
    return prior.covariance.diagonal()


def test_default_components_share_a_mean_variance_of_one() -> None:
    rng = np.random.default_rng(0)
    links = nearest_neighbour_weights(rng.random((15, 2)), 2)
    components = default_components(10.0 + 3.0 * rng.standard_normal((15, 4)), links)
    assert [component.name for component in components] == ["features", "links", "individual"]
    assert components[0].length_scale == 2.0  # type: ignore[attr-defined]
    assert prior_variance(sum_of(components)).mean() == pytest.approx(1.0)


@pytest.mark.parametrize("pool", [0, 50])
def test_a_course_asks_no_pair_twice_and_ends_when_none_is_left(pool: int) -> None:
    judge = Judge(np.arange(5.0), 0.0, np.random.default_rng(0))
    way = Way("entropy_gain", pool=pool, learn_every=4)
    stops = (3, 10, 99)
    steps = course(
        [Individual(5, 1.0)], ResponseScale(1.0), judge, way, stops, np.random.default_rng(1)
    )
    found = dict(steps)
    assert list(found) == [3, 10]
    assert len(found[10].asked) == 10
    assert all(winner > loser for winner, loser in found[10].answers)
    assert found[10].posterior.inference == "ep"
    assert found[10].posterior.n_answers == 10
    assert found[10].posterior.prior.components[0].weight > 1.0  # learned: nobody erred


def test_records_come_back_from_the_file_and_are_paired_by_run(tmp_path: Path) -> None:
    records = [
        Record("x", "a", "seed 0", 10, "m", 1 / 3),
        Record("x", "a", "seed 1", 10, "m", 0.5),
        Record("x", "b", "seed 1", 10, "m", 0.25),
    ]
    write_csv(tmp_path / "runs.csv", records)
    assert read_csv(tmp_path / "runs.csv") == records
    ours, theirs = paired(records, "a", "b", 10, "m")
    assert (ours.tolist(), theirs.tolist()) == ([0.5], [0.25])
    assert mean_at(records, "a", 10, "m").mean == pytest.approx(5 / 12)


@pytest.mark.parametrize("seed", range(3))
def test_the_neighbours_of_a_bead_lie_along_the_string(seed: int) -> None:
    """A graph that cuts across to the next turn says nothing of the way along."""
    points, along = spiral(seed)
    graph = nearest_neighbour_weights(points, NEIGHBOURS).tocoo()
    assert np.all(np.diff(along) > 0.0)
    assert np.abs(graph.row - graph.col).max() <= NEIGHBOURS
