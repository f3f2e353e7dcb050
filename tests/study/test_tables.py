"""Tables in plain text."""

from __future__ import annotations

import codecs
import csv
import io
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prefstudio.study import text_file
from prefstudio.study.tables import Table, read_table, spreadsheet_safe

Write = Callable[[str, str | bytes], Path]

# No lone surrogates and no zero: neither can stand in a file of text.
texts = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"), max_size=12)
awkward = st.sampled_from(
    [
        'say "oak"',
        "two\nlines",
        "two\r\nlines",
        "a,b;c\td",
        "👩🏽‍🔬",
        "שלום",
        "مرحبا, 7",
        "=1+1",
        "'=x",
    ]
)


def cells_of(table: Table) -> list[tuple[str, ...]]:
    return [row.cells for row in table.rows]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_every_form_reads_alike(write: Write, delimiter: str, line_end: str, encoding: str) -> None:
    lines = [["item_id", "label"], ["a", "Über 7,5"], ["b", ""]]
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=delimiter, lineterminator=line_end).writerows(lines)
    table = read_table(write("items.csv", text.getvalue().encode(encoding)))
    assert table.header == ("item_id", "label")
    assert cells_of(table) == [("a", "Über 7,5"), ("b", "")]
    assert [row.line for row in table.rows] == [2, 3]


def test_big_endian_with_its_mark(write: Write) -> None:
    content = codecs.BOM_UTF16_BE + "a,b\n1,ü\n".encode("utf-16-be")
    assert cells_of(read_table(write("t.csv", content))) == [("1", "ü")]


def test_lines_are_those_of_the_file(write: Write) -> None:
    table = read_table(write("t.csv", '\na,b\n\n1,"x\ny"\n , \n2,z'))
    assert table.header_line == 2
    assert [(row.line, row.cells[0]) for row in table.rows] == [(4, "1"), (7, "2")]


def test_a_heading_with_semicolons_and_quotes_is_one_cell(write: Write) -> None:
    lines = [
        ["participant_id", "excluded", "reason", 'u_;"'],
        ['"', "false", 'say "so", or not', ";;;"],
    ]
    text = io.StringIO()
    csv.writer(text).writerows(lines)
    table = read_table(write("participants.csv", text.getvalue()))
    assert [list(table.header), list(table.rows[0].cells)] == lines


def test_semicolons_win_over_decimal_commas(write: Write) -> None:
    table = read_table(write("t.csv", "a;b;c\n1,5;2,5;3\n"))
    assert cells_of(table) == [("1.5", "2.5", "3")]


def test_commas_of_other_columns_stay(write: Write) -> None:
    table = read_table(write("t.csv", "a;text;c\n1,5;2,5;1,2,3\nmany;2;3\n"))
    assert cells_of(table) == [("1,5", "2,5", "1,2,3"), ("many", "2", "3")]


def test_headings_are_trimmed_and_empty_ones_named(write: Write) -> None:
    table = read_table(write("t.csv", ",User ID, Age ,\n0,1,2,\n"))
    assert table.header == ("column_1", "User ID", "Age")
    assert cells_of(table) == [("0", "1", "2")]


def test_a_short_row_is_filled_up(write: Write) -> None:
    assert cells_of(read_table(write("t.csv", "a,b,c\n1\n"))) == [("1", "", "")]


@settings(deadline=None)
@given(st.lists(st.tuples(texts | awkward, texts | awkward), max_size=6))
def test_what_csv_writes_is_read_again(rows: list[tuple[str, str]]) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "t.csv"
        with path.open("w", encoding="utf-8", newline="") as file:
            # Before Python 3.13 a return is quoted only when the line terminator has one.
            writer = csv.writer(file, lineterminator="\r\n")
            writer.writerow(["item_id", "label"])
            writer.writerows([[spreadsheet_safe(cell) for cell in row] for row in rows])
        written = [row for row in rows if any(spreadsheet_safe(cell).strip() for cell in row)]
        assert cells_of(read_table(path)) == written


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@x", "\tx", "'=1", "''@x"])
def test_a_cell_a_spreadsheet_would_run_is_marked(cell: str) -> None:
    assert spreadsheet_safe(cell) == f"'{cell}"


def test_a_formula_is_plain_text_when_read(write: Write) -> None:
    assert cells_of(read_table(write("t.csv", "a,b\n=1+1,'hello\n"))) == [("=1+1", "'hello")]


def test_missing_file(tmp_path: Path, refused: Callable) -> None:
    with refused("t.csv", None, "no such file", str(tmp_path), remedy="Check the name"):
        read_table(tmp_path / "t.csv")


def test_a_name_no_file_can_have(tmp_path: Path, refused: Callable) -> None:
    with refused("t\0.csv", None, "no such file", remedy="Check the name"):
        read_table(tmp_path / "t\0.csv")


def test_folder_in_the_place_of_a_file(tmp_path: Path, refused: Callable) -> None:
    (tmp_path / "t.csv").mkdir()
    with refused("t.csv", None, "folder, not a file", remedy="Put a file of this name"):
        read_table(tmp_path / "t.csv")


@pytest.mark.parametrize(
    ("fault", "words", "remedy"),
    [
        (PermissionError(13, "Permission denied"), "may not be read", "permission to read"),
        (OSError(5, "Input/output error"), "Input/output error", "Check the disk"),
    ],
)
def test_a_file_that_cannot_be_read(
    write: Write,
    refused: Callable,
    monkeypatch: pytest.MonkeyPatch,
    fault: OSError,
    words: str,
    remedy: str,
) -> None:
    path = write("t.csv", "a\n1\n")

    def refuse(self: Path) -> bytes:
        raise fault

    monkeypatch.setattr(Path, "read_bytes", refuse)
    with refused("t.csv", None, words, remedy=remedy):
        read_table(path)


@pytest.mark.parametrize("content", ["", "\n\n", "\ufeff", " , \n"])
def test_empty_file(write: Write, refused: Callable, content: str) -> None:
    with refused("t.csv", None, "the file is empty", remedy="names of the columns"):
        read_table(write("t.csv", content))


@pytest.mark.parametrize(
    ("content", "line", "words"),
    [
        (b"a,b\n1,2\n3,\xe9t\xe9\n", 3, "byte 11 is no UTF-8 text"),
        (b"a,b\n1,\0\n", 2, "zero byte"),
        ("a,b\n1,".encode("utf-16") + b"\x00", 2, "no UTF-16 text"),
    ],
)
def test_bytes_that_are_no_text(
    write: Write, refused: Callable, content: bytes, line: int, words: str
) -> None:
    with refused("t.csv", line, words, remedy="Save the file as text in UTF-8."):
        read_table(write("t.csv", content))


def test_repeated_column(write: Write, refused: Callable) -> None:
    with refused("t.csv", 1, "'b'", "two times", remedy="Rename or delete"):
        read_table(write("t.csv", "a,b,b\n1,2,3\n"))


def test_too_many_cells(write: Write, refused: Callable) -> None:
    with refused("t.csv", 4, "four cells", "two columns", "'3' and '4'", remedy="Put quotes"):
        read_table(write("t.csv", 'a,b\n1,"x\ny"\n1,2,3,4\n'))


@pytest.mark.parametrize("cell", ['"never closed\n2,3\n', '"closed"early\n'])
def test_a_quotation_mark_left_open(write: Write, refused: Callable, cell: str) -> None:
    with refused("t.csv", 2, "quotation mark", remedy="Close it"):
        read_table(write("t.csv", f"a,b\n1,{cell}"))


def test_a_cell_that_is_too_long(write: Write, refused: Callable) -> None:
    content = f"a,b\n1,{'x' * (csv.field_size_limit() + 1)}\n"
    with refused("t.csv", 2, "131,072 characters", remedy="a file of its own"):
        read_table(write("t.csv", content))


def test_require_names_the_heading_that_was_meant(write: Write, refused: Callable) -> None:
    table = read_table(write("t.csv", "Source,target\n"))
    with refused("t.csv", 1, "no column called 'source'", remedy="Did you mean 'Source'?"):
        table.require("source", "Name it source.")


def test_a_table_out_of_all_measure_is_not_read(
    write: Callable[[str, str], Path], refused: Callable, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write("items.csv", "item_id\na\n")
    monkeypatch.setattr(text_file, "_MOST_BYTES", 9)
    with refused("items.csv", None, "larger than", remedy="Cut it into parts"):
        read_table(path)
