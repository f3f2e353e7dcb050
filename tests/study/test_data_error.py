"""The wording of errors and notes."""

from __future__ import annotations

import ast
import pickle
from pathlib import Path

import pytest

import prefstudio.study
from prefstudio.study.errors import DataError, StudyError
from prefstudio.study.store import DamagedStudyError
from prefstudio.study.words import counted, listed, nearest, quoted


def test_the_sentence_is_as_promised() -> None:
    error = DataError(
        "links.csv", "no item is called 'oak7'", line=14, remedy="Did you mean 'oak-7'?"
    )
    assert str(error) == "links.csv line 14: no item is called 'oak7'. Did you mean 'oak-7'?"
    assert isinstance(error, StudyError)


def test_a_column_is_named_after_the_line() -> None:
    error = DataError("items.csv", "'x' is no number", line=3, column="x_a", remedy="Mend it")
    assert str(error) == "items.csv line 3, column 'x_a': 'x' is no number. Mend it."


def test_whatever_the_file_holds_the_sentence_stays_one_line() -> None:
    name = quoted("x\ny\u2028\u202e")
    error = DataError("a.csv", f"no {name}", line=1, remedy="Mend\rit.")
    assert str(error) == r"a.csv line 1: no 'x\ny\u2028\u202e'. Mend\rit."


def test_a_long_name_is_cut() -> None:
    assert quoted("a" * 500) == f"'{'a' * 59}…'"


@pytest.mark.parametrize(
    ("name", "expected"),
    [("oak7", "oak-7"), ("OAK-7", "oak-7"), (" elm ", "elm"), ("E", "e"), ("zebra", None)],
)
def test_nearest(name: str, expected: str | None) -> None:
    assert nearest(name, ["oak-7", "elm", "e"]) == expected


def test_counts_are_words_to_ten() -> None:
    assert [counted(1, "cell"), counted(10, "cell"), counted(1234, "cell")] == [
        "one cell",
        "ten cells",
        "1,234 cells",
    ]
    assert listed(["a", "b", "c"]) == "a, b and c"


def test_every_raise_gives_a_remedy() -> None:
    """Every call that makes a DataError, or asks a table for one, names a remedy."""
    calls = 0
    for path in Path(prefstudio.study.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            if ast.unparse(node.func) in ("DataError", "table.error", "self.table.error"):
                calls += 1
                remedies = [word.value for word in node.keywords if word.arg == "remedy"]
                assert remedies, f"{path.name} line {node.lineno}"
                assert ast.unparse(remedies[0]) not in ("None", "''")
    assert calls > 40


@pytest.mark.parametrize("kind", [DataError, DamagedStudyError])
def test_an_error_is_the_same_after_it_was_sent_to_another_process(kind: type[DataError]) -> None:
    error = kind("links.csv", "unknown item", line=14, column="source", remedy="Mend it.")
    sent = pickle.loads(pickle.dumps(error))
    assert type(sent) is kind
    assert str(sent) == str(error)
    assert vars(sent) == vars(error)
