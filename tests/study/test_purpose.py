"""Purposes: one table, what a study's settings stand for, and what each would ask."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from prefstudio.engine import ep
from prefstudio.engine.control import Control
from prefstudio.engine.criteria import CRITERIA
from prefstudio.engine.pairs import AllowedPairs
from prefstudio.engine.policy import Rules
from prefstudio.engine.posterior import Posterior
from prefstudio.study.asked_next import AskedNextRequest, NextWants, top_of
from prefstudio.study.beliefs import Belief
from prefstudio.study.briefing import Briefing, briefing_of
from prefstudio.study.chance import Purpose, generator
from prefstudio.study.comparisons import Outcome
from prefstudio.study.events import Answered, Event, TrialShown
from prefstudio.study.folder import read_study
from prefstudio.study.model import resolve
from prefstudio.study.purpose import PURPOSES, guessed_horizon, purpose_of, purpose_words
from prefstudio.study.query_request import QueryRequest
from prefstudio.study.resources import sample
from prefstudio.study.state import StudyState
from prefstudio.study.words import amount_word
from tests.study.briefings import posterior_of, random_briefing


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


def suggested(
    briefing: Briefing, posterior: Posterior, criterion: str, horizon: float
) -> tuple[int, int]:
    """The first pair of `suggest`: the criterion over what may be asked, and nothing else."""
    (best,) = CRITERIA[criterion].best(
        posterior,
        briefing.allowed,
        horizon=horizon,
        rng=generator(briefing.model.seed, Purpose.QUERY, briefing.revision),
    )
    return best.first, best.second


@pytest.mark.parametrize("rules", [Rules(holdout=1.0), Rules(queued=((0, 2), (1, 4)))])
def test_neither_a_lot_nor_the_queue_speaks_for_a_purpose(rules: Rules) -> None:
    """What they put on screen is no purpose's; a study asks it all the same."""
    briefing = replace(random_briefing(2, 6, 8, horizon=1.0), rules=rules)
    posterior = posterior_of(briefing)
    found = AskedNextRequest(briefing, Belief(posterior, None, None, briefing)).compute(Control())
    for each, horizon in zip(found.purposes, (1.0, 3.0, math.inf), strict=True):
        criterion = PURPOSES[each.key].criterion
        assert each.pair == suggested(briefing, posterior, criterion, horizon)
    asked = QueryRequest(briefing, posterior).compute(Control()).query
    anew = QueryRequest(briefing, posterior, replaces=True).compute(Control()).query
    assert asked is not None and anew is not None
    assert (anew.first, anew.second) == found.purposes[0].pair != (asked.first, asked.second)


def test_spacing_counts_as_it_does_in_the_study() -> None:
    briefing = replace(random_briefing(3, 6, 8), rules=Rules(recent=((0, 1),), gap=1))
    posterior = posterior_of(briefing)
    found = AskedNextRequest(briefing, Belief(posterior, None, None, briefing)).compute(Control())
    assert all(each.pair is not None and not {0, 1} & set(each.pair) for each in found.purposes)


@pytest.mark.parametrize("asked", [("b", "c"), ("f", "b")])
def test_a_pair_on_screen_that_none_is_better_than_is_what_would_be_asked(
    asked: tuple[str, str],
) -> None:
    """After b ≻ e two pairs are equally useful; the other one is not offered in its place."""
    state = StudyState(read_study(sample("six-papers")))
    answered = state.with_events(
        [
            Event("", "", TrialShown("t", "b", "e")),
            Event("", "", Answered("t", "b", "e", Outcome.A)),
        ]
    )
    model = replace(resolve(state.study), horizon=1.0)
    briefing = briefing_of(model, answered)
    posterior = briefing.exact_posterior(Control())
    belief = Belief(posterior, posterior, None, briefing)
    pair = model.position(asked[0]), model.position(asked[1])
    worse = model.position("a"), model.position("d")
    for revision in range(8):  # whatever the lots
        other = replace(briefing, revision=revision)
        found = AskedNextRequest(other, belief, asked=pair).compute(Control())
        assert set(found.purposes[0].pair or ()) == set(pair)
        kept = AskedNextRequest(other, belief, asked=worse).compute(Control())
        assert set(kept.purposes[0].pair or ()) != set(worse)


def test_pairs_follow_from_the_exact_posterior_once_it_is_known() -> None:
    n_other = 0
    for seed in range(8):
        briefing = random_briefing(seed, 8, 24)
        quick, model = posterior_of(briefing), briefing.model
        exact = ep.infer(model.prior, briefing.comparisons, model.scale)
        belief = Belief(quick, exact, None, briefing)
        found = AskedNextRequest(briefing, belief).compute(Control())
        for each, horizon in zip(found.purposes, (1.0, 3.0, math.inf), strict=True):
            criterion = each.rule or PURPOSES[each.key].criterion
            assert each.pair == suggested(briefing, exact, criterion, horizon)
            n_other += each.pair != suggested(briefing, quick, criterion, horizon)
    assert n_other  # so that it tells which of the two it is


def test_the_study_s_own_purpose_asks_by_the_study_s_own_rule() -> None:
    state = StudyState(read_study(sample("cars")))
    model = resolve(state.study)
    assert (model.horizon, model.criterion) == (math.inf, "expected_loss")
    briefing = briefing_of(model, state)
    posterior = briefing.exact_posterior(Control())
    belief = Belief(posterior, posterior, None, briefing)
    rows = {
        each.key: each for each in AskedNextRequest(briefing, belief).compute(Control()).purposes
    }
    own = rows["ranking"]
    assert own.pair == suggested(briefing, posterior, "expected_loss", math.inf)
    assert own.rule == "expected_loss"
    assert own.why.startswith(("By expected loss: decides", "By expected loss: checks"))
    for key, horizon in (("best", 1.0), ("top", 3.0)):
        assert rows[key].pair == suggested(briefing, posterior, "expected_loss", horizon)
        assert rows[key].rule == ""
        assert rows[key].why.startswith(("Decides", "Checks"))


def leaders_by_hand(
    briefing: Briefing, posterior: Posterior, pair: tuple[int, int], place: int
) -> int:
    """How many lead with every pair of them answered and closed, one pair at a time."""
    groups, mean = briefing.model.groups, posterior.mean
    group = [k for k in range(len(mean)) if groups is None or groups[k] == groups[pair[0]]]
    leaders = [k for k in group if 1 + sum(mean[j] > mean[k] for j in group) <= place]
    said = briefing.comparisons
    answered = {frozenset(each) for each in zip(said.first, said.second, strict=True)}
    for one, other in itertools.combinations(leaders, 2):
        if {one, other} not in answered or briefing.allowed.partners(one)[other]:
            return 0
    return len(leaders) if len(leaders) > 1 else 0


def test_a_purpose_says_when_the_pairs_of_the_leaders_are_all_answered() -> None:
    counts: Counter[int] = Counter()
    for seed in range(40):
        groups = np.arange(7) % 2 if seed % 3 == 0 else None
        briefing = random_briefing(seed, 7, 25, groups=groups, horizon=1.0)
        model = replace(briefing.model, criterion="entropy_gain")  # which asks further below, too
        said = briefing.comparisons
        pairs = [(int(a), int(b)) for a, b in zip(said.first, said.second, strict=True)]
        closed = pairs if seed % 4 else []  # every fourth study asks again
        allowed = AllowedPairs.of(7, groups, answered=closed)
        briefing = replace(briefing, model=model, allowed=allowed)
        posterior = posterior_of(briefing)
        belief = Belief(posterior, None, None, briefing)
        for each in AskedNextRequest(briefing, belief).compute(Control()).purposes:
            horizon = {"best": 1, "top": 3}.get(each.key, 7)
            if each.pair is None or each.reason is None or each.reason.place <= horizon:
                assert each.n_leaders == 0
                continue
            expected = leaders_by_hand(briefing, posterior, each.pair, each.reason.place)
            assert each.n_leaders == expected
            counts[expected] += 1
            assert (f"first {amount_word(expected)} " in each.why) == (expected > 0)
    assert counts[0] and counts[2] and counts[3]


def test_the_best_one_of_cars_says_why_it_asks_about_the_third() -> None:
    state = StudyState(read_study(sample("cars")))
    briefing = briefing_of(replace(resolve(state.study), ask_again=False), state)
    posterior = briefing.exact_posterior(Control())
    found = AskedNextRequest(briefing, Belief(posterior, posterior, None, briefing))
    best, _, _ = found.compute(Control()).purposes
    assert best.why == "Checks 3rd place; all pairs of the first three are answered."
