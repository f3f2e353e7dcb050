"""The commands: what they print, what they refuse, and how they end."""

from __future__ import annotations

import itertools
import json
import logging
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from prefstudio import __version__, cli
from prefstudio.cli import main
from prefstudio.engine.criteria import CRITERIA
from prefstudio.engine.errors import DidNotConverge
from prefstudio.engine.inference import INFERENCES
from prefstudio.study.resources import sample
from prefstudio.study.setting_table import SETTINGS

ROOT = Path(__file__).parent.parent
PAPERS = "abcdef"

Ask = Callable[..., Any]
Refuse = Callable[..., str]


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    """A copy of the six papers with the answer b ≻ e."""
    folder = tmp_path / "six papers, kopía"
    shutil.copytree(sample("six-papers"), folder)
    (folder / "comparisons.csv").write_text("winner,loser\nb,e\n")
    return folder


@pytest.fixture
def study(tmp_path: Path) -> Callable[..., Path]:
    """Make the folder of a study from its items, its settings and its tables."""

    def make(items: str, settings: str = "seed = 1\n", **tables: str) -> Path:
        folder = tmp_path / "study"
        folder.mkdir(exist_ok=True)
        files = {"items.csv": items, "study.toml": settings}
        files |= {f"{name}.csv": text for name, text in tables.items()}
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8")
        return folder

    return make


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str]) -> Ask:
    """Run a command with --json; it must print one JSON object, and nothing else anywhere."""

    def run(command: str, *words: object) -> Any:
        assert main([command, *map(str, words), "--json"]) == 0
        out, err = capsys.readouterr()
        assert err == ""
        assert out.count("\n") == 1
        return json.loads(out, parse_constant=_no_constant)

    return run


def _no_constant(name: str) -> None:
    raise AssertionError(f"{name} is not JSON")


@pytest.fixture
def read(capsys: pytest.CaptureFixture[str]) -> Callable[..., list[str]]:
    """Run a command and return the lines that a person reads."""

    def run(*words: object) -> list[str]:
        assert main([str(word) for word in words]) == 0
        out, err = capsys.readouterr()
        assert err == ""
        return out.splitlines()

    return run


@pytest.fixture
def refuse(capsys: pytest.CaptureFixture[str]) -> Refuse:
    """Run a command that must end with one line on standard error, which is returned."""

    def run(*words: object, code: int = 1) -> str:
        assert main([str(word) for word in words]) == code
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith("prefstudio: ")
        assert err.count("\n") == 1
        assert err.endswith("\n")
        assert "Traceback" not in err
        return err.removeprefix("prefstudio: ").rstrip("\n")

    return run


@pytest.fixture
def usage(capsys: pytest.CaptureFixture[str]) -> Refuse:
    """Run a command line that must be refused as such, and return what is said."""

    def run(*words: object) -> str:
        with pytest.raises(SystemExit) as ended:
            main([str(word) for word in words])
        assert ended.value.code == 2
        out, err = capsys.readouterr()
        assert out == ""
        return err

    return run


def by_pair(answer: dict[str, Any]) -> dict[str, float]:
    return {pair["a"] + pair["b"]: pair["value"] for pair in answer["pairs"]}


# The six papers


def test_fit(papers: Path, ask: Ask) -> None:
    answer = ask("fit", papers)
    assert list(answer) == [
        *("items", "mean", "sd", "sd_centred"),
        *("log_evidence", "inference", "converged", "answers"),
    ]
    assert answer["items"] == list(PAPERS)
    mean = [0.1741126855102727, 0.3482253710205453, 0, -0.1741126855102727, -0.3482253710205453, 0]
    np.testing.assert_allclose(answer["mean"], mean, rtol=0, atol=1e-10)
    variances = [0.6363514394110676, 0.5454057576442702, 1, 0.6363514394110676, 0.5454057576442702]
    np.testing.assert_allclose(np.square(answer["sd"]), [*variances, 1], rtol=0, atol=1e-10)
    assert answer["log_evidence"] == pytest.approx(np.log(0.5), abs=1e-10)
    assert (answer["inference"], answer["converged"], answer["answers"]) == ("ep", True, 1)


def test_the_centred_sd_is_that_of_a_utility_less_the_mean_of_all(papers: Path, ask: Ask) -> None:
    answer = ask("fit", papers, "--covariance")
    centring = np.identity(6) - 1 / 6
    centred = centring @ np.array(answer["covariance"]) @ centring.T
    np.testing.assert_allclose(answer["sd_centred"], np.sqrt(np.diag(centred)), rtol=1e-12)


def test_covariance(papers: Path, ask: Ask) -> None:
    answer = ask("fit", papers, "--covariance")
    assert list(answer)[3:5] == ["sd_centred", "covariance"]
    covariance = np.array(answer["covariance"])
    assert covariance.shape == (6, 6)
    np.testing.assert_array_equal(covariance, covariance.T)
    np.testing.assert_allclose(np.sqrt(np.diag(covariance)), answer["sd"], rtol=1e-12)
    expected = [0.2727028788221351, 0.5454057576442702, 0, 0.06063045451119822, 0.1212609090223964]
    np.testing.assert_allclose(covariance[1], [*expected, 0], rtol=0, atol=1e-10)


def test_a_readable_fit(papers: Path, read: Callable[..., list[str]]) -> None:
    assert read("fit", papers) == [
        "item      mean        sd",
        "a        0.174     0.798",
        "b        0.348     0.739",
        "c        0.000     1.000",
        "d       -0.174     0.798",
        "e       -0.348     0.739",
        "f        0.000     1.000",
        "one answer, inference ep",
        "log evidence -0.693",
    ]
    assert len(read("fit", papers, "--covariance", "--inference", "incremental")) == 8 + 6


@pytest.mark.parametrize("name", sorted({*INFERENCES} - {"pseudo_inputs"}))
def test_every_inference(papers: Path, ask: Ask, name: str) -> None:
    (papers / "comparisons.csv").write_text("winner,loser\nb,e\nb,f\n")
    answer = ask("fit", papers, "--inference", name)
    assert answer["inference"] == name
    assert answer["answers"] == 2
    assert (answer["log_evidence"] is None) == (name == "incremental")
    order = sorted(range(6), key=lambda item: -answer["mean"][item])
    assert "".join(PAPERS[item] for item in order) == "bacdef"


def test_the_file_names_the_inference(papers: Path, ask: Ask) -> None:
    settings = (papers / "study.toml").read_text()
    (papers / "study.toml").write_text(settings.replace('"ep"', '"laplace"'))
    answer = ask("fit", papers)
    assert answer["inference"] == "laplace"
    assert answer["mean"] == ask("fit", papers, "--inference", "laplace")["mean"]
    assert answer["mean"] != ask("fit", papers, "--inference", "ep")["mean"]


def test_suggest(papers: Path, ask: Ask) -> None:
    answer = ask("suggest", papers, "--top", 2)
    assert list(answer) == ["criterion", "pairs"]
    assert answer["criterion"] == "expected_loss"
    assert all(list(pair) == ["a", "b", "value", "p_a"] for pair in answer["pairs"])
    values = by_pair(answer)
    assert set(values) == {"bc", "bf"}
    assert values["bc"] == pytest.approx(values["bf"], rel=1e-9)
    assert values["bc"] == pytest.approx(0.2826383702377112, abs=1e-10)
    assert answer["pairs"][0]["p_a"] == pytest.approx(0.586, abs=5e-4)
    assert answer == ask("suggest", papers, "--top", 2)


def test_one_pair_unless_more_are_wanted(papers: Path, ask: Ask) -> None:
    (only,) = ask("suggest", papers)["pairs"]
    assert only == ask("suggest", papers, "--top", 2)["pairs"][0]


def test_all_pairs_best_first(papers: Path, ask: Ask) -> None:
    answer = ask("suggest", papers, "--top", 99)
    values = by_pair(answer)
    everything = {a + b for a, b in itertools.combinations(PAPERS, 2)}
    assert set(values) == everything - {"be"}
    assert list(values.values()) == sorted(values.values(), reverse=True)
    for small in ("ad", "ae", "bd"):
        assert values[small] < values["bc"]
    assert values["cf"] < values["bc"]


def test_the_horizon(papers: Path, ask: Ask) -> None:
    whole = ask("suggest", papers, "--horizon", "all")
    assert list(by_pair(whole)) == ["cf"]
    assert by_pair(whole)["cf"] == pytest.approx(1.0, abs=1e-10)
    assert set(by_pair(ask("suggest", papers, "--horizon", "3", "--top", "2"))) == {"bc", "bf"}
    assert ask("suggest", papers, "--horizon", "inf") == whole
    settings = (papers / "study.toml").read_text()
    (papers / "study.toml").write_text(settings.replace("horizon = 1", 'horizon = "all"'))
    assert ask("suggest", papers) == whole


@pytest.mark.parametrize("name", CRITERIA)
def test_every_criterion(papers: Path, ask: Ask, name: str) -> None:
    answer = ask("suggest", papers, "--criterion", name, "--top", 3)
    assert answer["criterion"] == name
    assert len(answer["pairs"]) == 3
    for pair in answer["pairs"]:
        assert PAPERS.index(pair["a"]) < PAPERS.index(pair["b"])
        assert pair["a"] + pair["b"] != "be"
        prediction = ask("predict", papers, pair["a"], pair["b"])
        assert pair["p_a"] == pytest.approx(prediction["p_a"], abs=1e-12)


def test_an_infinite_value_is_null(papers: Path, ask: Ask, read: Callable[..., list[str]]) -> None:
    words = ("suggest", papers, "--criterion", "variance_ratio", "--top", 2)
    first, second = ask(*words)["pairs"]
    assert first == {"a": "c", "b": "f", "value": None, "p_a": 0.5}
    assert second["value"] > 0
    assert read(*words)[0] == "c or f?  variance_ratio infinite, 50 % for c"


def test_a_readable_suggestion(papers: Path, read: Callable[..., list[str]]) -> None:
    lines = read("suggest", papers, "--top", 2)
    assert set(lines) == {
        "b or c?  expected_loss 0.2826, 59 % for b",
        "b or f?  expected_loss 0.2826, 59 % for b",
    }


def test_predict(papers: Path, ask: Ask, read: Callable[..., list[str]]) -> None:
    answer = ask("predict", papers, "e", "b")
    assert list(answer) == ["a", "b", "p_a", "p_b", "p_tie"]
    assert (answer["a"], answer["b"], answer["p_tie"]) == ("e", "b", 0.0)
    assert answer["p_a"] + answer["p_b"] == pytest.approx(1, abs=1e-15)
    turned = ask("predict", papers, "b", "e")
    assert (turned["p_a"], turned["p_b"]) == (answer["p_b"], answer["p_a"])
    # b and e differ by 0.69645 with a variance of 2 (0.54541 − 0.12126), and the noise is 1:
    # Φ(0.69645/√1.84829) = Φ(0.51228).
    assert answer["p_b"] == pytest.approx(0.69577, abs=1e-5)
    assert read("predict", papers, "e", "b") == ["e wins: 30.4 %", "b wins: 69.6 %"]


def test_predict_with_ties(
    study: Callable[..., Path], ask: Ask, read: Callable[..., list[str]]
) -> None:
    folder = study(
        "item_id\na\nb\n",
        "[model]\ntie_width = 0.002\n[response]\ntie = true\n[[model.component]]\n"
        'kind = "individual"\n',
    )
    answer = ask("predict", folder, "a", "b")
    # d ~ N(0, 2) and noise 1: P(|y| < 0.002) = 0.004 N(0)/√3, but for terms of 1e-6 of it.
    assert answer["p_tie"] == pytest.approx(0.004 / np.sqrt(2 * np.pi * 3), rel=1e-5)
    assert answer["p_a"] + answer["p_b"] + answer["p_tie"] == pytest.approx(1, abs=1e-12)
    assert read("predict", folder, "a", "b")[2] == "tie: 0.1 %"


def test_a_rare_tie_keeps_its_digits(study: Callable[..., Path], ask: Ask) -> None:
    """What is left of 1 after both wins would hold six digits of it."""
    folder = study(
        "item_id\na\nb\n",
        "[model]\ntie_width = 0.001\n[response]\ntie = true\n[[model.component]]\n"
        'kind = "individual"\nweight = 1000\n',
    )
    expected = 0.002 / np.sqrt(2 * np.pi * (2e6 + 1))
    assert ask("predict", folder, "a", "b")["p_tie"] == pytest.approx(expected, rel=1e-12, abs=0)


def test_no_minus_before_a_zero(study: Callable[..., Path], read: Callable[..., list[str]]) -> None:
    settings = '[[model.component]]\nkind = "individual"\nweight = 0.01\n'
    folder = study("item_id\na\nb\n", settings, comparisons="winner,loser\na,b\n")
    assert read("fit", folder)[2] == "b        0.000     0.010"


def test_numbers_are_printed_in_full(papers: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["fit", str(papers), "--json"])
    out = capsys.readouterr().out
    assert "0.34822537102054" in out
    assert "NaN" not in out


def test_tables_of_choices_agree() -> None:
    assert set(SETTINGS["model.criterion"].choices) == set(CRITERIA)
    assert set(SETTINGS["model.inference"].choices) == {*INFERENCES, "pseudo_inputs"}


def test_an_inference_that_is_not_there_yet(
    papers: Path, ask: Ask, refuse: Refuse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(INFERENCES, "pseudo_inputs", raising=False)
    settings = (papers / "study.toml").read_text()
    (papers / "study.toml").write_text(settings.replace('"ep"', '"pseudo_inputs"'))
    for words in (("fit", papers), ("suggest", papers), ("predict", papers, "a", "b")):
        message = refuse(*words, "--json")
        assert message.startswith("study.toml line 8: ")
        assert "'pseudo_inputs'" in message
        assert "Use one of incremental, ep, laplace." in message
    assert ask("fit", papers, "--inference", "ep")["inference"] == "ep"


def test_pseudo_inputs_cannot_see_links(papers: Path, refuse: Refuse) -> None:
    settings = (papers / "study.toml").read_text()
    (papers / "study.toml").write_text(settings.replace('"ep"', '"pseudo_inputs"'))
    message = refuse("fit", papers, "--json")
    assert "pseudo" in message
    assert "laplace" in message


# Studies of other shapes


def test_one_item(study: Callable[..., Path], ask: Ask, read: Callable[..., list[str]]) -> None:
    folder = study("item_id\nelm\n")
    assert ask("fit", folder)["sd"] == [1.0]
    for name in CRITERIA:
        answer = ask("suggest", folder, "--criterion", name)
        assert answer == {
            "criterion": name,
            "pairs": [],
            "reason": "There is only one item, so there is nothing to compare.",
        }
    assert read("suggest", folder) == [answer["reason"]]


def test_every_group_has_one_item(study: Callable[..., Path], ask: Ask) -> None:
    answer = ask("suggest", study("item_id,group\nelm,x\nash,y\n"))
    assert answer["pairs"] == []
    assert answer["reason"].startswith("Each group has only one item")


def test_only_pairs_within_a_group_are_asked(study: Callable[..., Path], ask: Ask) -> None:
    folder = study("item_id,group\na,x\nb,y\nc,x\nd,y\ne,z\n")
    assert set(by_pair(ask("suggest", folder, "--top", 9))) == {"ac", "bd"}
    answer = ask("fit", folder)
    np.testing.assert_allclose(answer["sd_centred"], [*[np.sqrt(0.5)] * 4, 0], atol=1e-12)


ALL_ANSWERED = "winner,loser\na,b\nc,a\nc,b\n"


def test_every_pair_is_answered(study: Callable[..., Path], ask: Ask) -> None:
    folder = study("item_id\na\nb\nc\n", comparisons=ALL_ANSWERED)
    answer = ask("suggest", folder)
    assert list(answer) == ["criterion", "pairs", "reason"]
    assert answer["pairs"] == []
    assert "ask_again = true" in answer["reason"]
    again = study("item_id\na\nb\nc\n", "[model]\nask_again = true\n")
    assert len(ask("suggest", again, "--top", 9)["pairs"]) == 3


def test_pairs_that_cannot_differ(study: Callable[..., Path], ask: Ask) -> None:
    settings = '[[model.component]]\nkind = "individual"\nweight = 0\n'
    answer = ask("suggest", study("item_id\na\nb\n", settings))
    assert answer["pairs"] == []
    assert "differ" in answer["reason"]
    assert "ask_again" not in answer["reason"]


def test_what_counts_as_answered(study: Callable[..., Path], ask: Ask) -> None:
    folder = study(
        "item_id\na\nb\nc\nd\n",
        "[response]\ntie = true\n",
        comparisons="condition_A,condition_B,outcome,undone\n"
        "b,a,tie,\nc,a,A,1\nd,a,skip,\nb,c,timeout,\nd,b,B,\n",
    )
    assert set(by_pair(ask("suggest", folder, "--top", 9))) == {"ac", "ad", "bc", "cd"}
    assert ask("fit", folder)["answers"] == 2


WHO = "observer,condition_A,condition_B,outcome,attribute\n"


def test_participants(study: Callable[..., Path], ask: Ask, refuse: Refuse) -> None:
    folder = study(
        "item_id\na\nb\nc\n",
        comparisons=f"{WHO}ann,a,b,A,\nbob,b,c,A,\n",
        participants="participant_id,excluded\nann,0\nbob,1\neve,0\n",
    )
    assert ask("fit", folder)["answers"] == 1
    assert ask("fit", folder, "--participant", "ann")["answers"] == 1
    assert ask("fit", folder, "--participant", "eve")["answers"] == 0
    assert ask("fit", folder, "--participant", "bob")["answers"] == 0
    asked = ask("suggest", folder, "--participant", "ann", "--top", 9)
    assert set(by_pair(asked)) == {"ac", "bc"}
    message = refuse("fit", folder, "--participant", "anne", "--json")
    assert "no participant called 'anne'. Did you mean 'ann'?" in message


def test_attributes(study: Callable[..., Path], ask: Ask, refuse: Refuse) -> None:
    folder = study("item_id\na\nb\nc\n", comparisons=f"{WHO}ann,a,b,A,warmth\nann,b,c,A,depth\n")
    for words in (("fit", folder), ("suggest", folder), ("predict", folder, "a", "b")):
        assert "Say which with --attribute NAME." in refuse(*words)
        ask(*words, "--attribute", "warmth")
    warm = ask("fit", folder, "--attribute", "warmth")
    assert warm["answers"] == 1
    assert warm["mean"][2] == 0.0
    asked = ask("suggest", folder, "--attribute", "warmth", "--top", 9)
    assert set(by_pair(asked)) == {"ac", "bc"}
    assert "Did you mean 'depth'?" in refuse("fit", folder, "--attribute", "dept")


def test_zero_links(papers: Path, study: Callable[..., Path], ask: Ask, refuse: Refuse) -> None:
    folder = study("item_id\na\nb\n", links="source,target\n")
    assert ask("fit", folder, "--covariance")["covariance"] == [[1.0, 0.0], [0.0, 1.0]]
    (papers / "links.csv").unlink()
    message = refuse("fit", papers)
    assert message.startswith("study.toml line 12: a links component needs links")


def test_an_empty_settings_file_means_all_defaults(study: Callable[..., Path], ask: Ask) -> None:
    folder = study("item_id\na\nb\n", "", comparisons="winner,loser\na,b\n")
    answer = ask("fit", folder)
    (folder / "study.toml").unlink()
    assert ask("fit", folder) == answer
    # Section 2 with v = 2, q² = 3, r = √(2/π): the winner gains r/√3.
    assert answer["mean"][0] == pytest.approx(np.sqrt(2 / np.pi / 3), rel=1e-12)


def test_duplicate_answers_count_as_often_as_they_are_there(
    study: Callable[..., Path], ask: Ask
) -> None:
    rows = study("item_id\na\nb\n", comparisons="winner,loser\na,b\na,b\na,b\n")
    one_by_one = ask("fit", rows)
    counted = study("item_id\na\nb\n", comparisons="winner,loser,n\na,b,3\n")
    assert ask("fit", counted) == one_by_one
    assert one_by_one["answers"] == 3


@pytest.mark.parametrize("name", ["ep", "laplace"])
def test_contradictory_answers_leave_the_means_equal(
    study: Callable[..., Path], ask: Ask, name: str
) -> None:
    folder = study("item_id\na\nb\nc\n", comparisons="winner,loser\na,b\nb,a\n")
    answer = ask("fit", folder, "--inference", name)
    np.testing.assert_allclose(answer["mean"], 0, atol=1e-10)
    assert answer["sd"][0] < 1
    assert answer["sd"][2] == pytest.approx(1)


def test_names_of_all_alphabets(
    study: Callable[..., Path], ask: Ask, read: Callable[..., list[str]]
) -> None:
    folder = study('item_id\nÄpfel & Birnen\n苹果\n"two\nlines"\n🍐\n')
    folder = folder.rename(folder.with_name("études, 研究 ☂"))
    assert ask("fit", folder)["items"] == ["Äpfel & Birnen", "苹果", "two\nlines", "🍐"]
    answer = ask("predict", folder, "苹果", "Äpfel & Birnen")
    assert (answer["a"], answer["b"]) == ("苹果", "Äpfel & Birnen")
    lines = read("fit", folder)
    assert [line.split("  ")[0] for line in lines[1:5]][2:] == ["two\\nlines", "🍐"]
    assert len(lines) == 1 + 4 + 2


# Bad input

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
    assert refuse("fit", gone).startswith(f"{gone}: this is a file, not the folder")
    assert "has no items.csv. Write items.csv there" in refuse("fit", tmp_path)
    assert "cannot be read (File name too long)" in refuse("fit", tmp_path / ("x" * 3000))
    assert "\\n" in refuse("fit", tmp_path / "two\nlines")


def test_no_convergence(papers: Path, refuse: Refuse, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*given: object) -> None:
        raise DidNotConverge("expectation propagation did not settle; try inference = laplace")

    monkeypatch.setitem(INFERENCES, "ep", never)
    for words in (("fit", papers), ("suggest", papers), ("predict", papers, "a", "b")):
        assert refuse(*words, "--json").startswith("expectation propagation did not settle")


# Command lines


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["fit", "x", "--jsno"], "--jsno"),
        (["fit"], "STUDY"),
        (["fit", "x", "--inference", "magic"], "'magic' (choose from"),
        (["suggest", "x", "--criterion", "magic"], "'magic' (choose from"),
        (["suggest", "x", "--top", "0"], "argument --top: give a whole number from 1 on"),
        (["suggest", "x", "--top", "1.5"], "argument --top: give a whole number from 1 on"),
        (["suggest", "x", "--top", "-2"], "argument --top: give a whole number from 1 on"),
        (["suggest", "x", "--horizon", "-1"], "argument --horizon: give a positive number, or all"),
        (["suggest", "x", "--horizon", "0"], "argument --horizon: give a positive number, or all"),
        (["suggest", "x", "--horizon", "nan"], "give a positive number, or all"),
        (["suggest", "x", "--horizon", "most"], "give a positive number, or all"),
        (["predict", "x", "a"], "B"),
        (["predict", "x", "a", "b", "c"], "c"),
        (["--jsno"], "COMMAND"),
    ],
)
def test_usage(usage: Refuse, words: list[str], said: str) -> None:
    message = usage(*words)
    assert said in message
    assert "Traceback" not in message
    # The name of a function, such as _positive, is nothing to a person.
    assert " _" not in message.partition("error:")[2]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["fti", "x"], "no command is called 'fti'. Did you mean 'fit'?"),
        (["sugest"], "no command is called 'sugest'. Did you mean 'suggest'?"),
        (["zzzz", "x"], "no command is called 'zzzz'. See prefstudio --help."),
    ],
)
def test_unknown_commands(refuse: Refuse, words: list[str], said: str) -> None:
    assert refuse(*words, code=2) == said


def test_a_path_alone_opens_the_window(
    papers: Path, monkeypatch: pytest.MonkeyPatch, refuse: Refuse
) -> None:
    opened: list[Path | None] = []

    class Window:
        @staticmethod
        def open_window(path: Path | None) -> int:
            opened.append(path)
            cli.read_study(path or papers)
            return 7

    monkeypatch.setitem(sys.modules, "prefstudio.studio.app", Window)
    near = papers.with_name("fitt")
    papers.rename(near)
    assert main([str(near)]) == 7
    monkeypatch.chdir(near.parent)
    assert main(["fitt"]) == 7
    assert opened == [near, Path("fitt")]
    assert "there is no such folder" in refuse("nowhere-at-all")


def test_a_window_that_cannot_be_loaded(monkeypatch: pytest.MonkeyPatch, refuse: Refuse) -> None:
    monkeypatch.setitem(sys.modules, "prefstudio.studio.app", None)
    assert refuse(code=2).startswith("the window needs what is not installed here")


@pytest.mark.parametrize("words", [["--help"], ["-h"], ["fit", "--help"]])
def test_help(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 0
    out = capsys.readouterr().out
    assert out.startswith("usage: prefstudio")
    assert ("--covariance" in out) == (words[0] == "fit")


# Faults of the program


def test_a_fault_of_the_program(
    prefstudio_home: Path, refuse: Refuse, monkeypatch: pytest.MonkeyPatch
) -> None:
    def faulty(options: object) -> dict[str, Any]:
        raise ZeroDivisionError("a slip in\nthe program")

    monkeypatch.setitem(cli.COMMANDS, "fit", faulty)
    log = prefstudio_home / "prefstudio.log"
    for times in (1, 2):
        message = refuse("fit", "anything", "--json", code=3)
        assert "fault of the program" in message
        assert message.endswith(str(log))
        text = log.read_text(encoding="utf-8")
        assert text.count("Traceback (most recent call last)") == times
        assert text.count("in faulty") == times
    assert logging.getLogger("prefstudio.cli").handlers == []
    assert logging.getLogger("prefstudio.cli").propagate


def test_a_fault_while_there_is_no_place_for_a_log(
    tmp_path: Path, refuse: Refuse, monkeypatch: pytest.MonkeyPatch
) -> None:
    def faulty(options: object) -> dict[str, Any]:
        raise ZeroDivisionError("a slip")

    (tmp_path / "file").write_text("")
    monkeypatch.setenv("PREFSTUDIO_HOME", str(tmp_path / "file" / "home"))
    monkeypatch.setitem(cli.COMMANDS, "fit", faulty)
    message = refuse("fit", "anything", code=3)
    assert "ZeroDivisionError: a slip" in message
    assert "log cannot be written" in message


def test_an_answer_that_is_no_number_is_a_fault(
    papers: Path, refuse: Refuse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(cli.COMMANDS, "fit", lambda options: {"mean": [float("nan")]})
    assert "fault of the program" in refuse("fit", papers, "--json", code=3)


def test_too_little_memory(refuse: Refuse, monkeypatch: pytest.MonkeyPatch) -> None:
    def greedy(options: object) -> dict[str, Any]:
        raise MemoryError

    monkeypatch.setitem(cli.COMMANDS, "fit", greedy)
    assert "not enough memory" in refuse("fit", "anything", code=2)


# As a process


def run(*words: object, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "prefstudio", *map(str, words)],
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        timeout=60,
    )


def test_version_as_a_process() -> None:
    done = run("--version")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().split() == ["prefstudio", __version__]


def test_an_exit_code_as_a_process(tmp_path: Path) -> None:
    done = run("fit", tmp_path, "--json")
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONIOENCODING": "ascii"},
        {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    ],
)
def test_any_encoding_of_standard_output(
    study: Callable[..., Path], environment: dict[str, str]
) -> None:
    folder = study("item_id\nÄpfel\n苹果\n")
    done = run("fit", folder, "--json", **environment)
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout.decode())["items"] == ["Äpfel", "苹果"]
    assert done.stdout.isascii()
    done = run("fit", folder, **environment)
    assert (done.returncode, done.stderr) == (0, b"")
    assert len(done.stdout.splitlines()) == 5


def test_a_reader_that_stops_early(papers: Path) -> None:
    """The pipe is closed before the program writes, which `| head -1` does by luck only."""
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as pipe:
        done = subprocess.run(
            [sys.executable, "-m", "prefstudio", "fit", str(papers)],
            cwd=ROOT,
            stdout=pipe,
            stderr=subprocess.PIPE,
            timeout=60,
        )
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full here")
def test_a_disk_that_is_full(papers: Path) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "prefstudio", "fit", str(papers), "--json"],
            cwd=ROOT,
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=60,
        )
    assert done.returncode == 2
    assert done.stderr.startswith(b"prefstudio: the answer cannot be written")
    assert done.stderr.count(b"\n") == 1
