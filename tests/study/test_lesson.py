"""The lesson of the classroom: the six papers' numbers, and any small study."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from prefstudio.engine.control import Control
from prefstudio.engine.errors import Cancelled
from prefstudio.study.comparisons import Outcome
from prefstudio.study.events import Answered, happened, new_id
from prefstudio.study.folder import read_study
from prefstudio.study.lesson import (
    Lesson,
    lesson_answers,
    lesson_problem,
    lesson_request,
    prior_links,
)
from prefstudio.study.mailbox import Lane
from prefstudio.study.model import ResolvedModel, resolve
from prefstudio.study.resources import sample
from prefstudio.study.state import StudyState

A, B, C, D, E, F = range(6)
Write = Callable[[str, str | bytes], Path]


def answered(state: StudyState, *answers: tuple[str, str, Outcome]) -> StudyState:
    for a, b, outcome in answers:
        state = state.with_event(happened(Answered(new_id(), a, b, outcome)))
    return state


def lesson_of(state: StudyState, model: ResolvedModel | None = None) -> Lesson:
    return lesson_request(model or resolve(state.study), state, 0).compute(Control())


def small_study(write: Write, ids: str, links: str = "", head: str = "item_id") -> StudyState:
    path = write("items.csv", f"{head}\n" + "\n".join(ids.split()) + "\n")
    if links:
        write("links.csv", "source,target\n" + "\n".join(links.split()) + "\n")
    return StudyState(read_study(path.parent))


@pytest.fixture(scope="module")
def six() -> StudyState:
    return StudyState(read_study(sample("six-papers")))


@pytest.fixture(scope="module")
def lesson(six: StudyState) -> Lesson:
    return lesson_of(six)


def test_the_six_papers_answer_b_over_e_then_b_over_f(lesson: Lesson) -> None:
    assert lesson.answers == ((B, E), (B, F))
    assert lesson.links == ((A, B), (D, E))


def test_the_prior_of_the_six_papers(lesson: Lesson) -> None:
    covariance = lesson.prior.covariance
    assert covariance[A, A] == pytest.approx(2 / 3)
    assert covariance[A, B] == pytest.approx(1 / 3)
    assert covariance[C, C] == pytest.approx(1.0)
    assert covariance[A, C] == 0.0
    np.testing.assert_array_equal(lesson.prior.mean, np.zeros(6))
    np.testing.assert_allclose(lesson.prior.sd**2, covariance.diagonal())


def test_the_means_after_the_first_answer(lesson: Lesson) -> None:
    expected = [0.174, 0.348, 0.0, -0.174, -0.348, 0.0]
    np.testing.assert_allclose(lesson.first.mean, expected, atol=5e-4)
    assert lesson.first.covariance[B, E] == pytest.approx(0.12, abs=0.005)


def test_the_largest_expected_loss_is_shared_and_the_later_pair_is_asked(lesson: Lesson) -> None:
    assert lesson.tied == ((B, C), (B, F))
    assert lesson.asked == (B, F)
    for pair in lesson.tied:
        assert lesson.loss[pair] == pytest.approx(0.28264, abs=5e-6)
    assert np.nanmax(lesson.loss) == lesson.loss[B, F]
    assert np.isnan(lesson.loss.diagonal()).all()


def test_the_ranking_after_both_answers_and_after_the_opposite(lesson: Lesson) -> None:
    assert lesson.second.ranking == (B, A, C, D, E, F)
    assert lesson.opposite.ranking[0] == F
    assert lesson.opposite.mean[F] > 0 > lesson.second.mean[F]


def test_the_beliefs_are_those_of_answering(six: StudyState, lesson: Lesson) -> None:
    model = resolve(six.study)
    told = answered(six, ("b", "e", Outcome.A), ("f", "b", Outcome.B))
    again = lesson_of(told, model)
    assert again.answers == lesson.answers
    np.testing.assert_allclose(again.second.mean, lesson.second.mean, atol=1e-10)
    np.testing.assert_allclose(again.opposite.sd, lesson.opposite.sd, atol=1e-10)


def test_draws_are_the_prior_s_and_the_same_each_time(six: StudyState, lesson: Lesson) -> None:
    assert lesson.draws.shape == (3, 6)
    np.testing.assert_array_equal(lesson_of(six).draws, lesson.draws)
    other = replace(resolve(six.study), seed=1)
    assert not np.array_equal(lesson_of(six, other).draws, lesson.draws)


def test_draws_of_the_sample_are_told_apart_at_every_item(lesson: Lesson) -> None:
    first, second, third = lesson.draws
    for one, other in ((first, second), (first, third), (second, third)):
        apart = np.abs(one - other)
        assert apart.min() > 0.2  # of a prior sd of about 1
        assert np.maximum(apart[1:], apart[:-1]).min() > 0.5  # no two lines run together


def test_nothing_can_be_written(lesson: Lesson) -> None:
    beliefs = (lesson.prior, lesson.first, lesson.second, lesson.opposite)
    arrays = [array for each in beliefs for array in (each.mean, each.sd, each.covariance)]
    for array in (*arrays, lesson.draws, lesson.loss):
        assert not array.flags.writeable


def test_the_horizon_of_the_study_counts(six: StudyState) -> None:
    whole = replace(resolve(six.study), horizon=float("inf"))
    made = lesson_of(six, whole)
    assert made.tied == ((C, F),)
    assert made.answers[1] in {(C, F), (F, C)}


def test_recorded_answers_come_first_and_ties_and_skips_teach_nothing(six: StudyState) -> None:
    model = resolve(six.study)
    told = answered(
        six,
        ("a", "c", Outcome.SKIP),
        ("c", "a", Outcome.B),
        ("d", "f", Outcome.A),
        ("e", "f", Outcome.A),
    )
    assert lesson_answers(model, told) == ((A, C), (D, F))
    assert lesson_of(told).asked == (D, F)


def test_one_recorded_answer_is_followed_by_the_pair_that_is_worth_most(six: StudyState) -> None:
    made = lesson_of(answered(six, ("e", "b", Outcome.A)))
    assert made.answers[0] == (E, B)
    assert made.asked in made.tied
    assert made.answers[1][0] == E


@pytest.mark.parametrize("winner", "cdf")
def test_who_won_wins_again_on_either_side_of_the_pair(six: StudyState, winner: str) -> None:
    made = lesson_of(answered(six, (winner, "a", Outcome.A)))
    assert made.asked == made.tied[-1]
    assert made.answers[1][0] == resolve(six.study).position(winner)


def test_an_excluded_item_is_not_asked_about(six: StudyState) -> None:
    without_f = replace(six, excluded_items={"f": "scratched"})
    made = lesson_of(without_f)
    assert made.answers == ((B, E), (B, C))
    without_e = replace(six, excluded_items={"e": "scratched"})
    assert lesson_answers(resolve(six.study), without_e) == ((B, F),)


@pytest.mark.parametrize(
    ("ids", "links", "first"),
    [
        ("p q r", "", (0, 2)),
        ("p q r s", "p,q q,r", (1, 3)),
        ("p q r", "p,q q,r", (1, 2)),
        ("p q", "", (0, 1)),
        ("p q r s", "r,s p,q", (1, 3)),
    ],
)
def test_the_first_answer_of_any_small_study(
    write: Write, ids: str, links: str, first: tuple[int, int]
) -> None:
    state = small_study(write, ids, links)
    assert lesson_problem(resolve(state.study), state) is None
    made = lesson_of(state)
    assert made.answers[0] == first
    winner, loser = made.answers[1]
    assert winner != loser
    assert made.second.mean[winner] > made.opposite.mean[winner]


def test_two_items_are_asked_about_again(write: Write) -> None:
    assert lesson_of(small_study(write, "p q")).answers == ((0, 1), (0, 1))


def test_items_of_different_groups_are_not_compared(write: Write) -> None:
    state = small_study(write, "p,x q,y r,x s,y", head="item_id,group")
    made = lesson_of(state)
    assert made.answers[0] == (0, 2)
    assert made.asked == (1, 3)
    assert np.isnan(made.loss[0, 1])


def test_links_of_several_relations_are_told_once(write: Write) -> None:
    write("links.csv", "source,target,relation\np,q,cites\nq,p,cites\nq,r,author\n")
    state = small_study(write, "p q r")
    assert prior_links(resolve(state.study)) == ((0, 1), (1, 2))


@pytest.mark.parametrize(("count", "words"), [(1, "one item"), (13, "13 items")])
def test_too_few_and_too_many_items_are_told_in_a_sentence(
    write: Write, count: int, words: str
) -> None:
    state = small_study(write, " ".join(f"i{k}" for k in range(count)))
    problem = lesson_problem(resolve(state.study), state)
    assert problem is not None
    assert "2 to 12 items" in problem
    assert problem.endswith(f"this study has {words}.")


def test_groups_of_one_have_no_pair(write: Write) -> None:
    state = small_study(write, "p,x q,y", head="item_id,group")
    problem = lesson_problem(resolve(state.study), state)
    assert problem is not None
    assert "pair" in problem


def test_it_can_be_stopped(six: StudyState) -> None:
    request = lesson_request(resolve(six.study), six, 7)
    assert (request.lane, request.moment) == (Lane.LESSON, 7)
    control = Control()
    control.cancel()
    with pytest.raises(Cancelled):
        request.compute(control)
