"""Purposes: one table, what a study's settings stand for, and what each would ask."""

from __future__ import annotations

import math

import pytest

from prefstudio.engine.control import Control
from prefstudio.engine.criteria import CRITERIA
from prefstudio.study.asked_next import AskedNextRequest, NextWants, top_of
from prefstudio.study.beliefs import Belief
from prefstudio.study.briefing import briefing_of
from prefstudio.study.chance import Purpose, generator
from prefstudio.study.folder import read_study
from prefstudio.study.model import resolve
from prefstudio.study.purpose import PURPOSES, guessed_horizon, purpose_of, purpose_words
from prefstudio.study.resources import sample
from prefstudio.study.state import StudyState


def test_the_table() -> None:
    assert list(PURPOSES) == ["best", "top", "ranking"]
    assert {each.criterion for each in PURPOSES.values()} <= set(CRITERIA)
    for key in ("best", "top"):
        assert PURPOSES[key].criterion == "expected_loss"
    assert [purpose_of(h).key for h in (1.0, 2.0, 7.0, math.inf)] == [
        "best",
        "top",
        "top",
        "ranking",
    ]


def test_words() -> None:
    assert purpose_words(1.0, "expected_loss") == "the best one"
    assert purpose_words(7.0, "expected_loss") == "the top 7"
    assert purpose_words(7.0, "bald") == "the top 7, by BALD"
    assert purpose_words(math.inf, PURPOSES["ranking"].criterion) == "the whole ranking"
    words = "the whole ranking, by variance ratio"
    assert purpose_words(math.inf, "variance_ratio") == words


def test_a_guess_for_new_studies() -> None:
    assert guessed_horizon(12) == math.inf
    assert purpose_of(guessed_horizon(1000)).key == "top"


@pytest.mark.parametrize("name", ["six-papers", "research-papers"])
def test_each_asks_what_its_criterion_likes_best(name: str) -> None:
    state = StudyState(read_study(sample(name)))
    model = resolve(state.study)
    briefing = briefing_of(model, state)
    posterior = briefing.exact_posterior(Control())
    belief = Belief(posterior, posterior, None, briefing)
    found = AskedNextRequest(briefing, belief, NextWants.CRITERIA).compute(Control())
    assert found.top == top_of(model.horizon) == (20.0 if name == "research-papers" else 3.0)
    horizons = {"best": 1.0, "top": found.top, "ranking": math.inf}
    asked = [(each, PURPOSES[each.key].criterion, horizons[each.key]) for each in found.purposes]
    asked += [(each, each.key, model.horizon) for each in found.criteria]
    assert len(asked) == len(PURPOSES) + len(CRITERIA)
    for would_ask, criterion, horizon in asked:
        (best,) = CRITERIA[criterion].best(
            posterior,
            briefing.allowed,
            horizon=horizon,
            rng=generator(model.seed, Purpose.QUERY, briefing.revision),
        )
        assert would_ask.pair == (best.first, best.second)
