"""fit, suggest and predict on studies of other shapes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from prefstudio.engine.criteria import CRITERIA
from tests.cli.words import Ask, Refuse, by_pair


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
