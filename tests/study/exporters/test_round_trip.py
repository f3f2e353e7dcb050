"""Write, read: the same study and the same posterior, whatever its things are called."""

from __future__ import annotations

import tempfile
import tomllib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from prefstudio.study.comparisons import Comparison, Outcome
from prefstudio.study.exporters import export
from prefstudio.study.exporters.study_toml import resolved_settings
from prefstudio.study.folder import Study, read_study
from prefstudio.study.items import ItemSet
from prefstudio.study.settings import FeaturesComponent, IndividualComponent, LinksComponent
from tests.study.exporters.minimal_reader import raw_cells, read_rows
from tests.study.exporters.studies import SAMPLES, answered, posterior_of, studies


def assert_same_study(read: Study, study: Study) -> None:
    assert list(read.items) == list(study.items)
    assert read.features.names == study.features.names
    for one, other in zip(read.features.columns, study.features.columns, strict=True):
        assert one.categories == other.categories
        for name in ("values", "missing", "mean", "sd"):
            assert np.array_equal(getattr(one, name), getattr(other, name))
    assert list(read.links) == list(study.links)
    for name, links in study.links.items():
        assert read.links[name].relation == links.relation
        assert read.links[name].links == links.links
    assert read.participants == study.participants
    assert read.settings == resolved_settings(study)
    assert [replace(each, extra={}) for each in read.comparisons] == [
        replace(each, extra={}) for each in study.comparisons
    ]
    for one, other in zip(read.comparisons, study.comparisons, strict=True):
        assert {name: cell for name, cell in one.extra.items() if cell} == {
            name: cell for name, cell in other.extra.items() if cell
        }


def assert_same_posterior(read: Study, study: Study) -> None:
    one, other = posterior_of(read), posterior_of(study)
    np.testing.assert_allclose(one.mean, other.mean, rtol=0, atol=1e-10)
    np.testing.assert_allclose(one.covariance(), other.covariance(), rtol=0, atol=1e-10)


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_comes_back_as_it_was(name: str, tmp_path: Path) -> None:
    study = answered(name)
    export(study, tmp_path / "out")
    read = read_study(tmp_path / "out")
    assert read.notes == ()
    assert_same_study(read, study)
    assert_same_posterior(read, study)
    for path in {item.path for item in study.items if item.path}:
        assert (tmp_path / "out" / path).read_bytes() == (study.folder / path).read_bytes()


@pytest.mark.parametrize("name", SAMPLES)
def test_an_export_of_an_export_is_the_same_to_the_byte(name: str, tmp_path: Path) -> None:
    export(answered(name), tmp_path / "one")
    export(read_study(tmp_path / "one"), tmp_path / "two")
    one, two = (
        {path.relative_to(root): path.read_bytes() for path in root.rglob("*") if path.is_file()}
        for root in (tmp_path / "one", tmp_path / "two")
    )
    assert one == two


@pytest.mark.parametrize("name", ["cars", "shapes", "twelve-sounds"])
def test_defaults_are_written_out(name: str, tmp_path: Path) -> None:
    plain = answered(name)
    study = replace(
        plain,
        settings=replace(plain.settings, model=replace(plain.settings.model, components=())),
    )
    export(study, tmp_path / "out")
    written = tomllib.loads((tmp_path / "out/study.toml").read_text(encoding="utf-8"))
    kinds = [component["kind"] for component in written["model"]["component"]]
    assert kinds.count("links") == len(study.links)
    assert kinds[-1] == "individual"
    assert all("weight" in component for component in written["model"]["component"])
    read = read_study(tmp_path / "out")
    types = {type(each) for each in read.settings.model.components}
    assert types <= {FeaturesComponent, LinksComponent, IndividualComponent}
    assert_same_posterior(read, study)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(study=studies())
def test_any_name_comes_back(study: Study) -> None:
    with tempfile.TemporaryDirectory() as folder:
        export(study, Path(folder))
        read = read_study(folder)
        assert_same_study(read, study)
        assert_same_posterior(read, study)


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(study=studies())
def test_a_second_reader_finds_the_same(study: Study) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        export(study, folder)
        items = read_rows(folder / "items.csv")
        assert [row["item_id"] for row in items] == list(study.items.ids)
        assert [row["text"] for row in items] == [item.text for item in study.items]
        assert [row["label"] for row in items] == [item.label for item in study.items]
        numeric = study.features.columns[0]
        cells = [row[numeric.heading] for row in items]
        assert [not cell for cell in cells] == numeric.missing.tolist()
        assert [float(cell) for cell in cells if cell] == numeric.values[
            ~numeric.missing, 0
        ].tolist()
        (link,) = read_rows(folder / "links.csv")
        (relation,) = study.links
        assert (link["source"], link["target"]) == study.items.ids[:2]
        assert (link["relation"], float(link["weight"])) == (relation, 0.1 + 0.2)
        answers = read_rows(folder / "comparisons.csv")
        assert [
            (row["condition_A"], row["condition_B"], row["outcome"], row["observer"], row["scene"])
            for row in answers
        ] == [
            (each.a, each.b, each.outcome.value, each.participant, each.extra["scene"])
            for each in study.comparisons
        ]
        (person,) = read_rows(folder / "participants.csv")
        assert person["participant_id"] == study.participants[0].participant_id
        written = tomllib.loads((folder / "study.toml").read_bytes().decode())
        assert written["title"] == study.settings.title
        assert written["seed"] == study.settings.seed


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(study=studies())
def test_no_cell_is_run_by_a_spreadsheet(study: Study) -> None:
    with tempfile.TemporaryDirectory() as name:
        paths = export(study, Path(name), ("folder", "pwcmp", "posterior", "winner_loser", "bids"))
        for path in paths:
            if path.suffix not in (".csv", ".tsv"):
                continue
            for cell in raw_cells(path, "," if path.suffix == ".csv" else "\t"):
                if cell[:1] in tuple("=+-@\t\r"):
                    float(cell)  # a number is no formula


def test_pwcmp_columns_come_first_and_all_named_ones_are_there(tmp_path: Path) -> None:
    export(answered("cars"), tmp_path / "out")
    text = (tmp_path / "out/comparisons.csv").read_bytes().decode()
    assert "\r" not in text
    assert text.split("\n")[0] == (
        "observer,session,scene,condition_A,condition_B,is_A_selected,outcome,strength,trial,phase,"
        "attribute,swapped,is_repeat_of,is_catch,t_shown,rt_ms,plays_A,plays_B,switches,level_db,"
        "underruns,policy,criterion_value,p_A,mean_A,sd_A,mean_B,sd_B,seed,undone,event_id,comment"
    )


def test_counts_are_kept_beside_any_answer_and_of_nobody(tmp_path: Path) -> None:
    rows = (
        Comparison("a", "b", Outcome.A, participant="p1", count=1_000_000),
        Comparison("b", "c", Outcome.A, participant="p2", undone=True),
        Comparison("b", "c", Outcome.B, participant="", count=2),
        Comparison("a", "d", Outcome.SKIP, participant="p1"),
    )
    study = replace(answered("six-papers"), comparisons=rows)
    export(study, tmp_path / "out")
    read = read_study(tmp_path / "out")
    assert [replace(each, extra={}) for each in read.comparisons] == list(rows)
    assert_same_posterior(read, study)
    (first, *_) = read_rows(tmp_path / "out" / "comparisons.csv")
    assert (first["condition_A"], first["n"]) == ("a", "1000000")


def test_a_column_that_is_called_n_and_counts_nothing(tmp_path: Path) -> None:
    rows = (Comparison("a", "b", Outcome.A, extra={"n": "7"}),)
    export(replace(answered("six-papers"), comparisons=rows), tmp_path / "out")
    (read,) = read_study(tmp_path / "out").comparisons
    assert (read.count, read.extra["kept_n"]) == (1, "7")


def test_a_plain_table_becomes_one_with_names(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    (source / "items.csv").write_text(
        "name,price,x_price,colour\nowl,3,30,red\nelk,4,10,blue\nemu,6,20,red\n", encoding="utf-8"
    )
    (source / "study.toml").write_text(
        'categorical = ["colour"]\n[[model.component]]\nkind = "features"\n'
        'columns = ["colour", "x_price", "price"]\nlength_scale = [1.0, 2.0, 3.0, 4.0]\n',
        encoding="utf-8",
    )
    (source / "comparisons.csv").write_text(
        "winner,loser,outcome\nowl,elk,good\nemu,elk,\n", encoding="utf-8"
    )
    study = read_study(source)
    export(study, tmp_path / "out")
    read = read_study(tmp_path / "out")
    assert read.items.ids == ("owl", "elk", "emu")
    assert [each.heading for each in read.features.columns] == ["x_price_2", "x_price", "x_colour"]
    assert [each.extra.get("kept_outcome") for each in read.comparisons] == ["good", ""]
    assert_same_posterior(read, study)


def test_lines_and_semicolons_in_a_text_do_not_pass_for_a_table(tmp_path: Path) -> None:
    plain = answered("six-papers")
    items = ItemSet(
        replace(item, text="for; against\n" * 5 + "one; two", extra={"pro; con": "x"})
        for item in plain.items
    )
    study = replace(plain, items=items)
    export(study, tmp_path / "out")
    assert_same_study(read_study(tmp_path / "out"), study)
