"""What must hold of batch EP whatever the problem: section 10's checks, starts and views."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prefstudio.engine import differences, ep, incremental
from prefstudio.engine.comparisons import Comparisons
from prefstudio.engine.control import Control
from prefstudio.engine.errors import BadComparison, Cancelled, DidNotConverge
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.prior import Prior
from tests.engine.problems import (
    SCALES,
    STRENGTHS,
    TIES,
    WINS,
    Problem,
    random_answers,
    random_problem,
)

SIZES = [(4, 3), (6, 12), (5, 30)]  # fewer answers than items, as many, far more


def assert_same(found: Posterior, wanted: Posterior, tolerance: float = 1e-10) -> None:
    np.testing.assert_allclose(found.mean, wanted.mean, atol=tolerance)
    np.testing.assert_allclose(found.covariance(), wanted.covariance(), atol=tolerance)
    np.testing.assert_allclose(found.variances, wanted.variances, atol=tolerance)
    assert found.log_evidence == pytest.approx(wanted.log_evidence, abs=tolerance, rel=tolerance)
    assert found.n_answers == wanted.n_answers


def _fewer(problem: Problem) -> Posterior:
    answers = problem.comparisons
    return ep.infer(problem.prior, answers.chosen(slice(0, len(answers) // 2)), problem.scale)


def _more(problem: Problem) -> Posterior:
    rng = np.random.default_rng(1)
    extra = random_answers(rng, len(problem.matrix), 5, problem.scale)
    return ep.infer(problem.prior, joined(problem.comparisons, extra), problem.scale)


def _none(problem: Problem) -> Posterior:
    return ep.infer(problem.prior, problem.comparisons.chosen(slice(0, 0)), problem.scale)


def _incremental(problem: Problem) -> Posterior:
    return incremental.infer(*problem.given)


def _itself(problem: Problem) -> Posterior:
    return ep.infer(*problem.given)


def _other_prior(problem: Problem) -> Posterior:
    return ep.infer(Prior.of_matrix(3.0 * problem.matrix), problem.comparisons, problem.scale)


def _other_noise(problem: Problem) -> Posterior:
    scale = replace(problem.scale, noise=0.2)
    return ep.infer(problem.prior, problem.comparisons, scale)


STARTS = [_fewer, _more, _none, _incremental, _itself, _other_prior, _other_noise]


def joined(first: Comparisons, second: Comparisons) -> Comparisons:
    names = ("first", "second", "lower", "upper", "count")
    return Comparisons(
        *(np.concatenate([getattr(first, name), getattr(second, name)]) for name in names)
    )


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("cuts", SCALES)
@pytest.mark.parametrize(("n_items", "n_answers"), SIZES)
def test_a_warm_start_leads_where_a_cold_one_does(
    start: Callable[[Problem], Posterior],
    cuts: tuple[float, ...],
    n_items: int,
    n_answers: int,
) -> None:
    problem = random_problem(11, n_items, n_answers, cuts)
    assert_same(ep.infer(*problem.given, start=start(problem)), ep.infer(*problem.given))


def test_a_warm_start_saves_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = random_problem(4, 30, 80)
    before = _itself(problem)
    looks: list[int] = []
    look = ep._look
    monkeypatch.setattr(ep, "_look", lambda *given: looks.append(1) or look(*given))
    ep.infer(*problem.given)
    cold = len(looks)
    looks.clear()
    ep.infer(*problem.given, start=before)
    assert len(looks) <= 2 < cold  # one that finds nothing to do, one for the evidence


@pytest.mark.parametrize("cuts", SCALES)
@pytest.mark.parametrize(("n_items", "n_answers"), SIZES)
def test_an_answer_can_be_removed_or_changed(
    cuts: tuple[float, ...], n_items: int, n_answers: int
) -> None:
    problem = random_problem(7, n_items, n_answers, cuts)
    before = ep.infer(*problem.given)
    for position in range(0, n_answers, 3):
        removed = problem.with_answers(problem.comparisons.without(position))
        assert_same(ep.infer(*removed.given, start=before), ep.infer(*removed.given))
        changed = problem.with_answers(_flipped(problem, position))
        assert_same(ep.infer(*changed.given, start=before), ep.infer(*changed.given))


def _flipped(problem: Problem, position: int) -> Comparisons:
    """The same answers, one of them the other way round."""
    answers, last = problem.comparisons, len(problem.scale.edges) - 1
    lower, upper = answers.lower.copy(), answers.upper.copy()
    lower[position], upper[position] = last - upper[position], last - lower[position]
    return Comparisons(answers.first, answers.second, lower, upper, answers.count)


@given(seed=st.integers(0, 10**6), cuts=st.sampled_from(SCALES), size=st.sampled_from(SIZES))
@settings(max_examples=25, deadline=None)
def test_the_order_of_answers_does_not_matter(
    seed: int, cuts: tuple[float, ...], size: tuple[int, int]
) -> None:
    problem = random_problem(seed, *size, cuts)
    order = np.random.default_rng(seed).permutation(size[1])
    shuffled = problem.with_answers(problem.comparisons.chosen(order))
    assert_same(ep.infer(*shuffled.given), ep.infer(*problem.given), 1e-12)


@given(seed=st.integers(0, 10**6), cuts=st.sampled_from(SCALES), size=st.sampled_from(SIZES))
@settings(max_examples=25, deadline=None)
def test_relabelling_permutes_everything(
    seed: int, cuts: tuple[float, ...], size: tuple[int, int]
) -> None:
    problem = random_problem(seed, *size, cuts)
    label = np.random.default_rng(seed).permutation(size[0])  # old number → new number
    back = np.argsort(label)
    answers = problem.comparisons
    renamed = replace(answers, first=label[answers.first], second=label[answers.second])
    found = ep.infer(Prior.of_matrix(problem.matrix[np.ix_(back, back)]), renamed, problem.scale)
    wanted = ep.infer(*problem.given)
    np.testing.assert_allclose(found.mean[label], wanted.mean, atol=1e-10)
    np.testing.assert_allclose(
        found.covariance()[np.ix_(label, label)], wanted.covariance(), atol=1e-10
    )
    assert found.log_evidence == pytest.approx(wanted.log_evidence, abs=1e-10)


@given(seed=st.integers(0, 10**6), cuts=st.sampled_from(SCALES), size=st.sampled_from(SIZES))
@settings(max_examples=25, deadline=None)
def test_swapping_winners_and_losers_flips_the_means(
    seed: int, cuts: tuple[float, ...], size: tuple[int, int]
) -> None:
    problem = random_problem(seed, *size, cuts)
    answers = problem.comparisons
    swapped = replace(answers, first=answers.second, second=answers.first)
    found = ep.infer(*problem.with_answers(swapped).given)
    wanted = ep.infer(*problem.given)
    np.testing.assert_allclose(found.mean, -wanted.mean, atol=1e-10)
    np.testing.assert_allclose(found.covariance(), wanted.covariance(), atol=1e-10)
    assert found.log_evidence == pytest.approx(wanted.log_evidence, abs=1e-10)


@given(seed=st.integers(0, 10**6), cuts=st.sampled_from(SCALES), size=st.sampled_from(SIZES))
@settings(max_examples=25, deadline=None)
def test_a_common_shift_of_all_items_changes_no_comparison(
    seed: int, cuts: tuple[float, ...], size: tuple[int, int]
) -> None:
    problem = random_problem(seed, *size, cuts)
    found = ep.infer(*replace(problem, matrix=problem.matrix + 4.0).given)
    wanted = ep.infer(*problem.given)
    np.testing.assert_allclose(found.mean, wanted.mean, atol=1e-10)
    np.testing.assert_allclose(found.covariance(), wanted.covariance() + 4.0, atol=1e-10)
    assert found.log_evidence == pytest.approx(wanted.log_evidence, abs=1e-10)


@given(seed=st.integers(0, 10**6), cuts=st.sampled_from(SCALES), size=st.sampled_from(SIZES))
@settings(max_examples=25, deadline=None)
def test_answers_never_add_to_the_prior_covariance(
    seed: int, cuts: tuple[float, ...], size: tuple[int, int]
) -> None:
    problem = random_problem(seed, *size, cuts)
    posterior = ep.infer(*problem.given)
    taken = np.linalg.eigvalsh(problem.matrix - posterior.covariance())
    left = np.linalg.eigvalsh(posterior.covariance())
    assert taken.min() >= -1e-12
    assert taken.max() > 1e-3  # and they do teach something
    assert left.min() >= -1e-12


@pytest.mark.parametrize("cuts", SCALES)
@pytest.mark.parametrize(("n_items", "n_answers"), SIZES)
@pytest.mark.parametrize("noise", [0.05, 0.7, 5.0])
def test_both_views_of_the_differences_agree(
    cuts: tuple[float, ...],
    n_items: int,
    n_answers: int,
    noise: float,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    problem = random_problem(2, n_items + 1, n_answers, cuts, noise)
    found = {}
    for sites_an_item, view in ((np.inf, differences.BySites), (0.0, differences.ByItems)):
        monkeypatch.setattr(differences, "SITES_AN_ITEM", sites_an_item)
        assert isinstance(differences.differences_of(problem.prior, problem.comparisons), view)
        found[view] = ep.infer(*problem.given)
    assert_same(found[differences.BySites], found[differences.ByItems], 1e-9)


@pytest.mark.parametrize("cuts", SCALES)
def test_repeated_rows_are_one_row_with_a_count(cuts: tuple[float, ...]) -> None:
    problem = random_problem(9, 5, 8, cuts)
    answers = problem.comparisons
    times = np.array([1, 3, 2, 1, 5, 1, 1, 4])
    repeated = problem.with_answers(answers.chosen(np.repeat(np.arange(8), times)))
    counted = problem.with_answers(replace(answers, count=times))
    assert_same(ep.infer(*counted.given), ep.infer(*repeated.given), 1e-12)
    assert ep.infer(*counted.given).n_answers == times.sum()


@pytest.mark.parametrize("n_answers", [6, 40])  # by rounds of sites, and by items
def test_a_cancelled_computation_stops(n_answers: int) -> None:
    problem = random_problem(1, 6, n_answers)
    control = Control()
    control.cancel()
    with pytest.raises(Cancelled):
        ep.infer(*problem.given, control)


def test_it_can_be_cancelled_between_two_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = random_problem(1, 20, 40)
    reports: list[tuple[int, int]] = []
    monkeypatch.setattr("prefstudio.engine.control.PROGRESS_INTERVAL", 0.0)

    def report(done: int, total: int) -> None:
        reports.append((done, total))
        if done == 3:
            control.cancel()

    control = Control(report)
    with pytest.raises(Cancelled):
        ep.infer(*problem.given, control)
    assert [done for done, _ in reports] == [0, 1, 2, 3]


def test_single_steps_take_over_where_rounds_do_not_settle(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    problem = random_problem(6, 6, 20, TIES, noise=0.2)
    wanted = ep.infer(*problem.given)
    monkeypatch.setattr(ep, "MAX_ROUNDS", 0)
    assert_same(ep.infer(*problem.given), wanted)


def test_failing_to_settle_is_an_error_with_a_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = random_problem(6, 6, 20, WINS, noise=0.1)
    monkeypatch.setattr(ep, "MAX_ROUNDS", 1)
    monkeypatch.setattr(ep, "MAX_SWEEPS", 1)
    with pytest.raises(DidNotConverge, match="try a larger noise"):
        ep.infer(*problem.given)


def test_an_unknown_item_is_refused() -> None:
    problem = random_problem(1, 4, 3, STRENGTHS)
    outside = Comparisons.of_levels(problem.scale, [(0, 4)])
    with pytest.raises(BadComparison, match="outside 0 … 3"):
        ep.infer(*problem.with_answers(outside).given)
