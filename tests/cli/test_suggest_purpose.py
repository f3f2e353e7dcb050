"""``suggest --purpose``: a horizon and a criterion by one word."""

from __future__ import annotations

from pathlib import Path

import pytest

from prefstudio.study.purpose import PURPOSES
from tests.cli.words import Ask


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
