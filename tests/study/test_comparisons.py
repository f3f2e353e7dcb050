"""Comparisons, read from comparisons.csv, and what enters a posterior."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from prefstudio.study.comparison_file import read_comparisons
from prefstudio.study.comparisons import (
    Comparison,
    Outcome,
    Phase,
    attributes_of,
    enters_posterior,
)
from prefstudio.study.items import Item, ItemSet, Role

Write = Callable[[str, str | bytes], Path]

ITEMS = ItemSet(
    [
        Item("oak-7"),
        Item("elm"),
        Item("ash", group="north"),
        Item("yew", group="north"),
        Item("bell", role=Role.CATCH_HIGH),
    ]
)
HEADER = "observer,session,scene,condition_A,condition_B,is_A_selected,outcome,strength,phase\n"


def test_the_six_names_of_pwcmp(write: Write) -> None:
    path = write(
        "comparisons.csv",
        "observer,session,scene,condition_A,condition_B,is_A_selected\n"
        "ann,s1,park,oak-7,elm,1\nann,s1,park,elm,oak-7,0\n",
    )
    extra = {"scene": "park"}
    assert read_comparisons(path, ITEMS) == (
        Comparison("oak-7", "elm", Outcome.A, participant="ann", session="s1", extra=extra),
        Comparison("elm", "oak-7", Outcome.B, participant="ann", session="s1", extra=extra),
    )


def test_the_further_columns(write: Write) -> None:
    path = write(
        "comparisons.csv",
        "condition_A,condition_B,outcome,strength,phase,attribute,is_catch,undone,rt_ms,p_A\n"
        "oak-7,elm,A,+3,repeat,warmth,0,1,812.5,0.75\n"
        "oak-7,elm,tie,0,,,,,,\n"
        "oak-7,elm,SKIP,,holdout,,1,,,\n"
        "oak-7,elm,b,−2.0,,,,,,\n"
        "oak-7,elm,timeout,,,,,,,\n",
    )
    first, tie, skip, second, timeout = read_comparisons(path, ITEMS)
    assert (first.strength, first.phase, first.attribute) == (3, Phase.REPEAT, "warmth")
    assert (first.undone, first.is_catch) == (True, False)
    assert first.extra == {"rt_ms": "812.5", "p_A": "0.75"}
    assert (tie.outcome, tie.strength, tie.phase) == (Outcome.TIE, 0, Phase.MAIN)
    assert (skip.outcome, skip.strength, skip.is_catch) == (Outcome.SKIP, None, True)
    assert (second.outcome, second.strength, second.participant) == (Outcome.B, -2, "")
    assert timeout.outcome is Outcome.TIMEOUT


def test_winners_and_losers(write: Write) -> None:
    path = write(
        "comparisons.csv", "winner,loser,n,tie\noak-7,elm,,\nelm,oak-7,12,0\nyew,ash,3,1\n"
    )
    assert read_comparisons(path, ITEMS) == (
        Comparison("oak-7", "elm", Outcome.A, participant="p1"),
        Comparison("elm", "oak-7", Outcome.A, participant="p1", count=12),
        Comparison("yew", "ash", Outcome.TIE, participant="p1", count=3),
    )


def test_practice_and_catch_items_serve_every_group(write: Write) -> None:
    path = write("comparisons.csv", "winner,loser\nash,bell\n")
    assert read_comparisons(path, ITEMS)[0].b == "bell"


@pytest.mark.parametrize(
    ("row", "words", "remedy"),
    [
        ("p,,,oak7,elm,1,,,", "no item is called 'oak7'", "Did you mean 'oak-7'?"),
        ("p,,,elm,zebra,1,,,", "no item is called 'zebra'", "an id of items.csv"),
        ("p,,,elm,,1,,,", "no item is named", "an id of items.csv"),
        ("p,,,elm,elm,1,,,", "'elm' is compared with itself", "two different items"),
        ("p,,,elm,ash,1,,,", "'elm' is of the group '', but 'ash' is of 'north'", "within a group"),
        ("p,,,oak-7,elm,1,B,,", "outcome is B, but is_A_selected is 1", "1 for A, 0 for B"),
        ("p,,,oak-7,elm,0,tie,,", "outcome is tie, but is_A_selected is 0", "empty for tie"),
        ("p,,,oak-7,elm,1,skip,,", "outcome is skip, but is_A_selected is 1", "empty for tie"),
        ("p,,,oak-7,elm,,,,", "does not tell its outcome", "A, B, tie, skip or timeout"),
        ("p,,,oak-7,elm,2,,,", "'2' is neither 1 nor 0", "Write 1 or 0."),
        ("p,,,oak-7,elm,,C,,", "'C' is none of A, B, tie", "Write one of A, B"),
        ("p,,,oak-7,elm,,tied,,", "'tied' is none of", "Did you mean 'tie'?"),
        ("p,,,oak-7,elm,,A,-1,", "strength -1 says B, but the outcome is A", "above 0 for A"),
        ("p,,,oak-7,elm,,A,0,", "strength +0 says tie, but the outcome is A", "0 for a tie"),
        ("p,,,oak-7,elm,,tie,2,", "strength +2 says A, but the outcome is tie", "0 for a tie"),
        ("p,,,oak-7,elm,,skip,1,", "the outcome is skip", "empty otherwise"),
        ("p,,,oak-7,elm,,A,4,", "'4' is no whole number of -3 to 3", "of -3 to 3"),
        ("p,,,oak-7,elm,,A,1.5,", "'1.5' is no whole number", "of -3 to 3"),
        ("p,,,oak-7,elm,,A,,mian", "'mian' is none of main", "Did you mean 'main'?"),
    ],
)
def test_errors(write: Write, refused: Callable, row: str, words: str, remedy: str) -> None:
    content = f'{HEADER}p,,"two\nlines",oak-7,elm,1,,,\n{row}\n'
    with refused("comparisons.csv", 4, words, remedy=remedy):
        read_comparisons(write("comparisons.csv", content), ITEMS)


@pytest.mark.parametrize(
    ("cells", "words", "remedy"),
    [
        ("0,", "'0' is no whole number of 1 to 1000000000", "of 1 to 1000000000"),
        ("1e300,", "'1e300' is no whole number", "of 1 to 1000000000"),
        ("many,", "'many' is no whole number", "of 1 to 1000000000"),
        (",perhaps", "'perhaps' is neither 1 nor 0", "Write 1 or 0."),
    ],
)
def test_errors_of_winners_and_losers(
    write: Write, refused: Callable, cells: str, words: str, remedy: str
) -> None:
    path = write("comparisons.csv", f"winner,loser,n,tie\nelm,oak-7,{cells}\n")
    with refused("comparisons.csv", 2, words, remedy=remedy):
        read_comparisons(path, ITEMS)


@pytest.mark.parametrize(
    "content",
    ["winner,loser,tie\nelm,oak-7,0\nelm,oak-7,1\n",
     "condition_A,condition_B,outcome\nelm,oak-7,A\nelm,oak-7,tie\n"],
)  # fmt: skip
def test_a_tie_in_a_study_that_forbids_ties(write: Write, refused: Callable, content: str) -> None:
    path = write("comparisons.csv", content)
    assert len(read_comparisons(path, ITEMS)) == 2
    with refused(
        "comparisons.csv", 3, "the study allows none", remedy="tie = true under [response]"
    ):
        read_comparisons(path, ITEMS, ties_allowed=False)


@pytest.mark.parametrize(
    ("header", "words", "remedy"),
    [
        ("condition_A,condition_B", "which of the two was better", "a column outcome"),
        ("conditionA,conditionB,outcome", "Did you mean 'conditionA'?", "condition_A"),
        ("i,j", "no columns tell the two items", "winner and loser"),
        ("winner,loser,condition_A,condition_B,outcome", "and winner, loser", "Keep one"),
    ],
)
def test_errors_of_the_header(
    write: Write, refused: Callable, header: str, words: str, remedy: str
) -> None:
    with refused("comparisons.csv", 1, words, remedy=remedy):
        read_comparisons(write("comparisons.csv", f"{header}\n"), ITEMS)


ANSWER = Comparison("oak-7", "elm", Outcome.A, participant="ann", attribute="warmth")


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({}, True),
        ({"outcome": Outcome.B}, True),
        ({"outcome": Outcome.TIE}, True),
        ({"outcome": Outcome.SKIP}, False),
        ({"outcome": Outcome.TIMEOUT}, False),
        ({"undone": True}, False),
        ({"phase": Phase.REPEAT}, True),
        ({"phase": Phase.HOLDOUT}, True),
        ({"phase": Phase.TRAINING}, False),
        ({"phase": Phase.CATCH}, False),
        ({"is_catch": True}, False),
        ({"b": "bell"}, False),
        ({"a": "bell"}, False),
        ({"participant": "bob"}, False),
    ],
)
def test_what_enters_a_posterior(change: dict[str, object], expected: bool) -> None:
    assert enters_posterior(replace(ANSWER, **change), ITEMS, {"bob"}) is expected


@pytest.mark.parametrize(
    ("participant", "attribute", "expected"),
    [
        ("ann", None, True),
        ("cid", None, False),
        (None, "warmth", True),
        (None, "width", False),
        (None, "", False),
        ("ann", "warmth", True),
    ],
)
def test_one_person_and_one_attribute(
    participant: str | None, attribute: str | None, expected: bool
) -> None:
    assert enters_posterior(ANSWER, ITEMS, (), participant, attribute) is expected


def test_a_pair_is_answered_by_a_tie_but_not_by_a_skip() -> None:
    assert replace(ANSWER, outcome=Outcome.TIE).answers_its_pair
    assert not replace(ANSWER, outcome=Outcome.SKIP).answers_its_pair
    assert not replace(ANSWER, undone=True).answers_its_pair


def test_attributes_in_their_order() -> None:
    answers = [replace(ANSWER, attribute=name) for name in ("width", "", "width", "warmth")]
    assert attributes_of(answers) == ("width", "", "warmth")


def test_reading_takes_time_by_the_row(write: Write) -> None:
    def seconds(n_rows: int) -> float:
        rows = "".join(f"p{row % 60},s,,oak-7,elm,{row % 2},,,\n" for row in range(n_rows))
        path = write(f"{n_rows}.csv", HEADER + rows)
        start = time.process_time()
        assert len(read_comparisons(path, ITEMS)) == n_rows
        return time.process_time() - start

    few, many = min(seconds(1_000) for _ in range(3)), min(seconds(10_000) for _ in range(3))
    assert many < 1.0
    assert many < 30 * max(few, 1e-3)
