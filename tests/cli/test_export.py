"""``export``: a study in other files, and the way back."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from prefstudio.study.exporters import EXPORTERS
from prefstudio.study.resources import sample
from tests.cli.words import Ask, Read, Refuse

ANSWERS = [("b", "e", "A"), ("f", "a", "B"), ("c", "d", "A"), ("a", "d", "skip"), ("b", "c", "A")]


@pytest.fixture
def answered(file: Path, ask: Ask) -> Path:
    """The study file after answers of two people, one of them taken back."""
    for number, (a, b, outcome) in enumerate(ANSWERS):
        person = ("ann", "bob")[number % 2]
        ask("answer", file, a, b, "--outcome", outcome, "--participant", person)
    ask("undo", file)
    return file


def test_there_and_back(answered: Path, tmp_path: Path, ask: Ask) -> None:
    folder = tmp_path / "dossier exporté ☂"
    files = ask("export", answered, "--to", folder)["files"]
    tables = ["study.toml", "items.csv", "links.csv", "comparisons.csv", "participants.csv"]
    assert files == [*tables, "export.json"]
    assert all((folder / name).is_file() for name in files)
    again = tmp_path / "again.prefstudio"
    ask("new", folder, "--out", again)
    told = ask("fit", answered, "--covariance")
    for path in (folder, again):
        read = ask("fit", path, "--covariance")
        for key in ("mean", "sd", "covariance", "log_evidence"):
            np.testing.assert_allclose(read[key], told[key], rtol=0, atol=1e-10)
        assert (read["items"], read["answers"]) == (told["items"], told["answers"])
    keys = ("study_id", "title", "items", "links", "answers", "skips", "undone", "participants")
    infos = [ask("info", path) for path in (answered, folder, again)]
    assert all(info[key] == infos[0][key] for info in infos for key in keys)


def test_the_seed_goes_along(answered: Path, tmp_path: Path, ask: Ask) -> None:
    folder = tmp_path / "out"
    ask("export", answered, "--to", folder)
    guessed = ask("new", folder, "--dry-run")["guessed"]
    assert not any("seed" in sentence for sentence in guessed)


@pytest.mark.parametrize("name", sorted(EXPORTERS))
def test_every_format(tmp_path: Path, ask: Ask, refuse: Refuse, name: str) -> None:
    file = tmp_path / "cars.prefstudio"
    ask("new", sample("cars"), "--out", file)
    folder = tmp_path / "out"
    files = ask("export", file, "--to", folder, "--format", name)["files"]
    assert len(files) > 1
    assert all((folder / each).is_file() for each in files)


def test_undone_answers_stay_in_the_table(answered: Path, tmp_path: Path, ask: Ask) -> None:
    ask("export", answered, "--to", tmp_path / "out")
    with (tmp_path / "out" / "comparisons.csv").open(encoding="utf-8", newline="") as table:
        rows = list(csv.DictReader(table))
    assert [row["outcome"] for row in rows] == ["A", "B", "A", "skip", "A"]
    assert [row["undone"] for row in rows][-1] == "1"
    assert rows[0]["p_A"] == "0.5"


def test_several_formats(answered: Path, tmp_path: Path, ask: Ask, read: Read) -> None:
    words = ("--to", tmp_path / "out", "--format", "posterior", "--format", "choix")
    files = ask("export", answered, *words)["files"]
    assert "posterior.csv" in files
    assert read("export", answered, *words) == files


def test_folders_are_exported(papers: Path, tmp_path: Path, ask: Ask) -> None:
    ask("export", papers, "--to", tmp_path / "out")
    assert ask("fit", tmp_path / "out")["mean"] == ask("fit", papers)["mean"]


def test_what_is_refused(answered: Path, tmp_path: Path, refuse: Refuse, usage: Refuse) -> None:
    full = tmp_path / "full"
    full.mkdir()
    (full / "mine.txt").write_text("keep")
    assert "the folder is not empty" in refuse("export", answered, "--to", full, "--json")
    assert [path.name for path in full.iterdir()] == ["mine.txt"]
    assert "--to" in usage("export", answered)
    assert "'excel'" in usage("export", answered, "--to", tmp_path / "x", "--format", "excel")


@pytest.mark.parametrize("name", ["choix", "win_matrix", "pwcmp", "botorch", "winner_loser"])
def test_ties_that_a_format_has_not(
    study: Callable[..., Path], tmp_path: Path, ask: Ask, name: str
) -> None:
    said = "condition_A,condition_B,outcome\na,b,tie\nb,c,A\n"
    settings = "seed = 1\n[response]\ntie = true\n"
    folder = study("item_id,x_size\na,1\nb,2\nc,4\n", settings, comparisons=said)
    notes = ask("export", folder, "--to", tmp_path / "out", "--format", name)["notes"]
    assert notes == ([] if name == "winner_loser" else [f"{name}: one tie is not in this format"])
