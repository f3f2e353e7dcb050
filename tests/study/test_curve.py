"""How settled the ranking was after each answer, one pass at a time."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest

from prefstudio.engine import ep, incremental
from prefstudio.engine.comparisons import Comparisons
from prefstudio.engine.control import Control
from prefstudio.engine.posterior import Posterior
from prefstudio.study import curve
from prefstudio.study.briefing import Briefing
from prefstudio.study.curve import Curve, CurveRequest
from prefstudio.study.curve_words import meaning_for, short_words_for, words_for
from prefstudio.study.folder import read_study
from prefstudio.study.resources import sample
from prefstudio.study.standing import StandingRequest
from prefstudio.study.state import StudyState
from prefstudio.study.timeline import Timeline
from tests.study.briefings import drawn, random_briefing

GROUPS = np.array([0, 1, 0, 1, 0, 0])


@pytest.fixture(scope="module")
def state() -> StudyState:
    return StudyState(read_study(sample("six-papers")))


def first_rows(briefing: Briefing, n_rows: int) -> Briefing:
    said = briefing.comparisons
    names = ("first", "second", "lower", "upper", "count")
    return replace(
        briefing, comparisons=Comparisons(*(getattr(said, name)[:n_rows] for name in names))
    )


def after(briefing: Briefing, n_rows: int) -> Posterior:
    rows, model = first_rows(briefing, n_rows).comparisons, briefing.model
    return incremental.infer(model.prior, rows, model.scale)


def order_settled(posterior: Posterior, members: np.ndarray) -> float:
    covariance, chances = posterior.covariance(), []
    for i, j in itertools.combinations(members, 2):
        variance = covariance[i, i] + covariance[j, j] - 2.0 * covariance[i, j]
        score = abs(posterior.mean[i] - posterior.mean[j]) / math.sqrt(2.0 * variance)
        chances.append(0.5 * math.erfc(-score))
    return float(np.mean(chances))


def curve_of(briefing: Briefing, state: StudyState, **more: object) -> Curve:
    request = CurveRequest(briefing, state, Timeline(), **more)  # type: ignore[arg-type]
    return request.compute(Control())


@pytest.mark.parametrize(("groups", "group"), [(None, 0), (GROUPS, 0), (GROUPS, 1)])
def test_every_point_is_the_order_after_so_many_answers(
    state: StudyState, groups: np.ndarray | None, group: int
) -> None:
    briefing = random_briefing(1, 6, 9, groups)
    found = curve_of(briefing, state, group=group, goal=0.9)
    members = np.arange(6) if groups is None else np.flatnonzero(groups == group)
    expected = [order_settled(after(briefing, k), members) for k in range(10)]
    np.testing.assert_array_equal(found.n_answers, range(10))
    np.testing.assert_allclose(found.settled, expected, atol=1e-9)
    assert (found.goal, found.words) == (0.9, "order of pairs settled")


def test_a_row_stands_at_as_many_answers_as_it_counts(state: StudyState) -> None:
    """As the slider below the curve has them, also where a curve goes on from an earlier one."""
    briefing, said = random_briefing(1, 6, 9), random_briefing(1, 6, 9).comparisons
    counts = [1, 4, 2, 70, 1, 1, 3, 1_000_000_000, 2]
    briefing = replace(briefing, comparisons=replace(said, count=np.array(counts)))
    earlier = replace(briefing, comparisons=briefing.comparisons.chosen(slice(0, 6)))
    start = curve_of(earlier, state)
    found = curve_of(briefing, state, start=start)
    np.testing.assert_array_equal(found.n_answers, np.cumsum([0, *counts]))
    np.testing.assert_array_equal(found.settled, curve_of(briefing, state).settled)
    np.testing.assert_array_equal(found.settled[:6], start.settled[:6])


@pytest.mark.parametrize(("k", "words"), [(1, "best one settled"), (2, "top 2 settled")])
def test_of_the_top_k_it_is_the_chance_that_they_are(state: StudyState, k: int, words: str) -> None:
    briefing = random_briefing(2, 6, 6, horizon=float(k))
    found = curve_of(briefing, state)
    for n_rows, value in zip(found.n_answers.tolist(), found.settled, strict=True):
        posterior = after(briefing, n_rows)
        shown = np.argsort(-posterior.mean, kind="stable")[:k]
        best = np.argsort(-drawn(posterior, 20_000), axis=1)[:, :k]
        chance = np.mean(np.all(np.isin(best, shown), axis=1))
        assert value == pytest.approx(chance, abs=0.11)  # four standard errors of 400 draws
    assert found.words == words


def test_of_many_leading_places_it_is_the_share_that_is_right(state: StudyState) -> None:
    briefing = random_briefing(7, 16, 8, horizon=12.0)
    found = curve_of(briefing, state, goal=0.95)
    for n_rows, value in zip(found.n_answers.tolist(), found.settled, strict=True):
        posterior = after(briefing, n_rows)
        shown = np.argsort(-posterior.mean, kind="stable")[:12]
        best = np.argsort(-drawn(posterior, 20_000), axis=1)[:, :12]
        assert value == pytest.approx(np.isin(best, shown).mean(), abs=0.02)
    assert (found.goal, found.words) == (None, "share of the top 12 that is right")
    posterior = Timeline().posterior_of(briefing, 8, Control())
    meter = StandingRequest(briefing, posterior, None, 0).compute(Control())
    assert found.settled[-1] == pytest.approx(meter.share, abs=1e-12)


@pytest.mark.parametrize(
    ("size", "words"), [(12, "share of the top 12 that is right"), (4, "top 4 settled")]
)
def test_a_group_with_fewer_items_than_lead_is_all_right(
    state: StudyState, size: int, words: str
) -> None:
    groups = np.repeat([0, 1], [30, size])
    briefing = random_briefing(5, 30 + size, 3, groups, horizon=20.0)
    found = curve_of(briefing, state, group=1)
    assert np.all(found.settled == 1.0)
    assert found.words == words


@pytest.mark.parametrize(("groups", "group"), [(None, 0), (GROUPS, 1)])
def test_the_present_is_as_settled_as_the_meter_says(
    state: StudyState, groups: np.ndarray | None, group: int
) -> None:
    briefing = random_briefing(6, 6, 7, groups, horizon=1.0)
    found = curve_of(briefing, state, group=group)
    posterior = Timeline().posterior_of(briefing, 7, Control())
    meter = StandingRequest(briefing, posterior, None, group).compute(Control())
    assert found.settled[-1] == pytest.approx(meter.settled, abs=1e-12)


@pytest.mark.parametrize("n_items", [6, curve.FEW_ITEMS, curve.FEW_ITEMS + 1])
def test_of_few_items_every_point_is_as_settled_as_the_meter_said_then(
    state: StudyState, n_items: int
) -> None:
    briefing = random_briefing(8, n_items, 7, horizon=2.0)
    found, timeline = curve_of(briefing, state), Timeline()
    meters = [
        StandingRequest(briefing, timeline.posterior_of(briefing, k, Control()), None)
        .compute(Control())
        .settled
        for k in range(8)
    ]
    are_same = np.allclose(found.settled, meters, rtol=0, atol=1e-12)
    assert are_same is (n_items <= curve.FEW_ITEMS)
    assert found.settled[-1] == pytest.approx(meters[-1], abs=1e-12)


def exact(briefing: Briefing, n_rows: int) -> Posterior:
    rows, model = first_rows(briefing, n_rows).comparisons, briefing.model
    return ep.infer(model.prior, rows, model.scale)


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The moments that were computed, in their order."""
    rows: list[int] = []
    settled = CurveRequest._settled

    def count(self: CurveRequest, n_rows: int, control: Control) -> float:
        rows.append(n_rows)
        return settled(self, n_rows, control)

    monkeypatch.setattr(CurveRequest, "_settled", count)
    return rows


@pytest.mark.parametrize("horizon", [1.0, 2.0, math.inf])
def test_the_exact_present_takes_the_place_of_the_quick_one(
    state: StudyState, computed: list[int], horizon: float
) -> None:
    briefing = random_briefing(8, 6, 9, horizon=horizon)
    quick = curve_of(briefing, state, present=after(briefing, 9))
    present = exact(briefing, 9)
    computed.clear()
    found = curve_of(briefing, state, start=quick, present=present)
    assert computed == [9]
    meter = StandingRequest(briefing, present, None, 0).compute(Control())
    assert found.settled[-1] == pytest.approx(meter.settled, abs=1e-12)
    assert found.settled[-1] != quick.settled[-1]
    np.testing.assert_array_equal(found.settled[:-1], quick.settled[:-1])


def test_what_was_the_present_becomes_a_quick_point(state: StudyState, computed: list[int]) -> None:
    """So that the curve of the same answers is the same, whenever it was begun."""
    briefing = random_briefing(9, 6, 9, horizon=1.0)
    short = curve_of(first_rows(briefing, 6), state, present=exact(briefing, 6))
    computed.clear()
    longer = curve_of(briefing, state, start=short, present=exact(briefing, 9))
    assert computed == [6, 7, 8, 9]
    at_once = curve_of(briefing, state, present=exact(briefing, 9))
    np.testing.assert_array_equal(longer.settled, at_once.settled)
    back = curve_of(
        first_rows(briefing, 6), state, start=longer, present=exact(briefing, 6)
    )  # as after an undo
    np.testing.assert_array_equal(back.settled, short.settled)


def test_a_longer_curve_goes_on_from_a_shorter_one(state: StudyState, computed: list[int]) -> None:
    briefing = random_briefing(3, 6, 9)
    short = curve_of(first_rows(briefing, 6), state)
    computed.clear()
    longer = curve_of(briefing, state, start=short)
    assert computed == [7, 8, 9]
    np.testing.assert_allclose(longer.settled, curve_of(briefing, state).settled, atol=1e-12)


def test_what_was_flipped_is_computed_anew(state: StudyState) -> None:
    briefing = random_briefing(4, 6, 6)
    said = briefing.comparisons
    lower, upper = said.lower.copy(), said.upper.copy()
    lower[3], upper[3] = (0, 1) if said.lower[3] else (1, 2)
    other = Comparisons(said.first, said.second, lower, upper, said.count)
    flipped = replace(briefing, comparisons=other)
    found = curve_of(flipped, state, start=curve_of(briefing, state))
    np.testing.assert_allclose(found.settled, curve_of(flipped, state).settled, atol=1e-12)


def test_another_group_s_curve_is_no_beginning(state: StudyState) -> None:
    briefing = random_briefing(5, 6, 5, GROUPS)
    found = curve_of(briefing, state, group=1, start=curve_of(briefing, state, group=0))
    np.testing.assert_array_equal(found.settled, curve_of(briefing, state, group=1).settled)


@pytest.mark.parametrize("n_answers", [0, 1, 119, 120, 121, 5000])
def test_many_answers_have_some_points_and_the_last(n_answers: int) -> None:
    points = curve._points(n_answers, 50)
    assert points[0] == 0 and points[-1] == n_answers
    assert len(points) <= curve.MOST_POINTS + 2
    assert len(curve._points(n_answers, 500)) <= curve.FEWER_POINTS + 2
    if n_answers <= curve.MOST_POINTS:
        assert points == list(range(n_answers + 1))


def test_words_say_what_settles_and_what_that_means() -> None:
    said = {top_k: (words_for(top_k), short_words_for(top_k)) for top_k in (None, 1, 3, 500)}
    assert said == {
        None: ("order of pairs settled", "order settled"),
        1: ("best one settled", "best one settled"),
        3: ("top 3 settled", "top 3 settled"),
        500: ("share of the top 500 that is right", "top 500 right"),
    }
    meanings = [meaning_for(top_k) for top_k in said]
    assert len(set(meanings)) == len(meanings)
    assert "before any answer 50\u00a0%, since a coin" in meanings[0]
    assert "all pairs" in meanings[0] and "3 items" in meanings[2] and "500 items" in meanings[3]
