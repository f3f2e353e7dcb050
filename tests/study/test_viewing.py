"""What panels draw, against matrices written out."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from prefstudio.engine import ep, incremental
from prefstudio.engine.cavity import without
from prefstudio.engine.control import Control
from prefstudio.engine.scale_spread import interval_sd
from prefstudio.study.beliefs import Belief
from prefstudio.study.briefing import Briefing, briefing_of
from prefstudio.study.comparisons import Comparison, Outcome
from prefstudio.study.events import Answered, Event, TrialShown
from prefstudio.study.folder import read_study
from prefstudio.study.model import resolve
from prefstudio.study.resources import sample
from prefstudio.study.state import StudyState
from prefstudio.study.timeline import Timeline
from prefstudio.study.view import MatrixKind, View
from prefstudio.study.viewing import N_DRAWS, ViewRequest, ViewWants, compared
from tests.study.briefings import random_briefing

GROUPS = np.array([0, 1, 0, 1, 0, 0, 1])
COVARIANCES = frozenset(
    {MatrixKind.COVARIANCE, MatrixKind.PRIOR_COVARIANCE, MatrixKind.COVARIANCE_CHANGE}
)


@pytest.fixture(scope="module")
def state() -> StudyState:
    return StudyState(read_study(sample("six-papers")))


def belief_of(briefing: Briefing) -> Belief:
    timeline, n_rows = Timeline(), len(briefing.comparisons.first)
    posterior = timeline.posterior_of(briefing, n_rows, Control())
    before = timeline.posterior_of(briefing, n_rows - 1, Control()) if n_rows else None
    return Belief(posterior, None, before, briefing)


def view_of(briefing: Briefing, state: StudyState, **wanted: object) -> View:
    wants = ViewWants(**wanted)  # type: ignore[arg-type]
    return ViewRequest(briefing, belief_of(briefing), state, wants).compute(Control())


def projection(groups: np.ndarray | None) -> np.ndarray:
    codes = np.zeros(7, dtype=int) if groups is None else groups
    alike = (codes[:, None] == codes).astype(float)
    return np.eye(7) - alike / alike.sum(axis=1, keepdims=True)


@pytest.mark.parametrize("groups", [None, GROUPS])
@pytest.mark.parametrize("is_centred", [True, False])
@pytest.mark.parametrize("seed", range(2))
def test_means_sds_and_covariances(
    state: StudyState, seed: int, is_centred: bool, groups: np.ndarray | None
) -> None:
    briefing = random_briefing(seed, 7, 9, groups)
    belief = belief_of(briefing)
    found = view_of(briefing, state, kinds=COVARIANCES, is_centred=is_centred)
    project = projection(groups) if is_centred else np.eye(7)
    covariance = project @ belief.posterior.covariance() @ project.T
    prior = project @ np.array(briefing.model.prior.covariance.columns(np.arange(7))) @ project.T
    assert found.is_centred is is_centred
    np.testing.assert_allclose(found.mean, project @ belief.posterior.mean, atol=1e-10)
    np.testing.assert_allclose(found.sd, np.sqrt(np.diag(covariance)), atol=1e-8)
    assert belief.before is not None
    np.testing.assert_allclose(found.mean_before, project @ belief.before.mean, atol=1e-10)
    for kind, expected in (
        (MatrixKind.COVARIANCE, covariance),
        (MatrixKind.PRIOR_COVARIANCE, prior),
        (MatrixKind.COVARIANCE_CHANGE, covariance - prior),
    ):
        np.testing.assert_allclose(found.matrices[kind], expected, atol=1e-9)


def test_before_an_exact_belief_means_are_less_what_the_answer_moved(state: StudyState) -> None:
    """Incremental and exact are never mixed in one difference."""
    briefing = random_briefing(3, 7, 9)
    belief = belief_of(briefing)
    exact = replace(belief.posterior, mean=belief.posterior.mean + np.arange(7.0))
    request = ViewRequest(briefing, replace(belief, exact=exact), state, ViewWants())
    found = request.compute(Control())
    assert belief.before is not None
    moved = belief.posterior.mean - belief.before.mean
    np.testing.assert_allclose(found.mean, exact.mean)
    np.testing.assert_allclose(found.mean - found.mean_before, moved, atol=1e-12)


@pytest.mark.parametrize("groups", [None, GROUPS])
@pytest.mark.parametrize("seed", range(4))
def test_of_ep_what_is_drawn_follows_by_one_update_from_what_was_before(
    state: StudyState, seed: int, groups: np.ndarray | None
) -> None:
    briefing = random_briefing(seed, 7, 9, groups)
    model, last = briefing.model, briefing.comparisons.chosen(slice(-1, None))
    exact = ep.infer(model.prior, briefing.comparisons, model.scale)
    belief = replace(belief_of(briefing), exact=exact)
    found = ViewRequest(briefing, belief, state, ViewWants()).compute(Control())
    updated = incremental.condition_on_row(without(exact, last), last, 0, Control())
    np.testing.assert_allclose(updated.mean, found.mean, atol=1e-9)
    np.testing.assert_allclose(without(exact, last).mean, found.mean_before, atol=1e-12)
    assert belief.before is not None
    assert np.max(np.abs(found.mean_before - belief.before.mean)) > 1e-4


def test_without_answers_there_is_nothing_before(state: StudyState) -> None:
    assert view_of(random_briefing(1, 7, 0), state).mean_before is None


@pytest.mark.parametrize("count", [1, 3])
def test_the_last_answer_is_explained_though_it_came_with_the_study(count: int) -> None:
    said = (
        Comparison("a", "b", Outcome.A),
        Comparison("c", "d", Outcome.B, count=count),
        Comparison("e", "f", Outcome.SKIP),
    )
    founded = StudyState(replace(read_study(sample("six-papers")), comparisons=said))
    found = view_of(briefing_of(resolve(founded.study), founded), founded, explains=True)
    if count > 1:  # of three that are one row none is the last
        assert found.explanation is None
        return
    assert found.explanation is not None
    assert (found.explanation.a, found.explanation.b, found.explanation.number) == (2, 3, 2)
    assert view_of(briefing_of(resolve(founded.study), founded), founded).explanation is None


@pytest.mark.parametrize("group", [0, 1])
def test_orders_are_those_of_the_shown_group(state: StudyState, group: int) -> None:
    briefing = random_briefing(4, 7, 9, GROUPS)
    found = view_of(briefing, state, group=group, order="cluster")
    members = np.flatnonzero(group == GROUPS)
    np.testing.assert_array_equal(found.shown, members)
    by_mean = members[np.argsort(-found.posterior.mean[members], kind="stable")]
    np.testing.assert_array_equal(found.by_rank, by_mean)
    assert sorted(found.by_cluster.tolist()) == members.tolist()


def test_alike_items_stand_side_by_side(state: StudyState) -> None:
    briefing = random_briefing(5, 4, 0)
    alike = np.eye(4) + np.array([[0, 0, 0.9, 0], [0, 0, 0, 0.9], [0.9, 0, 0, 0], [0, 0.9, 0, 0]])
    prior = type(briefing.model.prior).of_matrix(alike)
    briefing = replace(briefing, model=replace(briefing.model, prior=prior))
    order = view_of(briefing, state, order="cluster").by_cluster.tolist()
    assert {frozenset(order[:2]), frozenset(order[2:])} == {frozenset({0, 2}), frozenset({1, 3})}
    assert view_of(briefing, state).by_cluster.tolist() == [0, 1, 2, 3]


def test_draws_of_the_prior_stay_and_are_like_it(state: StudyState) -> None:
    few, many = random_briefing(6, 7, 2), random_briefing(6, 7, 2)
    later = replace(many, comparisons=random_briefing(7, 7, 9).comparisons, model=few.model)
    one = view_of(few, state, draws=True, is_centred=True).draws
    other = view_of(later, state, draws=True, is_centred=True).draws
    assert one is not None and other is not None
    assert one.shape == (N_DRAWS, 7)
    np.testing.assert_array_equal(one, other)
    np.testing.assert_allclose(one.mean(axis=1), 0.0, atol=1e-12)
    plain = view_of(few, state, draws=True).draws
    assert plain is not None
    np.testing.assert_allclose(plain @ projection(None).T, one, atol=1e-12)
    matrix = np.array(few.model.prior.covariance.columns(np.arange(7)))
    distance = np.einsum("di,ij,dj->d", plain, np.linalg.pinv(matrix), plain)
    assert np.all(distance < 40.0)
    assert view_of(few, state).draws is None


def test_only_what_is_wanted_is_made_and_nothing_can_be_written(state: StudyState) -> None:
    briefing = random_briefing(8, 7, 5)
    assert not view_of(briefing, state).matrices
    assert view_of(briefing, state).askable is None
    found = view_of(briefing, state, kinds=frozenset({MatrixKind.EXPECTED_LOSS}))
    assert set(found.matrices) == {MatrixKind.EXPECTED_LOSS}
    assert found.askable is not None
    np.testing.assert_array_equal(found.askable, ~np.eye(7, dtype=bool))
    for array in (found.mean, found.sd, found.mean_before, found.by_rank, found.askable):
        assert array is not None and not array.flags.writeable


def test_how_often_each_was_compared() -> None:
    briefing = random_briefing(9, 7, 20)
    said = briefing.comparisons
    pairs = np.concatenate([said.first, said.second]).tolist()
    times = np.concatenate([said.count, said.count]).tolist()
    expected = [sum(t for item, t in zip(pairs, times, strict=True) if item == k) for k in range(7)]
    np.testing.assert_array_equal(compared(said, 7), expected)


@pytest.mark.parametrize("groups", [None, GROUPS])
@pytest.mark.parametrize("is_centred", [True, False])
@pytest.mark.parametrize("horizon", [1.0, np.inf])
def test_colours_reach_as_far_as_at_any_answer_and_no_farther(
    state: StudyState, horizon: float, is_centred: bool, groups: np.ndarray | None
) -> None:
    change = MatrixKind.COVARIANCE_CHANGE
    reaching = {MatrixKind.COVARIANCE, MatrixKind.EXPECTED_LOSS}
    kinds = frozenset({*reaching, change, MatrixKind.PREFERENCE})
    for n_answers in (0, 1, 20):
        briefing = random_briefing(3, 7, n_answers, groups, horizon)
        found = view_of(briefing, state, kinds=kinds, is_centred=is_centred)
        assert set(found.limits) == {*reaching, change}
        assert found.limits[change] == found.limits[MatrixKind.COVARIANCE]
        for kind in found.limits:
            largest = np.nanmax(np.abs(found.matrices[kind]))
            if n_answers or kind is change:
                assert largest < found.limits[kind]
            else:
                assert largest == pytest.approx(found.limits[kind], rel=1e-12)


def test_an_open_scale_widens_what_is_drawn_about_the_average_alone(state: StudyState) -> None:
    briefing = random_briefing(5, 7, 9, GROUPS)
    open_scale = replace(briefing, model=replace(briefing.model, scale_spread=0.6))
    posterior = belief_of(briefing).best
    for is_centred in (True, False):
        given = view_of(briefing, state, is_centred=is_centred)
        found = view_of(open_scale, state, is_centred=is_centred)
        wanted = interval_sd(posterior, 0.6, GROUPS) if is_centred else posterior.sd
        np.testing.assert_allclose(found.sd, wanted, rtol=1e-12)
        assert np.all(found.sd > given.sd) == is_centred


@pytest.mark.parametrize(
    ("criterion", "first", "n_tied", "is_overtaken"),
    [
        ("expected_loss", "b", 2, False),
        ("expected_loss", "a", 1, True),
        ("entropy_gain", "a", 1, False),
    ],
)
def test_why_a_pair_is_asked_does_not_depend_on_what_is_looked_at(
    state: StudyState, criterion: str, first: str, n_tied: int, is_overtaken: bool
) -> None:
    """Of one of two best pairs, of one that others have overtaken, and of one between."""
    model = replace(resolve(state.study), criterion=criterion, horizon=1.0)
    answered = state.with_events(
        [
            Event("", "", TrialShown("s", "b", "e", criterion=criterion)),
            Event("", "", Answered("s", "b", "e", Outcome.A)),
            Event("", "", TrialShown("t", first, "f", criterion=criterion)),
        ]
    )
    briefing = briefing_of(model, answered)
    blind = view_of(briefing, answered).reason
    assert blind is not None
    assert (blind.n_tied, blind.is_overtaken) == (n_tied, is_overtaken)
    for kinds in ({MatrixKind.EXPECTED_LOSS}, {MatrixKind.PREFERENCE}, COVARIANCES):
        for order in ("rank", "cluster"):
            seen = view_of(briefing, answered, kinds=frozenset(kinds), order=order, explains=True)
            assert seen.reason == blind
