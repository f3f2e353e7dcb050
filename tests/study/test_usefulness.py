"""How useful the pair on screen is, against matrices of all pairs."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest

from prefstudio.engine import ep
from prefstudio.engine.control import Control
from prefstudio.engine.criteria import CRITERIA
from prefstudio.engine.pairs import AllowedPairs
from prefstudio.engine.policy import Rules
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.prior import Prior
from prefstudio.study.beliefs import Belief
from prefstudio.study.briefing import Briefing
from prefstudio.study.events import Policy, TrialShown
from prefstudio.study.query import query_of, trial_of
from prefstudio.study.usefulness import Usefulness, usefulness_of
from tests.study.briefings import posterior_of, random_briefing

GROUPS = np.array([0, 1, 0, 1, 0, 0, 1])
PAIRS_OF_SIX = list(itertools.combinations(range(6), 2))
CHOOSING = [name for name in CRITERIA if name != "random"]


def usefulness(briefing: Briefing, pair: tuple[int, int], **trial: object) -> Usefulness:
    told = {"policy": Policy.CRITERION, "criterion": briefing.model.criterion} | trial
    shown = TrialShown("t", "x", "y", **told)  # type: ignore[arg-type]
    return usefulness_of(briefing, Belief(posterior_of(briefing)), shown, pair, Control())


def independent(briefing: Briefing) -> Briefing:
    prior = Prior.of_matrix(np.eye(len(briefing.model.item_ids)))
    return replace(briefing, model=replace(briefing.model, prior=prior))


@pytest.mark.parametrize("criterion", CHOOSING)
@pytest.mark.parametrize("horizon", [1.0, 3.0, math.inf])
@pytest.mark.parametrize("groups", [None, GROUPS])
@pytest.mark.parametrize("is_independent", [True, False])
def test_a_pair_is_one_of_the_best_or_overtaken_or_neither(
    criterion: str, horizon: float, groups: np.ndarray | None, is_independent: bool
) -> None:
    for n_answers in (0, 2, 9):
        briefing = random_briefing(n_answers, 7, n_answers, groups, horizon)
        closed = [(0, 2), (1, 6), (1, 3)]
        briefing = replace(
            briefing,
            allowed=AllowedPairs.of(7, groups, [5], closed),
            rules=Rules(recent=((0, 2),), gap=1) if n_answers else Rules(),
        )
        briefing = replace(briefing, model=replace(briefing.model, criterion=criterion))
        briefing = independent(briefing) if is_independent else briefing
        check_all_pairs(briefing)


def check_all_pairs(briefing: Briefing) -> None:
    model, posterior = briefing.model, posterior_of(briefing)
    scores = CRITERIA[model.criterion].matrix(posterior, briefing.allowed, horizon=model.horizon)
    mask = briefing.allowed.mask(np.arange(7))
    askable = [pair for pair in itertools.combinations(range(7), 2) if mask[pair]]
    shown = {item for items in briefing.rules.recent for item in items}
    lot = [pair for pair in askable if not shown & set(pair)] or askable
    best = max(scores[pair] for pair in lot)
    tied = [pair for pair in lot if scores[pair] >= best * (1.0 - 1e-9)]
    if model.criterion == "variance_ratio" and math.isinf(best):  # the widest of them
        wide = {pair: posterior.pair_moments(*pair)[1] for pair in tied}
        tied = [pair for pair in tied if wide[pair] >= max(wide.values()) * (1.0 - 1e-9)]
    for pair in lot:
        found = usefulness(briefing, pair)
        assert found.n_tied == (len(tied) if pair in tied else 1)
        assert found.are_all_tied == (pair in tied and 1 < len(tied) == len(askable))
        assert found.is_overtaken == (scores[pair] < 0.9 * best)
        assert usefulness(briefing, pair[::-1]) == found


@pytest.mark.parametrize("criterion", CHOOSING)
def test_of_a_study_that_nothing_is_known_of_all_pairs_are_as_useful(criterion: str) -> None:
    briefing = independent(random_briefing(1, 5, 0))
    briefing = replace(briefing, model=replace(briefing.model, criterion=criterion))
    assert usefulness(briefing, (1, 3)) == Usefulness(10, are_all_tied=True)


@pytest.mark.parametrize(
    "trial",
    [
        {"policy": Policy.HOLDOUT, "criterion": ""},
        {"policy": Policy.BY_HAND, "criterion": ""},
        {"policy": Policy.QUEUED, "criterion": ""},
        {"criterion": "random"},
    ],
)
def test_nothing_is_said_of_what_no_criterion_chose(trial: dict[str, object]) -> None:
    briefing = random_briefing(3, 6, 8, horizon=1.0)
    pairs = list(itertools.combinations(range(6), 2))
    assert any(usefulness(briefing, pair).is_overtaken for pair in pairs)
    assert {usefulness(briefing, pair, **trial) for pair in pairs} == {Usefulness()}


def test_no_lot_fell_where_another_rule_chose() -> None:
    briefing = independent(random_briefing(1, 5, 0))
    assert usefulness(briefing, (1, 3), criterion="bald") == Usefulness()


def overtaken(briefing: Briefing, posterior: Posterior) -> set[tuple[int, int]]:
    """Pairs worth less than nine tenths of the best, by the matrix of all."""
    horizon = briefing.model.horizon
    scores = CRITERIA["expected_loss"].matrix(posterior, briefing.allowed, horizon=horizon)
    return {pair for pair in PAIRS_OF_SIX if scores[pair] < 0.9 * np.nanmax(scores)}


@pytest.mark.parametrize("seed", [1, 3, 9, 10])
def test_what_only_the_exact_posterior_overtakes_was_best_at_once(seed: int) -> None:
    briefing = random_briefing(seed, 6, 8, horizon=1.0)
    quick = posterior_of(briefing)
    exact = ep.infer(quick.prior, briefing.comparisons, quick.scale)
    shown = TrialShown("t", "x", "y", criterion="expected_loss", posterior="incremental")
    by_exact = overtaken(briefing, exact)
    only_by_exact = by_exact - overtaken(briefing, quick)
    assert only_by_exact and only_by_exact != by_exact
    told = {
        pair: usefulness_of(briefing, Belief(quick, exact), shown, pair, Control())
        for pair in PAIRS_OF_SIX
    }
    assert {pair for pair in told if told[pair].is_overtaken} == by_exact
    assert {pair for pair in told if told[pair].is_best_at_once} == only_by_exact
    others = replace(shown, posterior="ep"), replace(shown, criterion="bald")
    for other in others:  # an exact posterior chose it, or another rule
        for pair in only_by_exact:
            found = usefulness_of(briefing, Belief(quick, exact), other, pair, Control())
            assert found == Usefulness(is_overtaken=True)


@pytest.mark.parametrize("seed", [1, 3, 9, 10])
def test_haste_is_no_reason_once_something_was_changed(seed: int) -> None:
    briefing = random_briefing(seed, 6, 8, horizon=1.0)
    quick = posterior_of(briefing)
    exact = ep.infer(quick.prior, briefing.comparisons, quick.scale)
    for pair in overtaken(briefing, exact) - overtaken(briefing, quick):
        query = query_of(quick, *pair, Policy.CRITERION, "expected_loss")
        shown = trial_of(query, briefing.model)
        assert shown.posterior == "incremental" and shown.mean_a is not None
        before = replace(shown, mean_a=shown.mean_a + 0.01)  # as it was before a flip
        for trial, is_best in ((shown, True), (before, False)):
            found = usefulness_of(briefing, Belief(quick, exact), trial, pair, Control())
            assert found == Usefulness(is_overtaken=True, is_best_at_once=is_best)
