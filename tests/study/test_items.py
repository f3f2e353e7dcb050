"""Items, read from items.csv or a plain table."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prefstudio.study.item_columns import choose_columns
from prefstudio.study.item_file import items_from_table
from prefstudio.study.items import Item, ItemSet, ItemType, Role
from prefstudio.study.tables import read_table

Write = Callable[[str, str | bytes], Path]


def read_items(path: Path) -> ItemSet:
    table = read_table(path)
    return items_from_table(table, choose_columns(table))


def test_every_column(write: Write) -> None:
    path = write(
        "items.csv",
        "item_id,type,path,text,label,group,role,truth,gain_db,start_s,end_s,x_age,colour\n"
        "oak-7,audio,sounds/oak.wav, spoken ,Oak,trees,catch_high,-1.5,-3,0.5,2,7,red\n"
        "elm,,,,,,,,,,,,\n",
    )
    oak, elm = read_items(path)
    assert oak == Item(
        "oak-7", ItemType.AUDIO, "sounds/oak.wav", " spoken ", "Oak", "trees", Role.CATCH_HIGH,
        -1.5, -3.0, 0.5, 2.0, {"colour": "red"},
    )  # fmt: skip
    assert elm == Item("elm", extra={"colour": ""})
    assert (oak.name, elm.name) == ("Oak", "elm")


@pytest.mark.parametrize(
    ("path", "expected"),
    [("a/b.PNG", "image"), ("c.flac", "audio"), ("d.md", "text"), ("", "text")],
)
def test_the_type_is_guessed_from_the_path(write: Write, path: str, expected: str) -> None:
    (item,) = read_items(write("items.csv", f"item_id,path\na,{path}\n"))
    assert item.type == expected


def test_an_item_set_knows_positions_and_near_names() -> None:
    items = ItemSet([Item("oak-7"), Item("elm")])
    assert (len(items), items.index("elm"), items[0].item_id) == (2, 1, "oak-7")
    assert items.ids == ("oak-7", "elm")
    assert items.nearest("oak7") == "oak-7"
    assert items.nearest("zebra") is None
    assert "oak-7" in items
    assert "oak7" not in items
    with pytest.raises(KeyError):
        items.by_id("oak7")
    with pytest.raises(ValueError, match="different ids"):
        ItemSet([Item("elm"), Item("elm")])


def test_a_plain_table_with_a_unique_first_column(write: Write) -> None:
    path = write("cars.csv", "Item ID, Body, Litres, Fuel\n1,sedan,2.5,2\n2,van,,1\n")
    table = read_table(path)
    columns = choose_columns(table)
    assert read_items(path).ids == ("1", "2")
    assert not read_items(path).ids_are_row_numbers
    assert [table.header[place] for place in columns.features] == ["Litres", "Fuel"]
    assert read_items(path)[0].extra == {"Body": "sedan"}
    assert columns.notes == (
        "cars.csv: no column is called item_id, so ids are taken from 'Item ID'.",
    )


def test_a_plain_table_keeps_the_known_names(write: Write) -> None:
    path = write("t.csv", "name,truth,label,size\na,1,Oak,3\nb,2,Elm,4\n")
    items = read_items(path)
    assert [(item.truth, item.label) for item in items] == [(1.0, "Oak"), (2.0, "Elm")]
    assert choose_columns(read_table(path)).features == (3,)


@pytest.mark.parametrize("first", ["7.4;7.4", "7.4;"])
def test_no_unique_first_column_means_row_numbers(write: Write, first: str) -> None:
    one, two = first.split(";")
    path = write("wine.csv", f"acid;sugar\n{one};1\n{two};2\n")
    columns = choose_columns(read_table(path))
    items = read_items(path)
    assert items.ids == ("1", "2")
    assert items.ids_are_row_numbers
    assert columns.features == (0, 1)
    assert "ids are row numbers from 1" in columns.notes[0]


def test_a_plain_column_that_mixes_is_kept_and_noted(write: Write) -> None:
    path = write("t.csv", "name,size,age\na,3,1\nb,NA,2\n")
    columns = choose_columns(read_table(path))
    assert columns.features == (2,)
    assert columns.extra == (1,)
    assert "'size' holds numbers and other words" in columns.notes[1]


def test_a_plain_column_may_be_listed_as_categorical(write: Write) -> None:
    path = write("t.csv", "name,colour,age\na,red,1\nb,blue,2\n")
    assert choose_columns(read_table(path), ("colour",)).features == (1, 2)


@settings(deadline=None, max_examples=50)
@given(
    st.lists(
        st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=8)
        | st.sampled_from(['say "oak"', "two\nlines", "👩🏽‍🔬", "שלום", "a,b;c"]),
        min_size=1,
        unique_by=str.strip,
    ).filter(lambda ids: all(map(str.strip, ids)))
)
def test_any_id_is_found_again(ids: list[str]) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "items.csv"
        with path.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([["item_id", "label"], *([name, "x"] for name in ids)])
        items = read_items(path)
    assert [items.index(name.strip()) for name in ids] == list(range(len(ids)))


@pytest.mark.parametrize(
    ("rows", "line", "words", "remedy"),
    [
        ("a,,\n ,text,\n", 3, "the item has no id", "Write one in the column item_id"),
        ("a,,\nb,,\n a,,\n", 4, "'a' is there already, on line 2", "an id of its own"),
        ("a,txt,\n", 2, "'txt' is none of text, image and audio", "Did you mean 'text'?"),
        ("a,video,\n", 2, "'video' is none of", "Write one of text, image, audio."),
        ("a,,high\n", 2, "'high' is no finite number", "decimal point"),
        ("a,,nan\n", 2, "'nan' is no finite number", "decimal point"),
        ("", 1, "no items below the header", "one row for each item"),
    ],
)
def test_errors(
    write: Write, refused: Callable, rows: str, line: int, words: str, remedy: str
) -> None:
    with refused("items.csv", line, words, remedy=remedy):
        read_items(write("items.csv", f"item_id,type,truth\n{rows}"))


@pytest.mark.parametrize(
    ("cells", "words", "remedy"),
    [
        ("boss,,", "'boss' is none of item, training", "Write one of item"),
        ("trainin,,", "'trainin'", "Did you mean 'training'?"),
        (",-1,", "begins before the sound", "0 or more"),
        (",2,2", "ends before it begins", "larger than start_s"),
    ],
)
def test_errors_of_role_and_part(
    write: Write, refused: Callable, cells: str, words: str, remedy: str
) -> None:
    with refused("items.csv", 2, words, remedy=remedy):
        read_items(write("items.csv", f"item_id,role,start_s,end_s\na,{cells}\n"))
