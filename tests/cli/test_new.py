"""``new``: a study file from other files, and what is said of them."""

from __future__ import annotations

import json
import os
import shutil
import uuid
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from prefstudio.cli import main
from prefstudio.study.folder import Study, read_study
from prefstudio.study.resources import sample
from prefstudio.study.settings import FeaturesComponent, IndividualComponent, LinksComponent
from prefstudio.study.store import open_study
from tests.cli.words import Ask, Read, Refuse

TABLE = "name,price,size,worth\noak,3,1,0.5\nelm,2,2,0.1\nash,1,4,0.9\n"
EDGES = "source,target\noak,elm\nelm,ash\n"


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "étude neuve.prefstudio"


@pytest.fixture
def table(tmp_path: Path) -> Path:
    folder = tmp_path / "die Bäume"
    folder.mkdir()
    (folder / "trees.csv").write_text(TABLE)
    (folder / "edges.csv").write_text(EDGES)
    (folder / "said.csv").write_text("winner,loser\noak,elm\n")
    return folder / "trees.csv"


def study_in(path: Path) -> Study:
    with open_study(path, writable=False) as file:
        return file.study


def test_tables(table: Path, out: Path, ask: Ask) -> None:
    folder = table.parent
    words = ["--items", table, "--links", folder / "edges.csv"]
    words += ["--comparisons", folder / "said.csv", "--truth", "worth", "--drop", "size"]
    answer = ask("new", *words, "--out", out)
    assert list(answer) == ["items", "features", "links", "comparisons", "guessed", "problems"]
    assert (answer["items"], answer["features"], answer["links"]) == (3, 1, {"links": 2})
    assert answer["comparisons"] == 1
    assert answer["problems"] == []
    study = study_in(out)
    assert study.items.ids == ("oak", "elm", "ash")
    assert [item.truth for item in study.items] == [0.5, 0.1, 0.9]
    assert study.features.names == ("price",)
    assert ask("fit", out)["answers"] == 1
    assert len(ask("suggest", out)["pairs"]) == 1


def test_the_columns_of_ids_and_labels(tmp_path: Path, out: Path, ask: Ask) -> None:
    table = tmp_path / "t.csv"
    table.write_text("n,code,word\n1,x1,first\n2,x2,second\n")
    ask("new", table, "--out", out, "--id", "code", "--label", "word")
    study = study_in(out)
    assert study.items.ids == ("x1", "x2")
    assert [item.label for item in study.items] == ["first", "second"]


def test_what_is_settled_when_a_study_is_made(table: Path, tmp_path: Path, ask: Ask) -> None:
    made = []
    for name in ("one", "two"):
        file = tmp_path / f"{name}.prefstudio"
        words = ("--items", table, "--links", table.parent / "edges.csv")
        guessed = ask("new", *words, "--out", file)["guessed"]
        made.append(study_in(file).settings)
        assert f"The seed {made[-1].seed} was drawn." in guessed
        assert not any("made from the item ids" in sentence for sentence in guessed)
    one, two = made
    assert one.seed != two.seed
    assert one.study_id != two.study_id
    assert str(uuid.UUID(one.study_id)) == one.study_id
    kinds = [type(component) for component in one.model.components]
    assert kinds == [FeaturesComponent, LinksComponent, IndividualComponent]
    features, links, _ = one.model.components
    assert isinstance(features, FeaturesComponent)
    assert features.length_scale == pytest.approx(np.sqrt(3))
    assert isinstance(links, LinksComponent)
    assert links.relation == "links"
    assert all(each.weight == pytest.approx(1 / np.sqrt(3)) for each in one.model.components)


def test_a_folder_keeps_its_id_and_seed(papers: Path, out: Path, ask: Ask) -> None:
    toml = papers / "study.toml"
    lines = [line for line in toml.read_text().splitlines() if not line.startswith("seed")]
    toml.write_text("\n".join(['study_id = "6f0f"', "seed = 41", *lines]))
    guessed = ask("new", papers, "--out", out)["guessed"]
    assert not any("seed" in sentence for sentence in guessed)
    settings = study_in(out).settings
    assert (settings.study_id, settings.seed) == ("6f0f", 41)
    told, read = ask("fit", papers, "--covariance"), ask("fit", out, "--covariance")
    np.testing.assert_allclose(read["covariance"], told["covariance"], rtol=0, atol=1e-10)


def test_a_folder_of_sounds(tmp_path: Path, out: Path, ask: Ask) -> None:
    sounds = tmp_path / "mes sons ♫"
    shutil.copytree(sample("twelve-sounds") / "sounds", sounds)
    answer = ask("new", sounds, "--out", out)
    assert (answer["items"], answer["features"], answer["links"]) == (12, 0, {})
    assert ask("info", out)["problems"] == []
    assert len(ask("fit", out)["items"]) == 12
    first = next(sounds.iterdir())
    first.write_bytes(b"something else")
    assert len(ask("info", out)["problems"]) == 1


def test_ids_from_names(tmp_path: Path, out: Path, ask: Ask, refuse: Refuse) -> None:
    folder = tmp_path / "texts"
    folder.mkdir()
    for number in (7, 8):
        (folder / f"story-{number}.txt").write_text(f"Story {number}.")
    ask("new", folder, "--out", out, "--ids-from", r"story-(\d+)")
    assert study_in(out).items.ids == ("7", "8")
    refuse("new", folder, "--out", tmp_path / "x.prefstudio", "--ids-from", "(")


LETOR = "".join(
    f"{rel} qid:{query} 1:{rel}.5 2:{number}.0 #docid = d{query}{number}\n"
    for query in (1, 2)
    for number, rel in enumerate((2, 0, 1))
)


def test_a_query(tmp_path: Path, out: Path, ask: Ask) -> None:
    (tmp_path / "letor.txt").write_text(LETOR)
    assert ask("new", tmp_path / "letor.txt", "--query", "2", "--out", out)["items"] == 3
    study = study_in(out)
    assert study.items.ids == ("d20", "d21", "d22")
    assert [item.truth for item in study.items] == [2.0, 0.0, 1.0]


def test_a_dry_run_writes_nothing(table: Path, out: Path, ask: Ask, read: Read) -> None:
    before = sorted(out.parent.rglob("*"))
    answer = ask("new", table, "--dry-run")
    assert (answer["items"], answer["features"]) == (3, 3)
    assert ask("new", table, "--out", out, "--dry-run")["items"] == 3
    assert read("new", table, "--dry-run")[0] == "three items, three features"
    assert sorted(out.parent.rglob("*")) == before


def test_nothing_is_written_over(table: Path, out: Path, ask: Ask, refuse: Refuse) -> None:
    ask("new", table, "--out", out)
    before = out.read_bytes()
    message = refuse("new", table, "--out", out, "--json")
    assert message.startswith(f"{out}: there is a file of that name already")
    assert out.read_bytes() == before
    assert "already" in refuse("new", table, "--out", table)
    assert table.read_text() == TABLE
    assert "already" in refuse("new", table, "--out", table.parent)


def test_problems_make_no_study(
    study: Callable[..., Path],
    out: Path,
    refuse: Refuse,
    capsys: pytest.CaptureFixture[str],
) -> None:
    links = "source,target\na,b\na,x7\nb,x8\n"
    folder = study("item_id\na\nb\n", links=links)
    message = refuse("new", folder, "--out", out, "--json")
    assert message.startswith("links.csv line 3")
    assert "'x7'" in message
    assert "No study was made." in message
    assert "first of two problems" in message
    assert not list(out.parent.glob("*.prefstudio*"))
    assert main(["new", str(folder), "--dry-run", "--json"]) == 0
    printed, refused = capsys.readouterr()
    answer = json.loads(printed)
    assert refused == f"prefstudio: {answer['refused']}\n"
    assert "no study" in refused
    assert len(answer["problems"]) == 2
    assert answer["links"] == {"links": 1}


def test_without_a_study_nothing_is_said_to_be_left_out(
    tmp_path: Path, out: Path, refuse: Refuse, read: Read, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "t.csv"
    table.write_text("item_id,x_size\na,1\nb,2\na,3\n")
    message = refuse("new", table, "--out", out)
    assert message.endswith("on line 2. Give each item an id of its own. No study was made.")
    assert main(["new", str(table), "--dry-run"]) == 0
    assert "left out" not in "".join(capsys.readouterr())


def test_a_problem_that_leaves_nothing_out_is_told(tmp_path: Path, out: Path, ask: Ask) -> None:
    sounds = tmp_path / "sounds"
    shutil.copytree(sample("twelve-sounds") / "sounds", sounds)
    first = min(sounds.iterdir())
    shutil.copy(first, sounds / f"zz-{first.name}")
    answer = ask("new", sounds, "--out", out)
    (problem,) = answer["problems"]
    assert "the content is the same as that of" in problem
    assert answer["items"] == ask("info", out)["items"] == 13


def test_what_cannot_be_made(table: Path, out: Path, tmp_path: Path, refuse: Refuse) -> None:
    assert "there is no such file" in refuse("new", tmp_path / "gone.csv", "--out", out)
    nowhere = tmp_path / "no" / "folder" / "x.prefstudio"
    assert "cannot be made here" in refuse("new", table, "--out", nowhere)
    assert not out.exists()


def test_a_name_of_no_encoding(tmp_path: Path, out: Path, refuse: Refuse) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.csv"))
    try:
        path.write_text("item_id\na\nb\n")
    except OSError:
        pytest.skip("this file system takes no such name")
    message = refuse("new", path, "--out", out)
    assert "characters of no known encoding" in message
    assert "Rename the file" in message
    assert not out.exists()


def test_usage(table: Path, out: Path, refuse: Refuse) -> None:
    assert "--out F" in refuse("new", table, code=2)
    assert "needs a PATH or --items" in refuse("new", "--out", out, code=2)


def test_repeated_options(table: Path, out: Path, ask: Ask) -> None:
    other = table.with_name("more.csv")
    other.write_text("source,target,relation\noak,ash,near\n")
    words = ["--links", table.with_name("edges.csv"), "--links", other]
    answer = ask("new", table, *words, "--drop", "size", "--drop", "worth", "--out", out)
    assert answer["features"] == 1
    assert sum(answer["links"].values()) == 3


def test_how_many_comparisons_were_read(table: Path, out: Path, read: Read) -> None:
    folder = table.parent
    words = ("--items", table, "--comparisons", folder / "said.csv")
    assert read("new", *words, "--out", out)[0].endswith(", one comparison")


def test_decimal_commas(tmp_path: Path, out: Path, ask: Ask) -> None:
    table = tmp_path / "t.csv"
    table.write_text("name;price;code\noak;1,5;1,2,3\nelm;-2;4\n")
    guessed = ask("new", table, "--out", out)["guessed"]
    assert any("commas in 'price' are decimal points" in sentence for sentence in guessed)
    features = study_in(out).features
    assert features.names == ("price",)
    assert features.columns[0].values[:, 0].tolist() == [1.5, -2.0]


def test_names_that_begin_with_blanks(tmp_path: Path, out: Path, ask: Ask) -> None:
    sounds = tmp_path / "sounds"
    sounds.mkdir()
    source = min((sample("twelve-sounds") / "sounds").iterdir())
    names = ("  Ünï cødé, \"q\" 'x'.wav", " b.wav", "c.wav")
    for name in names:
        shutil.copy(source, sounds / name)
    ask("new", sounds, "--out", out)
    assert {item.path for item in study_in(out).items} == set(names)
    assert ask("info", out)["problems"] == []
    (sounds / "items.csv").write_text("item_id,path\nb, b.wav\nc, c.wav\n")
    assert [item.path for item in read_study(sounds).items] == [" b.wav", "c.wav"]
    assert ask("info", sounds)["problems"] == []


def test_sounds_that_stay_where_they_are(tmp_path: Path, ask: Ask) -> None:
    sounds = tmp_path / "sounds"
    shutil.copytree(sample("twelve-sounds") / "sounds", sounds)
    beside = ask("new", sounds, "--out", tmp_path / "beside.prefstudio", "--dry-run")["guessed"]
    assert any("stay where they are" in sentence for sentence in beside)
    (tmp_path / "else").mkdir()
    packed = ask("new", sounds, "--out", tmp_path / "else" / "packed.prefstudio")["guessed"]
    assert not any("stay where they are" in sentence for sentence in packed)


def test_what_a_matrix_promises(tmp_path: Path, out: Path, refuse: Refuse) -> None:
    matrix = tmp_path / "m.mtx"
    matrix.write_text("%%MatrixMarket matrix coordinate real general\n3 3 5\n1 2 1\n")
    assert "promise five entries" in refuse("new", matrix, "--out", out)


def test_options_that_fit_nothing(table: Path, out: Path, refuse: Refuse) -> None:
    assert "'price'" in refuse("new", table, "--truth", "nope", "--out", out)
    assert "only a LETOR file has queries" in refuse("new", table, "--query", "3", "--out", out)


def test_ids_that_clash_name_both_files(tmp_path: Path, out: Path, refuse: Refuse) -> None:
    sounds = tmp_path / "sounds"
    sounds.mkdir()
    source = min((sample("twelve-sounds") / "sounds").iterdir())
    for name in ("x1a.wav", "x1b.wav"):
        shutil.copy(source, sounds / name)
    message = refuse("new", sounds, "--ids-from", "x([0-9])", "--out", out)
    assert "'x1a.wav' and 'x1b.wav'" in message


def test_headings_in_capitals(tmp_path: Path, out: Path, ask: Ask) -> None:
    said = tmp_path / "said.csv"
    said.write_text("Winner,Loser\noak,elm\n")
    answer = ask("new", "--comparisons", said, "--out", out)
    assert (answer["items"], answer["comparisons"]) == (2, 1)
    assert not any("'node'" in sentence for sentence in answer["guessed"])


def test_a_study_folder_is_read_alike_by_all(
    study: Callable[..., Path], out: Path, refuse: Refuse
) -> None:
    folder = study("item_id\na\nb\n", links="s,target\na,b\n")
    for words in (("new", folder, "--out", out), ("fit", folder), ("info", folder)):
        assert "links.csv line 1" in refuse(*words)
    settings = '[[model.component]]\nkind = "links"\nrelation = "nobody"\n'
    folder = study("item_id\na\nb\n", settings, links="source,target\na,b\n")
    for words in (("fit", folder), ("info", folder)):
        assert "nobody" in refuse(*words)
