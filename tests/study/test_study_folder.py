"""A study in a folder of plain text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prefstudio.study.errors import DataError
from prefstudio.study.folder import read_study
from prefstudio.study.resources import sample
from prefstudio.study.settings import LinksComponent

Write = Callable[[str, str | bytes], Path]


def test_six_papers() -> None:
    study = read_study(sample("six-papers"))
    assert study.items.ids == ("a", "b", "c", "d", "e", "f")
    assert all(item.label and item.text.endswith(".") for item in study.items)
    assert list(study.links) == ["coauthor"]
    coauthor = study.links["coauthor"]
    np.testing.assert_array_equal(coauthor.source, [0, 3])
    np.testing.assert_array_equal(coauthor.target, [1, 4])
    assert study.settings.model.components == (
        LinksComponent("coauthor", "both", "regularized_laplacian", 1.0, 1.0, 1.0),
    )
    assert (study.settings.title, study.settings.seed) == ("Six papers", 20261116)
    assert (study.settings.model.noise, study.settings.model.horizon) == (1.0, 1.0)
    assert study.settings.model.criterion == "expected_loss"
    assert study.settings.model.inference == "ep"
    assert study.settings.question == "Which paper is more relevant?"
    assert (study.comparisons, study.participants, study.notes) == ((), (), ())
    assert study.features.matrix().shape == (6, 0)


def test_a_whole_study(tmp_path: Path, write: Write) -> None:
    write("items.csv", "item_id,x_age,x_kind\nelm,3,wood\nash,,7\n")
    write("links.csv", "source,target\n0,1\n")
    write("comparisons.csv", "winner,loser,tie\nelm,ash,1\n")
    write("participants.csv", "participant_id,excluded\np1,1\np2,0\n")
    write(
        "study.toml",
        'seed = 7\ncategorical = ["kind"]\n[[relation]]\nname = "near"\n[response]\ntie = true\n'
        "[model.people]\n",
    )
    study = read_study(str(tmp_path))
    assert study.folder == tmp_path
    assert study.features.column_names() == ("age", "kind=7", "kind=wood")
    assert list(study.links) == ["near"]
    assert study.links["near"].relation.directed is False
    assert study.comparisons[0].a == "elm"
    assert study.excluded_participants == {"p1"}
    assert [note.split(":")[0] for note in study.notes] == [
        "study.toml",
        "items.csv",
        "items.csv",
        "links.csv",
    ]


def test_only_items_are_needed(tmp_path: Path, write: Write) -> None:
    write("items.csv", "name,size\nelm,3\nash,4\n")
    study = read_study(tmp_path)
    assert (study.links, study.comparisons, study.participants) == ({}, (), ())
    assert study.features.names == ("size",)


def test_a_declared_relation_without_a_file_is_empty(tmp_path: Path, write: Write) -> None:
    write("items.csv", "item_id\nelm\nash\n")
    write("study.toml", '[[relation]]\nname = "near"\n')
    assert read_study(tmp_path).links["near"].source.shape == (0,)


def test_the_seed_comes_from_the_items_and_stays(tmp_path: Path, write: Write) -> None:
    write("items.csv", "item_id,label\nelm,Elm\nash,Ash\n")
    first = read_study(tmp_path)
    write("comparisons.csv", "winner,loser\nelm,ash\n")
    write("items.csv", "item_id,label\nelm,Other\nash,Ash\n")
    assert read_study(tmp_path).settings.seed == first.settings.seed
    assert f"{first.settings.seed} was made from the item ids" in first.notes[-1]
    write("items.csv", "item_id,label\nelm,Elm\nyew,Ash\n")
    write("comparisons.csv", "winner,loser\nelm,yew\n")
    assert read_study(tmp_path).settings.seed != first.settings.seed


def test_an_attribute_that_study_toml_does_not_know_is_noted(tmp_path: Path, write: Write) -> None:
    write("items.csv", "item_id\nelm\nash\n")
    write("study.toml", 'seed = 1\n[[attribute]]\nname = "warmth"\n')
    write("comparisons.csv", "winner,loser,attribute\nelm,ash,warmth\nelm,ash,warmht\nelm,ash,\n")
    assert read_study(tmp_path).notes == (
        "comparisons.csv: the attribute 'warmht' is not in study.toml.",
    )


def test_a_tie_that_the_settings_forbid(tmp_path: Path, write: Write, refused: Callable) -> None:
    write("items.csv", "item_id\nelm\nash\n")
    write("comparisons.csv", "condition_A,condition_B,outcome\nelm,ash,tie\n")
    with refused("comparisons.csv", 2, "allows none", remedy="tie = true"):
        read_study(tmp_path)


@pytest.mark.parametrize(
    ("categorical", "words", "remedy"),
    [
        ("knid", "no feature column of items.csv is called 'knid'", "Did you mean 'x_kind'?"),
        ("colour", "'colour'", "Rename the column x_colour in items.csv"),
        ("zzz", "'zzz'", "List columns of items.csv"),
    ],
)
def test_categorical_columns_that_are_not_there(
    tmp_path: Path, write: Write, refused: Callable, categorical: str, words: str, remedy: str
) -> None:
    write("items.csv", "item_id,x_kind,colour\nelm,wood,red\nash,tree,blue\n")
    write("study.toml", f'title = "t"\n\ncategorical = ["{categorical}"]\n')
    with refused("study.toml", 3, words, remedy=remedy):
        read_study(tmp_path)


def test_no_folder(tmp_path: Path, refused: Callable) -> None:
    folder = tmp_path / "gone"
    with refused(str(folder), None, "no such folder", remedy="Check the path"):
        read_study(folder)


def test_a_file_in_the_place_of_a_folder(write: Write, refused: Callable) -> None:
    path = write("items.csv", "item_id\n")
    with refused(str(path), None, "a file, not the folder", remedy="holds items.csv"):
        read_study(path)


def test_a_study_file(write: Write, refused: Callable) -> None:
    path = write("six.prefstudio", b"SQLite format 3\0")
    with refused(str(path), None, "this is a study file", remedy="Open the file itself"):
        read_study(path)


def test_a_folder_without_items(tmp_path: Path, refused: Callable) -> None:
    with refused(str(tmp_path), None, "has no items.csv", remedy="Write items.csv there"):
        read_study(tmp_path)


def test_a_folder_whose_items_go_by_another_name(
    tmp_path: Path, write: Write, refused: Callable
) -> None:
    write("Item.csv", "item_id\nelm\n")
    with refused(str(tmp_path), None, "has no items.csv", remedy="Rename 'Item.csv'"):
        read_study(tmp_path)


@pytest.mark.parametrize("name", ["links.csv", "comparisons.csv", "participants.csv", "study.toml"])
def test_a_folder_in_the_place_of_an_optional_file(
    tmp_path: Path, write: Write, refused: Callable, name: str
) -> None:
    write("items.csv", "item_id\nelm\nash\n")
    (tmp_path / name).mkdir()
    with refused(name, None, "folder, not a file", remedy="Put a file"):
        read_study(tmp_path)


@pytest.mark.parametrize("name", ["items.csv", "links.csv", "comparisons.csv", "study.toml"])
@given(data=st.data())
@settings(deadline=None, max_examples=40)
def test_no_file_brings_down_the_reader(name: str, data: st.DataObject) -> None:
    """A file that was cut, or had some bytes overwritten, is read or refused by name."""
    good = {
        "items.csv": b'item_id,type,group,x_a\nelm,text,,1\nash,text,,2\n"o, k",text,,3\n',
        "links.csv": b"source,target,weight,relation,directed\nelm,ash,1,near,0\n",
        "comparisons.csv": b"condition_A,condition_B,outcome,strength\nelm,ash,A,2\n",
        "study.toml": b'title = "t"\n[model]\nnoise = 1\n[[model.component]]\nkind = "links"\n',
    }
    content = good[name]
    start = data.draw(st.integers(0, len(content)))
    junk = data.draw(st.binary(max_size=3) | st.sampled_from([b'"', b"\n", b"[", b",", b"=", b"'"]))
    kept = content[start + data.draw(st.integers(0, 9)) :] if data.draw(st.booleans()) else b""
    with TemporaryDirectory() as folder:
        for each, text in (good | {name: content[:start] + junk + kept}).items():
            (Path(folder) / each).write_bytes(text)
        try:
            read_study(folder)
        except DataError as error:
            assert error.remedy
            assert len(str(error).splitlines()) == 1
