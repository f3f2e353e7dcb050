"""Every other format: what is in it, by a reader of its own."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path

import choix
import numpy as np
import pytest

from prefstudio.engine.posterior import Posterior
from prefstudio.study.comparison_file import read_comparisons
from prefstudio.study.comparisons import Comparison, Outcome, Phase
from prefstudio.study.exporters import EXPORTERS, export
from prefstudio.study.folder import Study, read_study
from prefstudio.study.importers.plan import ImportPlan
from prefstudio.study.importers.preview import preview
from prefstudio.study.items import Item, ItemSet
from prefstudio.study.participants import Participant
from prefstudio.study.settings import ResponseSettings
from tests.study.exporters.minimal_reader import read_rows
from tests.study.exporters.studies import answered, posterior_of


@pytest.fixture(scope="module")
def cars() -> Study:
    return answered("cars")


@pytest.fixture(scope="module")
def exported(cars: Study, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cars")
    export(cars, folder, tuple(EXPORTERS))
    return folder


@pytest.fixture(scope="module")
def posterior(cars: Study) -> Posterior:
    return posterior_of(cars)


def matrix(path: Path, ids: tuple[str, ...]) -> np.ndarray:
    rows = read_rows(path)
    assert [row["item_id"] for row in rows] == list(ids)
    return np.array([[float(row[name]) if row[name] else math.nan for name in ids] for row in rows])


def test_the_posterior_to_the_last_digit(cars: Study, exported: Path, posterior: Posterior) -> None:
    rows = read_rows(exported / "posterior.csv")
    assert list(rows[0]) == [
        "item_id",
        "group",
        "mean",
        "sd",
        "sd_centred",
        "ci_low",
        "ci_high",
        "rank",
        "rank_low",
        "rank_high",
        "p_best",
        "n_comparisons",
    ]
    assert [row["item_id"] for row in rows] == list(cars.items.ids)
    column = {name: np.array([float(row[name]) for row in rows]) for name in list(rows[0])[2:]}
    np.testing.assert_array_equal(column["mean"], posterior.mean)
    np.testing.assert_array_equal(column["sd"], posterior.sd)
    n = len(rows)
    centring = np.eye(n) - 1.0 / n
    spread = np.sqrt(np.diag(centring @ posterior.covariance() @ centring))
    np.testing.assert_allclose(column["sd_centred"], spread, atol=1e-10)
    centre = posterior.mean - posterior.mean.mean()
    np.testing.assert_allclose(column["ci_low"], centre - 1.96 * spread, atol=1e-10)
    np.testing.assert_allclose(column["ci_high"], centre + 1.96 * spread, atol=1e-10)
    assert column["rank"].tolist() == (1 + np.argsort(np.argsort(-posterior.mean))).tolist()
    assert (column["rank_low"] <= column["rank"]).all()
    assert (column["rank"] <= column["rank_high"]).all()
    assert column["p_best"].sum() == pytest.approx(1.0)
    assert column["n_comparisons"].sum() == 2 * len(cars.comparisons)


def test_matrices_have_their_ids(cars: Study, exported: Path, posterior: Posterior) -> None:
    ids = cars.items.ids
    np.testing.assert_array_equal(matrix(exported / "covariance.csv", ids), posterior.covariance())
    chances = matrix(exported / "probability.csv", ids)
    off = ~np.eye(len(ids), dtype=bool)
    assert np.isnan(np.diag(chances)).all()
    np.testing.assert_allclose((chances + chances.T)[off], 1.0, atol=1e-12)
    assert chances[2, 5] == pytest.approx(posterior.probability_preferred(2, 5), abs=1e-12)
    loss = matrix(exported / "expected_loss.csv", ids)
    assert np.isnan(np.diag(loss)).all()
    mean, variance = posterior.pair_moments(2, 5)
    c = abs(mean) / math.sqrt(variance)
    tail = 0.5 * math.erfc(c / math.sqrt(2))
    shape = tail + c * math.exp(-c * c / 2) / math.sqrt(2 * math.pi)
    assert loss[2, 5] == loss[5, 2] == pytest.approx(variance * shape, rel=1e-9)


def test_pwcmp_has_six_columns_and_no_empty_cell(cars: Study, exported: Path) -> None:
    rows = read_rows(exported / "pwcmp.csv")
    assert list(rows[0]) == [
        "observer", "session", "scene", "condition_A", "condition_B", "is_A_selected",
    ]  # fmt: skip
    assert all(cell for row in rows for cell in row.values())
    read = read_comparisons(exported / "pwcmp.csv", cars.items)
    assert [(each.a, each.b, each.outcome, each.participant) for each in read] == [
        (each.a, each.b, each.outcome, each.participant) for each in cars.comparisons
    ]


def test_winners_and_losers_are_read_again(cars: Study, exported: Path) -> None:
    read = read_comparisons(exported / "winner_loser.csv", cars.items)
    again = replace(cars, comparisons=read, participants=())
    np.testing.assert_allclose(posterior_of(again).mean, posterior_of(cars).mean, atol=1e-10)


def test_choix_takes_its_json(cars: Study, exported: Path) -> None:
    made = json.loads((exported / "choix.json").read_bytes())
    assert made["items"] == list(cars.items.ids)
    first = cars.comparisons[0]
    winner, loser = (first.a, first.b) if first.outcome is Outcome.A else (first.b, first.a)
    assert [made["items"][k] for k in made["comparisons"][0]] == [winner, loser]
    mean, _ = choix.ep_pairwise(len(made["items"]), made["comparisons"], 0.1, model="probit")
    wins = np.bincount([pair[0] for pair in made["comparisons"]], minlength=len(mean))
    shown = wins + np.bincount([pair[1] for pair in made["comparisons"]], minlength=len(mean))
    assert np.corrcoef(mean, wins / shown)[0, 1] > 0.8


def test_wins_are_counted(cars: Study, exported: Path) -> None:
    wins = matrix(exported / "win_matrix.csv", cars.items.ids)
    a, b = cars.comparisons[0].a, cars.comparisons[0].b
    expected = sum(
        (each.a, each.b, each.outcome) in {(a, b, Outcome.A), (b, a, Outcome.B)}
        for each in cars.comparisons
    )
    assert wins[cars.items.index(a), cars.items.index(b)] == expected
    assert wins.sum() == len(cars.comparisons)


@pytest.mark.parametrize("file", ["choix.json", "win_matrix.csv", "winner_loser.csv"])
def test_the_importer_reads_what_was_exported(file: str, cars: Study, exported: Path) -> None:
    found = preview(ImportPlan(items=exported / "items.csv", comparisons=(exported / file,))).study
    assert sum(each.count for each in found.comparisons) == len(cars.comparisons)
    settings = replace(cars.settings, seed=found.settings.seed)
    again = replace(cars, comparisons=found.comparisons, participants=(), settings=settings)
    np.testing.assert_allclose(posterior_of(again).mean, posterior_of(cars).mean, atol=1e-10)


def test_botorch_arrays(cars: Study, exported: Path) -> None:
    points = np.load(exported / "botorch/datapoints.npy", allow_pickle=False)
    pairs = np.load(exported / "botorch/comparisons.npy", allow_pickle=False)
    named = json.loads((exported / "botorch/datapoints.json").read_bytes())
    assert points.dtype == np.float64
    assert pairs.dtype == np.int64
    assert pairs.shape == (len(cars.comparisons), 2)
    assert points.shape == (len(named["items"]), len(named["columns"]))
    rows = {row["item_id"]: row for row in read_rows(exported / "items.csv")}
    place = named["columns"].index("price")
    assert points[:, place].tolist() == [float(rows[k]["x_price"]) for k in named["items"]]
    assert pairs.tolist() == json.loads((exported / "choix.json").read_bytes())["comparisons"]


def test_botorch_needs_features(tmp_path: Path, refused) -> None:
    with refused("items.csv", None, "no features", remedy="choix"):
        export(answered("six-papers"), tmp_path / "out", ("botorch",))
    assert not (tmp_path / "out").exists()


def test_bids_names_every_column(cars: Study, exported: Path) -> None:
    root = exported / "bids"
    description = json.loads((root / "dataset_description.json").read_bytes())
    assert description["Name"] == "Cars"
    dictionary = json.loads((root / "task-comparison_beh.json").read_bytes())
    files = sorted(root.rglob("*_beh.tsv"))
    people = read_rows(root / "participants.tsv", "\t")
    assert {row["participant_id"] for row in people} == {path.parts[-4] for path in files}
    n_rows = 0
    for path in files:
        subject, session = path.parts[-4], path.parts[-3]
        assert path.name == f"{subject}_{session}_task-comparison_beh.tsv"
        rows = read_rows(path, "\t")
        assert all(cell for row in rows for cell in row.values())
        assert {row["observer"] for row in rows} == {subject.removeprefix("sub-")}
        assert set(rows[0]) <= set(dictionary)
        n_rows += len(rows)
    assert n_rows == len(cars.comparisons)
    assert all("Description" in dictionary[name] for name in rows[0])
    assert "without" not in json.dumps(json.loads((root / "participants.json").read_bytes()))


def test_bids_labels_are_plain_and_differ(empty: Path) -> None:
    people = ("p-1", "P 1", "p1", "🐝", "")
    rows = tuple(Comparison("a", "b", Outcome.A, participant=name) for name in people)
    study = replace(answered("six-papers"), comparisons=rows, participants=(Participant("idle"),))
    export(study, empty, ("bids",))
    subjects = [path.name for path in (empty / "bids").glob("sub-*")]
    assert len({name.casefold() for name in subjects}) == len(people)
    assert all(name.removeprefix("sub-").isalnum() and name.isascii() for name in subjects)
    listed = read_rows(empty / "bids/participants.tsv", "\t")
    assert [row["observer"] for row in listed] == ["idle", "p-1", "P 1", "p1", "🐝", "n/a"]


def test_only_what_is_learned_from_leaves_for_other_programs(empty: Path) -> None:
    rows = (
        Comparison("a", "b", Outcome.A, participant="p1", count=2),
        Comparison("a", "c", Outcome.TIE, participant="p1"),
        Comparison("a", "d", Outcome.SKIP, participant="p1"),
        Comparison("b", "d", Outcome.A, participant="p1", undone=True),
        Comparison("b", "e", Outcome.A, participant="p1", phase=Phase.TRAINING),
        Comparison("b", "f", Outcome.A, participant="out"),
    )
    plain = answered("six-papers")
    study = replace(
        plain,
        comparisons=rows,
        participants=(Participant("out", excluded=True),),
        settings=replace(plain.settings, response=ResponseSettings(tie=True)),
    )
    export(study, empty, ("pwcmp", "winner_loser", "choix", "win_matrix", "bids"))
    pairs = [(row["condition_A"], row["condition_B"]) for row in read_rows(empty / "pwcmp.csv")]
    assert pairs == [("a", "b"), ("a", "b")]
    assert [tuple(row.values()) for row in read_rows(empty / "winner_loser.csv")] == [
        ("a", "b", "2", "0"), ("a", "c", "1", "1"),
    ]  # fmt: skip
    made = json.loads((empty / "choix.json").read_bytes())
    assert made["comparisons"] == [[0, 1], [0, 1]]
    assert matrix(empty / "win_matrix.csv", study.items.ids).sum() == 2
    trials = [row for path in empty.rglob("*_beh.tsv") for row in read_rows(path, "\t")]
    assert len(trials) == len(rows)
    assert sorted(row["n"] for row in trials) == ["1", "1", "1", "1", "1", "2"]


def test_each_attribute_has_its_own_posterior(empty: Path) -> None:
    rows = (
        Comparison("a", "b", Outcome.A, attribute="warmth"),
        Comparison("a", "b", Outcome.B, attribute="Größe / 1"),
        Comparison("a", "b", Outcome.B, attribute="🐝"),
        Comparison("a", "c", Outcome.B),
    )
    study = replace(answered("six-papers"), comparisons=rows)
    export(study, empty, ("posterior",))
    means = {path.name: float(read_rows(path)[0]["mean"]) for path in empty.glob("posterior*.csv")}
    assert set(means) == {
        "posterior.csv", "posterior_warmth.csv", "posterior_gr-e-1.csv", "posterior_3.csv",
    }  # fmt: skip
    assert means["posterior_warmth.csv"] > 0 > means["posterior_gr-e-1.csv"]


def test_ranks_and_pairs_are_within_a_group(empty: Path) -> None:
    plain = answered("six-papers")
    items = ItemSet(
        Item(item.item_id, group="one" if item.item_id in "abc" else "=two") for item in plain.items
    )
    rows = (Comparison("a", "b", Outcome.A), Comparison("d", "e", Outcome.B))
    study = replace(plain, items=items, comparisons=rows)
    export(study, empty, ("posterior", "probability", "expected_loss"))
    rows_read = read_rows(empty / "posterior.csv")
    assert [row["group"] for row in rows_read] == ["one"] * 3 + ["=two"] * 3
    assert min(int(row["rank"]) for row in rows_read[3:]) == 1
    assert sum(float(row["p_best"]) for row in rows_read[:3]) == pytest.approx(1.0)
    centres = [(float(row["ci_low"]) + float(row["ci_high"])) / 2 for row in rows_read]
    assert sum(centres[:3]) == pytest.approx(0.0, abs=1e-12)
    for file in ("probability.csv", "expected_loss.csv"):
        values = matrix(empty / file, study.items.ids)
        assert np.isnan(values[:3, 3:]).all()
        assert np.isfinite(values[0, 1:3]).all()


def test_a_study_of_the_folder_is_what_the_samples_are(exported: Path) -> None:
    assert read_study(exported).settings.title == "Cars"
