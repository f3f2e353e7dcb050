"""``suggest --purpose``: a horizon and a criterion by one word."""

from __future__ import annotations

from pathlib import Path

import pytest

from prefstudio.study.purpose import PURPOSES
from tests.cli.words import Ask, Refuse


@pytest.mark.parametrize(("word", "horizon"), [("best", "1"), ("top:3", "3"), ("ranking", "all")])
def test_a_purpose_is_a_horizon_and_a_criterion(
    papers: Path, ask: Ask, word: str, horizon: str
) -> None:
    criterion = PURPOSES[word.partition(":")[0]].criterion
    spelled = ("--criterion", criterion, "--horizon", horizon, "--top", "3")
    assert ask("suggest", papers, "--purpose", word, "--top", "3") == ask(
        "suggest", papers, *spelled
    )


def test_an_expert_may_choose_another_criterion(papers: Path, ask: Ask) -> None:
    answer = ask("suggest", papers, "--purpose", "best", "--criterion", "bald")
    assert answer["criterion"] == "bald"


def test_no_more_places_are_sought_than_there_are_items(
    papers: Path, ask: Ask, refuse: Refuse
) -> None:
    assert ask("suggest", papers, "--purpose", "top:6")["pairs"]
    said = refuse("suggest", papers, "--purpose", "top:9", code=2)
    assert "top:9: the study has six items" in said and "up to 6, or ranking" in said
