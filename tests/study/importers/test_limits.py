"""Files that would fill the memory are refused, and say so."""

from __future__ import annotations

import gzip
import math
from collections.abc import Callable
from pathlib import Path

import pytest

from prefstudio.study.cells import as_number
from prefstudio.study.errors import DataError
from prefstudio.study.importers import delimited, graphml
from prefstudio.study.tables import plain_numbers
from tests.study.importers.examples import GRAPHML, ITEMS_CSV, look

Write = Callable[[str, str | bytes], Path]


def test_an_archive_made_to_fill_the_memory(tmp_path: Path, write: Write) -> None:
    write("t.csv.gz", gzip.compress(b"winner,loser\n" + b"a,b\n" * 2_000_000))
    with pytest.raises(DataError, match="unpacks to very much more"):
        look(tmp_path, paths=("t.csv.gz",))


def test_an_ordinary_archive(tmp_path: Path, write: Write) -> None:
    rows = "".join(f"item number {k},{k * 7919 % 10007}\n" for k in range(20_000))
    write("t.csv.gz", gzip.compress(f"name,size\n{rows}".encode(), 9))
    assert look(tmp_path, paths=("t.csv.gz",)).items == 20_000


@pytest.mark.parametrize(("limit", "most"), [("MOST_ROWS", 2), ("MOST_CELLS", 11)])
def test_a_table_of_too_many_rows(
    tmp_path: Path, write: Write, monkeypatch: pytest.MonkeyPatch, limit: str, most: int
) -> None:
    write("t.csv", ITEMS_CSV)
    assert look(tmp_path, paths=("t.csv",)).items == 3
    monkeypatch.setattr(delimited, limit, most)
    with pytest.raises(DataError, match=r"t\.csv line 4: the table has more than 2 rows"):
        look(tmp_path, paths=("t.csv",))


def test_a_value_that_comes_in_many_pieces_is_cut_once(
    tmp_path: Path, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(graphml, "_LONGEST_VALUE", 1000)
    write("g.xml", GRAPHML.replace("The &lt;old&gt; oak", "x&lt;\n" * 2000))
    found = look(tmp_path, paths=("g.xml",))
    assert len(found.study.items[0].label) == 1000
    assert [problem.left_out for problem in found.problems] == [True]
    assert "longer than 1,000 characters" in str(found.problems[0])


@pytest.mark.parametrize(
    "cells",
    [
        ["1", "2.5", "-3e2"],
        ["1", "", "4"],
        ["", ""],
        ["1", "nan"],
        ["inf", "1"],
        ["1_0", "1"],
        ["one", "1"],
        ["\N{MINUS SIGN}1", "1"],
    ],
)
def test_numbers_read_at_once_are_those_read_one_by_one(cells: list[str]) -> None:
    said = [math.nan if not cell else as_number(cell) for cell in cells]
    found = plain_numbers(cells)
    if found is not None:
        assert [None if math.isnan(each) else each for each in found.tolist()] == [
            number if cell else None for cell, number in zip(cells, said, strict=True)
        ]
    assert (found is not None) == all(
        not cell or (cell[0] in "-0123456789" and "_" not in cell) for cell in cells
    )
