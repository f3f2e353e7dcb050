"""Comparisons of other programs, and queries with their documents."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest

from prefstudio.study.comparisons import Outcome
from prefstudio.study.errors import DataError
from prefstudio.study.importers.plan import ImportPreview
from tests.study.importers.examples import (
    BARE_MATRIX,
    CHOIX_JSON,
    ITEMS_CSV,
    LETOR,
    PWCMP_CSV,
    WIN_MATRIX,
    WINNERS_CSV,
    look,
    posterior,
)

Write = Callable[[str, str | bytes], Path]
WINS = {("oak", "elm", 3), ("oak", "fir", 1), ("elm", "oak", 2), ("fir", "elm", 4)}


def wins(found: ImportPreview) -> set[tuple[str, str, int]]:
    return {(row.a, row.b, row.count) for row in found.study.comparisons}


def with_items(tmp_path: Path, write: Write, content: str) -> ImportPreview:
    write("t.csv", ITEMS_CSV)
    write("c.dat", content)
    return look(tmp_path, items="t.csv", comparisons=("c.dat",))


def test_winners_and_losers(tmp_path: Path, write: Write) -> None:
    found = with_items(tmp_path, write, WINNERS_CSV)
    assert wins(found) == {("oak", "elm", 3), ("fir", "elm", 1)}
    assert found.comparisons == 4
    assert found.study.comparisons[1].outcome is Outcome.TIE
    assert found.study.settings.response.tie
    assert any("ties" in guess for guess in found.guessed)
    assert posterior(found.study).mean[0] > posterior(found.study).mean[1]


def test_pwcmp(tmp_path: Path, write: Write) -> None:
    found = with_items(tmp_path, write, PWCMP_CSV)
    assert [row.outcome for row in found.study.comparisons] == [Outcome.A, Outcome.B, Outcome.A]
    assert [row.participant for row in found.study.comparisons] == ["ann", "ann", "bob"]
    assert any("two scenes" in guess for guess in found.guessed)


def test_our_own_with_strengths(tmp_path: Path, write: Write) -> None:
    found = with_items(
        tmp_path, write, "condition_A,condition_B,outcome,strength\noak,elm,A,2\nelm,fir,B,-1\n"
    )
    assert found.study.settings.response.scale == "strength7"
    assert posterior(found.study).mean[0] > 0


def test_choix_positions(tmp_path: Path, write: Write) -> None:
    found = with_items(tmp_path, write, CHOIX_JSON)
    assert [(row.a, row.b) for row in found.study.comparisons] == [
        ("oak", "elm"), ("fir", "elm"), ("oak", "fir"),
    ]  # fmt: skip
    assert any("counted from 0" in guess for guess in found.guessed)


def test_choix_with_ids_of_its_own(tmp_path: Path, write: Write) -> None:
    write("c.json", '{"items": ["yew", "ash"], "comparisons": [[1, 0], [1, 0]]}')
    found = look(tmp_path, paths=("c.json",))
    assert found.study.items.ids == ("yew", "ash")
    assert [(row.a, row.b) for row in found.study.comparisons] == [("ash", "yew")] * 2
    write("c.json", '[["yew", "ash"],\n["ash", "oak"]]')
    assert look(tmp_path, paths=("c.json",)).study.items.ids == ("yew", "ash", "oak")


def test_choix_entries_that_are_no_pairs(tmp_path: Path, write: Write) -> None:
    found = with_items(tmp_path, write, '[["oak", "elm"],\n["oak"],\n["oak", "oak"],\n["oak","x"]]')
    assert sorted(problem.line or 0 for problem in found.problems) == [2, 3, 4]
    assert len(found.study.comparisons) == 1


def test_choix_speaks_of_more_items_than_there_are(tmp_path: Path, write: Write) -> None:
    with pytest.raises(DataError, match=r"c\.dat: it speaks of 8 items, but there are 3"):
        with_items(tmp_path, write, "[[0, 7]]")


@pytest.mark.parametrize("content", [WIN_MATRIX, BARE_MATRIX, WIN_MATRIX.replace(",", ";")])
def test_a_win_matrix_stays_counts(tmp_path: Path, write: Write, content: str) -> None:
    found = with_items(tmp_path, write, content)
    assert wins(found) == WINS
    assert len(found.study.comparisons) == 4
    assert found.comparisons == 10
    mean = posterior(found.study).mean
    assert mean[0] > mean[1]


def test_cells_of_a_win_matrix_that_are_no_wins(tmp_path: Path, write: Write) -> None:
    found = with_items(tmp_path, write, ",oak,elm,fir\noak,1,3,1\nelm,-2,0,0.5\nfir,0,1e30,\n")
    assert wins(found) == {("oak", "elm", 3), ("oak", "fir", 1)}
    assert sorted(problem.line or 0 for problem in found.problems) == [2, 3, 3, 4]


def test_a_count_beyond_all_measure_is_told(tmp_path: Path, write: Write) -> None:
    found = with_items(tmp_path, write, "winner,loser,n\noak,elm,1e300\noak,elm,2\n")
    assert wins(found) == {("oak", "elm", 2)}
    assert [problem.line for problem in found.problems] == [2]


def test_rows_that_disagree_are_told_with_their_lines(tmp_path: Path, write: Write) -> None:
    found = with_items(
        tmp_path,
        write,
        "condition_A,condition_B,outcome,is_A_selected\noak,elm,A,1\noak,elm,A,0\noak,oak,A,\n"
        "oak,elms,B,\n",
    )
    assert [(problem.line, problem.left_out) for problem in found.problems] == [
        (3, True), (4, True), (5, True),
    ]  # fmt: skip
    assert "Did you mean 'elm'?" in found.problems[2].way_on


def test_a_table_that_compares_nothing(tmp_path: Path, write: Write) -> None:
    with pytest.raises(DataError, match=r"c\.dat line 1: no columns tell"):
        with_items(tmp_path, write, "left,right,better\noak,elm,left\n")


@pytest.mark.parametrize("content", [LETOR.encode(), gzip.compress(LETOR.encode())])
def test_letor(tmp_path: Path, write: Write, content: bytes) -> None:
    write("l.txt", content)
    found = look(tmp_path, paths=("l.txt",), query="8")
    assert found.queries == ("7", "8")
    assert found.study.items.ids == ("D81", "D82", "D83", "D84")
    assert [item.truth for item in found.study.items] == [1, 2, 0, 1]
    matrix = found.study.features.matrix(standardize=False)
    assert matrix[1].tolist() == [2.5, 16, -0.2]
    assert posterior(found.study).sd.min() > 0


def test_letor_takes_the_first_query_and_says_so(tmp_path: Path, write: Write) -> None:
    write("l.txt", LETOR)
    found = look(tmp_path, paths=("l.txt",))
    assert found.study.items.ids[0] == "D71"
    assert any("two queries" in guess and "--query" in guess for guess in found.guessed)
    with pytest.raises(DataError, match=r"l\.txt: there is no query '9'"):
        look(tmp_path, paths=("l.txt",), query="9")


def test_lines_of_letor_that_make_no_sense(tmp_path: Path, write: Write) -> None:
    write("l.txt", LETOR.replace("2:14", "2:x").replace("3 qid", "3 qd") + "nonsense\n")
    found = look(tmp_path, paths=("l.txt",), query="7")
    assert [problem.line for problem in found.problems] == [2, 9]
    assert found.items == 3


def test_an_absent_feature_of_letor_is_zero(tmp_path: Path, write: Write) -> None:
    write("l.txt", "1 qid:1 1:2 3:4 # a note\n0 qid:1 2:5\n")
    found = look(tmp_path, paths=("l.txt",))
    assert found.study.features.matrix(standardize=False).tolist() == [[2, 0, 4], [0, 5, 0]]
    assert found.study.items.ids == ("line 1", "line 2")
