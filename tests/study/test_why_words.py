"""The sentence why a pair is asked: its words, and every number in it."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest
from scipy.stats import norm

from prefstudio.engine import incremental
from prefstudio.engine.comparisons import ResponseScale
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.prior import Prior
from prefstudio.study.events import Policy, TrialShown
from prefstudio.study.reason import Reason, reason_of
from prefstudio.study.why_words import ordinal, origin_words, percent, why_words

WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
SENTENCE = re.compile(
    r"(?P<verb>Decides|Checks) (?P<place>[\d,]+)(?P<ending>st|nd|rd|th) place: "
    r"(?P<percent>(?:<\u00a0)?\d+)\u00a0% chance the current order is wrong\."
    r"(?: Also informs (?P<informed>\w+) other items?\.)?"
)


def plain(words: str) -> str:
    return words.replace("\u00a0", " ")


def reason(**changed: object) -> Reason:
    values: dict[str, object] = {
        "policy": Policy.CRITERION,
        "p_wrong": 0.38,
        "place": 1,
        "decides": True,
        "n_informed": 3,
    }
    return Reason(**(values | changed))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        (
            {},
            "Decides 1st place: 38 % chance the current order is wrong. "
            "Also informs three other items.",
        ),
        (
            {"decides": False, "place": 12, "p_wrong": 0.004, "n_informed": 1},
            "Checks 12th place: < 1 % chance the current order is wrong. "
            "Also informs one other item.",
        ),
        ({"n_informed": 0}, "Decides 1st place: 38 % chance the current order is wrong."),
        (
            {"n_informed": 1204, "place": 1003},
            "Decides 1,003rd place: 38 % chance the current order is wrong. "
            "Also informs 1,204 other items.",
        ),
        ({"policy": Policy.BY_HAND, "n_tied": 4}, "You chose this pair."),
        ({"policy": Policy.QUEUED, "n_tied": 4}, "You queued this pair."),
        ({"policy": Policy.HOLDOUT, "n_tied": 4}, ""),
        ({"n_tied": 2}, "Two pairs are equally useful; lots fell on b–f."),
        (
            {"n_tied": 2, "is_overtaken": True},
            "Decides 1st place: 38 % chance the current order is wrong. Other pairs are more "
            "useful by now.",
        ),
        (
            {"is_overtaken": True, "is_best_at_once": True},
            "Decides 1st place: 38 % chance the current order is wrong. Chosen at once; by exact "
            "numbers, others are more useful.",
        ),
        (
            {"p_wrong": 0.5, "shares_place": True},
            "Decides 1st place: the two are tied so far. Also informs three other items.",
        ),
        (
            {"p_wrong": 0.5, "shares_place": True, "place": 3, "is_overtaken": True},
            "Decides 3rd place: the two are tied so far. Other pairs are more useful by now.",
        ),
        ({"n_tied": 6}, "Six pairs are equally useful; lots fell on b–f."),
        ({"n_tied": 10, "are_all_tied": True}, "All pairs are equally useful; lots fell on b–f."),
        ({"n_tied": 15}, "15 pairs are equally useful; lots fell on b–f."),
    ],
)
def test_words(changed: dict[str, object], expected: str) -> None:
    assert plain(why_words(reason(**changed), "b–f")) == expected


def test_a_random_pair_says_so_unless_it_was_chosen() -> None:
    assert why_words(reason(), is_random=True) == "A random pair, to check the model."
    chosen = reason(policy=Policy.BY_HAND)
    assert why_words(chosen, is_random=True) == "You chose this pair."
    assert why_words(chosen, is_of_record=True) == (
        "The record goes on with this pair, which was chosen by hand."
    )
    assert why_words(reason(policy=Policy.QUEUED), is_of_record=True) == (
        "The record goes on with this pair, which was queued."
    )


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        *[(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th")],
        *[(13, "13th"), (21, "21st"), (101, "101st"), (111, "111th"), (1002, "1,002nd")],
    ],
)
def test_ordinals(place: int, expected: str) -> None:
    assert ordinal(place) == expected


@pytest.mark.parametrize(
    ("share", "expected"),
    [
        *[(0.0, "0 %"), (0.001, "< 1 %"), (0.005, "< 1 %"), (0.01, "1 %"), (0.5, "50 %")],
        *[(0.994, "99 %"), (0.996, "> 99 %"), (1.0, "100 %")],
    ],
)
def test_what_is_neither_none_nor_all_is_never_said_to_be(share: float, expected: str) -> None:
    assert plain(percent(share)) == expected


def random_posterior(seed: int) -> tuple[Posterior, ResponseScale]:
    rng = np.random.default_rng(seed)
    n_items = int(rng.integers(4, 14))
    points = rng.standard_normal((n_items, 2))
    distance = np.linalg.norm(points[:, None] - points[None], axis=2)
    covariance = np.exp(-0.5 * distance**2) + 0.2 * np.eye(n_items)
    scale = ResponseScale(float(rng.uniform(0.5, 1.5)))
    posterior = Posterior.of_prior(Prior.of_matrix(covariance), scale)
    for _ in range(int(rng.integers(1, 12))):
        first, second = rng.choice(n_items, 2, replace=False)
        posterior = incremental.condition(posterior, int(first), int(second), *scale.win)
    return posterior, scale


def expected_numbers(
    posterior: Posterior, pair: tuple[int, int], noise: float
) -> tuple[bool, int, float, int]:
    """Decides, place, chance in per cent, informed items; from dense matrices alone."""
    mean, covariance = np.asarray(posterior.mean), np.asarray(posterior.covariance())
    first, second = pair
    n_items = len(mean)
    difference = mean[first] - mean[second]
    contrast = np.zeros(n_items)
    contrast[[first, second]] = 1.0, -1.0
    variance = contrast @ covariance @ contrast
    centring = np.eye(n_items) - 1.0 / n_items
    total = variance + noise**2
    cut = np.zeros(n_items)
    for sign in (1.0, -1.0):
        z = sign * difference / math.sqrt(total)
        ratio = norm.pdf(z) / norm.cdf(z)
        cut += norm.cdf(z) * (centring @ covariance @ contrast) ** 2 * ratio * (ratio + z) / total
    before = np.diag(centring @ covariance @ centring)
    informed = set(np.flatnonzero(cut >= 0.01 * before)) - set(pair)
    place = 1 + int(min((mean > mean[item]).sum() for item in pair))
    decides = abs(difference) <= math.sqrt(variance)
    return decides, place, 100.0 * norm.cdf(-abs(difference) / math.sqrt(variance)), len(informed)


@pytest.mark.parametrize("seed", range(40))
def test_every_number_of_the_sentence_can_be_recomputed(seed: int) -> None:
    posterior, scale = random_posterior(seed)
    rng = np.random.default_rng(seed + 1000)
    first, second = (int(each) for each in rng.choice(posterior.n_items, 2, replace=False))
    covariance = np.asarray(posterior.covariance())
    centring = np.eye(posterior.n_items) - 1.0 / posterior.n_items
    sds = np.sqrt(np.diag(centring @ covariance @ centring))
    told = why_words(reason_of(posterior, None, sds, (first, second), Policy.CRITERION))
    found = SENTENCE.fullmatch(told)
    assert found is not None, told
    decides, place, chance, n_informed = expected_numbers(posterior, (first, second), scale.noise)
    assert (found["verb"] == "Decides") == decides
    assert int(found["place"].replace(",", "")) == place
    if found["percent"].startswith("<"):
        assert 0.0 < chance < 0.5
    else:
        assert abs(int(found["percent"]) - chance) <= 0.5 + 1e-6
    informed = found["informed"] or "no"
    assert (WORDS.index(informed) if informed in WORDS else int(informed)) == n_informed


@pytest.mark.parametrize(
    ("policy", "criterion", "words"),
    [
        (Policy.BY_HAND, "", "The pair on screen was chosen by hand."),
        (Policy.QUEUED, "", "The pair on screen was queued."),
        (Policy.CRITERION, "random", "The pair on screen was drawn by lot."),
        (Policy.CRITERION, "entropy_gain", ""),
        (Policy.HOLDOUT, "", ""),
        (Policy.HOLDOUT, "random", ""),
    ],
)
def test_to_what_a_pair_owes_its_place_but_nothing_of_a_hold_out(
    policy: Policy, criterion: str, words: str
) -> None:
    assert origin_words(TrialShown("t", "a", "b", policy=policy, criterion=criterion)) == words
