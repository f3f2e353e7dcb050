"""Features of items as numbers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from prefstudio.study.feature_file import features_from_table
from prefstudio.study.features import FeatureTable
from prefstudio.study.folder import read_study
from prefstudio.study.item_columns import choose_columns
from prefstudio.study.tables import read_table

Write = Callable[[str, str | bytes], Path]


def read_features(path: Path, categorical: tuple[str, ...] = ()) -> FeatureTable:
    table = read_table(path)
    return features_from_table(table, choose_columns(table, categorical), categorical)


def test_numbers_are_standardised_by_population_sd(write: Write) -> None:
    features = read_features(write("items.csv", "item_id,x_a,x_b\np,1,10\nq,2,30\nr,6,-10\n"))
    raw = np.array([[1.0, 10.0], [2.0, 30.0], [6.0, -10.0]])
    np.testing.assert_array_equal(features.matrix(standardize=False), raw)
    # By hand: a has mean 3 and variance (4 + 1 + 9)/3, b mean 10 and variance 800/3.
    expected = np.column_stack(
        [np.array([-2, -1, 3]) / np.sqrt(14 / 3), np.array([0, 20, -20]) / np.sqrt(800 / 3)]
    )
    np.testing.assert_allclose(features.matrix(), expected, rtol=1e-14)
    assert features.names == ("a", "b")
    assert features.notes() == ()


def test_columns_are_chosen_in_the_order_asked_for(write: Write) -> None:
    features = read_features(write("items.csv", "item_id,x_a,x_b\np,1,10\nq,2,30\n"))
    np.testing.assert_array_equal(features.matrix(["x_b", "a"], False), [[10, 1], [30, 2]])


def test_no_feature_at_all(write: Write) -> None:
    features = read_features(write("items.csv", "item_id,colour\np,red\nq,blue\n"))
    assert features.matrix().shape == (2, 0)


def test_an_empty_cell_takes_the_mean(write: Write) -> None:
    features = read_features(write("items.csv", "item_id,x_a\np,1\nq,\nr,5\n"))
    np.testing.assert_array_equal(features.matrix(standardize=False)[:, 0], [1, 3, 5])
    np.testing.assert_allclose(features.matrix()[:, 0], np.array([-2, 0, 2]) / np.sqrt(8 / 3))
    assert features.notes() == (
        "items.csv: the column 'x_a' has one empty cell, read as the column's mean.",
    )
    np.testing.assert_array_equal(features.column("a").missing, [False, True, False])


def test_words_become_indicators_and_an_empty_cell_one_of_its_own(write: Write) -> None:
    features = read_features(write("items.csv", "item_id,x_c\np,red\nq,\nr,blue\ns,red\n"))
    assert features.column_names() == ("c=", "c=blue", "c=red")
    expected = [[0, 0, 1], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
    np.testing.assert_array_equal(features.matrix(standardize=False), expected)
    np.testing.assert_allclose(features.matrix().mean(axis=0), 0, atol=1e-15)
    np.testing.assert_allclose(features.matrix().std(axis=0), 1)
    assert "an indicator of its own" in features.notes()[0]


@pytest.mark.parametrize("value", ["0.1", "red", ""])
def test_a_constant_column_becomes_zero_and_is_reported(write: Write, value: str) -> None:
    rows = "".join(f"i{number},{value},k\n" for number in range(7))
    features = read_features(write("items.csv", f"item_id,x_a,kept\n{rows}"))
    np.testing.assert_array_equal(features.matrix(), np.zeros((7, 1)))
    assert "is the same for every item" in features.notes()[-1]


@pytest.mark.parametrize("name", ["a", "x_a"])
def test_a_mixture_may_be_listed_as_categorical(write: Write, name: str) -> None:
    features = read_features(write("items.csv", "item_id,x_a\np,1\nq,two\nr,nan\n"), (name,))
    assert features.column("a").categories == ("1", "nan", "two")


def test_decimal_commas_are_reported(write: Write) -> None:
    features = read_features(write("items.csv", 'item_id,x_a\np,"1,5"\nq,"2,5"\n'))
    assert "decimal comma" in features.notes()[0]


def test_decimal_commas_between_semicolons_are_read(write: Write) -> None:
    features = read_features(write("items.csv", "item_id;x_a\np;1,5\nq;2\n"))
    assert features.columns[0].values[:, 0].tolist() == [1.5, 2.0]
    assert not any("comma" in note for note in features.notes())


def test_what_is_given_out_cannot_change_the_features(write: Write) -> None:
    features = read_features(write("items.csv", "item_id,x_a\np,1\nq,2\n"))
    features.matrix(standardize=False)[:] = 9
    np.testing.assert_array_equal(features.matrix(standardize=False)[:, 0], [1, 2])
    with pytest.raises(ValueError, match="read-only"):
        features.columns[0].values[0] = 9


@pytest.mark.parametrize(
    ("cells", "line", "words"),
    [
        (("1", "two", "3"), 3, "'two' is no number, but other cells here are"),
        (("one", "2", ""), 2, "'one' is no number, but"),
        (("1", "2", "nan"), 4, "'nan' is no finite number"),
        (("1", "-inf", "2"), 3, "'-inf' is no finite number"),
        (("1", "1e999", "2"), 3, "'1e999' is no finite number"),
        (("red", "blue", "NaN"), 4, "'NaN' is no finite number"),
        (("red", "blue", "3"), 4, "'3' is a number, but most cells here are words"),
        (("1", "1_000", "2"), 3, "'1_000' is no number"),
    ],
)
def test_mixtures_are_refused(
    write: Write, refused: Callable, cells: tuple[str, ...], line: int, words: str
) -> None:
    rows = "".join(f"i{number},{cell}\n" for number, cell in enumerate(cells))
    remedy = "rename the column without x_, or list it under categorical in study.toml"
    with refused("items.csv", line, "column 'x_a'", words, remedy=remedy):
        read_features(write("items.csv", f"item_id,x_a\n{rows}"))


def test_numbers_beyond_arithmetic_are_refused(write: Write, refused: Callable) -> None:
    path = write("items.csv", "item_id,x_a\np,1.7e308\nq,1.6e308\nr,-1\n")
    with refused("items.csv", None, "too large", "'x_a'", remedy="larger unit"):
        read_features(path)


def test_words_of_a_feature_whose_numbers_are_told(write: Write, refused: Callable) -> None:
    write("items.csv", "item_id,x_age\na,old\nb,new\n")
    path = write("study.toml", "[[feature]]\nname = 'age'\nmean = [1.0]\nsd = [2.0]\n")
    with refused("items.csv", None, "holds words", "x_age", remedy="[[feature]]"):
        read_study(path.parent)


def test_told_numbers_stand_for_those_of_the_items(write: Write) -> None:
    write("items.csv", "item_id,x_age,x_kind\na,5,old\nb,,\nc,1,odd\n")
    told = "[[feature]]\nname = '{}'\nmean = {}\nsd = {}\ncategories = {}\n"
    path = write(
        "study.toml",
        told.format("age", [1.0], [2.0], [])
        + told.format("x_kind", [0.5] * 2, [0.5] * 2, ["new", "old"]),
    )
    study = read_study(path.parent)
    assert study.features.matrix().tolist() == [[2.0, -1, 1], [0.0, -1, -1], [0.0, -1, -1]]
    assert study.features.columns[0].values[:, 0].tolist() == [5.0, 1.0, 1.0]
    assert any("read as none of its words" in note for note in study.notes)


def test_an_unknown_feature_is_named(write: Write, refused: Callable) -> None:
    features = read_features(write("items.csv", "item_id,x_size\np,1\nq,2\n"))
    with refused("items.csv", None, "no feature is called 'sise'", remedy="'x_size'"):
        features.matrix(["sise"])
