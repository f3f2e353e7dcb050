"""Tables of items: every separator and encoding, chosen columns, and problems with their lines."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from prefstudio.study.errors import DataError
from prefstudio.study.importers import excel
from prefstudio.study.importers.findings import LISTED_PROBLEMS
from prefstudio.study.importers.plan import Problem
from tests.study.importers.examples import ITEMS_CSV, look, posterior

Write = Callable[[str, str | bytes], Path]

HOUSES = "crim,rooms,tax,price\n" + "".join(
    f"{k % 4},{5 + k % 3},{200 + 7 * k},{10.5 + k}\n" for k in range(12)
)
EDGES = "i,j\n0,1\n1,2\n10,11\n"


def told(problem: Problem) -> tuple[str, int | None]:
    return problem.file, problem.line


@pytest.mark.parametrize(
    "content",
    [
        ITEMS_CSV.encode(),
        ITEMS_CSV.replace(",", ";").encode(),
        ITEMS_CSV.replace(",", "\t").encode(),
        ITEMS_CSV.replace("\n", "\r\n").encode("utf-8-sig"),
        ITEMS_CSV.replace("\n", "\r").encode(),
        ITEMS_CSV.encode("utf-16"),
        ITEMS_CSV.replace(",", "\t").encode("utf-16-le"),
        ITEMS_CSV.encode("utf-16-be"),
    ],
)
def test_every_way_to_write_a_table(tmp_path: Path, write: Write, content: bytes) -> None:
    write("t.csv", content)
    found = look(tmp_path, items="t.csv")
    assert found.study.items.ids == ("oak", "elm", "fir")
    assert found.study.features.names == ("height", "girth")
    assert found.study.items[2].extra == {"kind": "needle"}
    assert found.study.features.matrix(standardize=False)[:, 0].tolist() == [30.5, 28, 41]
    assert any("taken from 'name'" in guess for guess in found.guessed)


def test_houses_and_their_neighbours_by_row_number(tmp_path: Path, write: Write) -> None:
    write("houses.csv", HOUSES)
    write("edges.csv", EDGES)
    found = look(tmp_path, items="houses.csv", links=("edges.csv",), truth_column="price")
    assert (found.items, found.features, found.links) == (12, 3, {"links": 3})
    assert [item.truth for item in found.study.items][:2] == [10.5, 11.5]
    links = found.study.links["links"]
    assert list(zip(links.source.tolist(), links.target.tolist(), strict=True)) == [
        (0, 1), (1, 2), (10, 11),
    ]  # fmt: skip
    assert any("counted from 0" in guess for guess in found.guessed)
    assert found.problems == ()
    assert posterior(found.study).sd.max() > 0


def test_columns_that_the_plan_names(tmp_path: Path, write: Write) -> None:
    write("t.csv", "height,name,what,age,price\n3,oak,The oak,9,1.5\n2,elm,The elm,8,2.5\n")
    found = look(
        tmp_path,
        items="t.csv",
        id_column="name",
        label_column="what",
        truth_column="price",
        drop_columns=("age",),
    )
    assert found.study.items.ids == ("oak", "elm")
    assert [item.name for item in found.study.items] == ["The oak", "The elm"]
    assert [item.truth for item in found.study.items] == [1.5, 2.5]
    assert found.study.features.names == ("height",)
    assert all("age" not in item.extra for item in found.study.items)


def test_an_id_column_works_beside_the_known_name_too(tmp_path: Path, write: Write) -> None:
    write("t.csv", "item_id,code,x_a,label\n1,c1,3,L\n2,c2,4,M\n")
    found = look(tmp_path, items="t.csv", id_column="code", label_column="item_id")
    assert found.study.items.ids == ("c1", "c2")
    assert [item.label for item in found.study.items] == ["1", "2"]


@pytest.mark.parametrize("option", ["id_column", "label_column", "truth_column"])
def test_a_column_that_is_not_there(tmp_path: Path, write: Write, option: str) -> None:
    write("t.csv", ITEMS_CSV)
    with pytest.raises(DataError, match=r"t\.csv line 1: .*'heigth'.*'height'"):
        look(tmp_path, items="t.csv", **{option: "heigth"})
    with pytest.raises(DataError, match="no column called 'q'"):
        look(tmp_path, items="t.csv", drop_columns=("q",))


def test_rows_that_cannot_be_items_are_told_with_their_lines(tmp_path: Path, write: Write) -> None:
    write(
        "t.csv",
        "item_id,x_a,role,truth\noak,1,,\n,2,,\noak,3,,\nelm,4,king,\nfir,5,,high\nyew,6,,,,9\n",
    )
    found = look(tmp_path, items="t.csv")
    assert found.study.items.ids == ("oak", "elm", "fir")
    assert sorted(told(problem) for problem in found.problems) == [
        ("t.csv", 3), ("t.csv", 4), ("t.csv", 5), ("t.csv", 6), ("t.csv", 7),
    ]  # fmt: skip
    assert all(problem.left_out and problem.way_on for problem in found.problems)
    assert not found.is_whole
    by_line = {problem.line: problem for problem in found.problems}
    assert "on line 2" in by_line[4].message
    assert "taken as empty" in by_line[5].way_on
    assert found.study.items.by_id("fir").truth is None


def test_a_mixed_feature_is_no_feature_and_told(tmp_path: Path, write: Write) -> None:
    write("t.csv", "item_id,x_a,x_b\noak,1,7\nelm,high,8\nfir,3,9\n")
    found = look(tmp_path, items="t.csv")
    assert found.study.features.names == ("b",)
    (problem,) = found.problems
    assert told(problem) == ("t.csv", 3)
    assert "x_a" in problem.message
    assert "'high'" in problem.message


def test_many_problems_are_counted(tmp_path: Path, write: Write) -> None:
    write("t.csv", "item_id\n" + "oak\n" * 500)
    found = look(tmp_path, items="t.csv")
    assert len(found.problems) == LISTED_PROBLEMS + 1
    assert f"{499 - LISTED_PROBLEMS} more problems" in found.problems[-1].message
    assert found.problems[-1].left_out


def test_what_spoils_a_whole_table_names_its_line(tmp_path: Path, write: Write) -> None:
    for content, line, words in [
        (b"a,b\n1,2\n\xff\xfe,3\n", 3, "UTF-8"),
        (b"a,b\n1,2\n3,\x004\n", 3, "zero byte"),
        (b'a,b\n1,2\n3,"4\n5,6\n', 3, "quotation"),
        (b"a,b,a\n1,2,3\n", 1, "two times"),
        (b"a,b\n", 1, "no items"),
        (b'a,b\n1,"' + b"x" * 200_000 + b'"\n', 2, "longer than"),
    ]:
        write("t.csv", content)
        with pytest.raises(DataError, match=words) as caught:
            look(tmp_path, items="t.csv")
        assert (caught.value.file, caught.value.line) == ("t.csv", line)
        assert caught.value.remedy


def test_text_is_shown_as_text(tmp_path: Path, write: Write) -> None:
    write("t.csv", 'item_id,label\n"a\u202eb","<b>x</b>"\n"a\u202eb",y\n')
    found = look(tmp_path, items="t.csv")
    assert found.study.items[0].label == "<b>x</b>"
    assert "\u202e" not in str(found.problems[0])
    assert "\u202e" not in found.problems[0].message
    assert len(str(found.problems[0]).splitlines()) == 1


def test_a_workbook_needs_openpyxl(
    tmp_path: Path, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(excel, "_openpyxl", lambda: None)
    write("t.xlsx", b"PK\x03\x04 xl/workbook.xml")
    with pytest.raises(DataError, match=r"openpyxl is not installed.*as CSV"):
        look(tmp_path, items="t.xlsx")
    write("t.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 old")
    with pytest.raises(DataError, match="older kind"):
        look(tmp_path, items="t.xls")


def test_a_workbook(tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    sheet = book.active
    for row in [["name", "height", "late"], ["oak", 30.5, True], ["elm", 28.0, None], ["fir", 41]]:
        sheet.append(row)
    book.save(tmp_path / "t.xlsx")
    found = look(tmp_path, paths=("t.xlsx",))
    assert found.formats == {"t.xlsx": "Excel workbook"}
    assert found.study.items.ids == ("oak", "elm", "fir")
    heights = found.study.features.matrix(["height"], standardize=False)
    assert heights[:, 0].tolist() == [30.5, 28, 41]


def test_a_damaged_workbook(tmp_path: Path, write: Write) -> None:
    pytest.importorskip("openpyxl")
    write("t.xlsx", b"PK\x03\x04 xl/workbook.xml, and then nothing")
    with pytest.raises(DataError, match=r"zip archive.*CSV"):
        look(tmp_path, items="t.xlsx")
