"""``add`` and ``baselines``: what is printed is what is on record."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from prefstudio.study.changes import ItemAdded, LinkTo
from prefstudio.study.resources import sample
from prefstudio.study.store import open_study, study_file
from prefstudio.study.store.event_rows import EventRow
from tests.cli.words import Ask, Read, Refuse


@pytest.fixture
def cars(tmp_path: Path, ask: Ask) -> Path:
    path = tmp_path / "cars.prefstudio"
    ask("new", sample("cars"), "--out", path)
    return path


def bodies(path: Path) -> list[ItemAdded]:
    with open_study(path, writable=False) as file:
        return [event.body for event in file.events if isinstance(event.body, ItemAdded)]


def test_an_item_is_added_with_its_links(file: Path, ask: Ask) -> None:
    added = ask("add", file, "--item", "g", "--label", "Paper g", "--link", "a:coauthor:2")
    assert bodies(file)[0].links == (LinkTo("a", 2.0, "coauthor"),)
    (item,) = added["items"]
    assert (item["item_id"], item["of"], item["links"]) == ("g", 7, 1)
    fitted = ask("fit", file)
    assert fitted["items"] == [*"abcdefg"]
    mean = sum(fitted["mean"]) / 7
    assert item["mean"] == pytest.approx(fitted["mean"][-1] - mean, abs=1e-10)
    assert item["sd"] == pytest.approx(fitted["sd_centred"][-1], abs=1e-10)
    assert ask("undo", file)["change"] == "item_added"
    assert ask("info", file)["links"] == {"coauthor": 2}
    assert ask("fit", file)["items"] == [*"abcdef"]


def test_a_dry_run_records_nothing(cars: Path, ask: Ask) -> None:
    told = ask("add", cars, "--item", "zeppelin", "--feature", "price=20", "--dry-run")
    assert told["dry_run"] and told["items"][0]["of"] == 21
    assert any("power" in note for note in told["notes"])
    assert bodies(cars) == []
    assert "zeppelin" not in ask("fit", cars)["items"]


def test_a_table_of_items_comes_whole_or_not_at_all(
    cars: Path, tmp_path: Path, ask: Ask, refuse: Refuse
) -> None:
    table = tmp_path / "more.csv"
    table.write_text("item_id,label,x_price,x_drive,links\nz1,Z1,20,petrol,\nz2,,abc,,z1\n")
    said = refuse("add", cars, "--from", table)
    assert said.startswith("more.csv line 3, column 'price': 'abc' is no number.")
    assert bodies(cars) == []
    table.write_text(table.read_text().replace("abc", "30"))
    added = ask("add", cars, "--from", table)
    assert [item["item_id"] for item in added["items"]] == ["z1", "z2"]
    assert [body.item.item_id for body in bodies(cars)] == ["z1", "z2"]
    assert bodies(cars)[1].links == (LinkTo("z1", 1.0, "links"),)
    said = refuse("add", cars, "--from", table)
    assert "more.csv line 2, column 'item_id': there is an item 'z1' already" in said
    table.write_text("item_id,colour\nz3,red\n")
    assert "column 'colour': the column means nothing here" in refuse("add", cars, "--from", table)


@pytest.mark.parametrize("n_rows", range(4))
def test_a_table_of_which_a_row_cannot_be_written_leaves_no_trace(
    file: Path, tmp_path: Path, refuse: Refuse, monkeypatch: pytest.MonkeyPatch, n_rows: int
) -> None:
    left, append_row = [None] * n_rows, study_file.append_row

    def fill_up(connection: sqlite3.Connection, seq: int, row: EventRow) -> None:
        if not left:
            raise sqlite3.OperationalError("database or disk is full")
        left.pop()
        append_row(connection, seq, row)

    before, table = file.read_bytes(), tmp_path / "more.csv"
    table.write_text("item_id\ng\nh\ni\n")
    monkeypatch.setattr(study_file, "append_row", fill_up)
    assert "full" in refuse("add", file, "--from", table)
    assert (bodies(file), file.read_bytes() == before) == ([], True)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--item", "ardwin"], "there is an item 'ardwin' already"),
        (["--item", "z", "--feature", "prise=3"], "Did you mean 'x_price'?"),
        (["--item", "z", "--feature", "drive=steam"], "'electric'"),
        (["--item", "z", "--link", "ardwyn"], "Did you mean 'ardwin'?"),
    ],
)
def test_what_is_wrong_is_named(cars: Path, refuse: Refuse, words: list[str], said: str) -> None:
    assert said in refuse("add", cars, *words)
    assert bodies(cars) == []


def test_usage(cars: Path, refuse: Refuse) -> None:
    assert "either --item ID or --from" in refuse("add", cars, code=2)
    assert "NAME=VALUE" in refuse("add", cars, "--item", "z", "--feature", "price", code=2)


def test_baselines_in_numbers(ask: Ask) -> None:
    told = ask("baselines", sample("cars"), "--pair", "ardwin", "bramblo")
    names = [method["name"] for method in told["methods"]]
    assert names == ["prefstudio", "bradley_terry", "thurstone", "glicko"]
    assert (told["answers"], told["scored"], told["holdout"]) == (432, 432, False)
    fitted = ask("fit", sample("cars"))
    centre = sum(fitted["mean"]) / 20
    ours = told["methods"][0]
    assert ours["mean"] == pytest.approx([mean - centre for mean in fitted["mean"]], abs=1e-8)
    assert ours["p_a"] == pytest.approx(
        ask("predict", sample("cars"), "ardwin", "bramblo")["p_a"], abs=1e-8
    )
    for method in told["methods"]:
        assert 0.4 < method["log_loss"] < told["coin"]
        assert method["worse_by"] == pytest.approx(method["log_loss"] - ours["log_loss"])
    assert f"{ours['log_loss']:.3f}" in told["conclusion"]


def test_baselines_for_a_person(read: Read, refuse: Refuse) -> None:
    lines = read("baselines", sample("cars"))
    assert any(" ± " in line for line in lines) and not any("+-" in line for line in lines)
    assert lines[0].split() == ["method", "log-loss", "right", "tau"]
    assert [line.split()[0] for line in lines[1:5]] == [
        "PrefStudio", "Bradley–Terry", "Thurstone", "Glicko",
    ]  # fmt: skip
    assert lines[5].startswith("On 432 answers")
    early = read("baselines", sample("six-papers"))
    assert early[-1] == "Methods are compared from 5 decided answers on."
    assert "Did you mean" in refuse("baselines", sample("cars"), "--pair", "ardwyn", "bramblo")
