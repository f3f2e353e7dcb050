"""What is wrong in a folder is told in one line: where, what, and what to do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from prefstudio.engine.errors import DidNotConverge
from prefstudio.engine.inference import INFERENCES
from tests.cli.words import Refuse

ITEMS = "item_id\nelm\nash\n"


@pytest.mark.parametrize(
    ("files", "where", "words", "remedy"),
    [
        (
            {"comparisons.csv": "winner,loser\nelm,ash\nelm,asg\n"},
            "comparisons.csv line 3, column 'loser'",
            "'asg'",
            "Did you mean 'ash'?",
        ),
        (
            {"comparisons.csv": "winner,loser\nelm,elm\n"},
            "comparisons.csv line 2, column 'loser'",
            "compared with itself",
            "two different items",
        ),
        (
            {"links.csv": "source,target\nelm,oak7\n"},
            "links.csv line 2, column 'target'",
            "'oak7'",
            "Write an id of items.csv",
        ),
        (
            {"links.csv": "source,target,weight\nelm,ash,-2\n"},
            "links.csv line 2, column 'weight'",
            "-2 is below 0",
            "0 or more",
        ),
        (
            {"items.csv": "item_id,x_age\nelm,1\nash,nan\n"},
            "items.csv line 3, column 'x_age'",
            "'nan' is no finite number",
            "Mend or empty the cell",
        ),
        (
            {"items.csv": "item_id\nelm\nash\nelm\n"},
            "items.csv line 4, column 'item_id'",
            "'elm' is there already, on line 2",
            "an id of its own",
        ),
        (
            {"study.toml": '[[model.component]]\nkind = "individual"\nweight = -1\n'},
            "study.toml line 3",
            "weight is -1",
            "a number from 0 to 1,000,000",
        ),
        (
            {"study.toml": "[model]\nnosie = 1\n"},
            "study.toml line 2",
            "'nosie'",
            "Did you mean 'noise'?",
        ),
        (
            {"study.toml": '[model]\n\nnoise = "loud"\n'},
            "study.toml line 3",
            "noise is 'loud', not a number",
            "a number from 0.000001 to 1,000,000",
        ),
        ({"study.toml": "format = 2\n"}, "study.toml line 1", "format 2", "Update"),
        ({"study.toml": "format = \n"}, "study.toml line 1", "no TOML", "key = value"),
        (
            {"study.toml": '[model]\ncriterion = "bold"\n'},
            "study.toml line 2",
            "'bold'",
            "Did you mean 'bald'?",
        ),
        ({"items.csv": ""}, "items.csv", "the file is empty", "Write a first row"),
        ({"items.csv": "item_id\n"}, "items.csv line 1", "no items", "one row for each item"),
        ({"links.csv": ""}, "links.csv", "the file is empty", "delete the file"),
        ({"comparisons.csv": ""}, "comparisons.csv", "the file is empty", "delete the file"),
        ({"items.csv": None}, "items.csv", "a folder, not a file", "Put a file"),
        ({"links.csv": None}, "links.csv", "a folder, not a file", "Put a file"),
        ({"study.toml": None}, "study.toml", "a folder, not a file", "Put a file"),
        (
            {"items.csv": "item_id,role\nelm,training\nash,training\n"},
            "items.csv",
            "no row is an item to compare",
            "role item",
        ),
        (
            {"comparisons.csv": "condition_A,condition_B,outcome\nelm,ash,tie\n"},
            "comparisons.csv line 2",
            "tie",
            "tie = true",
        ),
        (
            {
                "items.csv": "item_id,group\nelm,x\nash,y\n",
                "comparisons.csv": "winner,loser\nelm,ash\n",
            },
            "comparisons.csv line 2",
            "of the group 'x'",
            "within a group only",
        ),
    ],
)
def test_bad_files(
    tmp_path: Path,
    refuse: Refuse,
    files: dict[str, str | None],
    where: str,
    words: str,
    remedy: str,
) -> None:
    for name, text in ({"items.csv": ITEMS} | files).items():
        if text is None:
            (tmp_path / name).mkdir()
        else:
            (tmp_path / name).write_text(text, encoding="utf-8")
    for command in (("fit", tmp_path), ("suggest", tmp_path), ("predict", tmp_path, "elm", "ash")):
        message = refuse(*command, "--json")
        assert message.startswith(where)
        assert words in message
        assert remedy in message.partition(words)[2]


def test_predictions_of_what_is_not_there(papers: Path, refuse: Refuse) -> None:
    message = refuse("predict", papers, "a", "zzz", "--json")
    assert str(papers) in message
    assert "no item is called 'zzz'. Name an item of items.csv." in message
    assert "a' cannot be compared with itself. Name two" in refuse("predict", papers, "a", "a")


def test_a_prediction_of_an_item_of_another_role(
    study: Callable[..., Path], refuse: Refuse
) -> None:
    folder = study("item_id,role\nelm,\nash,\noak1,training\noak2,\n")
    assert "Did you mean 'oak2'?" in refuse("predict", folder, "elm", "oak1")


def test_folders_that_are_none(tmp_path: Path, refuse: Refuse) -> None:
    gone = tmp_path / "gone"
    assert refuse("fit", gone, "--json").startswith(f"{gone}: there is no such folder. Check")
    gone.write_text("")
    assert refuse("fit", gone).startswith(f"{gone}: this is no study file. Choose")
    assert "has no items.csv. Write items.csv there" in refuse("fit", tmp_path)
    assert "cannot be read (File name too long)" in refuse("fit", tmp_path / ("x" * 3000))
    assert "\\n" in refuse("fit", tmp_path / "two\nlines")


def test_no_convergence(papers: Path, refuse: Refuse, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*given: object) -> None:
        raise DidNotConverge("expectation propagation did not settle; try inference = laplace")

    monkeypatch.setitem(INFERENCES, "ep", never)
    for words in (("fit", papers), ("suggest", papers), ("predict", papers, "a", "b")):
        assert refuse(*words, "--json").startswith("expectation propagation did not settle")
