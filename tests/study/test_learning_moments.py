"""When a study learns by itself, and that a few answers do not drive its model anywhere."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from prefstudio.engine.control import Control
from prefstudio.study.briefing import briefing_of
from prefstudio.study.changes import AnswerChanged, ChangedBy, SettingsChanged
from prefstudio.study.comparisons import Comparison, Outcome, Phase
from prefstudio.study.events import Answered, Body, TrialShown, Undone, happened, new_id
from prefstudio.study.folder import Study, read_study
from prefstudio.study.learn_request import LearnFound, LearnRequest
from prefstudio.study.learning_moments import (
    LearningPlan,
    learning_plan,
    moment_after,
    why_off,
)
from prefstudio.study.learning_terms import learning_problem
from prefstudio.study.model import resolve
from prefstudio.study.participants import Participant
from prefstudio.study.resources import sample
from prefstudio.study.settings import FeaturesComponent, LinksComponent
from prefstudio.study.state import StudyState

LEARNED = SettingsChanged("model.noise", 1.0, 0.9, ChangedBy.LEARNED)


@pytest.fixture(scope="module")
def cars() -> Study:
    """Cars that nobody has answered about."""
    return fresh("cars")


def fresh(name: str) -> Study:
    return replace(read_study(sample(name)), comparisons=(), participants=())


def answers(study: Study, count: int, seed: int = 1, phase: Phase = Phase.MAIN) -> list[Body]:
    rng = np.random.default_rng(seed)
    made: list[Body] = []
    for _ in range(count):
        a, b = (study.items.ids[k] for k in rng.choice(len(study.items), 2, replace=False))
        trial = new_id()
        made += [
            TrialShown(trial, a, b, phase=phase),
            Answered(trial, a, b, Outcome.A if rng.random() < 0.5 else Outcome.B),
        ]
    return made


def state_after(study: Study, *bodies: Body) -> StudyState:
    return StudyState(study).with_events(happened(body) for body in bodies)


def test_moments_double() -> None:
    moments = [0]
    while len(moments) < 6:
        moments.append(moment_after(moments[-1]))
    assert moments == [0, 10, 20, 40, 80, 160]
    assert [moment_after(n) for n in (9, 10, 19, 39, 40)] == [10, 20, 20, 40, 80]


@pytest.mark.parametrize(
    ("n_answers", "founding", "learned", "due"),
    [
        (9, 0, None, None), (10, 0, None, 10), (13, 0, None, 10), (13, 0, 10, None),
        (19, 0, 11, None), (20, 0, 11, 20), (45, 0, None, 40), (45, 0, 41, None),
        (510, 500, None, None), (640, 500, None, 640),
    ],
)  # fmt: skip
def test_what_is_due(n_answers: int, founding: int, learned: int | None, due: int | None) -> None:
    assert LearningPlan(True, n_answers, founding, learned).due == due
    assert LearningPlan(False, n_answers, founding, learned).due is None


def test_the_plan_follows_from_the_events(cars: Study) -> None:
    said = answers(cars, 12)
    state = state_after(cars, *said)
    assert learning_plan(state) == LearningPlan(True, 12)
    assert learning_plan(state).words == "Learns when idle."
    state = state.with_event(happened(LEARNED))
    assert learning_plan(state) == LearningPlan(True, 12, 0, 12)
    assert learning_plan(state).words == "Learned after 12 answers; next after 20."
    state = state.with_events(happened(body) for body in answers(cars, 3, 2))
    assert learning_plan(state) == LearningPlan(True, 15, 0, 12)


def test_what_was_undone_is_not_learned_again_at_once(cars: Study) -> None:
    state = state_after(cars, *answers(cars, 10), LEARNED)
    last = state.last_change
    assert last is not None
    undone = state.with_event(happened(Undone(last.event_id)))
    plan = learning_plan(undone)
    assert (plan.due, plan.learned_after, plan.is_taken_back) == (None, 10, True)
    assert plan.words == "Learned after ten answers, undone; next after 20."
    later = undone.with_events(happened(body) for body in answers(cars, 10, 2))
    assert learning_plan(later).due == 20


def without_last(state: StudyState) -> StudyState:
    last = state.last_change
    assert last is not None
    return state.with_event(happened(Undone(last.event_id)))


def test_the_line_speaks_of_what_is_in_force(cars: Study) -> None:
    """An undo of the second learning leaves the first, which was made from fewer answers."""
    first = replace(LEARNED, found="Links explain much.")
    second = replace(LEARNED, found="Features explain more.")
    state = state_after(cars, *answers(cars, 10), first, *answers(cars, 3, 2), second)
    assert learning_plan(state).words == "Learned after 13 answers; next after 20."
    state = without_last(state)
    plan = learning_plan(state)
    assert plan.words == "Learned after ten answers; next after 20."
    assert plan.last is not None
    assert (plan.last.n_answers, plan.last.found) == (10, "Links explain much.")
    for _ in range(3):  # the answers since
        state = without_last(state)
    assert learning_plan(state).words == "Learned after ten answers; next after 20."
    state = without_last(state)
    plan = learning_plan(state)
    assert (plan.words, plan.last) == ("Learned after ten answers, undone; next after 20.", None)
    state = without_last(state)  # nothing was learned at nine
    assert learning_plan(state).words == "Learns after 10."


def test_the_line_counts_the_answers_it_was_made_from(cars: Study) -> None:
    """Though one of them was removed since, or one before it was undone."""
    state = without_last(state_after(cars, *answers(cars, 11)))
    state = state.with_event(happened(LEARNED))
    removed = AnswerChanged(state.recorded[2].event_id, removed=True)
    state = state.with_event(happened(removed))
    plan = learning_plan(state)
    assert (plan.n_answers, plan.made_from) == (9, 10)
    assert plan.words == "Learned after ten answers; again after 10."


def test_another_tenth_answer_makes_it_due_again(cars: Study) -> None:
    state = state_after(cars, *answers(cars, 10), LEARNED)
    for _ in range(2):  # what was learned, then the tenth answer
        last = state.last_change
        assert last is not None
        state = state.with_event(happened(Undone(last.event_id)))
    assert learning_plan(state).due is None
    state = state.with_events(happened(body) for body in answers(cars, 1, 3))
    assert learning_plan(state).due == 10


def test_only_answers_that_are_learned_from_count(cars: Study) -> None:
    state = state_after(cars, *answers(cars, 9), *answers(cars, 5, 2, Phase.TRAINING))
    assert learning_plan(state).n_answers == 9
    a, b = cars.items.ids[:2]
    state = state.with_event(happened(Answered(new_id(), a, b, Outcome.SKIP)))
    assert learning_plan(state).due is None
    founded = replace(cars, comparisons=(Comparison(a, b, Outcome.A, count=30),))
    assert learning_plan(StudyState(founded)) == LearningPlan(True, 30, 30)


def with_settings(study: Study, section: str, **values: object) -> Study:
    settings = study.settings
    changed = replace(getattr(settings, section), **values)
    return replace(study, settings=replace(settings, **{section: changed}))


def test_on_where_nobody_is_tested(cars: Study) -> None:
    assert not why_off(cars)
    for name in ("repeats", "catch", "holdout"):
        assert why_off(with_settings(cars, "schedule", **{name: 0.1}))
    tested = with_settings(cars, "schedule", training=4)
    assert why_off(tested)
    assert not why_off(with_settings(tested, "model", learn_while_asking=True))
    assert why_off(replace(cars, participants=(Participant("ann"),)))
    a, b = cars.items.ids[:2]
    people = [Comparison(a, b, Outcome.A, participant=name) for name in ("ann", "bob")]
    assert not why_off(replace(cars, comparisons=(people[0],)))
    assert why_off(replace(cars, comparisons=tuple(people)))
    off = with_settings(cars, "model", learn_while_asking=False)
    assert why_off(off)
    assert learning_plan(StudyState(off)).words == "Learns only when you press the button."


def test_the_line_says_why_it_is_off(cars: Study) -> None:
    def words(study: Study) -> str:
        return learning_plan(StudyState(study)).words

    random = with_settings(cars, "schedule", holdout=0.2)
    assert words(random) == "Off while random pairs are asked; tick it to learn all the same."
    people = "Off while people are tested; tick it to learn all the same."
    assert words(with_settings(random, "schedule", catch=0.1)) == people
    assert words(replace(random, participants=(Participant("ann"),))) == people
    assert words(with_settings(random, "model", learn_while_asking=True)) == "Learns after 10."
    said = with_settings(random, "model", learn_while_asking=False)
    assert words(said) == "Learns only when you press the button."
    learned = learning_plan(state_after(random, *answers(random, 12), LEARNED)).words
    assert learned == f"Learned after 12 answers. {words(random)}"


def test_the_six_papers_stay_as_the_paper_has_them() -> None:
    papers = read_study(sample("six-papers"))
    assert papers.settings.model.learn_while_asking is False
    assert why_off(papers)


@pytest.mark.parametrize("name", ["cars", "shapes"])
@pytest.mark.parametrize("seed", range(6))
def test_ten_answers_of_any_kind_move_no_scale_far(name: str, seed: int) -> None:
    """Lots instead of answers: the worst that a person could tell of a model."""
    study = fresh(name)
    state = state_after(study, *answers(study, 10, seed))
    model = resolve(study)
    found = LearnRequest(study, briefing_of(model, state)).compute(Control())
    assert isinstance(found, LearnFound)
    medians = {each.name: each.centre for each in learning_problem(study, model).hyperparameters}
    for key, value in found.model.learned.after.items():
        if key in medians:
            # within three sds of the weak prior, a factor of e³ either way
            assert abs(np.log(value / medians[key])) < 3.0, (key, value)
    for component in found.model.sheet.components:
        if isinstance(component, FeaturesComponent):
            median = next(v for k, v in medians.items() if k.endswith("length_scale"))
            assert component.length_scale > 0.25 * median
        if isinstance(component, LinksComponent):
            assert 0.05 < component.iota < 50.0
